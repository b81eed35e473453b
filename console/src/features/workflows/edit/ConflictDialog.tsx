import type { WorkflowVocabulary } from '~/api/fields';
import type { ReadWorkflow } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { type Step, useSteps } from '../steps';

interface Props {
  mine: ReadWorkflow;
  theirs: ReadWorkflow;
  vocabulary: WorkflowVocabulary;
  onMine: () => void;
  onTheirs: () => void;
}

const sameStep = (one: Step, other: Step | undefined) =>
  other !== undefined &&
  JSON.stringify([one.node, one.ways.map((way) => [way.port, way.to])]) ===
    JSON.stringify([other.node, other.ways.map((way) => [way.port, way.to])]);

// Two people changed the same workflow: both versions, and which of them stays.
export function ConflictDialog({ mine, theirs, vocabulary, onMine, onTheirs }: Props) {
  const t = useText();
  const format = useFormat();
  const mySteps = useSteps(mine, vocabulary);
  const theirSteps = useSteps(theirs, vocabulary);
  return (
    <Dialog title={t.builder.conflictTitle} onClose={() => undefined} mustAnswer isVeryWide>
      <p>{t.builder.conflictLead}</p>
      <div className="versions">
        <Version title={t.builder.mine} workflow={mine} other={theirs} steps={mySteps} others={theirSteps} />
        <Version
          title={t.builder.theirs(format.time(theirs.updatedAt))}
          workflow={theirs}
          other={mine}
          steps={theirSteps}
          others={mySteps}
        />
      </div>
      <DialogFoot>
        <Button onClick={onTheirs}>{t.builder.takeTheirs}</Button>
        <Button look="main" onClick={onMine} data-first>
          {t.builder.keepMine}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface VersionProps {
  title: string;
  workflow: ReadWorkflow;
  other: ReadWorkflow;
  steps: Step[];
  others: Step[];
}

function Version({ title, workflow, other, steps, others }: VersionProps) {
  const t = useText();
  const nameOf = (id: string) => steps.find((one) => one.node.id === id)?.name ?? id;
  const different = <Badge tone="warning">{t.builder.different}</Badge>;
  const hasOtherSettings = JSON.stringify(workflow.definition.settings) !== JSON.stringify(other.definition.settings);
  return (
    <section aria-label={title} className="card version">
      <header>
        <h3>{title}</h3>
      </header>
      <ol>
        <li>
          <strong>{workflow.name}</strong> {workflow.name !== other.name && different}
        </li>
        {hasOtherSettings && (
          <li>
            {t.builder.settings} {different}
          </li>
        )}
        {steps.map((step) => (
          <li key={step.node.id}>
            <span>
              <strong>{step.name}</strong>{' '}
              {!sameStep(
                step,
                others.find((one) => one.node.id === step.node.id),
              ) && different}
            </span>
            {step.summary && <span className="dim">{step.summary}</span>}
            {step.ways
              .filter((way) => way.to.length)
              .map((way) => (
                <span key={way.port} className="dim">
                  {way.words} → {way.to.map(nameOf).join(', ')}
                </span>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
