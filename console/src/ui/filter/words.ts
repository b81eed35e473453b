import type { FilterVocabulary } from '~/api/fields';
import type { Bound, Filter, Operation, Test, Within } from '~/api/filters';
import { localeOf, plainDay } from '~/text/plainDay';
import type { Texts } from '~/text/t';
import { periodWords } from '../period';
import { eventOf, testedField } from './model';

// Days and moments as people write them; a number as they count.
function valueWords(value: unknown, t: Texts): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)) return plainDay(value, t.language);
  return typeof value === 'number' ? value.toLocaleString(localeOf(t.language)) : String(value);
}

function operandWords(operation: Operation, options: { id: string; label: string }[] | undefined, t: Texts): string {
  const one = (value: unknown) => options?.find((option) => option.id === value)?.label ?? valueWords(value, t);
  if (operation.period !== undefined) return periodWords(operation.period, t);
  if (operation.values) return operation.values.map(one).join(', ');
  if (operation.from !== undefined) return `${one(operation.from)} – ${one(operation.to ?? '…')}`;
  return operation.value === undefined ? '' : one(operation.value);
}

function withinWords(within: Within | undefined, t: Texts): string {
  if (within?.last) return `${t.segments.within.toLowerCase()} ${periodWords(within.last, t)}`;
  const days = [within?.from, within?.to].map((day) => (day ? valueWords(day, t) : '…'));
  return within?.from || within?.to ? days.join(' – ') : '';
}

function testWords(test: Test, vocabulary: FilterVocabulary | undefined, t: Texts): string {
  if ('segment' in test) {
    const id = test.segment;
    return t.segments.segment(vocabulary?.segments.find((one) => one.id === id)?.name ?? String(id));
  }
  if ('purchases' in test || 'event' in test || 'activity' in test) {
    const name =
      'purchases' in test
        ? t.segments.purchases
        : 'event' in test
          ? ((vocabulary && eventOf(vocabulary, test.event as string)?.name) ?? String(test.event))
          : ((t.timeline.other as Record<string, string>)[test.activity as string] ?? String(test.activity));
    const measure = (['count', 'amount', 'units'] as const).find((one) => one in test) ?? 'count';
    const bound = ((test as { [Name in typeof measure]?: Bound })[measure] ?? { atLeast: 1 }) as Bound;
    const [word, number] = Object.entries(bound)[0] ?? ['atLeast', 1];
    const about = ('purchases' in test ? test.purchases : test) as { within?: Within; where?: unknown[] };
    const words = [
      measure === 'count' ? '' : t.segments.measures[measure],
      t.segments.bounds[word as 'atLeast'],
      valueWords(number, t),
      withinWords(about.within, t),
      about.where?.length ? `(${t.segments.where} …)` : '',
    ];
    return `${name}: ${words.filter(Boolean).join(' ')}`;
  }
  const field = vocabulary && testedField(vocabulary, test);
  const name = field?.name ?? ('path' in test ? test.path : (test as { field: string }).field);
  const operation = test as Operation;
  const words = [name, t.segments.operators[operation.is] ?? operation.is, operandWords(operation, field?.options, t)];
  return words.filter(Boolean).join(' ');
}

// A filter in short, without asking the server: for what is looked at while it is edited.
export function filterWords(
  filter: Filter,
  vocabulary: FilterVocabulary | undefined,
  t: Texts,
  isInside = false,
): string {
  const several = (parts: Filter[], word: string) => {
    const words = parts.map((part) => filterWords(part, vocabulary, t, true)).join(` ${word} `);
    return parts.length > 1 && isInside ? `(${words})` : words;
  };
  if ('all' in filter) return several(filter.all as Filter[], t.segments.and);
  if ('any' in filter) return several(filter.any as Filter[], t.segments.or);
  if ('not' in filter) return `${t.segments.not} ${filterWords(filter.not as Filter, vocabulary, t, true)}`;
  return testWords(filter as Test, vocabulary, t);
}
