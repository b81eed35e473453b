import type { CouponSet } from '~/api/coupons';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { isTellable, runsOutAt } from './pace';
import { usePace } from './usePace';

// When a set runs out, if it goes on like in the last days. Of what cannot be known, nothing is said.
export function RunsOut({ of }: { of: CouponSet }) {
  const t = useText();
  const format = useFormat();
  const pace = usePace(of);
  const hasEnded = of.expiresAt !== undefined && new Date(of.expiresAt) <= new Date();
  if (of.available === 0) return t.coupons.noneLeft;
  if (hasEnded || of.available === null || pace === undefined) return <span className="dim">–</span>;
  const at = runsOutAt(of.available, pace, Date.now());
  if (of.expiresAt && of.expiresAt < at) return <span className="dim">{t.coupons.endsBefore}</span>;
  if (!isTellable(of.available, pace)) return <span className="dim">{t.coupons.notWithinAYear}</span>;
  return t.coupons.about(format.date(at));
}

export function PaceWords({ of }: { of: CouponSet }) {
  const t = useText();
  const format = useFormat();
  const pace = usePace(of);
  if (pace === undefined) return '–';
  return pace < 1 ? t.coupons.lessThanOneADay : t.coupons.aDay(format.number(Math.round(pace)));
}
