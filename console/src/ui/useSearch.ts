import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useDebounced } from './useDebounced';

const searchAfterMilliseconds = 120;

export interface Search {
  // What the list is asked for: the `q` of the address.
  asked: string;
  typed: string;
  setTyped: (text: string) => void;
}

// Search as you type. What is typed becomes part of the address, so that it can be kept and shared.
export function useSearch(): Search {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const settled = useDebounced(typed.trim(), searchAfterMilliseconds);
  useEffect(() => {
    if (settled === asked) return;
    setParameters(settled ? { q: settled } : {}, { replace: true });
  }, [settled, asked, setParameters]);
  return { asked, typed, setTyped };
}
