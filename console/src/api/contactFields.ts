import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { loadAll } from './lists';

export type ContactField = Schemas['ContactField'] & {
  // What the service calls it, where it is called otherwise here.
  also?: string;
};
export type FieldType = Schemas['FieldType'];

// All of them: there are at most 140 besides those of the system.
export function useContactFields({
  select,
  enabled,
}: {
  select?: (fields: ContactField[]) => ContactField[];
  enabled?: boolean;
} = {}) {
  return useQuery({
    queryKey: ['contact-fields'],
    queryFn: ({ signal }): Promise<ContactField[]> =>
      loadAll((cursor) =>
        bodyOf(client.GET('/contact-fields/', { params: { query: { pageSize: 200, cursor } }, signal })),
      ),
    select,
    enabled,
  });
}

export const createContactField = (body: Schemas['ContactFieldCreate']) =>
  bodyOf(client.POST('/contact-fields/', { body }));

export const deleteContactField = (id: string) => client.DELETE('/contact-fields/{id}', { params: { path: { id } } });
