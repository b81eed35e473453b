import type { CouponSet } from '~/api/coupons';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

// What somebody should know of a set; nothing, when all is well.
export function CouponSetState({ of }: { of: CouponSet }) {
  const t = useText();
  if (of.expiresAt && new Date(of.expiresAt) <= new Date()) return <Badge tone="bad">{t.coupons.expired}</Badge>;
  if (of.available === 0) return <Badge tone="bad">{t.coupons.noneLeft}</Badge>;
  return of.isLow ? <Badge tone="warning">{t.coupons.low}</Badge> : null;
}
