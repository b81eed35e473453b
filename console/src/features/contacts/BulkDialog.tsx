import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { actOnAll, type BulkProgress } from '~/api/actOnAll';
import { addToSegment, startInWorkflow } from '~/api/bulk';
import { bodyOf, client } from '~/api/client';
import { loadContacts } from '~/api/contacts';
import { filterFor } from '~/api/contactText';
import type { Filter } from '~/api/filters';
import { useSegments } from '~/api/segments';
import { useMay } from '~/api/session';
import { useWorkflows } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';

type Action = 'segment' | 'workflow' | 'export';
// What is done to one page of people after the other. An export is made by the server.
type Walk = Exclude<Action, 'export'>;
// Stands in place of an id for a segment that is made on the way.
const newSegment = 'new';

interface Props {
  // Whom the list shows.
  wanted: { text: string; filter: Filter | undefined };
  onClose: () => void;
}

// Does something to everybody in the list, also to those further down, and tells how far it is.
export default function BulkDialog({ wanted, onClose }: Props) {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const actions: Action[] = [];
  if (may('segment:write')) actions.push('segment');
  if (may('workflow:run')) actions.push('workflow');
  if (may('export:write')) actions.push('export');
  const [action, setAction] = useState<Action>(actions[0] ?? 'segment');
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<BulkProgress>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);

  const run = useMutation({
    mutationFn: async () => {
      const stop = new AbortController();
      work.current = stop;
      let id = chosen;
      if (action === 'segment' && chosen === newSegment) {
        const made = await bodyOf(client.POST('/admin/v1/segments/', { body: { kind: 'static', name: name.trim() } }));
        id = made.id;
        // A second try goes on with it.
        setChosen(id);
        await queries.invalidateQueries({ queryKey: ['segments'] });
      }
      const act = action === 'segment' ? addToSegment : startInWorkflow;
      await actOnAll(
        {
          load: (cursor, signal) => loadContacts(wanted, cursor, signal),
          act: (ids, signal) => act(id, ids, t.bulk.left, signal),
        },
        progress,
        stop.signal,
        setProgress,
      );
    },
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: [action === 'segment' ? 'segments' : 'workflows'] }),
  });
  const isOver = progress !== undefined && progress.next === undefined && !run.isPending;
  const isChosen = action === 'export' || (chosen === newSegment ? name.trim() !== '' : chosen !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action === 'export') go(`/exports?${exportOf(wanted)}`);
    else if (isChosen && !isOver) run.mutate();
  };
  return (
    <Dialog title={t.bulk.title} onClose={onClose} mustAnswer={run.isPending}>
      <form className="stack" onSubmit={submit}>
        <p>{wanted.filter || wanted.text ? t.bulk.lead : t.bulk.leadAll}</p>
        {!progress && !run.isPending && (
          <Choice {...{ actions, action, chosen, name, setChosen, setName }} setAction={setAction} />
        )}
        {action !== 'export' && <Progress progress={progress} action={action} isRunning={run.isPending} />}
        {run.error && <ErrorBox error={run.error} />}
        <DialogFoot>
          {run.isPending ? (
            <Button onClick={() => work.current?.abort()}>{t.bulk.stop}</Button>
          ) : (
            <Button onClick={onClose}>{progress ? t.actions.close : t.actions.cancel}</Button>
          )}
          {!isOver && (
            <Button type="submit" look="main" disabled={!isChosen || run.isPending}>
              {progress ? t.bulk.goOn : t.bulk.confirm[action]}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}

// The page of exports begins one of the people in the list.
function exportOf({ text, filter }: Props['wanted']): string {
  const meant = filter ?? (text ? filterFor(text) : undefined);
  return meant ? `filter=${encodeURIComponent(JSON.stringify(meant))}` : 'new';
}

interface ChoiceProps {
  actions: Action[];
  action: Action;
  chosen: string;
  name: string;
  setAction: (action: Action) => void;
  setChosen: (id: string) => void;
  setName: (name: string) => void;
}

function Choice({ actions, action, chosen, name, setAction, setChosen, setName }: ChoiceProps) {
  const t = useText();
  const workflows = useWorkflows();
  const segments = useSegments();
  const byHand = (segments.data ?? []).filter(({ kind }) => kind === 'static');
  const active = (workflows.data ?? []).filter(({ status }) => status === 'active');
  const choices =
    action === 'segment' ? [{ id: newSegment, name: t.bulk.newSegment }, ...byHand] : active.map((one) => one);
  return (
    <>
      <Select
        label={t.bulk.what}
        value={action}
        autoFocus
        choices={actions.map((id) => ({ id, label: t.bulk.actions[id] }))}
        onChange={(id) => {
          setAction(id as Action);
          setChosen('');
        }}
      />
      {action === 'export' ? (
        <p className="dim">{t.bulk.exportHelp}</p>
      ) : (
        <Select
          label={t.bulk.which[action]}
          hint={action === 'workflow' && workflows.data && active.length === 0 ? t.bulk.noneActive : undefined}
          value={chosen}
          choices={[{ id: '', label: t.bulk.choose }, ...choices.map((one) => ({ id: one.id, label: one.name }))]}
          onChange={setChosen}
        />
      )}
      {chosen === newSegment && <TextField label={t.bulk.segmentName} value={name} onChange={setName} />}
    </>
  );
}

function Progress({
  progress,
  action,
  isRunning,
}: {
  progress: BulkProgress | undefined;
  action: Walk;
  isRunning: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const done = progress ? t.bulk.done[action](format.number(progress.done), progress.done === 1) : '';
  return (
    <div role="status">
      {isRunning && <progress aria-label={t.bulk.running} className="bulk-progress" />}
      {progress && (
        <>
          <p>
            <b>{done}</b> {t.bulk.of(format.number(progress.people))}
            {!isRunning && progress.next !== undefined && ` ${t.bulk.stopped}`}
          </p>
          <ul>
            {Object.entries(progress.left).map(([reason, count]) => (
              <li key={reason} className="dim">
                {format.number(count)}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
