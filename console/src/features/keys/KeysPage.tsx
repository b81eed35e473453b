import './keys.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { KeyDialog } from './KeyDialog';
import { NewKeyDialog } from './NewKeyDialog';

type ApiKey = Schemas['ApiKey'];

// The keys by which programs come in.
export default function KeysPage() {
  const t = useText();
  const format = useFormat();
  const [isMaking, setIsMaking] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const list = useList(['keys'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/api-keys/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  const open = list.rows.find((key) => key.id === openId);
  const columns: Column<ApiKey>[] = [
    { id: 'name', title: t.apiKeys.columns.name, cell: (key) => <span className="row-link">{key.name}</span> },
    {
      id: 'scopes',
      title: t.apiKeys.columns.scopes,
      isWideOnly: true,
      cell: (key) => <span className="dim">{key.scopes.join(', ')}</span>,
    },
    {
      id: 'used',
      title: t.apiKeys.columns.used,
      isNumber: true,
      cell: (key) => (key.lastUsedAt ? format.ago(key.lastUsedAt) : <span className="dim">{t.apiKeys.neverUsed}</span>),
    },
    {
      id: 'expires',
      title: t.apiKeys.columns.expires,
      isNumber: true,
      isWideOnly: true,
      cell: (key) =>
        !key.expiresAt ? (
          <span className="dim">{t.apiKeys.never}</span>
        ) : new Date(key.expiresAt) < new Date() ? (
          <Badge tone="bad">{t.apiKeys.expired}</Badge>
        ) : (
          format.date(key.expiresAt)
        ),
    },
    {
      id: 'created',
      title: t.apiKeys.columns.created,
      isNumber: true,
      isWideOnly: true,
      cell: (key) => format.date(key.createdAt),
    },
  ];
  const make = (
    <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
      {t.apiKeys.new}
    </Button>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.apiKeys.title}</h1>
        <span className="grow" />
        {make}
      </div>
      <ListView
        label={t.apiKeys.title}
        list={list}
        columns={columns}
        idOf={(key) => key.id}
        onOpen={(key) => setOpenId(key.id)}
        empty={
          <Empty title={t.apiKeys.noneTitle} action={make}>
            {t.apiKeys.none}
          </Empty>
        }
      />
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} />}
      {open && <KeyDialog apiKey={open} onClose={() => setOpenId(undefined)} />}
    </div>
  );
}
