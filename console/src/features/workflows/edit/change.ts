import type { Schemas } from '~/api/client';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';
import { type Edge, type Kind, kindOf, portOf, portsOf } from '../model';

export type Parameter = Schemas['WorkflowParameter'];

// Where a step can be put: behind a node, by one of its ports.
export interface Spot {
  from: string;
  port: string;
}

const roleOf = (vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, id: string) => {
  const node = definition.nodes.find((one) => one.id === id);
  return node && kindOf(vocabulary, node)?.role;
};

const isAt = (vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, edge: Edge, spot: Spot) =>
  edge.from === spot.from && portOf(vocabulary, definition, edge) === spot.port;

export function targetsAt(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, spot: Spot): string[] {
  return definition.edges.filter((edge) => isAt(vocabulary, definition, edge, spot)).map((edge) => edge.to);
}

// An edge of a node with one port does not name it.
function edgeAt(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, spot: Spot, to: string): Edge {
  const node = definition.nodes.find((one) => one.id === spot.from);
  const isOnly = node !== undefined && portsOf(vocabulary, node).length === 1;
  return isOnly ? { from: spot.from, to } : { from: spot.from, port: spot.port, to };
}

// What can be put there. A trigger goes behind the start alone, where nothing but triggers or one other step can be, and
// what ends a run goes where nothing follows.
export function kindsAt(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, spot: Spot): Kind[] {
  const next = targetsAt(vocabulary, definition, spot);
  const isStart = roleOf(vocabulary, definition, spot.from) === 'start';
  const hasTriggers = next.some((id) => roleOf(vocabulary, definition, id) === 'trigger');
  return vocabulary.kinds.filter((kind) => {
    if (kind.role === 'start') return false;
    if (kind.role === 'trigger') return isStart;
    if (kind.role === 'end' && next.length > 0) return false;
    return !(isStart && hasTriggers);
  });
}

// An id that says what it is, since paths name it: wait, wait-2.
function freeId(definition: WorkflowDefinition, wanted: string): string {
  const taken = new Set(definition.nodes.map((node) => node.id));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) ++number;
  return `${wanted}-${number}`;
}

// What a parameter begins with, where nothing would make no sense.
function firstValue(vocabulary: WorkflowVocabulary, parameter: Parameter): unknown {
  if (parameter.type === 'cases') return [{ port: 'a' }];
  if (parameter.type !== 'shares') return undefined;
  const count = vocabulary.limits.sharesMin;
  const percent = Math.floor(100 / count);
  return Array.from({ length: count }, (_, number) => ({
    port: portName(number),
    percent: number === 0 ? 100 - percent * (count - 1) : percent,
  }));
}

export const portName = (number: number) => String.fromCharCode(97 + number);

export function newNode(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, kind: Kind): WorkflowNode {
  const values = kind.parameters
    .map((parameter) => [parameter.name, firstValue(vocabulary, parameter)] as const)
    .filter(([, value]) => value !== undefined);
  const id = freeId(definition, kind.kind.replace(/^on-/, ''));
  return { id, kind: kind.kind, ...Object.fromEntries(values) };
}

// Puts a node there. What was there before follows it by its first port.
export function insertAt(
  vocabulary: WorkflowVocabulary,
  definition: WorkflowDefinition,
  spot: Spot,
  wanted: WorkflowNode,
): { definition: WorkflowDefinition; id: string } {
  const node = { ...wanted, id: freeId(definition, wanted.id) };
  const nodes = [...definition.nodes, node];
  const grown = { ...definition, nodes };
  const next = targetsAt(vocabulary, definition, spot);
  const isTrigger = kindOf(vocabulary, node)?.role === 'trigger';
  const others = isTrigger ? next.filter((id) => roleOf(vocabulary, definition, id) === 'trigger') : [];
  // Beside another trigger it leads to where that one does.
  const followed = others[0] ? definition.edges.filter((edge) => edge.from === others[0]).map((edge) => edge.to) : next;
  const kept = others.length
    ? definition.edges
    : definition.edges.filter((edge) => !isAt(vocabulary, definition, edge, spot));
  const port = portsOf(vocabulary, node)[0];
  const onward =
    port === undefined ? [] : followed.slice(0, 1).map((to) => edgeAt(vocabulary, grown, { from: node.id, port }, to));
  return {
    id: node.id,
    definition: { ...grown, edges: [...kept, edgeAt(vocabulary, grown, spot, node.id), ...onward] },
  };
}

