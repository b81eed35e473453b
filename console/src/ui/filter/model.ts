import type { FilterVocabulary } from '~/api/fields';
import type { Bound, EventTest, FieldTest, Filter, Operation, Test, Where } from '~/api/filters';

// A filter as it is edited: lines and groups that keep who they are while they change.
export interface Line {
  id: string;
  isNot: boolean;
  test: Test;
}
export interface Group {
  id: string;
  isNot: boolean;
  mode: 'all' | 'any';
  children: Part[];
}
export type Part = Line | Group;

let made = 0;
const newId = () => `part-${++made}`;

export function isGroup(part: Part): part is Group {
  return 'children' in part;
}

export const newLine = (test: Test): Line => ({ id: newId(), isNot: false, test });
export const newGroup = (children: Part[]): Group => ({ id: newId(), isNot: false, mode: 'all', children });

function partOf(filter: Filter): Part {
  if ('not' in filter && typeof filter.not === 'object') {
    const part = partOf(filter.not as Filter);
    // Not of not is shown as a group of its own, so that both can be seen.
    return part.isNot ? { ...newGroup([part]), isNot: true } : { ...part, isNot: true };
  }
  if ('all' in filter) return { ...newGroup((filter.all as Filter[]).map(partOf)), mode: 'all' };
  if ('any' in filter) return { ...newGroup((filter.any as Filter[]).map(partOf)), mode: 'any' };
  return newLine(filter as Test);
}

export function treeOf(filter: Filter | undefined): Group {
  if (!filter) return newGroup([]);
  const part = partOf(filter);
  return isGroup(part) && !part.isNot ? part : newGroup([part]);
}

// Undefined for a group with nothing in it.
export function filterOfPart(part: Part): Filter | undefined {
  const negated = (filter: Filter): Filter => (part.isNot ? { not: filter } : filter);
  if (!isGroup(part)) return negated(part.test);
  const children = part.children.map(filterOfPart).filter((child) => child !== undefined);
  if (children.length === 0) return undefined;
  if (children.length === 1 && children[0]) return negated(children[0]);
  return negated(part.mode === 'all' ? { all: children } : { any: children });
}

export function changePart(group: Group, id: string, change: (part: Part) => Part | undefined): Group {
  const children = group.children.flatMap((child) => {
    if (child.id === id) {
      const changed = change(child);
      return changed ? [changed] : [];
    }
    return isGroup(child) ? [changePart(child, id, change)] : [child];
  });
  return { ...group, children };
}

// What a test is about, in one word that a list of choices can hold.
export function subjectOf(test: Test): string {
  if ('purchases' in test) return 'purchases';
  if ('event' in test) return `event ${test.event}`;
  if ('activity' in test) return `activity ${test.activity}`;
  if ('segment' in test) return `segment ${test.segment}`;
  if ('path' in test) return `path ${test.path}`;
  return `field ${(test as { field: string }).field}`;
}

export function kindOf(vocabulary: FilterVocabulary, kind: string | undefined) {
  return vocabulary.kinds.find((one) => one.kind === kind);
}

export function fieldOf(vocabulary: FilterVocabulary, id: string) {
  return vocabulary.fields.find((field) => field.id === id);
}

// The field of the contact, or the value at the path, that a test is about.
export function testedField(vocabulary: FilterVocabulary, test: Test) {
  return 'path' in test
    ? vocabulary.paths?.find((one) => one.id === test.path)
    : fieldOf(vocabulary, (test as FieldTest).field);
}

// Events are named by their id or their alias.
export function eventOf(vocabulary: FilterVocabulary, name: string) {
  return vocabulary.events.find((event) => event.id === name || event.alias === name);
}

function firstOperation(vocabulary: FilterVocabulary, kind: string): Operation {
  const operators = kindOf(vocabulary, kind)?.operators ?? [];
  const liked =
    operators.find((one) => one.is === 'atLeast') ?? operators.find((one) => one.operands.length > 0) ?? operators[0];
  return { is: liked?.is ?? 'isSet' };
}

// A new test about a subject, with as much said as can be guessed.
export function testAbout(vocabulary: FilterVocabulary, subject: string): Test {
  const space = subject.indexOf(' ');
  const [what, name] = space < 0 ? [subject, ''] : [subject.slice(0, space), subject.slice(space + 1)];
  if (what === 'purchases') return { purchases: {}, count: { atLeast: 1 } };
  if (what === 'event') return { event: name, count: { atLeast: 1 } };
  if (what === 'activity') return { activity: name, count: { atLeast: 1 } };
  if (what === 'segment') return { segment: name };
  if (what === 'path') {
    const kind = vocabulary.paths?.find((one) => one.id === name)?.kind;
    return { path: name, ...firstOperation(vocabulary, kind ?? 'text') };
  }
  return { field: name, ...firstOperation(vocabulary, fieldOf(vocabulary, name)?.kind ?? 'text') };
}

export function whereAbout(vocabulary: FilterVocabulary, test: Test, name: string): Where {
  if ('event' in test) {
    const kind = eventOf(vocabulary, (test as EventTest).event)?.fields.find((field) => field.id === name)?.kind;
    return { field: name, ...firstOperation(vocabulary, kind ?? 'text') };
  }
  const property = vocabulary.purchaseProperties.find((one) => one.name === name);
  const operation = firstOperation(vocabulary, property?.kind ?? 'text');
  return property?.on === 'purchase' ? { purchase: name, ...operation } : { item: name, ...operation };
}

function hasOperands(vocabulary: FilterVocabulary, kind: string | undefined, operation: Operation): boolean {
  const operator = kindOf(vocabulary, kind)?.operators.find((one) => one.is === operation.is);
  return (operator?.operands ?? []).every((operand) => {
    const given = operation[operand as keyof Operation];
    return Array.isArray(given) ? given.length > 0 : given !== undefined && given !== '';
  });
}

const hasNumber = (bound: Bound | undefined) => !bound || Object.values(bound).every((value) => Number.isFinite(value));

// Whether everything is said that a test needs, so that the server can be asked about it.
export function isComplete(vocabulary: FilterVocabulary, part: Part): boolean {
  if (isGroup(part)) return part.children.length > 0 && part.children.every((child) => isComplete(vocabulary, child));
  const test = part.test as Test & { where?: Where[]; count?: Bound; amount?: Bound; units?: Bound };
  if ('path' in test || ('field' in test && !('event' in test))) {
    return hasOperands(vocabulary, testedField(vocabulary, test)?.kind, test as Operation);
  }
  const where = ('purchases' in test ? test.purchases.where : test.where) ?? [];
  return (
    [test.count, test.amount, test.units].every(hasNumber) &&
    where.every((one) => hasOperands(vocabulary, whereKind(vocabulary, test, one), one))
  );
}

export function whereKind(vocabulary: FilterVocabulary, test: Test, where: Where): string | undefined {
  if ('event' in test) {
    return eventOf(vocabulary, (test as EventTest).event)?.fields.find((field) => field.id === where.field)?.kind;
  }
  return vocabulary.purchaseProperties.find((one) => one.name === (where.item ?? where.purchase))?.kind;
}
