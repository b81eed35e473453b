import { expect, test } from 'vitest';
import { beginningOf, delimiterOf, lineOf, withCells } from './csv';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const cellsOf = (text: string, isWhole: boolean, rowsMax = 20) =>
  beginningOf(bytesOf(text), ',', isWhole, rowsMax).rows.map(({ cells }) => cells);

test.each([
  ['_email,_name\nx', ','],
  ['_email;_name;a,b\nx', ';'],
  ['_email\nx', ','],
])('%s is separated by %s', (text, delimiter) => {
  expect(delimiterOf(bytesOf(text))).toBe(delimiter);
});

test('cells may be quoted, with quotes, delimiters and line ends inside', () => {
  const text = '_email,_name\r\nada@x.org,"Lovelace, ""Ada"""\r\n\r\ngrace@x.org,"two\nlines"\r\n"",last\n';
  const found = beginningOf(bytesOf(text), ',', true, 20);
  expect(found.columns).toEqual(['_email', '_name']);
  expect(text.slice(0, found.headerEnd)).toBe('_email,_name\r\n');
  expect(found.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, 'ada@x.org', 'Lovelace, "Ada"'],
    [4, 'grace@x.org', 'two\nlines'],
    [6, '', 'last'],
  ]);
  expect(found.rows.map(({ start, end }) => text.slice(start, end)).join('|')).toBe(
    'ada@x.org,"Lovelace, ""Ada"""\r\n|grace@x.org,"two\nlines"\r\n|"",last\n',
  );
});

test('a line that is cut off is not told, the last one of a whole file is', () => {
  expect(cellsOf('a,b\n1,2\n3,', false)).toEqual([['1', '2']]);
  expect(cellsOf('a,b\n1,2\n3,4', true)).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(cellsOf('a,b\n1,"never closed\n', true)).toEqual([]);
});

test('the header is measured in bytes, with the byte order mark', () => {
  expect(beginningOf(bytesOf('\ufeffaño;b\n1;2\n'), ';', true, 20)).toMatchObject({
    columns: ['año', 'b'],
    headerEnd: 3 + 4 + 1 + 1 + 1,
  });
  expect(beginningOf(bytesOf('only'), ',', true, 20)).toEqual({ columns: ['only'], headerEnd: 4, rows: [] });
  expect(beginningOf(bytesOf(''), ',', true, 20)).toEqual({ columns: [], headerEnd: 0, rows: [] });
});

test('no more rows are read than are wanted', () => {
  expect(cellsOf('a\n1\n2\n3\n', true, 2)).toEqual([['1'], ['2']]);
});

test('a line is written with quotes', () => {
  expect(lineOf(['_email', 'a "b"'], ';')).toBe('"_email";"a ""b"""\n');
});

test('a row is changed where it stands, and every other byte stays', () => {
  const text = '\ufeffe;n\r\nñ@x.org;1\r\n"broken;\ntwice";2;3\nlast;4';
  // A byte that is no UTF-8, in a row that nobody changes.
  const bytes = bytesOf(text).map((byte) => (byte === '4'.charCodeAt(0) ? 0xff : byte));
  const found = beginningOf(bytes, ';', true, 20);
  expect(found.rows.map(({ line }) => line)).toEqual([2, 3, 5]);
  const changed = withCells(bytes, found, new Map([[3, ['whole', '2', '']]]), ';');
  expect(textOf(changed)).toBe('\ufeffe;n\r\nñ@x.org;1\r\n"whole";"2"\nlast;\ufffd');
  expect(changed.at(-1)).toBe(0xff);
  expect(withCells(bytes, found, new Map(), ';')).toEqual(bytes);
});
