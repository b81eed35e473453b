import type { Format } from '~/text/format';
import type { Language } from '~/text/language';
import type { Texts } from '~/text/t';

export type Cell = string | number | null;

// What a grouping or a metric is called. Those of fields are told by the id of the field.
export function nameOf(part: string, t: Texts): string {
  const known = t.reports.groupings[part] ?? t.reports.metrics[part];
  if (known) return known;
  const [before = '', ...rest] = part.split('.');
  const field = rest.join('.');
  const frame = t.reports.ofField[before];
  return frame && field ? frame(field) : part;
}

// A Monday, and a January, from which days and months are counted.
const monday = Date.UTC(2024, 0, 1);
const dayMilliseconds = 24 * 60 * 60 * 1000;

// The group of a row in words.
export function groupWords(grouping: string, cell: Cell, t: Texts, format: Format, language: Language): string {
  if (cell === null) return t.reports.without;
  const named = (options: Intl.DateTimeFormatOptions, time: number) =>
    new Intl.DateTimeFormat(language === 'es' ? 'es-ES' : 'en-GB', { ...options, timeZone: 'UTC' }).format(time);
  switch (grouping) {
    case 'date':
    case 'weekStart':
      return format.day(`${cell}T00:00:00Z`);
    case 'yearMonth':
      return named({ month: 'short', year: 'numeric' }, Date.parse(`${cell}-01T00:00:00Z`));
    case 'dayOfWeek':
      return named({ weekday: 'long' }, monday + (Number(cell) - 1) * dayMilliseconds);
    case 'month':
    case 'cohortMonth':
      return named({ month: 'long' }, Date.UTC(2024, Number(cell) - 1, 1));
    case 'hour':
      return `${String(cell).padStart(2, '0')}:00`;
    case 'activityKind':
      return (t.timeline.other as Record<string, string>)[String(cell)] ?? String(cell);
    default:
      return String(cell);
  }
}

const money = new Set(['totalPurchaseAmount', 'avgPurchaseAmount']);

export function metricWords(metric: string, cell: Cell, format: Format): string {
  if (cell === null) return '–';
  return money.has(metric) ? format.money(Number(cell)) : format.number(Number(cell));
}

// Spreadsheets take such a text for a formula, unless a ' stands before it.
const formula = /^[=+\-@\t\r\n]/;

// What is seen, as a file. Numbers stay numbers.
export function csvOf(columns: string[], rows: Cell[][]): string {
  const cell = (value: Cell) => {
    if (typeof value === 'number') return String(value);
    const text = value ?? '';
    return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
