import type { FilterVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';
import abandonedCart from './recipes/abandoned-cart.json';
import bestCustomers from './recipes/best-customers.json';
import firstPurchase from './recipes/first-purchase.json';
import reviewRequest from './recipes/review-request.json';
import welcome from './recipes/welcome.json';
import winBack from './recipes/win-back.json';

export const recipes = {
  'abandoned-cart': abandonedCart,
  welcome,
  'first-purchase': firstPurchase,
  'review-request': reviewRequest,
  'win-back': winBack,
  'best-customers': bestCustomers,
} as unknown as Record<RecipeName, WorkflowDefinition>;

export type RecipeName =
  | 'abandoned-cart'
  | 'welcome'
  | 'first-purchase'
  | 'review-request'
  | 'win-back'
  | 'best-customers';

export const blank: WorkflowDefinition = { formatVersion: 2, nodes: [{ id: 'start', kind: 'start' }], edges: [] };

// Something of the store that a recipe needs: its own word for it, and what the store has to offer.
export interface Need {
  word: string;
  what: 'couponSet' | 'segment' | 'sendEventType' | 'event';
}

const placeholders: Need[] = [
  { word: '<coupon set>', what: 'couponSet' },
  { word: '<segment>', what: 'segment' },
  { word: '<event type>', what: 'sendEventType' },
];

export function needsOf(definition: WorkflowDefinition): Need[] {
  const words = definition.nodes.flatMap((node) => Object.values(node));
  const events = definition.nodes.flatMap((node) => (typeof node.event === 'string' ? [node.event] : []));
  return [
    ...[...new Set(events)].map((word): Need => ({ word, what: 'event' })),
    ...placeholders.filter((need) => words.includes(need.word)),
  ];
}

export type Offers = Record<Need['what'], { id: string; name: string }[]>;

export function offersOf(filters: FilterVocabulary, couponSets: { id: string; name: string }[]): Offers {
  return {
    couponSet: couponSets,
    segment: filters.segments,
    sendEventType: filters.events.filter((one) => !one.alias),
    event: filters.events.flatMap((one) => (one.alias ? [{ id: one.alias, name: one.name }] : [])),
  };
}

// What is likely meant: what has the same name, or the only one there is.
export function guess(need: Need, offers: Offers): string {
  const choices = offers[need.what];
  return choices.find((one) => one.id === need.word)?.id ?? (choices.length === 1 ? (choices[0]?.id ?? '') : '');
}

// A recipe for this store. What was not chosen is left out, for the draft to ask for.
export function filled(definition: WorkflowDefinition, chosen: Record<string, string>): WorkflowDefinition {
  const words = new Set(needsOf(definition).map((need) => need.word));
  const fill = (node: WorkflowNode) =>
    Object.fromEntries(
      Object.entries(node).flatMap(([name, value]) => {
        if (typeof value !== 'string' || name === 'id' || !words.has(value)) return [[name, value]];
        return chosen[value] ? [[name, chosen[value]]] : [];
      }),
    ) as WorkflowNode;
  return { ...definition, nodes: definition.nodes.map(fill) };
}
