export type Delimiter = ',' | ';';
export type Bytes = Uint8Array<ArrayBuffer>;

export interface Row {
  // Where it begins in the file, counted from 1 with the header.
  line: number;
  // Its bytes, with its line end.
  start: number;
  end: number;
  cells: string[];
}

export interface Beginning {
  columns: string[];
  // Where the first row begins.
  headerEnd: number;
  // The first rows after the header, as far as they are whole.
  rows: Row[];
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

// Rows of complete lines. Offsets are those of bytes, so that what is not UTF-8 shifts nothing.
function parse(bytes: Uint8Array, from: number, delimiter: Delimiter, isWhole: boolean, rowsMax: number): Row[] {
  const decoder = new TextDecoder();
  const between = delimiter.charCodeAt(0);
  const rows: Row[] = [];
  let row: Row = { line: 1, start: from, end: from, cells: [] };
  let line = 1;
  let cell: number[] = [];
  let isQuoted = false;
  let wasQuoted = false;
  const endCell = () => {
    row.cells.push(decoder.decode(new Uint8Array(cell)));
    cell = [];
    wasQuoted = false;
  };
  const endRow = (end: number) => {
    if (cell.at(-1) === carriageReturn) cell.pop();
    endCell();
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push({ ...row, end });
    row = { line, start: end, end, cells: [] };
  };
  for (let at = from; at < bytes.length && rows.length < rowsMax; ++at) {
    const byte = bytes[at] as number;
    if (byte === lineFeed) ++line;
    if (isQuoted) {
      if (byte !== quote) cell.push(byte);
      else if (bytes[at + 1] === quote) cell.push(bytes[++at] as number);
      else isQuoted = false;
    } else if (byte === quote && cell.length === 0 && !wasQuoted) {
      isQuoted = true;
      wasQuoted = true;
    } else if (byte === between) {
      endCell();
    } else if (byte === lineFeed) {
      endRow(at + 1);
    } else {
      cell.push(byte);
    }
  }
  if (isWhole && !isQuoted && rows.length < rowsMax && row.start < bytes.length) endRow(bytes.length);
  return rows;
}

// A file of the other delimiter would have a single column.
export function delimiterOf(bytes: Uint8Array): Delimiter {
  const end = bytes.indexOf(lineFeed);
  const first = new TextDecoder().decode(bytes.subarray(0, end < 0 ? undefined : end));
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

// How a file begins. `bytes` may end in the middle of a line unless they are the whole file.
export function beginningOf(bytes: Uint8Array, delimiter: Delimiter, isWhole: boolean, rowsMax: number): Beginning {
  const isMarked = byteOrderMark.every((byte, at) => bytes[at] === byte);
  const [header, ...rows] = parse(bytes, isMarked ? byteOrderMark.length : 0, delimiter, isWhole, rowsMax + 1);
  return { columns: header?.cells ?? [], headerEnd: header?.end ?? bytes.length, rows };
}

// Cells as a line of a file.
export function lineOf(cells: string[], delimiter: Delimiter): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\n`;
}

// The bytes with other cells in some of the rows; empty cells behind the last column go.
export function withCells(
  bytes: Bytes,
  { columns, rows }: Beginning,
  changed: ReadonlyMap<number, string[]>,
  delimiter: Delimiter,
): Bytes {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let kept = 0;
  for (const row of rows) {
    const cells = changed.get(row.line);
    if (!cells) continue;
    let count = cells.length;
    while (count > columns.length && cells[count - 1] === '') --count;
    pieces.push(bytes.subarray(kept, row.start));
    pieces.push(encoder.encode(lineOf(cells.slice(0, count), delimiter)));
    kept = row.end;
  }
  pieces.push(bytes.subarray(kept));
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
