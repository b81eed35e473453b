import { describe, expect, it } from 'vitest';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition, WorkflowNode } from '~/api/workflows';
import type { Kind } from '../model';
import { changeNode, connect, goalsAt, insertAt, kindsAt, newNode, removeNode, withMember } from './change';

const kind = (name: string, role: string, ports: string[], more = {}) =>
  ({ kind: name, role, ports, parameters: [], values: [], ...more }) as unknown as Kind;
const vocabulary = {
  kinds: [
    kind('start', 'start', ['next']),
    kind('on-purchase', 'trigger', ['next']),
    kind('on-event', 'trigger', ['next']),
    kind('check', 'question', ['yes', 'no']),
    kind('split', 'question', [], {
      portsFrom: 'shares',
      parameters: [{ name: 'shares', type: 'shares', required: true }],
    }),
    kind('wait', 'wait', ['next']),
    kind('stop', 'end', []),
  ],
  limits: { sharesMin: 3 },
} as unknown as WorkflowVocabulary;

const node = (id: string, name: string, more = {}): WorkflowNode => ({ id, kind: name, ...more });
const empty: WorkflowDefinition = { formatVersion: 2, nodes: [node('start', 'start')], edges: [] };
const cart: WorkflowDefinition = {
  formatVersion: 2,
  nodes: [node('start', 'start'), node('bought', 'on-purchase'), node('rich', 'check'), node('end', 'stop')],
  edges: [
    { from: 'start', to: 'bought' },
    { from: 'bought', to: 'rich' },
    { from: 'rich', port: 'no', to: 'end' },
  ],
};
const named = (name: string) => vocabulary.kinds.find((one) => one.kind === name) as Kind;
const edges = (definition: WorkflowDefinition) =>
  definition.edges.map(({ from, port, to }) => [from, port, to].filter(Boolean).join(' '));

describe('a step that is added', () => {
  it('stands between what it is put behind and what was there', () => {
    const { definition, id } = insertAt(vocabulary, cart, { from: 'bought', port: 'next' }, node('wait', 'wait'));
    expect(id).toBe('wait');
    expect(edges(definition)).toEqual(['start bought', 'rich no end', 'bought wait', 'wait rich']);
  });

  it('leads on by its first port', () => {
    const { definition } = insertAt(vocabulary, cart, { from: 'rich', port: 'no' }, node('sure', 'check'));
    expect(edges(definition)).toContain('rich no sure');
    expect(edges(definition)).toContain('sure yes end');
  });

  it('has an id of its own, which says what it is', () => {
    const twice = insertAt(vocabulary, cart, { from: 'rich', port: 'yes' }, node('bought', 'wait'));
    expect(twice.id).toBe('bought-2');
    expect(newNode(vocabulary, cart, named('on-event')).id).toBe('event');
  });

  it('is a trigger beside the others, or between the start and what it led to', () => {
    const spot = { from: 'start', port: 'next' };
    const beside = insertAt(vocabulary, cart, spot, node('event', 'on-event'));
    expect(edges(beside.definition)).toEqual([
      'start bought',
      'bought rich',
      'rich no end',
      'start event',
      'event rich',
    ]);
    const direct = { ...empty, nodes: [...empty.nodes, node('wait', 'wait')], edges: [{ from: 'start', to: 'wait' }] };
    expect(edges(insertAt(vocabulary, direct, spot, node('event', 'on-event')).definition)).toEqual([
      'start event',
      'event wait',
    ]);
  });

  it('has what it cannot do without', () => {
    expect(newNode(vocabulary, empty, named('split')).shares).toEqual([
      { port: 'a', percent: 34 },
      { port: 'b', percent: 33 },
      { port: 'c', percent: 33 },
    ]);
  });
});

