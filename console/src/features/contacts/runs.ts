import { useQueries, useQuery } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import type { Run } from '~/api/contacts';
import type { ManagedWorkflow, RunWithSteps } from '~/api/workflows';

const runsRead = 20;

export function useRuns(contactId: string) {
  return useQuery({
    queryKey: ['contacts', contactId, 'runs'],
    queryFn: () =>
      bodyOf(
        client.GET('/admin/v1/contacts/{id}/runs/', {
          params: { path: { id: contactId }, query: { pageSize: runsRead } },
        }),
      ),
  });
}

// The runs with what they did, and the workflows that they were in, for the names of steps.
export function useRunSteps(runs: Run[]): { runs: RunWithSteps[]; workflows: Map<string, ManagedWorkflow> } {
  const details = useQueries({
    queries: runs.map((run) => ({
      queryKey: ['runs', run.workflowId, run.id],
      queryFn: () =>
        bodyOf(
          client.GET('/admin/v1/workflows/{id}/runs/{runId}', {
            params: { path: { id: run.workflowId, runId: run.id } },
          }),
        ),
    })),
  });
  const ids = [...new Set(runs.map((run) => run.workflowId))];
  const workflows = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['workflows', id],
      queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}', { params: { path: { id } } })),
      staleTime: 60_000,
    })),
  });
  return {
    runs: details.flatMap((one) => (one.data ? [one.data as RunWithSteps] : [])),
    workflows: new Map(workflows.flatMap((one) => (one.data ? [[one.data.id, one.data]] : []))),
  };
}
