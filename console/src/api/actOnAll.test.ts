import { expect, test } from 'vitest';
import { actOnAll, type BulkProgress } from './actOnAll';

const page = (ids: string[], next?: string) => ({
  links: next ? { next: `https://shop.example/?cursor=${next}` } : {},
  results: ids.map((id) => ({ id })),
});
const many = (count: number) => Array.from({ length: count }, (_, number) => `c${number}`);

test('everybody of every page is acted on, a hundred at a time, and the reasons are counted', async () => {
  const pages = [page(many(150), 'a'), page([], 'b'), page(['x', 'y'])];
  const asked: (string | undefined)[] = [];
  const sizes: number[] = [];
  const told: BulkProgress[] = [];
  await actOnAll(
    {
      load: async (cursor) => {
        asked.push(cursor);
        return pages.shift() ?? page([]);
      },
      act: async (ids) => {
        sizes.push(ids.length);
        return ids.map((id) => (id === 'x' ? 'was there' : undefined));
      },
    },
    undefined,
    new AbortController().signal,
    (progress) => told.push(progress),
  );
  expect(asked).toEqual([undefined, 'a', 'b']);
  expect(sizes).toEqual([100, 50, 2]);
  expect(told.at(-1)).toEqual({ people: 152, done: 151, left: { 'was there': 1 }, next: undefined });
  expect(told.map(({ people }) => people)).toEqual([150, 150, 152]);
});

test('it stops where it is told to, and goes on from there', async () => {
  const stop = new AbortController();
  let told: BulkProgress | undefined;
  const load = async (cursor: string | undefined) => (cursor ? page(['b']) : page(['a'], 'on'));
  const act = async (ids: string[]) => ids.map(() => undefined);
  await actOnAll({ load, act }, undefined, stop.signal, (progress) => {
    told = progress;
    stop.abort();
  });
  expect(told).toEqual({ people: 1, done: 1, left: {}, next: 'on' });
  await actOnAll({ load, act }, told, new AbortController().signal, (progress) => {
    told = progress;
  });
  expect(told).toEqual({ people: 2, done: 2, left: {}, next: undefined });
});

test('whoever asks too often waits, and any other failure ends it', async () => {
  const answers: (Error | undefined)[] = [
    Object.assign(new Error('too many'), { status: 429, retryAfterSeconds: 0 }),
    undefined,
  ];
  let calls = 0;
  const work = {
    load: async () => page(['a']),
    act: async (ids: string[]) => {
      ++calls;
      const failure = answers.shift();
      if (failure) throw failure;
      return ids.map(() => undefined);
    },
  };
  await actOnAll(work, undefined, new AbortController().signal, () => undefined);
  expect(calls).toBe(2);
  answers.push(Object.assign(new Error('paused'), { status: 409 }));
  await expect(actOnAll(work, undefined, new AbortController().signal, () => undefined)).rejects.toThrow('paused');
});
