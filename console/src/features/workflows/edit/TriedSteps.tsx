import type { Schemas } from '~/api/client';
import type { RunWithSteps } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import type { Step } from '../steps';

type Simulated = Schemas['WorkflowSimulation']['steps'][number];

function useNames(steps: Step[]) {
  const t = useText();
  return {
    node: (id: string | undefined) => steps.find((step) => step.node.id === id)?.name ?? id ?? '',
    port: (port: string | undefined) => t.workflows.ports[port ?? ''] ?? port ?? '',
    outcome: (word: string | undefined) => (t.contact.outcomes as Record<string, string>)[word ?? ''] ?? word ?? '',
  };
}

// The way that a contact would take, with its times.
export function SimulatedSteps({ simulation, steps }: { simulation: Schemas['WorkflowSimulation']; steps: Step[] }) {
  const t = useText();
  const format = useFormat();
  const names = useNames(steps);
  const words = (one: Simulated): string => {
    switch (one.what) {
      case 'begins':
        return t.builder.did.begins;
      case 'keptOut':
        return t.builder.did.keptOut(t.reasons[one.reason ?? ''] ?? one.reason ?? '');
      case 'arrives':
        return one.until
          ? t.builder.did.waits(names.node(one.node), format.dateTime(one.until))
          : t.timeline.arrived(names.node(one.node));
      case 'leaves':
        return t.timeline.left(names.node(one.node), names.port(one.port));
      case 'does':
        return `${names.node(one.node)}: ${one.value ?? ''}`;
      case 'ends':
        return names.outcome(one.value);
    }
  };
  if (simulation.steps.length === 0) return <p>{t.builder.nothingHappened}</p>;
  return (
    <>
      <ol className="tried">
        {simulation.steps.map((one, number) => (
          <li key={number} className={one.what}>
            <time dateTime={one.at}>{format.dateTime(one.at)}</time>
            <span>{words(one)}</span>
          </li>
        ))}
      </ol>
      {simulation.isCut && <p className="dim">{t.builder.isCut}</p>}
    </>
  );
}

// The way that a contact took.
export function TrialSteps({ run, steps }: { run: RunWithSteps; steps: Step[] }) {
  const t = useText();
  const format = useFormat();
  const names = useNames(steps);
  return (
    <>
      <p>
        <Badge tone={run.state === 'ended' ? 'good' : 'accent'}>
          {run.outcome ? names.outcome(run.outcome) : t.contact.runStates[run.state]}
        </Badge>
      </p>
      <ol className="tried">
        {run.steps.map((one) => (
          <li key={one.number}>
            <time dateTime={one.at}>{format.dateTime(one.at)}</time>
            <span>
              {one.isFailed
                ? t.timeline.failed(names.node(one.node))
                : one.port
                  ? t.timeline.left(names.node(one.node), names.port(one.port))
                  : t.timeline.arrived(names.node(one.node))}
              {one.reason && <span className="dim"> {t.timeline.because(t.reasons[one.reason] ?? one.reason)}</span>}
              {one.value && <code> {one.value}</code>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
