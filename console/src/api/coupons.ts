import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { loadAll } from './lists';

export type CouponSet = Schemas['ManagedCouponSet'];
export type Coupon = Schemas['Coupon'];
export type CouponState = Coupon['state'];

const codesPerRequest = 1_000;
const pageOf = (id: string) => ({ params: { path: { id } } });

export const loadCouponSets = (cursor: string | undefined, signal: AbortSignal, pageSize = 50) =>
  bodyOf(client.GET('/admin/v1/coupon-sets/', { params: { query: { pageSize, cursor } }, signal }));

// There are at most 1,000 coupon sets; workflows name them.
export function useCouponSets() {
  return useQuery({
    queryKey: ['coupon-sets', 'all'],
    queryFn: ({ signal }) => loadAll((cursor) => loadCouponSets(cursor, signal, 100)),
    staleTime: 60_000,
  });
}

export const loadCouponSet = (id: string) => bodyOf(client.GET('/admin/v1/coupon-sets/{id}', pageOf(id)));

export const createCouponSet = (body: Schemas['CouponSetCreate']) =>
  bodyOf(client.POST('/admin/v1/coupon-sets/', { body }));

export const changeCouponSet = (id: string, body: Schemas['CouponSetPatch']) =>
  bodyOf(client.PATCH('/admin/v1/coupon-sets/{id}', { ...pageOf(id), body }));

export const deleteCouponSet = (id: string) => client.DELETE('/admin/v1/coupon-sets/{id}', pageOf(id));

export const loadCoupons = (
  id: string,
  query: { state?: CouponState; pageSize: number; cursor?: string },
  signal: AbortSignal,
) => bodyOf(client.GET('/admin/v1/coupon-sets/{id}/codes/', { params: { path: { id }, query }, signal }));

// Adds or removes codes, however many, and tells after each request how many are done. A request with a code that is
// refused does nothing; those before it stay done.
export async function sendCodes(
  id: string,
  way: 'add' | 'remove',
  codes: string[],
  onDone?: (count: number) => void,
): Promise<void> {
  for (let at = 0; at < codes.length; at += codesPerRequest) {
    const options = { ...pageOf(id), body: { codes: codes.slice(at, at + codesPerRequest) } };
    if (way === 'add') await client.POST('/admin/v1/coupon-sets/{id}/codes/', options);
    else await client.POST('/admin/v1/coupon-sets/{id}/codes/remove', options);
    onDone?.(Math.min(codes.length, at + codesPerRequest));
  }
}

// The key tells a request that is repeated from a second wish: it does not use up a second code.
export const giveCoupon = (id: string, contactId: string, key: string) =>
  bodyOf(
    client.POST('/admin/v1/coupon-sets/{id}/assignments/', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body: { contactId },
    }),
  );
