import { describe, expect, it } from 'vitest';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition } from '~/api/workflows';
import { inOrder, placesOf } from './layout';
import { portsOf } from './model';

const kind = (name: string, role: string, ports: string[], more = {}) => ({
  kind: name,
  role,
  ports,
  parameters: [],
  ...more,
});
const vocabulary = {
  kinds: [
    kind('start', 'start', ['next']),
    kind('on-purchase', 'trigger', ['next']),
    kind('check', 'question', ['yes', 'no']),
    kind('split', 'question', [], { portsFrom: 'shares' }),
    kind('switch', 'question', ['else'], { portsFrom: 'cases' }),
    kind('wait', 'wait', ['next']),
    kind('stop', 'end', []),
  ],
} as unknown as WorkflowVocabulary;

const simple: WorkflowDefinition = {
  formatVersion: 2,
  nodes: [
    { id: 'start', kind: 'start' },
    { id: 'bought', kind: 'on-purchase' },
    { id: 'rich', kind: 'check' },
    { id: 'end', kind: 'stop' },
  ],
  edges: [
    { from: 'start', to: 'bought' },
    { from: 'bought', to: 'rich' },
    { from: 'rich', port: 'yes', to: 'end' },
  ],
};

// Random trees of questions, the same for the same seed.
function tree(seed: number): WorkflowDefinition {
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const definition: WorkflowDefinition = { formatVersion: 2, nodes: [{ id: 'start', kind: 'start' }], edges: [] };
  const grow = (from: string, port: string, depth: number) => {
    const id = `n${definition.nodes.length}`;
    const isQuestion = depth < 4 && random() < 0.7;
    definition.nodes.push({ id, kind: isQuestion ? 'check' : 'stop' });
    definition.edges.push({ from, port, to: id });
    if (!isQuestion) return;
    const ports = random() < 0.5 ? ['yes', 'no'] : ['no', 'yes'];
    for (const one of ports) grow(id, one, depth + 1);
  };
  grow('start', 'next', 0);
  return definition;
}

describe('the places of steps', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('keep yes to the left of no (seed %i)', (seed) => {
    const definition = tree(seed);
    const places = placesOf(vocabulary, definition);
    for (const node of definition.nodes.filter((one) => one.kind === 'check')) {
      const at = (port: string) =>
        places.get(definition.edges.find((edge) => edge.from === node.id && edge.port === port)?.to ?? '')?.x ??
        Number.NaN;
      expect(at('yes')).toBeLessThan(at('no'));
    }
  });

  it('go from the top down and do not overlap', () => {
    const places = [...placesOf(vocabulary, tree(7)).values()];
    for (const [number, one] of places.entries()) {
      for (const other of places.slice(number + 1)) {
        expect(Math.abs(one.x - other.x) >= 220 || Math.abs(one.y - other.y) >= 84).toBe(true);
      }
    }
  });
});

describe('a workflow', () => {
  it('is read along its ports', () => {
    expect(inOrder(vocabulary, simple)).toEqual(['start', 'bought', 'rich', 'end']);
  });

  it('has the ports that its cases and shares name', () => {
    const shares = [{ port: 'a', percent: 50 }, { port: 'b', percent: 50 }, { percent: 0 }];
    expect(portsOf(vocabulary, { id: 's', kind: 'split', shares } as never)).toEqual(['a', 'b']);
    expect(portsOf(vocabulary, { id: 's', kind: 'switch', cases: [{ port: 'vip' }] } as never)).toEqual([
      'vip',
      'else',
    ]);
    expect(portsOf(vocabulary, { id: 's', kind: 'unknown' })).toEqual([]);
  });
});
