import { useQuery } from '@tanstack/react-query';
import { Keyboard, Moon, Plus, Sun, UserRound } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { loadContacts, nameOf } from '~/api/contacts';
import { useMay } from '~/api/session';
import { useText } from '~/text/t';
import { useNavigation } from './pages';
import { setTheme } from './theme';

interface Entry {
  id: string;
  group: string;
  label: string;
  aside?: string;
  icon: ReactNode;
  act: () => void;
}

const contactsShown = 6;

function fits(label: string, text: string): boolean {
  const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain(label).includes(plain(text));
}

// Ctrl-K: pages, contacts and actions in one field.
export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useText();
  const may = useMay();
  const navigation = useNavigation();
  const [, go] = useLocation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const asked = text.trim();

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  const contacts = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => loadContacts({ text: asked, filter: undefined }, undefined, signal),
    enabled: asked.length >= 2 && may('contact:read'),
    placeholderData: (before) => before,
  });

  const fixed: Entry[] = [
    ...navigation.map((entry) => ({
      id: entry.path,
      group: t.palette.pages,
      label: entry.title(t),
      aside: `g ${entry.key}`,
      icon: <entry.icon aria-hidden />,
      act: () => go(entry.path),
    })),
    ...(may('segment:write')
      ? [
          {
            id: 'segment',
            group: t.palette.actions,
            label: t.palette.newSegment,
            icon: <Plus aria-hidden />,
            act: () => go('/segments/new'),
          },
        ]
      : []),
    ...(may('workflow:write')
      ? [
          {
            id: 'workflow',
            group: t.palette.actions,
            label: t.palette.newWorkflow,
            icon: <Plus aria-hidden />,
            act: () => go('/workflows?new=1'),
          },
        ]
      : []),
    ...(may('import:write')
      ? [
          {
            id: 'import',
            group: t.palette.actions,
            label: t.imports.new,
            icon: <Plus aria-hidden />,
            act: () => go('/imports/new'),
          },
        ]
      : []),
    ...(may('export:write')
      ? [
          {
            id: 'export',
            group: t.palette.actions,
            label: t.exports.new,
            icon: <Plus aria-hidden />,
            act: () => go('/exports?new'),
          },
        ]
      : []),
    {
      id: 'light',
      group: t.palette.actions,
      label: t.palette.themeLight,
      icon: <Sun aria-hidden />,
      act: () => setTheme('light'),
    },
    {
      id: 'dark',
      group: t.palette.actions,
      label: t.palette.themeDark,
      icon: <Moon aria-hidden />,
      act: () => setTheme('dark'),
    },
    {
      id: 'keys',
      group: t.palette.actions,
      label: t.palette.keys,
      aside: '?',
      icon: <Keyboard aria-hidden />,
      act: onKeys,
    },
  ].filter((entry) => fits(entry.label, asked));
  const found: Entry[] = (asked.length >= 2 ? (contacts.data?.results ?? []) : [])
    .slice(0, contactsShown)
    .map((contact) => ({
      id: contact.id,
      group: t.palette.contacts,
      label: nameOf(contact),
      aside: contact._email,
      icon: <UserRound aria-hidden />,
      act: () => go(`/contacts/${contact.id}`),
    }));
  const entries = [...fixed, ...found];
  const chosen = Math.min(at, entries.length - 1);

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.act();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(entries.length ? (chosen + 1) % entries.length : 0);
    else if (event.key === 'ArrowUp') setAt(entries.length ? (chosen + entries.length - 1) % entries.length : 0);
    else if (event.key === 'Enter') run(entries[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={t.palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <input
        className="palette-input"
        role="combobox"
        aria-label={t.palette.title}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[chosen] ? `${id}-${chosen}` : undefined}
        placeholder={t.palette.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className="options" role="listbox" id={`${id}-list`} aria-label={t.palette.title}>
        {entries.map((entry, number) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          <div
            key={`${entry.group} ${entry.id}`}
            id={`${id}-${number}`}
            role="option"
            tabIndex={-1}
            aria-selected={number === chosen}
            data-focused={number === chosen || undefined}
            className="option"
            onClick={() => run(entry)}
            onMouseMove={() => setAt(number)}
          >
            {entry.icon}
            <span className="option-label">{entry.label}</span>
            <span className="aside">{entry.aside ?? entry.group}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="palette-nothing">{t.palette.nothing}</p>}
    </dialog>
  );
}
