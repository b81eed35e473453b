import { expect, it } from 'vitest';
import { dayInZone, daysBefore, endOfDay, startOfDay } from './days';

it.each([
  ['2026-01-31T22:59:59Z', 'Europe/Madrid', '2026-01-31'],
  ['2026-01-31T23:00:00Z', 'Europe/Madrid', '2026-02-01'],
  ['2026-07-31T22:00:00Z', 'Europe/Madrid', '2026-08-01'],
  ['2026-01-01T02:00:00Z', 'America/Lima', '2025-12-31'],
])('knows the day of %s in %s', (moment, zone, day) => {
  expect(dayInZone(new Date(moment), zone)).toBe(day);
});

it.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2026-01-01', 29, '2025-12-03'],
  ['2026-01-01', 0, '2026-01-01'],
])('counts days back from %s by %i', (day, count, before) => {
  expect(daysBefore(day, count)).toBe(before);
});

it.each([
  ['2026-01-15', 'UTC', '2026-01-15T00:00:00.000Z', '2026-01-15T23:59:59.999Z'],
  ['2026-01-15', 'Europe/Madrid', '2026-01-14T23:00:00.000Z', '2026-01-15T22:59:59.999Z'],
  ['2026-07-15', 'America/New_York', '2026-07-15T04:00:00.000Z', '2026-07-16T03:59:59.999Z'],
  // The days on which clocks change have 23 and 25 hours.
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
])('the day %s in %s begins and ends', (day, zone, begin, end) => {
  expect(startOfDay(day, zone).toISOString()).toBe(begin);
  expect(endOfDay(day, zone).toISOString()).toBe(end);
});
