import { expect, test } from 'vitest';
import { builder } from '~/text/builder.en';
import { en } from '~/text/en';
import { first } from '~/text/first.en';
import type { Format } from '~/text/format';
import { pagesEn } from '~/text/pages/en';
import { csvOf, groupWords, metricWords, nameOf } from './words';

const t = { ...first, ...en, ...pagesEn, builder };
const format = {
  day: (instant: string) => instant.slice(0, 10),
  money: (value: number) => `${value} EUR`,
  number: (value: number) => String(value),
} as Format;

test.each([
  ['date', '2026-01-18', '2026-01-18'],
  ['yearMonth', '2026-01', 'Jan 2026'],
  ['dayOfWeek', 1, 'Monday'],
  ['dayOfWeek', 7, 'Sunday'],
  ['month', 12, 'December'],
  ['hour', 9, '09:00'],
  ['activityKind', 'login', 'Signed in to the shop'],
  ['productBrand', 'Brisa', 'Brisa'],
  ['productBrand', null, 'Without a value'],
])('the group %s %s is told as %s', (grouping, cell, words) => {
  expect(groupWords(grouping, cell, t, format, 'en')).toBe(words);
});

test.each([
  ['totalPurchaseAmount', 310.5, '310.5 EUR'],
  ['numberOfPurchases', 1200, '1200'],
  ['avgPurchaseAmount', null, '–'],
])('the metric %s %s is told as %s', (metric, cell, words) => {
  expect(metricWords(metric, cell, format)).toBe(words);
});

test.each([
  ['numberOfPurchases', 'Purchases'],
  ['event.workshop', 'workshop of the event'],
  ['sum.seats', 'Sum of seats'],
  ['plan', 'plan'],
])('%s is called %s', (part, words) => {
  expect(nameOf(part, t)).toBe(words);
});

test('a file of what is seen holds numbers as numbers and no formulas', () => {
  expect(
    csvOf(
      ['Brand', 'Units'],
      [
        ['=1+1', 2.5],
        ['a "b"', null],
      ],
    ),
  ).toBe('"Brand","Units"\r\n"\'=1+1",2.5\r\n"a ""b""",""\r\n');
});
