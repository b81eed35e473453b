import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';

export type Operations = Schemas['Operations'];

const secondsBetween = 10;

export const loadOperations = (signal?: AbortSignal): Promise<Operations> =>
  bodyOf(client.GET('/admin/v1/operations', { signal }));

// The lengths of queues have no topic that could be followed.
export function useOperations() {
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => loadOperations(signal),
    refetchInterval: secondsBetween * 1000,
  });
}
