import { expect, test } from 'vitest';
import { codesOf, refusedCodes } from './codes';

test.each([
  ['', []],
  ['A\nB\r\nC\rD', ['A', 'B', 'C', 'D']],
  ['  A  \n\n\tB', ['A', 'B']],
  ['A\nB\nA', ['A', 'B']],
  ['\ufeffCode\n"A"\n"B ""2"""', ['A', 'B "2"']],
  ['A, with a comma', ['A, with a comma']],
  ['A\ncode', ['A', 'code']],
])('%j has the codes %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes);
});

test('what is refused is told by its code', () => {
  const problems = [
    { path: '/codes/1', reason: 'is in the set already' },
    { path: '/codes', reason: 'would be too many' },
    { path: '/codes/7', reason: 'is unknown' },
  ];
  expect(refusedCodes(problems, ['A', 'B'])).toEqual([{ code: 'B', reason: 'is in the set already' }]);
});
