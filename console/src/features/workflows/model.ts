import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';

export type Kind = WorkflowVocabulary['kinds'][number];
export type Edge = WorkflowDefinition['edges'][number];
export type Family = 'trigger' | 'question' | 'wait' | 'act' | 'end' | 'start';

interface Index {
  nodes: Map<string, WorkflowNode>;
  from: Map<string, Edge[]>;
  to: Map<string, Edge[]>;
}
const indexes = new WeakMap<WorkflowDefinition, Index>();

// Nodes by their ids, and edges by the nodes at their ends. A definition is never changed, only replaced.
export function indexOf(definition: WorkflowDefinition): Index {
  const known = indexes.get(definition);
  if (known) return known;
  const index: Index = { nodes: new Map(), from: new Map(), to: new Map() };
  const put = (edges: Map<string, Edge[]>, id: string, edge: Edge) => {
    const there = edges.get(id);
    if (there) there.push(edge);
    else edges.set(id, [edge]);
  };
  for (const node of definition.nodes) index.nodes.set(node.id, node);
  for (const edge of definition.edges) {
    put(index.from, edge.from, edge);
    put(index.to, edge.to, edge);
  }
  indexes.set(definition, index);
  return index;
}

export function kindOf(vocabulary: WorkflowVocabulary, node: WorkflowNode): Kind | undefined {
  return vocabulary.kinds.find((one) => one.kind === node.kind);
}

export function familyOf(kind: Kind | undefined): Family {
  const role = kind?.role as string | undefined;
  return role === 'trigger' || role === 'question' || role === 'wait' || role === 'act' || role === 'end'
    ? role
    : 'start';
}

// The ports of a node, in their order: those of its kind, and those that its own cases or shares name.
export function portsOf(vocabulary: WorkflowVocabulary, node: WorkflowNode): string[] {
  const kind = kindOf(vocabulary, node);
  const listed = kind?.portsFrom ? (node as Record<string, unknown>)[kind.portsFrom] : undefined;
  const own = Array.isArray(listed)
    ? listed.flatMap((one) => (typeof one?.port === 'string' && one.port ? [one.port as string] : []))
    : [];
  return [...own, ...(kind?.ports ?? [])];
}

// An edge of a node with one port need not name it.
export function portOf(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition, edge: Edge): string {
  const node = indexOf(definition).nodes.get(edge.from);
  return edge.port ?? (node && portsOf(vocabulary, node)[0]) ?? 'next';
}
