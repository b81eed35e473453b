import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'tradewind.theme';
const listeners = new Set<() => void>();
const kept = localStorage.getItem(storageKey);
let current: Theme = kept === 'light' || kept === 'dark' ? kept : 'system';

function show(): void {
  if (current === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = current;
}

show();

export function setTheme(theme: Theme): void {
  current = theme;
  localStorage.setItem(storageKey, theme);
  show();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
