import { describe, expect, it } from 'vitest';
import type { FilterVocabulary, WorkflowVocabulary } from '~/api/fields';
import { isAboutContacts } from '~/api/filters';
import type { WorkflowDefinition } from '~/api/workflows';
import { builder } from '~/text/builder.en';
import { en as frame } from '~/text/en';
import { first } from '~/text/first.en';
import { pagesEn } from '~/text/pages/en';
import { filterWords } from '~/ui/filter/words';
import { pathValues } from './values';

const en = { ...first, ...frame, ...pagesEn, builder };
const vocabulary = {
  kinds: [
    { kind: 'start', role: 'start', parameters: [], values: [] },
    {
      kind: 'on-event',
      role: 'trigger',
      parameters: [{ name: 'event', type: 'eventType', required: true }],
      values: [],
      valuesFrom: 'event',
    },
    { kind: 'on-purchase', role: 'trigger', parameters: [], values: [{ name: 'totalPrice', kind: 'decimal' }] },
    { kind: 'assign-coupon', role: 'act', parameters: [], values: [{ name: 'code', kind: 'identifier' }] },
    {
      kind: 'wait-for',
      role: 'wait',
      parameters: [{ name: 'trigger', type: 'trigger', required: true }],
      values: [],
      valuesFrom: 'trigger',
    },
    { kind: 'check', role: 'question', parameters: [], values: [] },
  ],
} as unknown as WorkflowVocabulary;
const filters = {
  kinds: [],
  fields: [],
  segments: [],
  events: [{ id: '1', alias: 'cart', name: 'Cart', fields: [{ id: 'total', name: 'Total', kind: 'decimal' }] }],
} as unknown as FilterVocabulary;
const definition: WorkflowDefinition = {
  formatVersion: 2,
  nodes: [
    { id: 'start', kind: 'start' },
    { id: 'cart', kind: 'on-event', event: 'cart' },
    { id: 'gift', kind: 'assign-coupon' },
    { id: 'buys', kind: 'wait-for', trigger: { kind: 'on-purchase' } },
    { id: 'ask', kind: 'check' },
  ],
  edges: [
    { from: 'start', to: 'cart' },
    { from: 'cart', to: 'gift' },
    { from: 'gift', port: 'assigned', to: 'buys' },
    { from: 'buys', port: 'happened', to: 'ask' },
  ],
};
const paths = (id: string | undefined) => pathValues(vocabulary, filters, definition, id, en).map((one) => one.id);

describe('a node reads', () => {
  it('what the trigger and the nodes before it leave', () => {
    expect(paths('ask')).toEqual(['event.total', 'nodes.gift.code', 'nodes.buys.totalPrice']);
    expect(paths('buys')).toEqual(['event.total', 'nodes.gift.code']);
    expect(paths(undefined)).toEqual(['event.total']);
  });
});

describe('a filter in a run', () => {
  const words = { ...filters, paths: pathValues(vocabulary, filters, definition, 'ask', en) };
  it('is told with the names of values', () => {
    expect(filterWords({ path: 'event.total', is: 'atLeast', value: 50 }, words, en)).toBe(
      'Event: Total is at least 50',
    );
    expect(filterWords({ not: { any: [{ purchases: {} }, { field: 'city', is: 'isSet' }] } }, words, en)).toBe(
      'Not (Purchases: at least 1 or city is known)',
    );
    const lately = { purchases: { within: { last: 'P30D' }, where: [{ item: 'brand', is: 'isSet' }] } };
    expect(filterWords({ ...lately, amount: { atLeast: 1200 } }, words, en)).toBe(
      'Purchases: amount at least 1,200 in the last 30 days (where …)',
    );
    expect(filterWords({ field: 'city', is: 'before', value: '2026-03-01T00:00:00.000Z' }, words, en)).toBe(
      'city is before 1 Mar 2026',
    );
  });
  it('is not asked of all contacts', () => {
    expect(isAboutContacts({ all: [{ segment: '1' }, { not: { path: 'event.total', is: 'isSet' } }] })).toBe(false);
    expect(isAboutContacts({ purchases: { within: { since: 'start' } } })).toBe(false);
    expect(isAboutContacts({ any: [{ event: 'cart', within: { last: 'P1D' } }] })).toBe(true);
  });
});
