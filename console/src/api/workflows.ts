import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { loadAll } from './lists';

export type Workflow = Schemas['Workflow'];
export type ManagedWorkflow = Schemas['ManagedWorkflow'];
export type WorkflowDefinition = Schemas['WorkflowDefinition'];
export type WorkflowNode = Schemas['WorkflowNode'];
export type WorkflowIncident = Schemas['WorkflowIncident'];
// With the tag of the state that was read.
export type ReadWorkflow = ManagedWorkflow & { tag?: string };
export type WorkflowContent = Pick<ManagedWorkflow, 'name' | 'definition'>;
export type RunWithSteps = Schemas['RunWithSteps'];
export type RunStep = Schemas['RunStep'];

// There are at most 1,000 workflows; their names are needed in many places.
export function useWorkflows() {
  return useQuery({
    queryKey: ['workflows', 'all'],
    queryFn: ({ signal }) =>
      loadAll((cursor) =>
        bodyOf(client.GET('/admin/v1/workflows/', { params: { query: { pageSize: 100, cursor } }, signal })),
      ),
    staleTime: 10_000,
  });
}

async function tagged(answer: Promise<{ data?: ManagedWorkflow; response: Response }>): Promise<ReadWorkflow> {
  const { data, response } = await answer;
  return { ...(data as ManagedWorkflow), tag: response.headers.get('ETag') ?? undefined };
}

export const loadWorkflow = (id: string) =>
  tagged(client.GET('/admin/v1/workflows/{id}', { params: { path: { id } } }));

export function useWorkflow(id: string, enabled = true) {
  return useQuery({
    queryKey: ['workflows', id],
    queryFn: () => loadWorkflow(id),
    enabled,
    refetchOnWindowFocus: false,
  });
}

export const createWorkflow = (body: WorkflowContent & { tags?: string[] }) =>
  tagged(client.POST('/admin/v1/workflows/', { body }));

export const ifMatch = ({ tag }: ReadWorkflow): Record<string, string> => (tag ? { 'If-Match': tag } : {});

// Saves what is different from what was known. Refused with 412 when somebody else changed the workflow since.
export async function saveWorkflow(known: ReadWorkflow, content: WorkflowContent): Promise<ReadWorkflow> {
  const params = { path: { id: known.id } };
  const body = {
    ...(content.name !== known.name && { name: content.name }),
    ...(content.definition !== known.definition && { definition: content.definition }),
  };
  return tagged(client.PATCH('/admin/v1/workflows/{id}', { params, headers: ifMatch(known), body }));
}
