import type { ReactNode } from 'react';
import { type Scope, useMay } from '~/api/session';

// What needs a scope is shown to those who have it; the server refuses it to others.
export function IfMay({ scope, children }: { scope: Scope; children: ReactNode }) {
  return useMay()(scope) ? children : null;
}
