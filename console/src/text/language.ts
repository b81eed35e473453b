import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'es';

const storageKey = 'tradewind.language';
const listeners = new Set<() => void>();

function firstLanguage(): Language {
  const kept = globalThis.localStorage?.getItem(storageKey);
  if (kept === 'en' || kept === 'es') return kept;
  return globalThis.navigator?.language.startsWith('es') ? 'es' : 'en';
}

let current = firstLanguage();

export function language(): Language {
  return current;
}

export function setLanguage(next: Language): void {
  current = next;
  localStorage.setItem(storageKey, next);
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

export function useLanguage(): Language {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, language);
}
