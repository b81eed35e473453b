import { expect, test } from 'vitest';
import { follow, type LiveAnswer } from './follow';

const refused = (status: number, retryAfterSeconds?: number) =>
  Object.assign(new Error(), { status, retryAfterSeconds });

// What happens with these answers, each after so many seconds; then it is aborted.
async function told(answers: [seconds: number, answer: LiveAnswer | Error][]): Promise<string[]> {
  const events: string[] = [];
  const abort = new AbortController();
  let now = 0;
  let asking = 0;
  const left = [...answers];
  await follow(
    {
      ask: async (after) => {
        expect(++asking).toBe(1);
        events.push(`ask ${after ?? 'first'}`);
        await Promise.resolve();
        --asking;
        const next = left.shift();
        if (!next) {
          abort.abort();
          throw new Error('aborted');
        }
        now += next[0];
        if (next[1] instanceof Error) throw next[1];
        return next[1];
      },
      onChange: () => events.push('change'),
      pause: async (seconds) => {
        events.push(`pause ${seconds}`);
        now += seconds;
      },
      now: () => now,
    },
    abort.signal,
  );
  return events;
}

const answer = (number: number, askAgainIn = 0): LiveAnswer => ({ number, askAgainIn });

test('it asks with the last number, and tells when it is another one', async () => {
  expect(
    await told([
      [0, answer(7)],
      [20, answer(7)],
      [5, answer(8)],
    ]),
  ).toEqual(['ask first', 'change', 'ask 7', 'ask 7', 'change', 'ask 8']);
});

test('it asks at most once a second, also when it is never kept waiting', async () => {
  expect(
    await told([
      [0, answer(7)],
      [0.25, answer(8)],
      [0, answer(8)],
    ]),
  ).toEqual(['ask first', 'change', 'ask 7', 'change', 'pause 0.75', 'ask 8', 'pause 1', 'ask 8']);
});

test('it waits as long as it is told to', async () => {
  expect(await told([[0, answer(7, 5)]])).toEqual(['ask first', 'change', 'pause 5', 'ask 7']);
  expect(await told([[0, refused(429, 9)]])).toEqual(['ask first', 'pause 9', 'ask first']);
});

test('a lost connection is tried again later and later, and goes on with the same number', async () => {
  const lost = Array.from({ length: 7 }, (): [number, Error] => [0, refused(0)]);
  const events = await told([[0, answer(7)], ...lost, [0, answer(8)], [0, refused(0)]]);
  expect(events.filter((event) => event.startsWith('pause'))).toEqual([
    ...[1, 2, 4, 8, 16, 30, 30].map((seconds) => `pause ${seconds}`),
    'pause 1',
    'pause 1',
  ]);
  expect(events.filter((event) => event === 'ask 7')).toHaveLength(8);
  expect(events.filter((event) => event === 'change')).toHaveLength(2);
});

test('it ends when nobody is signed in', async () => {
  expect(await told([[0, refused(401)]])).toEqual(['ask first']);
});
