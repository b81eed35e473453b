import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { useLive } from './live';

export type CameInEvent = Schemas['CameInEvent'];

interface Tail {
  newest: string;
  // The last first.
  events: CameInEvent[];
}

const pageSize = 50;
const eventsKept = 200;
const tailKey = ['event-tail'];

const ask = (after: string | undefined, signal: AbortSignal) =>
  bodyOf(client.GET('/admin/v1/custom-events/', { params: { query: { pageSize, after } }, signal }));

// What came in since, put before what is known. Whoever is more than a page behind begins anew with the last ones.
async function load(known: Tail | undefined, signal: AbortSignal): Promise<Tail> {
  const since = known && (await ask(known.newest, signal));
  if (!since || since.hasMore) return ask(undefined, signal);
  return { newest: since.newest, events: [...since.events, ...known.events].slice(0, eventsKept) };
}

// The events that came in last, and those that come in as long as somebody looks on.
export function useEventTail(isFollowing: boolean) {
  const queries = useQueryClient();
  useLive(isFollowing ? ['events'] : [], [tailKey]);
  return useQuery({
    queryKey: tailKey,
    queryFn: ({ signal }) => load(queries.getQueryData<Tail>(tailKey), signal),
    enabled: isFollowing,
  });
}
