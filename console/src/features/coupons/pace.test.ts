import { expect, test } from 'vitest';
import { isTellable, paceOf, runsOutAt } from './pace';

const now = Date.parse('2026-03-20T12:00:00Z');
const day = 86_400_000;
const before = (days: number) => new Date(now - days * day).toISOString();
const given = (...days: number[]) => days.map((one) => ({ assignedAt: before(one) }));
const old = { createdAt: before(100) };

test.each<[string, { createdAt: string }, { assignedAt?: string }[], boolean, number | undefined]>([
  ['nothing was given out', old, [], true, undefined],
  ['nothing was given out lately', old, given(8, 30), true, undefined],
  ['a free code tells nothing', old, [{}], true, undefined],
  ['all that were given out', old, given(0.5, 1, 2, 3, 4, 5, 6), true, 1],
  ['older ones do not count', old, given(1, 2, 8, 9), true, 2 / 7],
  ['more are there, but the week is known', old, given(1, 2, 8), false, 2 / 7],
  ['more are there within the week', old, given(0.5, 1, 2), false, 1.5],
  ['many at once tell of no day', old, given(0.001, 0.002), false, undefined],
  ['a set that is two days old', { createdAt: before(2) }, given(0.1, 1), true, 1],
  ['a set of this hour', { createdAt: before(0.01) }, given(0.001, 0.002), true, 2],
])('%s', (_, set, newest, isAll, pace) => {
  const found = paceOf(set, newest, isAll, now);
  if (pace === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(pace);
});

test('what is left at that pace tells the day', () => {
  expect(runsOutAt(10, 2, now)).toBe('2026-03-25T12:00:00.000Z');
});

test('beyond a year no day is told', () => {
  expect([isTellable(365, 1), isTellable(366, 1)]).toEqual([true, false]);
});
