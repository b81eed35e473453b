import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { bodyOf, client } from './client';
import { follow } from './follow';
import { pause } from './pause';

type Topic =
  | 'store'
  | 'workflows'
  | 'segments'
  | 'events'
  | 'incidents'
  | 'imports'
  | 'exports'
  | `${'workflow' | 'segment' | 'contact'}:${string}`;

interface Follower {
  topics: string[];
  keys: QueryKey[];
}

// As many as the server follows at once.
const topicsMax = 10;
const followers = new Set<Follower>();
const listeners = new Set<() => void>();

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The topics of everything that is shown.
function allTopics(): string {
  return [...new Set([...followers].flatMap(({ topics }) => topics))].sort().slice(0, topicsMax).join(',');
}

// As long as it is shown, queries are read again when something about one of these topics changes. Whoever asks may read
// the topics.
export function useLive(topics: Topic[], keys: QueryKey[]): void {
  const topicWords = topics.join(',');
  const keyWords = JSON.stringify(keys);
  useEffect(() => {
    if (!topicWords) return;
    const follower: Follower = { topics: topicWords.split(','), keys: JSON.parse(keyWords) };
    followers.add(follower);
    tellListeners();
    return () => {
      followers.delete(follower);
      tellListeners();
    };
  }, [topicWords, keyWords]);
}

function listenToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

// The one held request of this tab, for everything that is shown; none while the tab is hidden or nobody is signed in.
export function useHeldRequest(isSignedIn: boolean): void {
  const queries = useQueryClient();
  const topics = useSyncExternalStore(listen, allTopics);
  const isVisible = useSyncExternalStore(listenToVisibility, () => document.visibilityState === 'visible');
  useEffect(() => {
    if (!topics || !isVisible || !isSignedIn) return;
    const abort = new AbortController();
    const ask = (after: number | undefined, signal: AbortSignal) =>
      bodyOf(client.GET('/admin/v1/live', { params: { query: { topics, after } }, signal }));
    const onChange = () => {
      const keys = new Map([...followers].flatMap((one) => one.keys).map((key) => [JSON.stringify(key), key]));
      for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
    };
    void follow({ ask, onChange, pause, now: () => performance.now() / 1000 }, abort.signal);
    return () => abort.abort();
  }, [topics, isVisible, isSignedIn, queries]);
}
