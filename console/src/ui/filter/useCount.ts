import { useQuery } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import { type Filter, isAboutContacts } from '~/api/filters';
import type { Format } from '~/text/format';
import { useDebounced } from '../useDebounced';

const countAfterMilliseconds = 300;

// The number, marked where it is only about so many.
export function countWords(count: PeopleCount, format: Format): string {
  return count.low === count.high ? format.number(count.number) : `≈ ${format.number(count.number)}`;
}

export interface PeopleCount {
  number: number;
  // Between which it lies, almost always.
  low: number;
  high: number;
}

// For how many a filter holds, about; asked when it has not changed for a moment. What is known in a run alone is not counted.
export function useCount(filter: Filter | undefined) {
  const asked = filter && isAboutContacts(filter) ? JSON.stringify(filter) : '';
  const text = useDebounced(asked, countAfterMilliseconds);
  return useQuery({
    queryKey: ['count', text],
    queryFn: ({ signal }) =>
      bodyOf(client.POST('/admin/v1/segments/count', { body: { filter: JSON.parse(text) }, signal })),
    enabled: text !== '',
    placeholderData: (before) => before,
    staleTime: 10_000,
    select: (answer): PeopleCount =>
      'estimate' in answer
        ? { number: answer.estimate ?? 0, low: answer.low ?? 0, high: answer.high ?? 0 }
        : { number: 0, low: 0, high: 0 },
  });
}