// Takes a node out. What led to it leads to where its first port led.
export function removeNode(
  vocabulary: WorkflowVocabulary,
  definition: WorkflowDefinition,
  id: string,
): WorkflowDefinition {
  const node = definition.nodes.find((one) => one.id === id);
  if (!node || kindOf(vocabulary, node)?.role === 'start') return definition;
  const first = portsOf(vocabulary, node)[0];
  const next =
    first === undefined
      ? undefined
      : targetsAt(vocabulary, definition, { from: id, port: first }).find((to) => to !== id);
  const isTrigger = kindOf(vocabulary, node)?.role === 'trigger';
  const hasOtherTriggers = definition.edges.some(
    (edge) =>
      edge.to !== id &&
      roleOf(vocabulary, definition, edge.from) === 'start' &&
      roleOf(vocabulary, definition, edge.to) === 'trigger',
  );
  const heals = next !== undefined && !(isTrigger && hasOtherTriggers);
  const edges = definition.edges.flatMap((edge) => {
    if (edge.from === id) return [];
    if (edge.to !== id) return [edge];
    return heals ? [{ ...edge, to: next }] : [];
  });
  return { ...definition, nodes: definition.nodes.filter((one) => one.id !== id), edges };
}

// Leads a port to a node, or to nothing. Only the start leads to several, and they are triggers.
export function connect(
  vocabulary: WorkflowVocabulary,
  definition: WorkflowDefinition,
  spot: Spot,
  to: string | undefined,
): WorkflowDefinition {
  const isTrigger = (id: string) => roleOf(vocabulary, definition, id) === 'trigger';
  const isBeside = to !== undefined && roleOf(vocabulary, definition, spot.from) === 'start' && isTrigger(to);
  const kept = definition.edges.filter(
    (edge) => !isAt(vocabulary, definition, edge, spot) || (isBeside && edge.to !== to && isTrigger(edge.to)),
  );
  return { ...definition, edges: to === undefined ? kept : [...kept, edgeAt(vocabulary, definition, spot, to)] };
}

// Where a way from there may lead.
export function goalsAt(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, spot: Spot): string[] {
  const isStart = roleOf(vocabulary, definition, spot.from) === 'start';
  return definition.nodes
    .filter((node) => {
      const role = kindOf(vocabulary, node)?.role;
      return node.id !== spot.from && role !== 'start' && (role !== 'trigger' || isStart);
    })
    .map((node) => node.id);
}

// Another node in the place of the one with its id. Ways follow ports that got another name, and go with those that went.
export function changeNode(
  vocabulary: WorkflowVocabulary,
  definition: WorkflowDefinition,
  next: WorkflowNode,
): WorkflowDefinition {
  const before = definition.nodes.find((node) => node.id === next.id);
  if (!before) return definition;
  const old = portsOf(vocabulary, before);
  const now = portsOf(vocabulary, next);
  const nodes = definition.nodes.map((node) => (node.id === next.id ? next : node));
  if (old.join('\n') === now.join('\n')) return { ...definition, nodes };
  const isRenamed = old.length === now.length;
  const edges = definition.edges.flatMap((edge) => {
    if (edge.from !== next.id) return [edge];
    const port = portOf(vocabulary, definition, edge);
    const renamed = isRenamed ? now[old.indexOf(port)] : port;
    return renamed !== undefined && now.includes(renamed) ? [{ ...edge, port: renamed }] : [];
  });
  return { ...definition, nodes, edges };
}

// A value that is not said is left out.
export function withMember<Of extends object>(object: Of, name: string, value: unknown): Of {
  const { [name]: _, ...rest } = object as Record<string, unknown>;
  return (value === undefined ? rest : { ...object, [name]: value }) as Of;
}
