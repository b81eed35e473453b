import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { cursorOf, type Page } from './lists';

export type Integration = Schemas['CustomIntegration'];
export type EventType = Schemas['CustomEventType'];
export type EventField = Schemas['CustomEventField'];

async function all<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    found.push(...page.results);
    cursor = cursorOf(page.links.next);
  } while (cursor);
  return found;
}

export const loadIntegrations = (signal?: AbortSignal) =>
  all<Integration>((cursor) =>
    bodyOf(client.GET('/custom-integrations/', { params: { query: { pageSize: 100, cursor } }, signal })),
  );

export const loadEventTypes = (id: string, signal?: AbortSignal) =>
  all<EventType>((cursor) =>
    bodyOf(
      client.GET('/custom-integrations/{id}/custom-event-types/', {
        params: { path: { id }, query: { pageSize: 100, cursor } },
        signal,
      }),
    ),
  );

export type KnownType = EventType & { integration: Integration };

// The event types of all integrations, of which a store has a handful; the service lists them by integration.
export function useEventTypes(enabled = true) {
  return useQuery({
    queryKey: ['integrations', 'types'],
    queryFn: async ({ signal }): Promise<KnownType[]> => {
      const integrations = await loadIntegrations(signal);
      const types = await Promise.all(
        integrations.map(async (integration) =>
          (await loadEventTypes(integration.id, signal)).map((type) => ({ ...type, integration })),
        ),
      );
      return types.flat();
    },
    enabled,
    staleTime: 30_000,
  });
}
