import { TriangleAlert } from 'lucide-react';
import type { WorkflowIncident } from '~/api/workflows';
import { useText } from '~/text/t';
import type { Step } from './steps';

interface Props {
  incidents: WorkflowIncident[];
  steps: Step[];
  // The member of the step, or of the settings, that it is about.
  onChoose: (node: string | undefined, member: string | undefined) => void;
}

// What keeps it from being published; each leads to the step that it is about, or to the settings.
export function Incidents({ incidents, steps, onChoose }: Props) {
  const t = useText();
  if (incidents.length === 0) return null;
  return (
    <details className="incidents">
      <summary>
        <TriangleAlert aria-hidden />
        {t.workflows.incidents(incidents.length)}
      </summary>
      <ul>
        {incidents.map((incident) => {
          const place = incident.path.replace(/^\/definition\/(nodes\/\d+|settings)\/?/, '');
          return (
            <li key={`${incident.path} ${incident.code}`}>
              <button type="button" className="link" onClick={() => onChoose(incident.node, place.split('/')[0])}>
                {steps.find((step) => step.node.id === incident.node)?.name ?? t.builder.settings}
              </button>{' '}
              <code>{place}</code> {incident.words}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
