import './integrations.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { bodyOf, client } from '~/api/client';
import type { EventType, Integration } from '~/api/integrations';
import { useList } from '~/api/lists';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { One } from '~/ui/One';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { EventsState } from './EventsState';
import { IntegrationDialog } from './IntegrationDialog';
import { NewTypeDialog } from './NewTypeDialog';

export default function IntegrationPage() {
  const t = useText();
  const { id = '' } = useParams();
  const integration = useQuery({
    queryKey: ['integrations', id],
    queryFn: () => bodyOf(client.GET('/custom-integrations/{id}', { params: { path: { id } } })),
  });
  const gone = {
    title: t.integrations.gone,
    help: t.integrations.goneHelp,
    list: t.integrations.title,
    href: '/integrations',
  };
  return (
    <One of={integration} gone={gone}>
      {(known) => <Known integration={known} />}
    </One>
  );
}

function Known({ integration }: { integration: Integration }) {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'delete' | 'type'>();
  const close = () => setOpen(undefined);
  const path = { id: integration.id };
  const list = useList(['integrations', integration.id, 'types'], (cursor, signal) =>
    bodyOf(
      client.GET('/custom-integrations/{id}/custom-event-types/', {
        params: { path, query: { pageSize: 50, cursor } },
        signal,
      }),
    ),
  );
  const columns: Column<EventType>[] = [
    {
      id: 'name',
      title: t.integrations.types.name,
      cell: (type) => (
        <Link href={`/integrations/${integration.id}/${type.id}`} className="row-link" tabIndex={-1}>
          {type.name}
        </Link>
      ),
    },
    { id: 'way', title: t.integrations.types.way, cell: (type) => t.integrations.ways[type.receiveType ?? 'send'] },
    {
      id: 'where',
      title: t.integrations.types.where,
      isWideOnly: true,
      cell: (type) => <code className="dim">{type.alias ?? type.webhookUrl}</code>,
    },
    {
      id: 'fields',
      title: t.integrations.types.fields,
      isWideOnly: true,
      cell: (type) => <span className="dim">{type.fields.map((field) => field.name).join(', ')}</span>,
    },
  ];
  const make = (
    <IfMay scope="custom-integration:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setOpen('type')}>
        {t.integrations.newType}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <Link href="/integrations" className="crumb">
          {t.integrations.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{integration.name}</h1>
        <EventsState isOn={integration.eventsEnabled} />
        <span className="grow" />
        <IfMay scope="custom-integration:write">
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
            {t.integrations.edit}
          </Button>
        </IfMay>
        <IfMay scope="custom-integration:delete">
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setOpen('delete')}>
            {t.actions.delete}
          </Button>
        </IfMay>
        {make}
      </div>
      {integration.description && <p className="dim">{integration.description}</p>}
      <ListView
        label={t.integrations.types.title}
        list={list}
        columns={columns}
        idOf={(type) => type.id}
        onOpen={(type) => go(`/integrations/${integration.id}/${type.id}`)}
        empty={<Empty title={t.integrations.noTypesTitle}>{t.integrations.noTypes}</Empty>}
      />
      {open === 'edit' && (
        <IntegrationDialog
          integration={integration}
          onClose={close}
          onSaved={() => {
            say(t.integrations.saved);
            close();
          }}
        />
      )}
      {open === 'type' && (
        <NewTypeDialog
          integrationId={integration.id}
          onClose={close}
          onMade={(made) => go(`/integrations/${integration.id}/${made.id}`)}
        />
      )}
      {open === 'delete' && (
        <TypedNameDialog
          title={t.integrations.deleteTitle(integration.name)}
          lead={t.integrations.deleteLead}
          word={integration.name}
          ask={t.people.type(integration.name)}
          confirm={t.actions.delete}
          onClose={close}
          act={async () => {
            await client.DELETE('/custom-integrations/{id}', { params: { path } });
            say(t.integrations.deleted);
            go('/integrations');
            queries.removeQueries({ queryKey: ['integrations', integration.id] });
            void queries.invalidateQueries({ queryKey: ['integrations'] });
          }}
        />
      )}
    </div>
  );
}