describe('what can be put somewhere', () => {
  const at = (definition: WorkflowDefinition, from: string, port: string) =>
    kindsAt(vocabulary, definition, { from, port }).map((one) => one.kind);

  it('is anything behind a start that leads nowhere', () =>
    expect(at(empty, 'start', 'next')).toEqual(['on-purchase', 'on-event', 'check', 'split', 'wait', 'stop']));
  it('is triggers alone beside triggers', () => expect(at(cart, 'start', 'next')).toEqual(['on-purchase', 'on-event']));
  it('is no end where something follows, and no trigger in the middle', () => {
    expect(at(cart, 'bought', 'next')).toEqual(['check', 'split', 'wait']);
    expect(at(cart, 'rich', 'yes')).toEqual(['check', 'split', 'wait', 'stop']);
  });
  it('can be led to unless it is the start, a trigger, or itself', () => {
    expect(goalsAt(vocabulary, cart, { from: 'rich', port: 'yes' })).toEqual(['end']);
    expect(goalsAt(vocabulary, cart, { from: 'start', port: 'next' })).toEqual(['bought', 'rich', 'end']);
  });
});

describe('a step that is removed', () => {
  it('leaves no gap', () => {
    const { definition } = insertAt(vocabulary, cart, { from: 'bought', port: 'next' }, node('wait', 'wait'));
    const removed = removeNode(vocabulary, definition, 'wait');
    expect(edges(removed).sort()).toEqual(edges(cart).sort());
    expect(removed.nodes).toEqual(cart.nodes);
  });

  it('takes the ways of its other ports along', () =>
    expect(edges(removeNode(vocabulary, cart, 'rich'))).toEqual(['start bought']));

  it('is not the start', () => expect(removeNode(vocabulary, cart, 'start')).toBe(cart));

  it('leaves the start to the other triggers', () => {
    const { definition } = insertAt(vocabulary, cart, { from: 'start', port: 'next' }, node('event', 'on-event'));
    expect(edges(removeNode(vocabulary, definition, 'bought'))).toEqual(['rich no end', 'start event', 'event rich']);
    expect(edges(removeNode(vocabulary, cart, 'bought'))).toEqual(['start rich', 'rich no end']);
  });
});

describe('a way', () => {
  it('leads to one step, or to none', () => {
    const spot = { from: 'rich', port: 'no' };
    expect(edges(connect(vocabulary, cart, spot, undefined))).toEqual(['start bought', 'bought rich']);
    expect(edges(connect(vocabulary, cart, { from: 'rich', port: 'yes' }, 'end'))).toContain('rich yes end');
    expect(edges(connect(vocabulary, cart, { from: 'bought', port: 'next' }, 'end'))).toContain('bought end');
    expect(edges(connect(vocabulary, cart, { from: 'bought', port: 'next' }, 'end'))).not.toContain('bought rich');
  });

  it('from the start leads to several triggers', () => {
    const more = { ...cart, nodes: [...cart.nodes, node('event', 'on-event')] };
    const spot = { from: 'start', port: 'next' };
    expect(edges(connect(vocabulary, more, spot, 'event'))).toContain('start bought');
    expect(edges(connect(vocabulary, more, spot, 'rich'))).not.toContain('start bought');
  });

  it('follows the name of its port, and goes with it', () => {
    const shares = ['a', 'b'].map((port) => ({ port, percent: 50 }));
    const split = {
      ...empty,
      nodes: [...empty.nodes, node('s', 'split', { shares }), node('end', 'stop')],
      edges: [
        { from: 's', port: 'a', to: 'end' },
        { from: 's', port: 'b', to: 'end' },
      ],
    };
    const renamed = shares.map((one) => (one.port === 'a' ? { ...one, port: 'many' } : one));
    expect(edges(changeNode(vocabulary, split, node('s', 'split', { shares: renamed })))).toEqual([
      's many end',
      's b end',
    ]);
    expect(edges(changeNode(vocabulary, split, node('s', 'split', { shares: shares.slice(1) })))).toEqual(['s b end']);
  });
});

describe('a value', () => {
  it('that is not said is left out', () => {
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
    expect(withMember({ a: 1 }, 'b', false)).toEqual({ a: 1, b: false });
  });
});
