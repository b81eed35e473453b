import './integrations.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { bodyOf, client } from '~/api/client';
import type { Integration } from '~/api/integrations';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { EventsState } from './EventsState';
import { IntegrationDialog } from './IntegrationDialog';

// The systems that exchange events with the store.
export default function IntegrationsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const [isMaking, setIsMaking] = useState(false);
  const list = useList(['integrations', 'list'], (cursor, signal) =>
    bodyOf(client.GET('/custom-integrations/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  const columns: Column<Integration>[] = [
    {
      id: 'name',
      title: t.integrations.columns.name,
      cell: (one) => (
        <Link href={`/integrations/${one.id}`} className="row-link" tabIndex={-1}>
          {one.name}
        </Link>
      ),
    },
    { id: 'state', title: t.integrations.columns.state, cell: (one) => <EventsState isOn={one.eventsEnabled} /> },
    {
      id: 'description',
      title: t.integrations.columns.description,
      isWideOnly: true,
      cell: (one) => <span className="dim">{one.description}</span>,
    },
    {
      id: 'updated',
      title: t.integrations.columns.updated,
      isNumber: true,
      isWideOnly: true,
      cell: (one) => format.ago(one.updatedAt),
    },
  ];
  const make = (
    <IfMay scope="custom-integration:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
        {t.integrations.new}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.integrations.title}</h1>
        <span className="grow" />
        {make}
      </div>
      <ListView
        label={t.integrations.title}
        list={list}
        columns={columns}
        idOf={(one) => one.id}
        onOpen={(one) => go(`/integrations/${one.id}`)}
        empty={
          <Empty title={t.integrations.noneTitle} action={make}>
            {t.integrations.none}
          </Empty>
        }
      />
      {isMaking && (
        <IntegrationDialog onClose={() => setIsMaking(false)} onSaved={(made) => go(`/integrations/${made.id}`)} />
      )}
    </div>
  );
}
