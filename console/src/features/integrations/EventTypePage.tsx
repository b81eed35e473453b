import './integrations.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { bodyOf, client } from '~/api/client';
import { curlOf, exampleBody } from '~/api/eventExample';
import type { EventType } from '~/api/integrations';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { CodeBlock } from '~/ui/CodeBlock';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { ErrorBox } from '~/ui/states';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { Fields } from './Fields';
import { Hook } from './Hook';
import { Signing } from './Signing';

export default function EventTypePage() {
  const t = useText();
  const { id = '', typeId: eventTypeId = '' } = useParams();
  const type = useQuery({
    queryKey: ['integrations', id, 'types', eventTypeId],
    queryFn: () =>
      bodyOf(
        client.GET('/custom-integrations/{id}/custom-event-types/{eventTypeId}', {
          params: { path: { id, eventTypeId } },
        }),
      ),
  });
  const gone = {
    title: t.integrations.typeGone,
    help: t.integrations.goneHelp,
    list: t.integrations.title,
    href: '/integrations',
  };
  return (
    <One of={type} gone={gone}>
      {(known) => <Known type={known} integrationId={id} />}
    </One>
  );
}

function Known({ type, integrationId }: { type: EventType; integrationId: string }) {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const isSent = type.category === 'send';
  const test = useMutation({
    mutationFn: () =>
      bodyOf(client.POST('/admin/v1/custom-event-types/{id}/test', { params: { path: { id: type.id } } })),
    onError: () => undefined,
  });
  const { data: integration } = useQuery({
    queryKey: ['integrations', integrationId],
    queryFn: () => bodyOf(client.GET('/custom-integrations/{id}', { params: { path: { id: integrationId } } })),
  });
  return (
    <div className="page">
      <div className="page-head">
        <Link href={`/integrations/${integrationId}`} className="crumb">
          {integration?.name ?? t.integrations.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{type.name}</h1>
        <Badge tone="accent">{t.integrations.ways[type.receiveType ?? 'send']}</Badge>
        <span className="grow" />
        {isSent && (
          <>
            <IfMay scope="delivery:read">
              <Link href={`/calls?type=${type.id}`} className="button">
                {t.calls.title}
              </Link>
            </IfMay>
            <IfMay scope="workflow:run">
              <Button icon={<Send aria-hidden />} disabled={test.isPending} onClick={() => test.mutate()}>
                {t.integrations.test}
              </Button>
            </IfMay>
          </>
        )}
        <IfMay scope="custom-integration:delete">
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsDeleting(true)}>
            {t.actions.delete}
          </Button>
        </IfMay>
      </div>
      {test.error && <ErrorBox error={test.error} />}
      {test.data && <TestResult call={test.data} />}
      <div className="event-columns">
        <Fields type={type} />
        <div className="stack">
          {type.receiveType === 'api' && (
            <section className="card event-card">
              <header>
                <h2>{t.integrations.howToSend}</h2>
              </header>
              <p className="dim">{t.integrations.howToSendLead}</p>
              <CodeBlock
                label={t.integrations.howToSend}
                text={curlOf(
                  `${window.location.origin}/custom-events/alias/${type.alias}?createContact=true`,
                  exampleBody(type),
                  true,
                )}
              />
            </section>
          )}
          {type.receiveType === 'webhook' && (
            <IfMay scope="custom-integration:write">
              <Hook type={type} />
            </IfMay>
          )}
          {isSent && (
            <section className="card event-card">
              <header>
                <h2>{t.integrations.called}</h2>
              </header>
              <code className="event-address">{type.webhookUrl}</code>
              {(type.webhookHeaders ?? []).map((header) => (
                <p key={header.name}>
                  <code>
                    {header.name}: {header.value}
                  </code>
                </p>
              ))}
            </section>
          )}
          {isSent && (
            <IfMay scope="custom-integration:write">
              <Signing typeId={type.id} />
            </IfMay>
          )}
        </div>
      </div>
      {isDeleting && (
        <TypedNameDialog
          title={t.integrations.deleteTitle(type.name)}
          lead={t.integrations.deleteTypeLead}
          word={type.name}
          ask={t.people.type(type.name)}
          confirm={t.actions.delete}
          onClose={() => setIsDeleting(false)}
          act={async () => {
            await client.DELETE('/custom-integrations/{id}/custom-event-types/{eventTypeId}', {
              params: { path: { id: integrationId, eventTypeId: type.id } },
            });
            say(t.integrations.typeDeleted);
            go(`/integrations/${integrationId}`);
            queries.removeQueries({ queryKey: ['integrations', integrationId, 'types', type.id] });
            void queries.invalidateQueries({ queryKey: ['integrations'] });
            void queries.invalidateQueries({ queryKey: ['vocabulary'] });
          }}
        />
      )}
    </div>
  );
}

// What came of a test call, as the other side answered it.
function TestResult({
  call,
}: {
  call: { id: string; state: string; attempts: { status?: number; error?: string }[] };
}) {
  const t = useText();
  const attempt = call.attempts.at(-1);
  const isDone = call.state === 'done';
  return (
    <p className="test-result" role="status">
      <Badge tone={isDone ? 'good' : 'bad'}>{isDone ? t.integrations.testArrived : t.integrations.testFailed}</Badge>
      <span>{attempt?.status ? t.calls.answered(String(attempt.status)) : attempt?.error}</span>
      <IfMay scope="delivery:read">
        <Link href={`/calls/${call.id}`}>{t.integrations.testLook}</Link>
      </IfMay>
    </p>
  );
}
