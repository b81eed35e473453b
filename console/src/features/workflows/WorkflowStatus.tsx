import type { Workflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { Badge, type Tone } from '~/ui/Badge';

const tones: Record<Workflow['status'], Tone> = {
  draft: 'plain',
  active: 'good',
  paused: 'warning',
  finished: 'plain',
};

export function WorkflowStatus({ status }: { status: Workflow['status'] }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t.workflows.statuses[status]}</Badge>;
}
