import { useQuery } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import type { Filter } from '~/api/filters';
import { useLanguage } from '~/text/language';

// The filter as a sentence in the language of the page, once the server has told it.
export function useFilterWords(filter: Filter | undefined): string | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: ['describe', language, filter],
    queryFn: () => bodyOf(client.POST('/admin/v1/filters/describe', { body: { filter: filter as never, language } })),
    enabled: filter !== undefined,
    staleTime: 60_000,
  }).data?.text;
}
