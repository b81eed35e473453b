import { useQuery } from '@tanstack/react-query';
import { bodyOf, client, type Schemas } from './client';
import { useLive } from './live';
import { loadOperations } from './operations';
import { backupTrouble, diskTrouble } from './operationsTrouble';
import { type Scope, useMay } from './session';

export type Segment = Schemas['Segment'];

export interface Needs {
  deadCalls: number;
  // There are more dead calls than were counted.
  hasMoreDeadCalls: boolean;
  // Of the calls that were counted.
  deadEventTypes: string[];
  lowCouponSets: Schemas['ManagedCouponSet'][];
  troubledSegments: Segment[];
  lagSeconds: number;
  // Of one that was made before: whoever never made one may just have begun.
  isBackupLate: boolean;
  isDiskFilling: boolean;
}

const countedMax = 100;
const lagSecondsTold = 10;

// Only what whoever is asking may read; what they may not read needs somebody else.
async function loadNeeds(may: (scope: Scope) => boolean, signal: AbortSignal): Promise<Needs> {
  const query = { pageSize: countedMax };
  const [operations, calls, coupons, segments] = await Promise.all([
    may('store:read') ? loadOperations(signal) : undefined,
    may('delivery:read')
      ? bodyOf(client.GET('/admin/v1/deliveries/', { params: { query: { ...query, state: 'dead' } }, signal }))
      : undefined,
    may('coupon-set:read') ? bodyOf(client.GET('/admin/v1/coupon-sets/', { params: { query }, signal })) : undefined,
    may('segment:read') ? bodyOf(client.GET('/admin/v1/segments/', { params: { query }, signal })) : undefined,
  ]);
  return {
    deadCalls: calls?.results.length ?? 0,
    hasMoreDeadCalls: calls?.links.next !== undefined,
    deadEventTypes: [...new Set(calls?.results.map((one) => one.eventTypeId))],
    lowCouponSets: coupons?.results.filter((set) => set.isLow) ?? [],
    troubledSegments:
      segments?.results.filter(
        (segment) => segment.build?.state === 'failed' || (segment.incidents ?? []).length > 0,
      ) ?? [],
    lagSeconds: Math.round(operations?.lagSeconds ?? 0),
    isBackupLate: operations !== undefined && ['failed', 'old'].includes(backupTrouble(operations) ?? ''),
    isDiskFilling: operations !== undefined && diskTrouble(operations) !== undefined,
  };
}

// What waits for somebody, and how far the engine is behind.
export function useNeeds() {
  const may = useMay();
  useLive(may('store:read') ? ['incidents'] : [], [['needs']]);
  return useQuery({ queryKey: ['needs'], queryFn: ({ signal }) => loadNeeds(may, signal) });
}

export function isBehind(needs: Needs): boolean {
  return needs.lagSeconds >= lagSecondsTold;
}

export function countNeeds(needs: Needs): number {
  return (
    (needs.deadCalls > 0 ? 1 : 0) +
    needs.lowCouponSets.length +
    needs.troubledSegments.length +
    [isBehind(needs), needs.isBackupLate, needs.isDiskFilling].filter(Boolean).length
  );
}
