import { client, type Schemas } from './client';

// With the tag of the state that was read.
export type ReadReport = Schemas['Report'] & { tag?: string };

async function tagged(answer: Promise<{ data?: Schemas['Report']; response: Response }>): Promise<ReadReport> {
  const { data, response } = await answer;
  return { ...(data as Schemas['Report']), tag: response.headers.get('ETag') ?? undefined };
}

export const loadReport = (id: string) => tagged(client.GET('/admin/v1/reports/{id}', { params: { path: { id } } }));

// Refused with 412 when somebody else changed the report since it was read with the tag.
export const saveReport = (id: string, tag: string | undefined, body: Schemas['ReportPatch']) =>
  tagged(
    client.PATCH('/admin/v1/reports/{id}', {
      params: { path: { id } },
      headers: tag ? { 'If-Match': tag } : {},
      body,
    }),
  );
