import type { Left } from './actOnAll';
import { bodyOf, client } from './client';

export async function addToSegment(id: string, ids: string[], words: Words, signal: AbortSignal): Promise<Left[]> {
  const { outcomes } = await bodyOf(
    client.POST('/admin/v1/segments/{id}/members/', {
      params: { path: { id } },
      body: { contacts: ids.map((one) => ({ id: one })) },
      signal,
    }),
  );
  return outcomes.map(({ outcome }) => (outcome === 'added' ? undefined : words[outcome]));
}

export async function startInWorkflow(id: string, ids: string[], words: Words, signal: AbortSignal): Promise<Left[]> {
  const { outcomes } = await bodyOf(
    client.POST('/admin/v1/workflows/{id}/runs/batch', {
      params: { path: { id } },
      body: { contactIds: ids },
      signal,
    }),
  );
  return outcomes.map(({ outcome, reason }) =>
    outcome === 'started' ? undefined : outcome === 'refused' ? (reason ?? '') : words['not-found'],
  );
}

// Why somebody is left as they are, in words.
export type Words = Record<'already-there' | 'not-found', string>;
