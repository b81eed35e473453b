import { bodyOf, client, type Schemas } from './client';
import { searchesFor } from './contactText';
import type { Filter } from './filters';
import { type Page, searchTogether } from './lists';

export type Contact = Schemas['Contact'];
export type Activity = Schemas['Activity'];
export type Run = Schemas['Run'];

export const contactsPerPage = 50;

// One page of contacts: all, those that a text finds, or those that a filter means.
export function loadContacts(
  wanted: { text: string; filter: Filter | undefined },
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Contact>> {
  const page = { pageSize: contactsPerPage, cursor };
  if (wanted.filter) {
    return bodyOf(
      client.POST('/admin/v1/contacts/search', { body: { filter: wanted.filter as never, ...page }, signal }),
    );
  }
  if (wanted.text) {
    const load = (search: string, onward: string | undefined) =>
      bodyOf(
        client.GET('/admin/v1/contacts/', {
          params: { query: { [search]: wanted.text, pageSize: contactsPerPage, cursor: onward } },
          signal,
        }),
      );
    return searchTogether(searchesFor(wanted.text), load, cursor);
  }
  return bodyOf(client.GET('/admin/v1/contacts/', { params: { query: page }, signal }));
}

export const loadContact = (id: string) => bodyOf(client.GET('/admin/v1/contacts/{id}', { params: { path: { id } } }));

// A contact is erased by the key that the shop knows it by.
export async function eraseContact(contact: Contact): Promise<void> {
  if (contact._email) await client.DELETE('/contacts/email/{email}', { params: { path: { email: contact._email } } });
  else
    await client.DELETE('/contacts/external-id/{externalId}', {
      params: { path: { externalId: contact._externalId ?? '' } },
    });
}

export function nameOf(contact: Pick<Contact, '_name' | '_surname' | '_email' | '_externalId'>): string {
  const name = [contact._name, contact._surname].filter(Boolean).join(' ');
  return name || contact._email || contact._externalId || '';
}
