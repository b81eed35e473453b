import { useQuery } from '@tanstack/react-query';
import { type CouponSet, loadCoupons } from '~/api/coupons';
import { paceOf } from './pace';

const couponsRead = 100;

// How many coupons of a set are given out a day, read from the newest of them. Undefined as long as it is not known.
export function usePace(set: CouponSet): number | undefined {
  const newest = useQuery({
    queryKey: ['coupon-sets', set.id, 'pace'],
    queryFn: ({ signal }) => loadCoupons(set.id, { state: 'assigned', pageSize: couponsRead }, signal),
    enabled: set.available !== null && set.assigned > 0,
    staleTime: 60_000,
  });
  if (!newest.data) return undefined;
  return paceOf(set, newest.data.results, newest.data.links.next === undefined, Date.now());
}
