import { useEffect, useMemo, useState } from 'react';
import { type Beginning, type Bytes, beginningOf, type Delimiter, delimiterOf, type Row, withCells } from './csv';

// How much of a file is looked at before it is sent.
const bytesRead = 1_048_576;
// As many as the server tries.
export const rowsRead = 200;

export interface ChosenFile {
  file: File | undefined;
  delimiter: Delimiter;
  // Undefined while nothing is chosen, or as long as it is read.
  beginning: Beginning | undefined;
  // Another one whenever something else would be sent.
  version: number;
  choose: (file: File | undefined) => void;
  setDelimiter: (delimiter: Delimiter) => void;
  // The cells of a row as somebody changed them, until they are taken over.
  cellsOf: (row: Row) => string[];
  setCell: (row: Row, number: number, text: string) => void;
  hasChanges: boolean;
  takeChanges: () => void;
  // The file with what was changed, under another header if there is one.
  whole: (header: string | undefined) => Blob;
  // The same of its first rows, for a trial, and whether they are all that it has.
  first: (header: string | undefined) => { file: Blob; isWhole: boolean };
}

interface Content {
  // The beginning of the file, with what was changed in it.
  bytes: Bytes;
  // What comes behind it.
  rest: Blob;
}

// A file of somebody's machine, how it begins, and what they change in its first rows. It is not sent anywhere by this, and
// theirs stays as it is.
export function useFile(): ChosenFile {
  const [file, choose] = useState<File>();
  const [content, setContent] = useState<Content>();
  const [delimiter, setDelimiter] = useState<Delimiter>(',');
  const [changed, setChanged] = useState<ReadonlyMap<number, string[]>>(new Map());
  const [version, setVersion] = useState(0);
  useEffect(() => {
    setContent(undefined);
    setChanged(new Map());
    if (!file) return;
    let isStale = false;
    const read = async () => {
      const bytes = new Uint8Array(await file.slice(0, bytesRead).arrayBuffer());
      if (isStale) return;
      setDelimiter(delimiterOf(bytes));
      setContent({ bytes, rest: file.slice(bytes.length) });
      setVersion((before) => before + 1);
    };
    void read();
    return () => {
      isStale = true;
    };
  }, [file]);
  const beginning = useMemo(
    () => content && beginningOf(content.bytes, delimiter, content.rest.size === 0, rowsRead),
    [content, delimiter],
  );
  const cellsOf = (row: Row) => {
    const missing = Math.max(0, (beginning?.columns.length ?? 0) - row.cells.length);
    return changed.get(row.line) ?? [...row.cells, ...Array<string>(missing).fill('')];
  };
  const bytesChanged = () =>
    content && beginning ? withCells(content.bytes, beginning, changed, delimiter) : new Uint8Array();
  // Columns that were matched by hand are named anew; all other bytes stay what they are.
  const joined = (bytes: Bytes, header: string | undefined, rest: BlobPart[]) =>
    new Blob(header === undefined ? [bytes, ...rest] : [header, bytes.subarray(beginning?.headerEnd), ...rest]);
  return {
    file,
    delimiter,
    beginning,
    version,
    choose,
    setDelimiter: (next) => {
      setDelimiter(next);
      setChanged(new Map());
    },
    cellsOf,
    setCell: (row, number, text) =>
      setChanged(
        new Map(changed).set(
          row.line,
          cellsOf(row).map((cell, at) => (at === number ? text : cell)),
        ),
      ),
    hasChanges: changed.size > 0,
    takeChanges: () => {
      if (!content) return;
      setContent({ ...content, bytes: bytesChanged() });
      setChanged(new Map());
      setVersion(version + 1);
    },
    whole: (header) => joined(bytesChanged(), header, content ? [content.rest] : []),
    first: (header) => {
      const isWhole = content?.rest.size === 0;
      const end = isWhole ? undefined : (beginning?.rows.at(-1)?.end ?? beginning?.headerEnd);
      return { file: joined((content?.bytes ?? new Uint8Array()).subarray(0, end), header, []), isWhole };
    },
  };
}
