import { CircleDot, CircleStop, Clock, Flag, type LucideIcon, Split, TriangleAlert, Zap } from 'lucide-react';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import type { Family } from './model';
import type { Step } from './steps';

export const stepIcons: Record<Family, LucideIcon> = {
  start: Flag,
  trigger: Zap,
  question: Split,
  wait: Clock,
  act: CircleDot,
  end: CircleStop,
};

// Where a run begins is not somewhere that somebody comes to.
const isCounted = ({ family, numbers }: Step) =>
  (family !== 'start' && family !== 'trigger') || (numbers?.entered ?? 0) > 0;

// A step as a card: what it is, what it does, and how many are there.
export function StepCard({ step }: { step: Step }) {
  const t = useText();
  const format = useFormat();
  const Icon = stepIcons[step.family];
  return (
    <>
      <span className="step-title">
        <Icon aria-hidden />
        <strong>{step.name}</strong>
        {step.incidents.length > 0 && (
          <span className="step-trouble" title={step.incidents.map((one) => one.words).join('\n')}>
            <TriangleAlert aria-hidden />
            <span className="unseen">{t.workflows.incidents(step.incidents.length)}</span>
          </span>
        )}
      </span>
      <span className="step-summary">{step.summary}</span>
      {isCounted(step) && step.numbers && (
        <span className="step-numbers figures">
          <span>
            {format.number(step.numbers.entered)} {t.workflows.entered}
          </span>
          {step.numbers.waiting > 0 && (
            <Badge tone="accent">
              {format.number(step.numbers.waiting)} {t.workflows.waiting}
            </Badge>
          )}
          {step.numbers.failed > 0 && (
            <Badge tone="bad">
              {format.number(step.numbers.failed)} {t.workflows.failed}
            </Badge>
          )}
        </span>
      )}
    </>
  );
}
