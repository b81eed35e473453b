import './edit.css';
import { FlaskConical, Redo2, Rocket, Settings2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { WorkflowVocabulary } from '~/api/fields';
import type { ReadWorkflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox, Skeleton } from '~/ui/states';
import { Incidents } from '../Incidents';
import { Outline } from '../Outline';
import { PublishDialog } from '../PublishDialog';
import type { Place } from '../place';
import { useSteps } from '../steps';
import { ViewSwitch } from '../ViewSwitch';
import { WorkflowActions } from '../WorkflowActions';
import { WorkflowTitle } from '../WorkflowTitle';
import { AddStepDialog } from './AddStepDialog';
import { ConflictDialog } from './ConflictDialog';
import { kindsAt } from './change';
import { FormContext } from './form';
import { SavedWords } from './SavedWords';
import { SettingsEditor } from './SettingsEditor';
import { StepEditor } from './StepEditor';
import { useDraft } from './useDraft';
import { useEditing } from './useEditing';
import { useEditKeys } from './useEditKeys';
import { useForms } from './useForms';

const Canvas = lazy(() => import('../Canvas'));
const TryDialog = lazy(() => import('./TryDialog'));

interface Props {
  workflow: ReadWorkflow;
  vocabulary: WorkflowVocabulary;
  place: Place;
}

export default function EditPage({ workflow, vocabulary, place }: Props) {
  const t = useText();
  const draft = useDraft(workflow);
  const { content, saved } = draft;
  const shown = { ...saved.known, ...content };
  const steps = useSteps(shown, vocabulary);
  const step = steps.find((one) => one.node.id === place.node);
  const editing = useEditing(vocabulary, draft, place, steps);
  const { form, error } = useForms(vocabulary, content.definition, step?.node.id);
  const [asked, setAsked] = useState<'publish' | 'try'>();
  useEditKeys({ onUndo: draft.undo, onRedo: draft.redo, ...editing.keys });

  // What is published or tried is what the server has.
  const ask = async (what: 'publish' | 'try') => {
    if (await draft.flush()) setAsked(what);
  };
  const { spot } = editing;
  const isLive = workflow.status !== 'draft';
  return (
    <div className="page full">
      <div className="page-head">
        <WorkflowTitle workflow={saved.known} name={content.name} />
        <SavedWords state={saved.state} />
        <span className="grow" />
        {isLive ? (
          <Button onClick={() => place.set({ edit: undefined })}>{t.builder.live}</Button>
        ) : (
          <WorkflowActions workflow={shown} />
        )}
        <Button icon={<FlaskConical aria-hidden />} onClick={() => void ask('try')}>
          {t.builder.try}
        </Button>
        <IfMay scope="workflow:run">
          <Button
            look="main"
            icon={<Rocket aria-hidden />}
            disabled={saved.known.incidents.length > 0}
            onClick={() => void ask('publish')}
          >
            {t.workflows.publish}
          </Button>
        </IfMay>
      </div>
      <div className="edit-tools">
        <Button
          look="quiet"
          icon={<Undo2 aria-hidden />}
          label={t.segments.undo}
          disabled={!draft.undo}
          onClick={draft.undo}
        />
        <Button
          look="quiet"
          icon={<Redo2 aria-hidden />}
          label={t.segments.redo}
          disabled={!draft.redo}
          onClick={draft.redo}
        />
        <ViewSwitch view={place.view} onChange={(view) => place.set({ view })} />
        <Button
          icon={<Settings2 aria-hidden />}
          aria-pressed={step === undefined}
          onClick={() => editing.choose(undefined)}
        >
          {t.builder.settings}
        </Button>
        {isLive && <p className="dim">{t.builder.beside}</p>}
      </div>
      {saved.state === 'lost' && <p className="incidents">{t.builder.lost}</p>}
      {saved.state === 'refused' && <ErrorBox error={saved.error} onRetry={() => void draft.flush()} />}
      <Incidents incidents={saved.known.incidents} steps={steps} onChoose={editing.choose} />
      <div className="workflow-columns">
        {place.view === 'outline' ? (
          <Outline steps={steps} chosen={place.node} onChoose={editing.choose} onAdd={editing.add} />
        ) : (
          <Suspense fallback={<Skeleton lines={10} />}>
            <Canvas
              vocabulary={vocabulary}
              definition={content.definition}
              steps={steps}
              chosen={place.node}
              onChoose={editing.choose}
              onAdd={editing.add}
              onConnect={editing.connect}
            />
          </Suspense>
        )}
        <aside className="card workflow-panel" aria-label={t.builder.panel}>
          {error ? (
            <ErrorBox error={error} />
          ) : !form ? (
            <Skeleton lines={6} />
          ) : (
            <FormContext.Provider value={form}>
              {step ? (
                <StepEditor key={step.node.id} step={step} steps={steps} done={editing.done(step)} />
              ) : (
                <SettingsEditor draft={draft} incidents={saved.known.incidents} />
              )}
            </FormContext.Provider>
          )}
        </aside>
      </div>
      {spot && (
        <AddStepDialog
          title={t.builder.addTitle}
          kinds={kindsAt(vocabulary, content.definition, spot)}
          onChoose={editing.put}
          onClose={() => editing.add(undefined)}
        />
      )}
      {asked === 'publish' && <PublishDialog workflow={saved.known} onClose={() => setAsked(undefined)} />}
      {asked === 'try' && form && (
        <Suspense fallback={null}>
          <TryDialog workflow={saved.known} form={form} steps={steps} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {saved.theirs && (
        <ConflictDialog
          mine={shown}
          theirs={saved.theirs}
          vocabulary={vocabulary}
          onMine={draft.keepMine}
          onTheirs={draft.takeTheirs}
        />
      )}
    </div>
  );
}
