import { bodyOf, client, type Schemas } from './client';
import { loadAll } from './lists';

// A segment, a workflow or a report that names something.
export type User = Schemas['User'];
export type Used = 'contact-fields' | 'coupon-sets' | 'segments';

async function loadSegmentUsers(id: string, signal: AbortSignal): Promise<User[]> {
  const answer = client.GET('/admin/v1/segments/{id}/used-by', { params: { path: { id } }, signal });
  const { segments, workflows } = await bodyOf(answer);
  return [
    ...workflows.map(({ id, name }) => ({ kind: 'workflow' as const, id, name })),
    ...segments.map(({ id, name }) => ({ kind: 'segment' as const, id, name })),
  ];
}

export function loadUsers(of: Used, id: string, signal: AbortSignal): Promise<User[]> {
  if (of === 'segments') return loadSegmentUsers(id, signal);
  return loadAll((cursor) => {
    const options = { params: { path: { id }, query: { pageSize: 100, cursor } }, signal };
    return of === 'contact-fields'
      ? bodyOf(client.GET('/admin/v1/contact-fields/{id}/used-by', options))
      : bodyOf(client.GET('/admin/v1/coupon-sets/{id}/used-by', options));
  });
}
