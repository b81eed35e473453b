import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { loadContact, nameOf } from '~/api/contacts';
import { useText } from '~/text/t';

// A contact of whom only the id is told, by name once that is read. Undefined: the contact was erased.
export function ContactLink({ id }: { id: string | undefined }) {
  const t = useText();
  const contact = useQuery({
    queryKey: ['contacts', id],
    queryFn: () => loadContact(id ?? ''),
    enabled: id !== undefined,
    staleTime: 60_000,
  });
  if (!id) return <span className="dim">{t.pick.erased}</span>;
  return <Link href={`/contacts/${id}`}>{contact.data ? nameOf(contact.data) || t.contacts.unnamed : id}</Link>;
}
