import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { bodyOf, client, type Schemas } from '~/api/client';
import { nameOf } from '~/api/contacts';
import { useList } from '~/api/lists';
import { useLive } from '~/api/live';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox, Skeleton } from '~/ui/states';
import { say } from '~/ui/toasts';
import type { Step } from './steps';

const shownMax = 20;

// One step: what happened there, and who is there now, until when; they can be moved on or stopped.
export function StepPanel({ workflowId, step }: { workflowId: string; step: Step }) {
  const t = useText();
  const format = useFormat();
  const reasons = Object.entries(step.numbers?.skipped ?? {});
  const left = Object.entries(step.numbers?.left ?? {});
  return (
    <>
      <header>
        <h2>{step.name}</h2>
      </header>
      <div className="step-panel">
        {step.summary && <p>{step.summary}</p>}
        {step.incidents.map((incident) => (
          <p key={incident.path} className="step-incident">
            {incident.words}
          </p>
        ))}
        {step.numbers && (
          <dl className="facts">
            <Figure name={t.workflows.entered} value={format.number(step.numbers.entered)} />
            {left.map(([port, count]) => (
              <Figure key={port} name={t.workflows.ports[port] ?? port} value={format.number(count)} />
            ))}
            {reasons.map(([reason, count]) => (
              <Figure
                key={reason}
                name={`${t.workflows.skipped}: ${t.reasons[reason] ?? reason}`}
                value={format.number(count)}
              />
            ))}
            {step.numbers.failed > 0 && <Figure name={t.workflows.failed} value={format.number(step.numbers.failed)} />}
          </dl>
        )}
        <h3>{t.workflows.who}</h3>
        <Here workflowId={workflowId} node={step.node.id} />
      </div>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

function Here({ workflowId, node }: { workflowId: string; node: string }) {
  const t = useText();
  const path = { id: workflowId, node };
  const runs = useList(['workflows', workflowId, 'here', node], (cursor, signal) =>
    bodyOf(
      client.GET('/admin/v1/workflows/{id}/nodes/{node}/runs/', {
        params: { path, query: { pageSize: shownMax, cursor } },
        signal,
      }),
    ),
  );
  useLive([`workflow:${workflowId}`], [['workflows', workflowId, 'here', node]]);
  const contacts = useQueries({
    queries: runs.rows.map((run) => ({
      queryKey: ['contacts', run.contactId],
      queryFn: () => bodyOf(client.GET('/admin/v1/contacts/{id}', { params: { path: { id: run.contactId } } })),
      staleTime: 60_000,
    })),
  });
  if (runs.error) return <ErrorBox error={runs.error} onRetry={runs.refresh} />;
  if (runs.isLoading) return <Skeleton lines={3} />;
  if (runs.rows.length === 0) return <p className="dim">{t.workflows.nobodyHere}</p>;
  return (
    <ul className="here">
      {runs.rows.map((run, number) => {
        const contact = contacts[number]?.data;
        return (
          <HereRow
            key={run.id}
            run={run}
            name={contact ? nameOf(contact) || t.contacts.unnamed : '…'}
            onChanged={runs.refresh}
          />
        );
      })}
      {runs.loadMore && (
        <li>
          <Button small look="quiet" onClick={runs.loadMore}>
            {t.actions.loadMore}
          </Button>
        </li>
      )}
    </ul>
  );
}

function HereRow({ run, name, onChanged }: { run: Schemas['Run']; name: string; onChanged: () => void }) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const params = { params: { path: { id: run.workflowId, runId: run.id } } };
  const act = useMutation({
    mutationFn: (what: 'stop' | 'skip') =>
      what === 'stop'
        ? bodyOf(client.POST('/admin/v1/workflows/{id}/runs/{runId}/stop', params))
        : bodyOf(client.POST('/admin/v1/workflows/{id}/runs/{runId}/skip', params)),
    onSuccess: (_, what) => {
      say(what === 'stop' ? t.workflows.runStopped : t.workflows.runSkipped);
      void queries.invalidateQueries({ queryKey: ['workflows', run.workflowId] });
      onChanged();
    },
  });
  return (
    <li>
      <span className="here-words">
        <Link href={`/contacts/${run.contactId}`}>{name}</Link>
        <span className="dim">
          {run.waitsUntil ? t.contact.waitsUntil(format.dateTime(run.waitsUntil)) : t.contact.runStates[run.state]}
        </span>
      </span>
      <IfMay scope="workflow:run">
        <Button small disabled={act.isPending} onClick={() => act.mutate('skip')}>
          {t.workflows.skipRun}
        </Button>
        <Button small look="danger" disabled={act.isPending} onClick={() => act.mutate('stop')}>
          {t.workflows.stopRun}
        </Button>
      </IfMay>
    </li>
  );
}
