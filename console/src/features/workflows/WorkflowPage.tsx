import './workflow.css';
import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { ApiError } from '~/api/client';
import { useWorkflowVocabulary, type WorkflowVocabulary } from '~/api/fields';
import { type ReadWorkflow, useWorkflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';
import { Incidents } from './Incidents';
import { Outline } from './Outline';
import type { Place } from './place';
import { StepPanel } from './StepPanel';
import { useSteps } from './steps';
import { ViewSwitch } from './ViewSwitch';
import { WorkflowActions } from './WorkflowActions';
import { WorkflowTitle } from './WorkflowTitle';

const Canvas = lazy(() => import('./Canvas'));
const EditPage = lazy(() => import('./edit/EditPage'));

export default function WorkflowPage() {
  const t = useText();
  const { id = '' } = useParams();
  const workflow = useWorkflow(id);
  const vocabulary = useWorkflowVocabulary();
  const error = workflow.error ?? vocabulary.error;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Empty
        title={t.workflows.gone}
        action={
          <Link href="/workflows" className="button">
            {t.workflows.title}
          </Link>
        }
      >
        {t.workflows.goneHelp}
      </Empty>
    );
  }
  if (error) {
    return (
      <div className="page">
        <ErrorBox error={error} onRetry={() => void workflow.refetch()} />
      </div>
    );
  }
  if (!workflow.data || !vocabulary.data) {
    return (
      <div className="page">
        <Skeleton lines={10} />
      </div>
    );
  }
  return <Known workflow={workflow.data} vocabulary={vocabulary.data} />;
}

function Known({ workflow, vocabulary }: { workflow: ReadWorkflow; vocabulary: WorkflowVocabulary }) {
  const [parameters, setParameters] = useSearchParams();
  const place: Place = {
    node: parameters.get('node') ?? undefined,
    view: parameters.get('view') === 'outline' ? 'outline' : 'canvas',
    set: (change) => {
      const next = Object.entries({ ...Object.fromEntries(parameters), ...change });
      setParameters(Object.fromEntries(next.filter((one): one is [string, string] => one[1] !== undefined)), {
        replace: true,
      });
    },
  };
  const isEdited = workflow.status === 'draft' || (workflow.status !== 'finished' && parameters.has('edit'));
  return isEdited ? (
    <Suspense fallback={<Skeleton lines={10} />}>
      <EditPage key={workflow.id} workflow={workflow} vocabulary={vocabulary} place={place} />
    </Suspense>
  ) : (
    <Live workflow={workflow} vocabulary={vocabulary} place={place} />
  );
}

function Live({
  workflow,
  vocabulary,
  place,
}: {
  workflow: ReadWorkflow;
  vocabulary: WorkflowVocabulary;
  place: Place;
}) {
  const t = useText();
  const steps = useSteps(workflow, vocabulary);
  const step = steps.find((one) => one.node.id === place.node);
  const choose = (node: string | undefined) => place.set({ node });
  return (
    <div className="page full">
      <div className="page-head">
        <WorkflowTitle workflow={workflow} name={workflow.name} />
        <span className="grow" />
        <ViewSwitch view={place.view} onChange={(view) => place.set({ view })} />
        <WorkflowActions workflow={workflow} />
        {workflow.status !== 'finished' && (
          <IfMay scope="workflow:write">
            <Button look="main" icon={<Pencil aria-hidden />} onClick={() => place.set({ edit: '1' })}>
              {t.builder.edit}
            </Button>
          </IfMay>
        )}
      </div>
      <Incidents incidents={workflow.incidents} steps={steps} onChoose={choose} />
      <div className="workflow-columns">
        {place.view === 'outline' ? (
          <Outline steps={steps} chosen={place.node} onChoose={choose} />
        ) : (
          <Suspense fallback={<Skeleton lines={10} />}>
            <Canvas
              vocabulary={vocabulary}
              definition={workflow.definition}
              steps={steps}
              chosen={place.node}
              onChoose={choose}
            />
          </Suspense>
        )}
        <aside className="card workflow-panel" aria-live="polite">
          {step ? (
            <StepPanel key={step.node.id} workflowId={workflow.id} step={step} />
          ) : (
            <p className="step-panel dim">{t.workflows.noStep}</p>
          )}
        </aside>
      </div>
    </div>
  );
}
