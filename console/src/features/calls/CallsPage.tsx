import './calls.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { retryDeadCalls } from '~/api/calls';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useEventTypes } from '~/api/integrations';
import { useList } from '~/api/lists';
import { useStore } from '~/api/store';
import { useWorkflows } from '~/api/workflows';
import { endOfDay, startOfDay } from '~/text/days';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select, TextField } from '~/ui/fields';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { say } from '~/ui/toasts';
import { CallState } from './CallState';

type Call = Schemas['Delivery'];
type State = Schemas['DeliveryState'];

const refreshMilliseconds = 5_000;

// Calls that went out or are about to. What is asked for is in the address: state, type, contact, from, to.
export default function CallsPage() {
  const t = useText();
  const [, go] = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const { data: store } = useStore();
  const { data: types } = useEventTypes();
  const asked = Object.fromEntries(parameters) as Partial<Record<'state' | 'type' | 'contact' | 'from' | 'to', string>>;
  const zone = store?.timezone;
  const set = (name: string, value: string) => {
    const { [name as 'state']: _, ...rest } = asked;
    setParameters(value ? { ...rest, [name]: value } : rest, { replace: true });
  };
  const list = useList(
    ['calls', asked, zone],
    (cursor, signal) =>
      bodyOf(
        client.GET('/admin/v1/deliveries/', {
          params: {
            query: {
              pageSize: 50,
              cursor,
              state: asked.state as State | undefined,
              eventTypeId: asked.type,
              contactId: asked.contact,
              from: asked.from && zone ? startOfDay(asked.from, zone).toISOString() : undefined,
              to: asked.to && zone ? endOfDay(asked.to, zone).toISOString() : undefined,
            },
          },
          signal,
        }),
      ),
    { refetchInterval: refreshMilliseconds, keepPrevious: true, enabled: zone !== undefined },
  );
  const columns = useColumns();
  const isAsked = Object.keys(asked).length > 0;
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.calls.title}</h1>
        <span className="grow" />
        {asked.type && <RetryAll typeId={asked.type} />}
      </div>
      <div className="call-filters">
        <Select
          label={t.calls.columns.state}
          value={asked.state ?? ''}
          choices={[
            { id: '', label: t.calls.all },
            ...Object.entries(t.calls.states).map(([id, label]) => ({ id, label })),
          ]}
          onChange={(state) => set('state', state)}
        />
        <Select
          label={t.calls.columns.type}
          value={asked.type ?? ''}
          choices={[
            { id: '', label: t.calls.all },
            ...(types ?? []).filter((one) => one.category === 'send').map(({ id, name }) => ({ id, label: name })),
          ]}
          onChange={(type) => set('type', type)}
        />
        <TextField
          label={t.calls.from}
          type="date"
          max={asked.to}
          value={asked.from ?? ''}
          onChange={(day) => set('from', day)}
        />
        <TextField
          label={t.calls.to}
          type="date"
          min={asked.from}
          value={asked.to ?? ''}
          onChange={(day) => set('to', day)}
        />
        {isAsked && <Button onClick={() => setParameters({})}>{t.calls.showAll}</Button>}
      </div>
      <ListView
        label={t.calls.title}
        list={list}
        columns={columns}
        idOf={(call) => call.id}
        onOpen={(call) => go(`/calls/${call.id}`)}
        empty={
          isAsked ? (
            <Empty title={t.calls.nothingTitle}>{t.calls.nothing}</Empty>
          ) : (
            <Empty title={t.calls.noneTitle}>{t.calls.none}</Empty>
          )
        }
      />
    </div>
  );
}

function useColumns(): Column<Call>[] {
  const t = useText();
  const format = useFormat();
  const { data: types } = useEventTypes();
  const { data: workflows } = useWorkflows();
  return [
    {
      id: 'at',
      title: t.calls.columns.at,
      cell: (call) => (
        <Link href={`/calls/${call.id}`} className="row-link" tabIndex={-1}>
          {format.dateTime(call.createdAt)}
        </Link>
      ),
    },
    {
      id: 'type',
      title: t.calls.columns.type,
      isWideOnly: true,
      cell: (call) => types?.find((type) => type.id === call.eventTypeId)?.name ?? t.calls.typeGone,
    },
    { id: 'state', title: t.calls.columns.state, cell: (call) => <CallState state={call.state} /> },
    {
      id: 'reason',
      title: t.calls.columns.reason,
      isWideOnly: true,
      cell: (call) => <span className="dim">{call.reason}</span>,
    },
    {
      id: 'workflow',
      title: t.calls.columns.workflow,
      isWideOnly: true,
      cell: (call) =>
        call.workflowId
          ? (workflows?.find((workflow) => workflow.id === call.workflowId)?.name ?? call.workflowId)
          : t.calls.test,
    },
    {
      id: 'attempts',
      title: t.calls.columns.attempts,
      isNumber: true,
      isWideOnly: true,
      cell: (call) => format.number(call.attempts.length),
    },
  ];
}

function RetryAll({ typeId }: { typeId: string }) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryDeadCalls(typeId),
    onSuccess: (count) => {
      say(t.home.retried(format.number(count), count === 1));
      void queries.invalidateQueries({ queryKey: ['calls'] });
      void queries.invalidateQueries({ queryKey: ['needs'] });
    },
  });
  return (
    <IfMay scope="delivery:write">
      <Button icon={<RotateCcw aria-hidden />} disabled={retry.isPending} onClick={() => retry.mutate()}>
        {t.calls.retryDead}
      </Button>
    </IfMay>
  );
}
