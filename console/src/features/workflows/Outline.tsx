import { Plus } from 'lucide-react';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import type { Spot } from './edit/change';
import { StepCard } from './StepCard';
import type { Step } from './steps';

interface Props {
  steps: Step[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  // Where it is edited.
  onAdd?: (spot: Spot) => void;
}

// The same steps as a list, in the order in which somebody reads them.
export function Outline({ steps, chosen, onChoose, onAdd }: Props) {
  const t = useText();
  const nameOf = (id: string) => steps.find((step) => step.node.id === id)?.name ?? id;
  return (
    <ol className="outline">
      {steps.map((step) => (
        <li key={step.node.id}>
          <button
            type="button"
            className={`step-card ${step.family}${step.node.id === chosen ? ' chosen' : ''}`}
            aria-pressed={step.node.id === chosen}
            onClick={() => onChoose(step.node.id)}
          >
            <StepCard step={step} />
          </button>
          <ul className="outline-ways">
            {step.ways
              .filter((way) => onAdd || way.to.length)
              .map((way) => (
                <li key={way.port}>
                  {way.words} → {way.to.length ? way.to.map(nameOf).join(', ') : t.workflows.endsHere}
                  {onAdd && (
                    <Button
                      small
                      look="quiet"
                      icon={<Plus aria-hidden />}
                      label={t.builder.addAfter(step.name, way.words)}
                      onClick={() => onAdd({ from: step.node.id, port: way.port })}
                    />
                  )}
                </li>
              ))}
            {(onAdd ? step.ways.length === 0 : step.ways.every((way) => way.to.length === 0)) && (
              <li>{t.workflows.endsHere}</li>
            )}
          </ul>
        </li>
      ))}
    </ol>
  );
}
