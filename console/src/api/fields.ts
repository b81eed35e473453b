import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';

// In a workflow there is more: values at paths, and moments since which something can count.
export type FilterVocabulary = Schemas['FilterVocabulary'] & {
  paths?: FilterField[];
  moments?: { id: string; label: string }[];
};
export type FilterField = Schemas['FilterField'];
export type WorkflowVocabulary = Schemas['WorkflowVocabulary'];

// The words that filters are made of. The server knows them; nothing of it is written a second time.
export function useFilterVocabulary(select?: (vocabulary: FilterVocabulary) => FilterVocabulary) {
  return useQuery({
    queryKey: ['vocabulary', 'filters'],
    queryFn: (): Promise<FilterVocabulary> => bodyOf(client.GET('/admin/v1/filters/vocabulary')),
    staleTime: 60_000,
    select,
  });
}

export function useWorkflowVocabulary() {
  return useQuery({
    queryKey: ['vocabulary', 'workflows'],
    queryFn: () => bodyOf(client.GET('/admin/v1/workflows/vocabulary')),
    staleTime: 60_000,
  });
}
