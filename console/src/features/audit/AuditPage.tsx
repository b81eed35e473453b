import { Link } from 'wouter';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { Changes } from './Changes';
import { type Names, pageOf, useNames, whoOf, wordsOf } from './entry';

type Entry = Schemas['AuditEntry'];

// Who changed what, newest first.
export default function AuditPage() {
  const t = useText();
  const format = useFormat();
  const names = useNames();
  const list = useList(['audit'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/audit/', { params: { query: { pageSize: 100, cursor } }, signal })),
  );
  const columns: Column<Entry>[] = [
    {
      id: 'at',
      title: t.audit.columns.at,
      cell: (entry) => <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>,
    },
    {
      id: 'action',
      title: t.audit.columns.action,
      cell: (entry) => (
        <>
          {wordsOf(entry.action, t)}
          <span className="narrow-only dim">{whoOf(entry.actor, names, t)}</span>
        </>
      ),
    },
    {
      id: 'actor',
      title: t.audit.columns.actor,
      isWideOnly: true,
      cell: (entry) => whoOf(entry.actor, names, t),
    },
    {
      id: 'subject',
      title: t.audit.columns.subject,
      isWideOnly: true,
      cell: (entry) => <Subject entry={entry} names={names} />,
    },
    {
      id: 'changes',
      title: t.audit.columns.changes,
      isWideOnly: true,
      cell: (entry) => <Changes entry={entry} />,
    },
  ];
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.audit.title}</h1>
      </div>
      <ListView
        label={t.audit.title}
        list={list}
        columns={columns}
        idOf={(entry) => entry.id}
        empty={<Empty title={t.audit.noneTitle}>{t.audit.none}</Empty>}
      />
    </div>
  );
}

function Subject({ entry, names }: { entry: Entry; names: Names }) {
  const t = useText();
  const page = pageOf(entry);
  // Which one it was says nothing to anybody.
  if (entry.action.startsWith('session.')) return '–';
  if (entry.subject === 'store' || entry.action.startsWith('store.')) return <Link href="/store">{t.store.title}</Link>;
  const words = names.get(entry.subject) ?? <code>{entry.subject}</code>;
  return page ? <Link href={page}>{words}</Link> : words;
}
