import { useMemo } from 'react';
import { useCouponSets } from '~/api/coupons';
import type { WorkflowVocabulary } from '~/api/fields';
import { useSegments } from '~/api/segments';
import type { WorkflowDefinition } from '~/api/workflows';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { nameOfNode } from '../summary';
import type { Form } from './form';
import { before, contactValues, pathValues } from './values';

// What the forms of one node choose from; undefined while it is loading.
export function useForms(
  vocabulary: WorkflowVocabulary,
  definition: WorkflowDefinition,
  node: string | undefined,
): { form: Form | undefined; error: Error | null } {
  const t = useText();
  const filters = useFilterVocabulary();
  const coupons = useCouponSets();
  const segments = useSegments();
  const form = useMemo(() => {
    if (!filters.data || !coupons.data || !segments.data) return undefined;
    const earlier = node === undefined ? new Set<string>() : before(definition, node);
    const values = pathValues(vocabulary, filters.data, definition, node, t);
    return {
      vocabulary,
      filters: filters.data,
      couponSets: coupons.data,
      staticSegments: segments.data.filter((one) => one.kind === 'static'),
      definition,
      paths: values,
      filterPaths: node === undefined ? [] : values,
      contactPaths: contactValues(filters.data, t),
      moments: [
        { id: 'start', label: t.builder.sinceStart },
        ...definition.nodes
          .filter((one) => earlier.has(one.id) && one.kind !== 'start')
          .map((one) => ({ id: one.id, label: t.builder.since(nameOfNode(one, t)) })),
      ],
    };
  }, [filters.data, coupons.data, segments.data, vocabulary, definition, node, t]);
  return { form, error: filters.error ?? coupons.error ?? segments.error };
}
