import { expect, test } from 'vitest';
import { wordOf } from './word';

test.each([
  ['Seats taken', 'seats-taken'],
  ['Señal: 10 €', 'senal-10'],
  ['  ', ''],
])('%s becomes the word %s', (name, word) => {
  expect(wordOf(name)).toBe(word);
});
