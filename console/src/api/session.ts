import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';

export type Me = Schemas['Me'];
export type Scope = Schemas['Scope'];
export type Session = Schemas['Session'];

export const readMe = () => bodyOf(client.GET('/admin/v1/me'));
export const readSetup = () => bodyOf(client.GET('/admin/v1/setup'));
export const signIn = (body: Schemas['SignIn']) => bodyOf(client.POST('/admin/v1/sessions/', { body }));
export const signOut = () => client.DELETE('/admin/v1/sessions/current');
export const setUp = (body: Schemas['Setup']) => bodyOf(client.POST('/admin/v1/setup', { body }));
export const changeMe = (body: Schemas['MePatch']) => bodyOf(client.PATCH('/admin/v1/me', { body }));

// Who is asking, once that is known.
export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 60_000 }).data;
}

// Tells whether who is asking may do what needs a scope.
export function useMay(): (scope: Scope) => boolean {
  const scopes = useMe()?.scopes ?? [];
  return (scope) => scopes.includes(scope) || scopes.includes('admin');
}
