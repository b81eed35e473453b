import { Link } from 'wouter';
import { useWorkflows } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { ErrorBox } from '~/ui/states';
import { useRuns } from './runs';

export function Runs({ contactId }: { contactId: string }) {
  const t = useText();
  const format = useFormat();
  const runs = useRuns(contactId);
  const { data: workflows } = useWorkflows();
  return (
    <section className="card">
      <header>
        <h2>{t.contact.runs}</h2>
      </header>
      {runs.error && <ErrorBox error={runs.error} />}
      <ul className="card-rows">
        {runs.data?.results.map((run) => (
          <li key={run.id}>
            <span>
              <Link href={`/workflows/${run.workflowId}`}>
                {workflows?.find((workflow) => workflow.id === run.workflowId)?.name ?? run.workflowId}
              </Link>
              <br />
              <span className="dim">
                {run.waitsUntil && run.state !== 'ended'
                  ? t.contact.waitsUntil(format.dateTime(run.waitsUntil))
                  : format.ago(run.endedAt ?? run.startedAt)}
              </span>
            </span>
            <Badge
              tone={
                run.state === 'ended'
                  ? run.outcome === 'converted'
                    ? 'good'
                    : run.outcome === 'failed'
                      ? 'bad'
                      : 'plain'
                  : 'accent'
              }
            >
              {run.outcome ? t.contact.outcomes[run.outcome] : t.contact.runStates[run.state]}
            </Badge>
          </li>
        ))}
        {runs.data?.results.length === 0 && <li className="dim">{t.contact.noRuns}</li>}
      </ul>
    </section>
  );
}
