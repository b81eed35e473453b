import type { FilterField, FilterVocabulary, WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';
import type { Texts } from '~/text/t';
import { indexOf, kindOf } from '../model';
import { nameOfNode } from '../summary';

// A value that a node can read: its id is the path. `short` is its name without that of the node.
export type PathValue = FilterField & { short: string };

// Of the trigger or of a wait for one: what it leaves, by name.
function valuesOf(
  vocabulary: WorkflowVocabulary,
  filters: FilterVocabulary,
  node: WorkflowNode,
): { name: string; field: Omit<FilterField, 'id'> }[] {
  const kind = kindOf(vocabulary, node);
  if (!kind) return [];
  const said = node as Record<string, unknown>;
  const from = kind.valuesFrom ? said[kind.valuesFrom] : undefined;
  if (typeof from === 'object' && from !== null) return valuesOf(vocabulary, filters, from as WorkflowNode);
  const type = kind.parameters.find((one) => one.name === kind.valuesFrom)?.type;
  const field = type === 'field' ? filters.fields.find((one) => one.id === from) : undefined;
  const event = type === 'eventType' ? filters.events.find((one) => one.id === from || one.alias === from) : undefined;
  return [
    ...kind.values.map(({ name, kind: valueKind }) => ({
      name,
      field: { name, kind: valueKind ?? field?.kind ?? 'text', options: valueKind ? undefined : field?.options },
    })),
    ...(event?.fields ?? []).map((one) => ({ name: one.id, field: one })),
  ];
}

// The nodes from which a way leads to this one.
export function before(definition: WorkflowDefinition, id: string): Set<string> {
  const found = new Set<string>();
  const visit = (at: string) => {
    for (const { from } of indexOf(definition).to.get(at) ?? []) {
      if (found.has(from)) continue;
      found.add(from);
      visit(from);
    }
  };
  visit(id);
  return found;
}

// What a node can read of the trigger and of the nodes before it. Without a node: what all of the workflow can.
export function pathValues(
  vocabulary: WorkflowVocabulary,
  filters: FilterVocabulary,
  definition: WorkflowDefinition,
  id: string | undefined,
  t: Texts,
): PathValue[] {
  const earlier = id === undefined ? undefined : before(definition, id);
  const found = new Map<string, PathValue>();
  for (const node of definition.nodes) {
    const isTrigger = kindOf(vocabulary, node)?.role === 'trigger';
    if (!isTrigger && !earlier?.has(node.id)) continue;
    for (const { name, field } of valuesOf(vocabulary, filters, node)) {
      const path = isTrigger ? `event.${name}` : `nodes.${node.id}.${name}`;
      if (!found.has(path)) {
        const words = t.builder.values[field.name] ?? field.name;
        found.set(path, { ...field, id: path, short: words, name: t.builder.valueOf(nameOfNode(node, t), words) });
      }
    }
  }
  return [...found.values()];
}

export function contactValues(filters: FilterVocabulary, t: Texts): PathValue[] {
  return filters.fields.map((field) => ({
    ...field,
    id: `contact.${field.id}`,
    short: field.name,
    name: t.builder.valueOf(t.builder.contact, field.name),
  }));
}
