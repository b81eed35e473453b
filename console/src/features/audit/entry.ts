import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useCouponSets } from '~/api/coupons';
import { useMay } from '~/api/session';
import { useWorkflows } from '~/api/workflows';
import type { Texts } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';

// What ids stand for, of what there is now and the reader may see; the rest is told by its id.
export type Names = ReadonlyMap<string, string>;

const read = { params: { query: { pageSize: 100 } } };

export function useNames(): Names {
  const may = useMay();
  const people = useQuery({
    queryKey: ['people', 'names'],
    queryFn: () => bodyOf(client.GET('/admin/v1/people/', read)),
    enabled: may('people:write'),
  });
  const keys = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: () => bodyOf(client.GET('/admin/v1/api-keys/', read)),
    enabled: may('key:write'),
  });
  const { data: vocabulary } = useFilterVocabulary();
  const { data: workflows } = useWorkflows();
  const { data: couponSets } = useCouponSets();
  const known = [
    ...(people.data?.results ?? []),
    ...(keys.data?.results ?? []),
    ...(vocabulary?.segments ?? []),
    ...(vocabulary?.events ?? []),
    ...(couponSets ?? []),
    ...(workflows ?? []),
  ];
  return new Map(known.map(({ id, name }) => [id, name]));
}

export function whoOf(actor: string, names: Names, t: Texts): string {
  const [kind = '', id = ''] = actor.split(':');
  const words = t.audit.actors[kind] ?? kind;
  if (!id) return words;
  return names.get(id) ?? `${words} ${id}`;
}

// `segment.create` in words.
export function wordsOf(action: string, t: Texts): string {
  const [noun = '', verb = ''] = action.split('.');
  const nounWords = t.audit.nouns[noun];
  const verbWords = t.audit.verbs[verb];
  return nounWords && verbWords ? `${nounWords}: ${verbWords}` : action;
}

const pages: Record<string, string> = {
  contact: '/contacts',
  segment: '/segments',
  workflow: '/workflows',
  report: '/reports',
  'coupon-set': '/coupons',
  delivery: '/calls',
  import: '/imports/files',
};

// Where the changed thing is shown.
export function pageOf({ action, subject }: Schemas['AuditEntry']): string | undefined {
  const [noun = '', verb = ''] = action.split('.');
  return pages[noun] && verb !== 'delete' ? `${pages[noun]}/${subject}` : undefined;
}
