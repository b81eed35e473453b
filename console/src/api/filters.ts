// The shapes of filters, as POST /admin/v1/filters/describe takes them. Which words they may hold is in the vocabulary.
export interface Operation {
  is: string;
  value?: unknown;
  values?: unknown[];
  from?: unknown;
  to?: unknown;
  period?: string;
}

export type Bound = Partial<Record<'atLeast' | 'atMost' | 'equals', number>>;
export interface Within {
  last?: string;
  from?: string;
  to?: string;
  // In a workflow: since its start, or since the run was at a node.
  since?: string;
}
export type Where = Operation & { item?: string; purchase?: string; field?: string };

export type FieldTest = Operation & { field: string };
// In a workflow: a value that its trigger or an earlier node leaves.
export type PathTest = Operation & { path: string };
export interface PurchaseTest {
  purchases: { within?: Within; where?: Where[] };
  count?: Bound;
  amount?: Bound;
  units?: Bound;
}
export interface EventTest {
  event: string;
  within?: Within;
  where?: Where[];
  count?: Bound;
}
export interface ActivityTest {
  activity: string;
  within?: Within;
  count?: Bound;
  couponSetId?: string;
  workflowId?: string;
}
export interface SegmentTest {
  segment: string;
}
export type Test = FieldTest | PathTest | PurchaseTest | EventTest | ActivityTest | SegmentTest;
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Test;

// Whether it can be asked of all contacts, outside of a run.
export function isAboutContacts(filter: Filter): boolean {
  if ('all' in filter) return (filter.all as Filter[]).every(isAboutContacts);
  if ('any' in filter) return (filter.any as Filter[]).every(isAboutContacts);
  if ('not' in filter) return isAboutContacts(filter.not as Filter);
  const within = 'purchases' in filter ? filter.purchases.within : 'within' in filter ? filter.within : undefined;
  return !('path' in filter) && (within as Within | undefined)?.since === undefined;
}

// A filter out of an address. What is no filter is none; the server judges the rest.
export function filterOf(text: string | null): Filter | undefined {
  if (!text) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Filter) : undefined;
  } catch {
    return undefined;
  }
}
