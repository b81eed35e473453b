import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useText } from '~/text/t';
import { Button } from './Button';

interface Toast {
  number: number;
  words: string;
  isBad: boolean;
  undo: (() => void) | undefined;
}

const secondsShown = 8;
let toasts: Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function remove(number: number): void {
  change(toasts.filter((toast) => toast.number !== number));
}

// Says what was done, for a few seconds, with a way back where there is one.
export function say(words: string, undo?: () => void): void {
  const number = ++count;
  change([...toasts, { number, words, isBad: false, undo }]);
  setTimeout(() => remove(number), secondsShown * 1000);
}

export function sayFailed(words: string): void {
  change([...toasts, { number: ++count, words, isBad: true, undo: undefined }]);
}

export function Toasts() {
  const t = useText();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.number} className={toast.isBad ? 'toast bad' : 'toast'}>
          <span>{toast.words}</span>
          {toast.undo && (
            <Button
              small
              onClick={() => {
                toast.undo?.();
                remove(toast.number);
              }}
            >
              {t.actions.undo}
            </Button>
          )}
          <Button
            look="quiet"
            small
            icon={<X aria-hidden />}
            label={t.actions.close}
            onClick={() => remove(toast.number)}
          />
        </div>
      ))}
    </div>
  );
}
