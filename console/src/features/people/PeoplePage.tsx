import './people.css';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, client } from '~/api/client';
import { useList } from '~/api/lists';
import { useMe } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { InviteDialog } from './InviteDialog';
import { PersonDialog } from './PersonDialog';
import { type Person, PersonState } from './PersonState';

// Everybody who works with the store in the console.
export default function PeoplePage() {
  const t = useText();
  const format = useFormat();
  const me = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const list = useList(['people'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/people/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  const open = list.rows.find((person) => person.id === openId);
  const columns: Column<Person>[] = [
    {
      id: 'name',
      title: t.people.columns.name,
      cell: (person) => (
        <span className="row-link">
          {person.name}
          {person.id === me?.person?.id && <span className="dim"> {t.people.you}</span>}
        </span>
      ),
    },
    {
      id: 'email',
      title: t.people.columns.email,
      isWideOnly: true,
      cell: (person) => <span className="dim">{person.email}</span>,
    },
    { id: 'role', title: t.people.columns.role, cell: (person) => t.people.roles[person.role] },
    { id: 'state', title: t.people.columns.state, cell: (person) => <PersonState person={person} /> },
    {
      id: 'factor',
      title: t.people.columns.secondFactor,
      isWideOnly: true,
      cell: (person) => (person.secondFactor ? t.people.yes : <span className="dim">{t.people.no}</span>),
    },
    {
      id: 'since',
      title: t.people.columns.since,
      isNumber: true,
      isWideOnly: true,
      cell: (person) => format.date(person.createdAt),
    },
  ];
  const invite = (
    <Button look="main" icon={<UserPlus aria-hidden />} onClick={() => setIsInviting(true)}>
      {t.people.invite}
    </Button>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.people.title}</h1>
        <span className="grow" />
        {invite}
      </div>
      <ListView
        label={t.people.title}
        list={list}
        columns={columns}
        idOf={(person) => person.id}
        onOpen={(person) => setOpenId(person.id)}
        empty={
          <Empty title={t.people.noneTitle} action={invite}>
            {t.people.none}
          </Empty>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {open && <PersonDialog person={open} onClose={() => setOpenId(undefined)} />}
    </div>
  );
}
