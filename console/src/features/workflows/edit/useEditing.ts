import { useState } from 'react';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowNode } from '~/api/workflows';
import { useText } from '~/text/t';
import { say } from '~/ui/toasts';
import type { Kind } from '../model';
import type { Place } from '../place';
import type { Step } from '../steps';
import { changeNode, connect, insertAt, kindsAt, newNode, removeNode, type Spot } from './change';
import type { StepDone } from './StepEditor';
import type { Draft } from './useDraft';
import type { EditKeys } from './useEditKeys';

// Once what was chosen is shown: the field of a member, or the title.
const focusPanel = (member: string | undefined) =>
  setTimeout(() => {
    const field = member && `[data-parameter="${CSS.escape(member)}"] :is(input, select, textarea, button)`;
    const wanted = (field && document.querySelector<HTMLElement>(field)) || document.getElementById('step-title');
    wanted?.focus();
  }, 0);

// What can be done to the steps of a draft, in the same way from the canvas, the outline, the panel and by keys.
export function useEditing(vocabulary: WorkflowVocabulary, draft: Draft, place: Place, steps: Step[]) {
  const t = useText();
  const [spot, setSpot] = useState<Spot>();
  const [kept, setKept] = useState<WorkflowNode>();
  const { definition } = draft.content;

  const choose = (node: string | undefined, member?: string) => {
    place.set({ node });
    focusPanel(member);
  };
  const insert = (at: Spot, node: WorkflowNode) => {
    const made = insertAt(vocabulary, definition, at, node);
    draft.changeDefinition(made.definition);
    setSpot(undefined);
    choose(made.id);
  };
  const remove = (step: Step) => {
    const before = definition.edges.find((edge) => edge.to === step.node.id)?.from;
    draft.changeDefinition(removeNode(vocabulary, definition, step.node.id));
    choose(before);
  };
  const keep = (step: Step) => setKept(step.node);
  const cut = (step: Step) => {
    keep(step);
    remove(step);
    say(t.builder.wasCut(step.name));
  };
  const copy = (step: Step) => {
    keep(step);
    say(t.builder.wasCopied(step.name));
  };
  const mayPaste = (at: Spot) => kindsAt(vocabulary, definition, at).some((kind) => kind.kind === kept?.kind);
  const paste = (at: Spot) => {
    if (!kept) return;
    if (mayPaste(at)) insert(at, kept);
    else say(t.builder.cannotPaste);
  };
  const link = (at: Spot, to: string | undefined) => draft.changeDefinition(connect(vocabulary, definition, at, to));

  const chosen = steps.find((one) => one.node.id === place.node);
  const movable = chosen && chosen.family !== 'start' ? chosen : undefined;
  const firstWay = chosen?.ways[0];
  const behind = chosen && firstWay && { from: chosen.node.id, port: firstWay.port };
  const keys: Omit<EditKeys, 'onUndo' | 'onRedo'> = {
    onAdd: behind && (() => setSpot(behind)),
    onRemove: movable && (() => remove(movable)),
    onCut: movable && (() => cut(movable)),
    onCopy: movable && (() => copy(movable)),
    onPaste: behind && kept && (() => paste(behind)),
  };
  return {
    spot,
    add: setSpot,
    put: (kind: Kind) => spot && insert(spot, newNode(vocabulary, definition, kind)),
    choose,
    connect: link,
    keys,
    done: (step: Step): StepDone => ({
      onChange: (node, what) => draft.changeDefinition(changeNode(vocabulary, definition, node), what),
      onRemove: () => remove(step),
      onCut: () => cut(step),
      onCopy: () => copy(step),
      onAdd: setSpot,
      onPaste: kept && paste,
      onConnect: link,
    }),
  };
}
