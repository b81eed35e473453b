import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { loadAll } from './lists';

// With the tag of the state that was read.
export type ReadSegment = Schemas['Segment'] & { tag?: string };

// There are at most 500 segments.
export function useSegments() {
  return useQuery({
    queryKey: ['segments', 'every'],
    queryFn: ({ signal }) =>
      loadAll((cursor) =>
        bodyOf(client.GET('/admin/v1/segments/', { params: { query: { pageSize: 100, cursor } }, signal })),
      ),
    staleTime: 60_000,
  });
}

async function tagged(answer: Promise<{ data?: Schemas['Segment']; response: Response }>): Promise<ReadSegment> {
  const { data, response } = await answer;
  return { ...(data as Schemas['Segment']), tag: response.headers.get('ETag') ?? undefined };
}

export const loadSegment = (id: string) => tagged(client.GET('/admin/v1/segments/{id}', { params: { path: { id } } }));

export const createSegment = (body: { name: string; filter: unknown }) =>
  tagged(client.POST('/admin/v1/segments/', { body: { kind: 'dynamic', ...body } as never }));

// Refused with 412 when somebody else changed the segment since it was read with the tag.
export const saveSegment = (id: string, tag: string | undefined, body: { name: string; filter?: unknown }) =>
  tagged(
    client.PATCH('/admin/v1/segments/{id}', {
      params: { path: { id } },
      headers: tag ? { 'If-Match': tag } : {},
      body: body as never,
    }),
  );
