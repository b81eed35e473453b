import type { Texts } from '~/text/t';

// Periods as the interface writes them, such as P30D and PT2H. Those with several parts are kept as they are.
export type PeriodUnit = 'D' | 'W' | 'M' | 'Y' | 'TH' | 'TM';

export interface Period {
  count: number;
  unit: PeriodUnit;
}

export function periodOf(text: string | undefined): Period | undefined {
  const found = /^P(?:(\d+)([DWMY])|T(\d+)([HM]))$/.exec(text ?? '');
  if (!found) return undefined;
  return found[1]
    ? { count: Number(found[1]), unit: found[2] as PeriodUnit }
    : { count: Number(found[3]), unit: `T${found[4]}` as PeriodUnit };
}

export function periodText({ count, unit }: Period): string {
  return unit.startsWith('T') ? `PT${count}${unit[1]}` : `P${count}${unit}`;
}

const unitNames: Record<PeriodUnit, string> = {
  TM: 'minute',
  TH: 'hour',
  D: 'day',
  W: 'week',
  M: 'month',
  Y: 'year',
};

// What a unit is called after a number: `day` after 1.
export function unitWords(unit: PeriodUnit, count: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: unitNames[unit], unitDisplay: 'long' });
  const parts = format.formatToParts(count);
  return parts.find((part) => part.type === 'unit')?.value ?? unitNames[unit];
}

// Such as `1 hour`. What is no simple period is told as it is written.
export function periodWords(text: unknown, t: Texts): string {
  const period = typeof text === 'string' ? periodOf(text) : undefined;
  if (!period) return typeof text === 'string' ? text : t.workflows.notChosen;
  const format = { style: 'unit', unit: unitNames[period.unit], unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(t.language, format).format(period.count);
}
