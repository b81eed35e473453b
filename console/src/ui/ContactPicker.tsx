import './contact-picker.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Contact, loadContacts, nameOf } from '~/api/contacts';
import { useText } from '~/text/t';
import { Button } from './Button';
import { TextField } from './fields';
import { ErrorBox } from './states';
import { useDebounced } from './useDebounced';

const shownMax = 5;
const typedMilliseconds = 200;

interface Props {
  // Of the field to type in.
  label: string;
  chosen: Contact | undefined;
  onChange: (contact: Contact | undefined) => void;
}

// One contact, found by typing; before, the newest.
export function ContactPicker({ label, chosen, onChange }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  const asked = useDebounced(text.trim(), typedMilliseconds);
  const contacts = useQuery({
    queryKey: ['contacts', 'pick', asked],
    queryFn: ({ signal }) => loadContacts({ text: asked, filter: undefined }, undefined, signal),
    enabled: !chosen,
    placeholderData: (before) => before,
  });
  if (chosen) {
    return (
      <div className="picked">
        <span>
          <strong>{nameOf(chosen) || t.contacts.unnamed}</strong> <span className="dim">{chosen._email}</span>
        </span>
        <Button small onClick={() => onChange(undefined)}>
          {t.pick.another}
        </Button>
      </div>
    );
  }
  const found = contacts.data?.results.slice(0, shownMax) ?? [];
  return (
    <div className="stack">
      <TextField
        label={label}
        hint={t.contacts.searchHint}
        data-first
        autoFocus
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      {contacts.error && <ErrorBox error={contacts.error} />}
      <ul className="picks">
        {found.map((contact) => (
          <li key={contact.id}>
            <button type="button" className="pick" onClick={() => onChange(contact)}>
              <span>{nameOf(contact) || t.contacts.unnamed}</span>
              <span className="dim">{contact._email}</span>
            </button>
          </li>
        ))}
      </ul>
      {contacts.data && found.length === 0 && <p className="dim">{t.contacts.nobodyTitle}</p>}
    </div>
  );
}
