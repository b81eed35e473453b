import { useEffect, useRef } from 'react';

export interface EditKeys {
  onUndo: (() => void) | undefined;
  onRedo: (() => void) | undefined;
  onAdd: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  onCut: (() => void) | undefined;
  onCopy: (() => void) | undefined;
  onPaste: (() => void) | undefined;
}

function wantedBy(event: KeyboardEvent): keyof EditKeys | undefined {
  const key = event.key.toLowerCase();
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'onRedo' : 'onUndo';
    const byKey: Record<string, keyof EditKeys> = { y: 'onRedo', x: 'onCut', c: 'onCopy', v: 'onPaste' };
    return byKey[key];
  }
  if (key === 'a') return 'onAdd';
  return key === 'delete' || key === 'backspace' ? 'onRemove' : undefined;
}

// The keys of the editor, wherever the focus is but where somebody types or chose text.
export function useEditKeys(keys: EditKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable="true"]');
      if (isTyping || document.querySelector('dialog[open]') || window.getSelection()?.toString()) return;
      const wanted = wantedBy(event);
      const act = wanted && newest.current[wanted];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
