import { useEffect, useRef } from 'react';

interface Keys {
  onPalette: () => void;
  onHelp: () => void;
  onGo: (key: string) => void;
}

const secondKeyMilliseconds = 1200;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

// The keys of every page: Ctrl-K, ?, / and g with a second one.
export function useKeys(keys: Keys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    let goSince = 0;
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        newest.current.onPalette();
        return;
      }
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      ) {
        return;
      }
      if (Date.now() - goSince < secondKeyMilliseconds) {
        goSince = 0;
        newest.current.onGo(event.key);
      } else if (event.key === 'g') {
        goSince = Date.now();
      } else if (event.key === '?') {
        newest.current.onHelp();
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
