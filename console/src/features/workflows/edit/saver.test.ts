import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadWorkflow, WorkflowContent } from '~/api/workflows';
import { type Door, Saver, saveAfterMilliseconds, tryAgainMilliseconds } from './saver';

vi.mock('~/api/client', () => ({
  ApiError: class extends Error {
    status: number;
    constructor(status: number) {
      super('');
      this.status = status;
    }
  },
}));
const { ApiError } = await import('~/api/client');

const definition = { formatVersion: 2 as const, nodes: [{ id: 'start', kind: 'start' }], edges: [] };
const known = { id: '1', name: 'Old', definition, incidents: [], updatedAt: 'then' } as unknown as ReadWorkflow;
const named = (name: string): WorkflowContent => ({ name, definition });

// A server that answers as it is told, and remembers what it was sent.
function serverOf(answers: (number | ReadWorkflow | undefined)[], theirs: ReadWorkflow = known) {
  const sent: string[] = [];
  const door: Door = {
    load: async () => theirs,
    send: async (before, content) => {
      sent.push(`${content.name} over ${before.name}`);
      const answer = answers.shift();
      if (typeof answer === 'number') throw new ApiError(answer, '');
      return answer ?? { ...before, ...content };
    },
  };
  return { door, sent };
}

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft', () => {
  it('is saved once it stands still', async () => {
    const { door, sent } = serverOf([]);
    const saver = new Saver(known, door);
    saver.put(named('N'));
    await passes(saveAfterMilliseconds - 1);
    saver.put(named('New'));
    await passes(saveAfterMilliseconds - 1);
    expect(saver.now().state).toBe('waiting');
    expect(sent).toEqual([]);
    await passes(1);
    expect(sent).toEqual(['New over Old']);
    expect(saver.now().state).toBe('saved');
  });

  it('that was taken back is not sent', async () => {
    const { door, sent } = serverOf([]);
    const saver = new Saver(known, door);
    saver.put(named('New'));
    saver.put(named('Old'));
    await passes(saveAfterMilliseconds);
    expect(sent).toEqual([]);
    expect(saver.now().state).toBe('saved');
  });

  it('that changes while it is sent is sent again', async () => {
    const { door, sent } = serverOf([]);
    const saver = new Saver(known, door);
    saver.put(named('One'));
    const first = saver.flush();
    saver.put(named('Two'));
    await first;
    expect(saver.now().state).toBe('waiting');
    await passes(saveAfterMilliseconds);
    expect(sent).toEqual(['One over Old', 'Two over One']);
  });

  it('is kept and tried again while nobody answers', async () => {
    const { door, sent } = serverOf([0, 503, undefined]);
    const saver = new Saver(known, door);
    saver.put(named('New'));
    await passes(saveAfterMilliseconds);
    expect(saver.now().state).toBe('lost');
    await passes(tryAgainMilliseconds);
    expect(saver.now().state).toBe('lost');
    saver.put(named('Newer'));
    expect(saver.now().state).toBe('lost');
    await passes(tryAgainMilliseconds);
    expect(saver.now().state).toBe('saved');
    expect(sent.at(-1)).toBe('Newer over Old');
  });

  it('that is refused says so, and is sent again when it changes', async () => {
    const { door } = serverOf([422]);
    const saver = new Saver(known, door);
    saver.put(named(''));
    await passes(saveAfterMilliseconds);
    expect(saver.now()).toMatchObject({ state: 'refused', error: { status: 422 } });
    saver.put(named('Good'));
    await passes(saveAfterMilliseconds);
    expect(saver.now()).toMatchObject({ state: 'saved', error: undefined });
  });
});

describe('somebody else', () => {
  const theirs = { ...known, name: 'Theirs' };

  it.each([
    ['mine', 'Mine', ['Mine over Old', 'Mine over Theirs']],
    ['theirs', 'Theirs', ['Mine over Old']],
  ])('who saved meanwhile makes a conflict, in which nothing is sent until %s is chosen', async (_, name, all) => {
    const { door, sent } = serverOf([412], theirs);
    const saver = new Saver(known, door);
    saver.put(named('Mine'));
    await passes(saveAfterMilliseconds);
    expect(saver.now()).toMatchObject({ state: 'conflict', theirs });
    await passes(10 * tryAgainMilliseconds);
    expect(sent).toEqual(['Mine over Old']);
    await saver.settle(named(name));
    expect(saver.now()).toMatchObject({ state: 'saved', theirs: undefined, known: { name } });
    expect(sent).toEqual(all);
  });

  it('who changed something beside the draft makes none', async () => {
    const { door, sent } = serverOf([412], { ...known, status: 'active', tag: '"2"' });
    const saver = new Saver(known, door);
    saver.put(named('Mine'));
    await passes(saveAfterMilliseconds + 1);
    expect(sent).toEqual(['Mine over Old', 'Mine over Old']);
    expect(saver.now()).toMatchObject({ state: 'saved', known: { status: 'active' } });
  });

  it('whose change is read takes the place of what is here, unless that was not saved', () => {
    const saver = new Saver(known, serverOf([]).door);
    expect(saver.see({ ...known, status: 'paused' })).toBe(false);
    expect(saver.see(theirs)).toBe(true);
    saver.put(named('Mine'));
    expect(saver.see({ ...known, name: 'Another' })).toBe(false);
    expect(saver.now().known.name).toBe('Theirs');
  });
});
