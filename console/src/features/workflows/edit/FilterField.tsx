import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Filter } from '~/api/filters';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { filterWords } from '~/ui/filter/words';
import { useForm } from './form';
import type { FieldOf } from './ParameterField';
import { Group } from './ParameterField';

const FilterDialog = lazy(() => import('~/ui/filter/FilterDialog'));

// A filter in words, and the builder to change it.
export function FilterField({ label, value, wrong, onChange }: Omit<FieldOf, 'parameter' | 'said'>) {
  const t = useText();
  const form = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const filter = typeof value === 'object' && value !== null ? (value as Filter) : undefined;
  const more = { paths: form.filterPaths, moments: form.moments };
  return (
    <Group label={label} wrong={wrong('')}>
      <p className={filter ? 'filter-said' : 'dim'}>
        {filter ? filterWords(filter, { ...form.filters, ...more }, t) : t.builder.noFilter}
      </p>
      <Button small icon={<Pencil aria-hidden />} onClick={() => setIsOpen(true)}>
        {filter ? t.builder.changeFilter : t.builder.setFilter}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog
            title={label}
            filter={filter}
            confirm={t.builder.take}
            more={more}
            onClose={() => setIsOpen(false)}
            onDone={(next) => {
              onChange(next);
              setIsOpen(false);
            }}
          />
        </Suspense>
      )}
    </Group>
  );
}
