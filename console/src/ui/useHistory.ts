import { useCallback, useRef, useState } from 'react';

const stepsKept = 100;
const togetherMilliseconds = 1_000;

interface Steps<State> {
  past: State[];
  now: State;
  future: State[];
}

export interface History<State> {
  now: State;
  // Changes of the same thing that follow each other at once, such as letters, are one step.
  change: (next: State, what?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  // Begins anew, with nothing to undo.
  reset: (state: State) => void;
}

export function useHistory<State>(initial: State): History<State> {
  const [steps, setSteps] = useState<Steps<State>>({ past: [], now: initial, future: [] });
  const last = useRef({ what: undefined as string | undefined, at: 0 });
  const change = useCallback((now: State, what?: string) => {
    const isMore =
      what !== undefined && what === last.current.what && Date.now() - last.current.at < togetherMilliseconds;
    last.current = { what, at: Date.now() };
    setSteps((before) => ({
      past: isMore ? before.past : [...before.past, before.now].slice(-stepsKept),
      now,
      future: [],
    }));
  }, []);
  const reset = useCallback((now: State) => setSteps({ past: [], now, future: [] }), []);
  const undo = useCallback(
    () =>
      setSteps(({ past, now, future }) => {
        const last = past.at(-1);
        return last === undefined
          ? { past, now, future }
          : { past: past.slice(0, -1), now: last, future: [now, ...future] };
      }),
    [],
  );
  const redo = useCallback(
    () =>
      setSteps(({ past, now, future }) => {
        const next = future[0];
        return next === undefined
          ? { past, now, future }
          : { past: [...past, now], now: next, future: future.slice(1) };
      }),
    [],
  );
  return {
    now: steps.now,
    change,
    undo: steps.past.length ? undo : undefined,
    redo: steps.future.length ? redo : undefined,
    reset,
  };
}
