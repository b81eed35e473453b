import type { View } from './ViewSwitch';

// What the address says of the page of a workflow.
export interface Place {
  node: string | undefined;
  view: View;
  set: (change: { node?: string; view?: View; edit?: string }) => void;
}
