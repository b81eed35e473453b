import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';

export interface Page<Row> {
  links: { next?: string; prev?: string | null };
  results: Row[];
}

// Where the next page begins, from the address that the server gave for it.
export function cursorOf(next: string | undefined): string | undefined {
  return next ? (new URL(next).searchParams.get('cursor') ?? undefined) : undefined;
}

// All pages of a list that is known to be short.
export async function loadAll<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    found.push(...page.results);
    cursor = cursorOf(page.links.next);
  } while (cursor);
  return found;
}

// One page of what several searches find together, each row once. Its cursor tells where each of them goes on.
export async function searchTogether<Row extends { id: string }>(
  searches: string[],
  load: (search: string, cursor: string | undefined) => Promise<Page<Row>>,
  cursor: string | undefined,
): Promise<Page<Row>> {
  const cursors: Record<string, string> | undefined = cursor ? JSON.parse(cursor) : undefined;
  const unfinished = searches.filter((search) => !cursors || cursors[search]);
  const pages = await Promise.all(unfinished.map((search) => load(search, cursors?.[search])));
  const found = new Map<string, Row>();
  const next: Record<string, string> = {};
  pages.forEach((page, number) => {
    for (const row of page.results) found.set(row.id, row);
    const onward = cursorOf(page.links.next);
    const search = unfinished[number];
    if (onward && search) next[search] = onward;
  });
  const links = Object.keys(next).length ? { next: `search:?cursor=${encodeURIComponent(JSON.stringify(next))}` } : {};
  return { links, results: [...found.values()] };
}

export interface List<Row> {
  rows: Row[];
  isLoading: boolean;
  isLoadingMore: boolean;
  error: Error | null;
  // Undefined when all was loaded.
  loadMore: (() => void) | undefined;
  refresh: () => void;
}

// A list that is read page by page, forwards.
export function useList<Row>(
  key: readonly unknown[],
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  options: { enabled?: boolean; refetchInterval?: number; keepPrevious?: boolean } = {},
): List<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => cursorOf(page.links.next),
    enabled: options.enabled,
    refetchInterval: options.refetchInterval,
    placeholderData: options.keepPrevious
      ? (before: InfiniteData<Page<Row>, string | undefined> | undefined) => before
      : undefined,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.results) ?? [],
    isLoading: query.isPending && query.fetchStatus !== 'idle',
    isLoadingMore: query.isFetchingNextPage,
    error: query.error,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    refresh: () => void query.refetch(),
  };
}
