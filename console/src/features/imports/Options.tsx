import { useQuery } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import type { ImportKind } from '~/api/imports';
import { useText } from '~/text/t';
import { Select } from '~/ui/fields';

export interface ImportOptions {
  // What happens to what is there already.
  what: 'leave' | 'fill' | 'change';
  couponSetId: string;
  segmentId: string;
}

export const firstOptions: ImportOptions = { what: 'leave', couponSetId: '', segmentId: '' };
const namesRead = { params: { query: { pageSize: 100 } } };

interface Props {
  kind: Exclude<ImportKind, 'purchases'>;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

export function Options({ kind, options, onChange }: Props) {
  const t = useText();
  const coupons = useQuery({
    queryKey: ['coupon-sets', 'names'],
    queryFn: () => bodyOf(client.GET('/admin/v1/coupon-sets/', namesRead)),
    enabled: kind === 'coupons',
  });
  const segments = useQuery({
    queryKey: ['segments', 'names'],
    queryFn: () => bodyOf(client.GET('/admin/v1/segments/', namesRead)),
    enabled: kind === 'contacts',
  });
  const byHand = segments.data?.results.filter((segment) => segment.kind === 'static') ?? [];
  return (
    <>
      {kind === 'coupons' ? (
        <Select
          label={t.imports.couponSet}
          required
          value={options.couponSetId}
          choices={[
            { id: '', label: t.imports.chooseOne },
            ...(coupons.data?.results ?? []).map(({ id, name }) => ({ id, label: name })),
          ]}
          onChange={(couponSetId) => onChange({ ...options, couponSetId })}
        />
      ) : (
        <Select
          label={t.imports.existing}
          hint={t.imports.existingHelp[options.what]}
          value={options.what}
          choices={Object.entries(t.imports.existingChoices).map(([id, label]) => ({ id, label }))}
          onChange={(what) => onChange({ ...options, what: what as ImportOptions['what'] })}
        />
      )}
      {kind === 'contacts' && byHand.length > 0 && (
        <Select
          label={t.imports.segment}
          value={options.segmentId}
          choices={[{ id: '', label: t.imports.noSegment }, ...byHand.map(({ id, name }) => ({ id, label: name }))]}
          onChange={(segmentId) => onChange({ ...options, segmentId })}
        />
      )}
    </>
  );
}
