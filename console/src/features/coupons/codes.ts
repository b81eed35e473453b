import type { FieldProblem } from '~/api/client';

export interface RefusedCode {
  code: string;
  reason: string;
}

// Codes of a text or a file, one a line, each once. A first line that says `code` is the name of the column.
export function codesOf(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .map((line) => (/^".*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line))
    .filter(Boolean);
  const codes = lines[0]?.toLowerCase() === 'code' ? lines.slice(1) : lines;
  return [...new Set(codes)];
}

// Which of the codes that were sent the server has something against.
export function refusedCodes(problems: FieldProblem[], sent: string[]): RefusedCode[] {
  return problems.flatMap(({ path, reason }) => {
    const code = sent[Number(/^\/codes\/(\d+)$/.exec(path)?.[1])];
    return code === undefined ? [] : [{ code, reason }];
  });
}
