import { Copy, Scissors, Trash2 } from 'lucide-react';
import type { WorkflowNode } from '~/api/workflows';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { kindOf } from '../model';
import type { Step } from '../steps';
import { withMember } from './change';
import { inside, nodeRoot, useForm, wrongAt } from './form';
import { ParameterList } from './ParameterList';
import { Ways, type WaysDone } from './Ways';

export interface StepDone extends WaysDone {
  onChange: (node: WorkflowNode, what: string) => void;
  onRemove: () => void;
  onCut: () => void;
  onCopy: () => void;
}

// The chosen step: what it is called, what its kind takes, and where it leads.
export function StepEditor({ step, steps, done }: { step: Step; steps: Step[]; done: StepDone }) {
  const t = useText();
  const { vocabulary } = useForm();
  const { node } = step;
  const kind = kindOf(vocabulary, node);
  const wrong = wrongAt(step.incidents, nodeRoot);
  const isStart = kind?.role === 'start';
  // Said at a field, or else on top.
  const named = new Set([...(kind?.parameters ?? []).map((one) => one.name), 'limits']);
  const other = step.incidents.filter((one) => {
    const member = one.path.match(nodeRoot) ? one.path.replace(nodeRoot, '').split('/')[1] : '';
    return !member || !named.has(member);
  });
  const limits = (node.limits ?? {}) as Record<string, unknown>;
  const change = (next: WorkflowNode, name: string) => done.onChange(next, `${node.id} ${name}`);
  return (
    <>
      <header>
        <h2 tabIndex={-1} id="step-title">
          {step.name}
        </h2>
        {!isStart && (
          <span className="panel-tools">
            <Button small look="quiet" icon={<Copy aria-hidden />} label={t.builder.copy} onClick={done.onCopy} />
            <Button small look="quiet" icon={<Scissors aria-hidden />} label={t.builder.cut} onClick={done.onCut} />
            <Button small look="quiet" icon={<Trash2 aria-hidden />} label={t.builder.remove} onClick={done.onRemove} />
          </span>
        )}
      </header>
      <div className="step-panel">
        {other.map((incident) => (
          <p key={`${incident.path} ${incident.code}`} className="step-incident">
            {incident.words}
          </p>
        ))}
        {kind ? (
          <ParameterList
            parameters={kind.parameters}
            said={node}
            wrong={wrong}
            onChange={(said, name) => change(said as WorkflowNode, name)}
          />
        ) : (
          <p className="dim">{t.builder.unknownKind(node.kind)}</p>
        )}
        {kind?.hasLimits && (
          <details className="more-parameters" open={node.limits !== undefined || undefined}>
            <summary>{t.builder.limits}</summary>
            <div className="stack">
              <ParameterList
                parameters={vocabulary.nodeLimits}
                said={limits}
                wrong={inside(wrong, '/limits')}
                onChange={(said, name) =>
                  change(withMember(node, 'limits', Object.keys(said).length ? said : undefined), `limits ${name}`)
                }
              />
            </div>
          </details>
        )}
        <Ways step={step} steps={steps} done={done} />
        <TextField
          label={t.builder.stepName}
          hint={t.builder.stepId(node.id)}
          maxLength={100}
          placeholder={t.workflows.kinds[node.kind]}
          value={typeof node.name === 'string' ? node.name : ''}
          onChange={(name) => change(withMember(node, 'name', name || undefined), 'name')}
        />
      </div>
    </>
  );
}
