import type { FilterVocabulary, WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';
import { periodOf } from '~/ui/period';
import { kindOf } from '../model';

// Something that happens to the contact of a simulation: an event with its fields, a purchase, or a change of a field.
export interface SimulationInput {
  id: number;
  // How long after the beginning; undefined: at once.
  after: string | undefined;
  what: { event: string; fields: Record<string, unknown> } | { product: string; price: string } | FieldChange;
}

export interface FieldChange {
  field: string;
  value: unknown;
}

let made = 0;
export const newSimulationInput = (what: SimulationInput['what']): SimulationInput => ({
  id: ++made,
  after: undefined,
  what,
});

const channelFields: Record<string, string> = {
  newsletter: '_newsletterSubscriptionStatus',
  sms: '_smsSubscriptionStatus',
};

// What must happen for a trigger; undefined for one that nothing of this kind sets off.
function simulationInputOf(node: WorkflowNode): SimulationInput['what'] | undefined {
  const said = node as Record<string, unknown>;
  switch (node.kind) {
    case 'on-event':
      return typeof said.event === 'string' ? { event: said.event, fields: {} } : undefined;
    case 'on-purchase':
      return { product: '', price: '' };
    case 'on-field-changed':
      return typeof said.field === 'string' ? { field: said.field, value: said.to } : undefined;
    case 'on-subscribed':
    case 'on-unsubscribed': {
      const field = channelFields[String(said.channel ?? 'newsletter')];
      return field ? { field, value: node.kind === 'on-subscribed' ? 'subscribed' : 'unsubscribed' } : undefined;
    }
    default:
      return undefined;
  }
}

// What sets the workflow off: one thing for its first trigger that can be made to happen.
export function firstInputs(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition): SimulationInput[] {
  const triggers = definition.nodes.filter((node) => kindOf(vocabulary, node)?.role === 'trigger');
  const what = triggers.map(simulationInputOf).find((one) => one !== undefined);
  return what ? [newSimulationInput(what)] : [];
}

const minute = 60_000;
const unitMinutes = { TM: 1, TH: 60, D: 1440, W: 7 * 1440, M: 30 * 1440, Y: 365 * 1440 };

// A value of an event as its field has it.
export function eventValue(kind: string | undefined, text: string): unknown {
  if (kind === 'integer' || kind === 'decimal') return Number(text);
  return kind === 'boolean' ? text === 'true' : text;
}

function bodyOf({ id, after, what }: SimulationInput, begin: Date, filters: FilterVocabulary) {
  const period = periodOf(after);
  const later = period ? period.count * unitMinutes[period.unit] * minute : 0;
  const at = new Date(begin.getTime() + later).toISOString();
  if ('event' in what) return { at, event: what.event, fields: what.fields };
  if ('product' in what) {
    const price = Number(what.price);
    const products = [{ productId: what.product, quantity: 1, price }];
    return { at, purchase: { purchaseId: `simulated-${id}`, totalPrice: price, totalQuantity: 1, products } };
  }
  const isKnown = filters.fields.some((one) => one.id === what.field);
  return { at, patch: isKnown ? { [what.field]: what.value ?? null } : {} };
}

export function simulationBody(contactId: string, inputs: SimulationInput[], begin: Date, filters: FilterVocabulary) {
  return {
    contactId,
    from: begin.toISOString(),
    happens: inputs.map((one) => bodyOf(one, begin, filters)),
  };
}

// What a trial reads in the place of what the trigger would have told.
export function trialValues(inputs: SimulationInput[]): Record<string, unknown> {
  const what = inputs[0]?.what;
  if (!what) return {};
  if ('event' in what) return what.fields;
  return 'product' in what ? { totalPrice: Number(what.price), totalQuantity: 1 } : {};
}
