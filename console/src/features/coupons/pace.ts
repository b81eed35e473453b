import type { Coupon, CouponSet } from '~/api/coupons';

const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;

// How many coupons a day were given out lately: in the last seven days, or since the set is there. `newest` are the last
// ones that were given out, and `isAll` tells whether there are no others. Undefined when nothing can be said: nothing
// was given out, or so many at once that they tell of no day.
export function paceOf(
  set: Pick<CouponSet, 'createdAt'>,
  newest: Pick<Coupon, 'assignedAt'>[],
  isAll: boolean,
  now: number,
): number | undefined {
  const times = newest.flatMap(({ assignedAt }) => (assignedAt ? [Date.parse(assignedAt)] : []));
  const lately = times.filter((time) => time > now - week);
  if (!lately.length) return undefined;
  const isWholeWeek = isAll || lately.length < times.length;
  if (isWholeWeek) {
    const span = Math.min(week, Math.max(day, now - Date.parse(set.createdAt)));
    return lately.length / (span / day);
  }
  const span = now - Math.min(...lately);
  return span < hour ? undefined : lately.length / (span / day);
}

// When nothing is left, if it goes on like that.
export function runsOutAt(available: number, perDay: number, now: number): string {
  return new Date(now + (available / perDay) * day).toISOString();
}

const tellableDays = 365;
export const isTellable = (available: number, perDay: number) => available / perDay <= tellableDays;
