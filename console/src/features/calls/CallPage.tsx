import './calls.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { bodyOf, client, type Schemas } from '~/api/client';
import { loadContact, nameOf } from '~/api/contacts';
import { useEventTypes } from '~/api/integrations';
import { useWorkflows } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { CodeBlock } from '~/ui/CodeBlock';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { say } from '~/ui/toasts';
import { CallState } from './CallState';
import { readable } from './readable';

type Call = Schemas['Delivery'];

const refreshMilliseconds = 3_000;
const path = (id: string) => ({ params: { path: { id } } });

export default function CallPage() {
  const t = useText();
  const { id = '' } = useParams();
  const call = useQuery({
    queryKey: ['calls', id],
    queryFn: () => bodyOf(client.GET('/admin/v1/deliveries/{id}', path(id))),
    refetchInterval: (query) => (query.state.data?.endedAt ? false : refreshMilliseconds),
  });
  return (
    <One of={call} gone={{ title: t.calls.gone, help: t.calls.goneHelp, list: t.calls.title, href: '/calls' }}>
      {(known) => <Known call={known} />}
    </One>
  );
}

function Known({ call }: { call: Call }) {
  const t = useText();
  const queries = useQueryClient();
  const [isDropping, setIsDropping] = useState(false);
  const { data: types } = useEventTypes();
  const type = types?.find((one) => one.id === call.eventTypeId);
  const seen = (answer: Call) => {
    queries.setQueryData(['calls', call.id], answer);
    void queries.invalidateQueries({ queryKey: ['calls'] });
    void queries.invalidateQueries({ queryKey: ['needs'] });
  };
  const retry = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/deliveries/{id}/retry', path(call.id))),
    onSuccess: (answer) => {
      seen(answer);
      say(t.calls.retried);
    },
  });
  const answer = call.attempts.at(-1)?.answer;
  return (
    <div className="page">
      <div className="page-head">
        <Link href="/calls" className="crumb">
          {t.calls.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{type?.name ?? t.calls.typeGone}</h1>
        <CallState state={call.state} />
        <span className="grow" />
        <IfMay scope="delivery:write">
          {call.state !== 'done' && (
            <Button icon={<RotateCcw aria-hidden />} disabled={retry.isPending} onClick={() => retry.mutate()}>
              {t.calls.retry}
            </Button>
          )}
          {!call.endedAt && (
            <Button look="danger" icon={<X aria-hidden />} onClick={() => setIsDropping(true)}>
              {t.calls.drop}
            </Button>
          )}
        </IfMay>
      </div>
      {call.reason && <p>{call.reason}</p>}
      <div className="call-columns">
        <div className="stack">
          <section className="stack">
            <h2>{t.calls.sent}</h2>
            {call.request?.url && <code className="call-address">POST {call.request.url}</code>}
            {call.request?.headers?.map((header) => (
              <code key={header.name} className="dim">
                {header.name}: {header.value}
              </code>
            ))}
            {call.request && <CodeBlock label={t.calls.sent} text={readable(call.request.body)} />}
          </section>
          {answer !== undefined && (
            <section className="stack">
              <h2>{t.calls.answer}</h2>
              {answer ? (
                <CodeBlock label={t.calls.answer} text={readable(answer)} />
              ) : (
                <p className="dim">{t.calls.emptyAnswer}</p>
              )}
            </section>
          )}
        </div>
        <div className="stack">
          <Facts call={call} integrationId={type?.integration.id} />
          <Attempts call={call} />
        </div>
      </div>
      {isDropping && (
        <ConfirmDialog
          title={t.calls.drop}
          lead={t.calls.dropLead}
          confirm={t.calls.drop}
          onClose={() => setIsDropping(false)}
          act={async () => {
            seen(await bodyOf(client.POST('/admin/v1/deliveries/{id}/drop', path(call.id))));
            say(t.calls.dropped);
            setIsDropping(false);
          }}
        />
      )}
    </div>
  );
}

function Facts({ call, integrationId }: { call: Call; integrationId: string | undefined }) {
  const t = useText();
  const format = useFormat();
  const { data: workflows } = useWorkflows();
  const contact = useQuery({
    queryKey: ['contacts', call.contactId],
    queryFn: () => loadContact(call.contactId ?? ''),
    enabled: call.contactId !== undefined,
  });
  const workflow = workflows?.find((one) => one.id === call.workflowId);
  const facts: [string, ReactNode][] = [
    [t.calls.columns.at, format.dateTime(call.createdAt)],
    ...(call.dueAt ? [[t.calls.due, format.dateTime(call.dueAt)] as [string, ReactNode]] : []),
    ...(call.endedAt ? [[t.calls.ended, format.dateTime(call.endedAt)] as [string, ReactNode]] : []),
    [
      t.calls.about,
      call.contactId ? (
        <Link href={`/contacts/${call.contactId}`}>{contact.data ? nameOf(contact.data) : call.contactId}</Link>
      ) : (
        t.calls.nobody
      ),
    ],
    [
      t.calls.columns.workflow,
      call.workflowId ? (
        <Link href={`/workflows/${call.workflowId}?node=${call.node}`}>{workflow?.name ?? call.workflowId}</Link>
      ) : (
        t.calls.test
      ),
    ],
    ...(integrationId
      ? [
          [
            t.calls.columns.type,
            <Link key="type" href={`/integrations/${integrationId}/${call.eventTypeId}`}>
              {t.actions.open}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ['webhook-id', <code key="id">{call.id}</code>],
  ];
  return (
    <section className="card">
      <dl className="call-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Attempts({ call }: { call: Call }) {
  const t = useText();
  const format = useFormat();
  return (
    <section className="card">
      <header>
        <h2>{t.calls.columns.attempts}</h2>
      </header>
      <ol className="call-attempts">
        {call.attempts.length === 0 && <li className="dim">{t.calls.noAttempts}</li>}
        {[...call.attempts].reverse().map((attempt) => (
          <li key={attempt.at}>
            <span>{attempt.status ? t.calls.answered(String(attempt.status)) : attempt.error}</span>
            <time className="dim" dateTime={attempt.at}>
              {format.dateTime(attempt.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
