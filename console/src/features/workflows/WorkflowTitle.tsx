import { Link } from 'wouter';
import type { ReadWorkflow } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { WorkflowStatus } from './WorkflowStatus';

export function WorkflowTitle({ workflow, name }: { workflow: ReadWorkflow; name: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <Link href="/workflows" className="crumb">
        {t.workflows.title}
      </Link>
      <span className="crumb" aria-hidden>
        /
      </span>
      <h1>{name}</h1>
      <WorkflowStatus status={workflow.status} />
      {workflow.version && <span className="dim">{t.workflows.version(format.number(workflow.version))}</span>}
      {workflow.hold && <Badge tone="warning">{workflow.hold}</Badge>}
    </>
  );
}
