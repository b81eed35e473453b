import { expect, it } from 'vitest';
import type { Activity } from '~/api/contacts';
import type { RunWithSteps } from '~/api/workflows';
import { mergeTimeline } from './merge';

const activity = (id: string, at: string) =>
  ({ id, at, kind: 'purchase', data: {}, moment: {} }) as unknown as Activity;
const run = (...steps: [number, string][]) =>
  ({ id: 'run', steps: steps.map(([number, at]) => ({ number, at })) }) as unknown as RunWithSteps;
const ids = (entries: ReturnType<typeof mergeTimeline>) => entries.map((entry) => entry.id);

it('tells activities and steps in one order, the newest first', () => {
  const entries = mergeTimeline(
    [activity('b', '2026-03'), activity('a', '2026-01')],
    [run([1, '2026-02'], [2, '2026-04'])],
    false,
  );
  expect(ids(entries)).toEqual(['run 2', 'b', 'run 1', 'a']);
});

it('keeps the order of steps of one moment', () => {
  expect(ids(mergeTimeline([], [run([1, '2026-02'], [2, '2026-02'], [3, '2026-02'])], false))).toEqual([
    'run 3',
    'run 2',
    'run 1',
  ]);
});

it('leaves out steps of a time that was not loaded yet', () => {
  const activities = [activity('b', '2026-03')];
  expect(ids(mergeTimeline(activities, [run([1, '2026-02'])], true))).toEqual(['b']);
  expect(ids(mergeTimeline(activities, [run([1, '2026-02'])], false))).toEqual(['b', 'run 1']);
});

it('is empty when nothing happened', () => {
  expect(mergeTimeline([], [], false)).toEqual([]);
});
