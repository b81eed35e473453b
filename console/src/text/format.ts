import { useMemo } from 'react';
import { useStore } from '~/api/store';
import { type Language, useLanguage } from './language';
import { dayParts, localeOf, plainDay } from './plainDay';

export interface Format {
  number: (value: number) => string;
  money: (value: number) => string;
  percent: (share: number) => string;
  // `1.3 GB`.
  bytes: (count: number) => string;
  date: (instant: string) => string;
  dateTime: (instant: string) => string;
  time: (instant: string) => string;
  // To the second, with the day unless it is today.
  clock: (instant: string) => string;
  // A day without a time, such as a birthday: it has no zone.
  day: (instant: string) => string;
  // `3 hours ago`, and from a week on the date.
  ago: (instant: string) => string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

export function formatOf(language: Language, zone: string, currency: string, now: () => number = Date.now): Format {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: true });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(locale, { timeZone: zone, ...dayParts });
  const dateTime = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    ...dayParts,
    hour: '2-digit',
    minute: '2-digit',
  });
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const seconds = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium' });
  const daySeconds = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    money: (value) => money.format(value),
    percent: (share) => percent.format(share),
    bytes: (count) => {
      const step = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
      const options = { style: 'unit', unit: byteUnits[step], maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(locale, options).format(count / 1000 ** step);
    },
    date: (instant) => date.format(new Date(instant)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    clock: (instant) => {
      const at = new Date(instant);
      return (date.format(at) === date.format(new Date(now())) ? seconds : daySeconds).format(at);
    },
    day: (instant) => plainDay(instant, language),
    ago: (instant) => {
      const distance = new Date(instant).getTime() - now();
      const size = Math.abs(distance);
      if (size >= 7 * day) return date.format(new Date(instant));
      if (size >= day) return relative.format(Math.round(distance / day), 'day');
      if (size >= hour) return relative.format(Math.round(distance / hour), 'hour');
      if (size >= minute) return relative.format(Math.round(distance / minute), 'minute');
      return relative.format(0, 'second');
    },
  };
}

// Numbers, money and dates as the store has them, in the language of whoever reads.
export function useFormat(): Format {
  const language = useLanguage();
  const { data: store } = useStore();
  const zone = store?.timezone ?? 'UTC';
  const currency = store?.currency ?? 'EUR';
  return useMemo(() => formatOf(language, zone, currency), [language, zone, currency]);
}
