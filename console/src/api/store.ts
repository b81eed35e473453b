import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';

export type Store = Schemas['ManagedStore'];
export type StorePatch = Schemas['StorePatch'];
export type Hold = Schemas['Hold'];

export function useStore() {
  return useQuery({
    queryKey: ['store'],
    queryFn: () => bodyOf(client.GET('/admin/v1/store')),
    staleTime: 5 * 60_000,
  });
}

export const changeStore = (body: StorePatch) => bodyOf(client.PATCH('/admin/v1/store', { body }));

export function useHold() {
  return useQuery({
    queryKey: ['hold'],
    queryFn: () => bodyOf(client.GET('/admin/v1/hold')),
  });
}

export const startHold = (reason: string) => bodyOf(client.POST('/admin/v1/hold', { body: { reason } }));
export const endHold = () => client.DELETE('/admin/v1/hold');
