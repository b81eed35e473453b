import { ClipboardPaste, Plus } from 'lucide-react';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select } from '~/ui/fields';
import type { Step } from '../steps';
import { goalsAt, type Spot } from './change';
import { useForm } from './form';

export interface WaysDone {
  onAdd: (spot: Spot) => void;
  // Undefined while nothing was cut or copied.
  onPaste: ((spot: Spot) => void) | undefined;
  onConnect: (spot: Spot, to: string | undefined) => void;
}

// Where a step leads, by each of its ports: what follows, and what can be put there.
export function Ways({ step, steps, done }: { step: Step; steps: Step[]; done: WaysDone }) {
  const t = useText();
  const { vocabulary, definition } = useForm();
  if (step.ways.length === 0) return null;
  const nameOf = (id: string) => steps.find((one) => one.node.id === id)?.name ?? id;
  return (
    <fieldset className="parameter-group">
      <legend>{t.builder.ways}</legend>
      <ul className="ways">
        {step.ways.map((way) => {
          const spot = { from: step.node.id, port: way.port };
          return (
            <li key={way.port}>
              <Select
                label={way.words}
                value={way.to.length > 1 ? 'several' : (way.to[0] ?? '')}
                choices={[
                  { id: '', label: t.workflows.endsHere },
                  ...(way.to.length > 1 ? [{ id: 'several', label: way.to.map(nameOf).join(', ') }] : []),
                  ...goalsAt(vocabulary, definition, spot).map((id) => ({ id, label: `${nameOf(id)} (${id})` })),
                ]}
                onChange={(to) => to !== 'several' && done.onConnect(spot, to || undefined)}
              />
              <Button
                icon={<Plus aria-hidden />}
                label={t.builder.addAfter(step.name, way.words)}
                onClick={() => done.onAdd(spot)}
              />
              {done.onPaste && (
                <Button
                  icon={<ClipboardPaste aria-hidden />}
                  label={t.builder.pasteAfter(step.name, way.words)}
                  onClick={() => done.onPaste?.(spot)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
