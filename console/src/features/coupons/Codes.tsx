import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { type Coupon, type CouponSet, type CouponState, loadCoupons, sendCodes } from '~/api/coupons';
import { useList } from '~/api/lists';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { ContactLink } from '~/ui/ContactLink';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { say } from '~/ui/toasts';

const codesPerPage = 25;
const states: (CouponState | '')[] = ['', 'available', 'assigned'];

// The codes of a set and who got which; of a set with one code, who got it. `?state=` shows some of them.
export function Codes({ set }: { set: CouponSet }) {
  const t = useText();
  const format = useFormat();
  const may = useMay();
  const queries = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const state = states.find((one) => one && one === parameters.get('state')) || undefined;
  const list = useList(['coupon-sets', set.id, 'codes', state], (cursor, signal) =>
    loadCoupons(set.id, { state, pageSize: codesPerPage, cursor }, signal),
  );
  const send = useMutation({
    mutationFn: ({ way, code }: { way: 'add' | 'remove'; code: string }) => sendCodes(set.id, way, [code]),
    onSuccess: (_, { way, code }) => {
      void queries.invalidateQueries({ queryKey: ['coupon-sets'] });
      if (way === 'remove') say(t.coupons.removedOne(code), () => send.mutate({ way: 'add', code }));
    },
  });
  const isMany = set.type === 'multiple';
  const columns: Column<Coupon>[] = [
    { id: 'code', title: t.coupons.columns.code, cell: (coupon) => <code>{coupon.code}</code> },
    {
      id: 'who',
      title: t.coupons.columns.who,
      cell: (coupon) =>
        coupon.state === 'assigned' ? <ContactLink id={coupon.contactId} /> : <Badge>{t.coupons.free}</Badge>,
    },
    {
      id: 'at',
      title: t.coupons.columns.at,
      isNumber: true,
      isWideOnly: true,
      cell: (coupon) => (coupon.assignedAt ? format.dateTime(coupon.assignedAt) : '–'),
    },
    {
      id: 'added',
      title: t.coupons.columns.added,
      isNumber: true,
      isWideOnly: true,
      cell: (coupon) => <span className="dim">{format.date(coupon.createdAt)}</span>,
    },
    ...(isMany && may('coupon-set:write')
      ? [
          {
            id: 'remove',
            title: t.coupons.removeShort,
            isNumber: true,
            cell: (coupon: Coupon) =>
              coupon.state === 'available' && (
                <Button
                  small
                  look="quiet"
                  icon={<X aria-hidden />}
                  label={t.coupons.removeOne(coupon.code)}
                  disabled={send.isPending}
                  onClick={() => send.mutate({ way: 'remove', code: coupon.code })}
                />
              ),
          },
        ]
      : []),
  ];
  return (
    <div className="stack">
      <div className="codes-head">
        <h2>{isMany ? t.coupons.codes : t.coupons.uses}</h2>
        {isMany && (
          <fieldset className="view-switch">
            <legend className="unseen">{t.coupons.codes}</legend>
            {states.map((one) => (
              <button
                key={one}
                type="button"
                className="toggle"
                aria-pressed={one === (state ?? '')}
                onClick={() => setParameters(one ? { state: one } : {}, { replace: true })}
              >
                {one ? t.coupons.states[one] : t.coupons.all}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <ListView
        label={t.coupons.codes}
        list={list}
        columns={columns}
        idOf={({ code, contactId, assignedAt }) => [code, contactId, assignedAt].join(' ')}
        empty={
          <Empty title={isMany ? t.coupons.noCodesTitle : t.coupons.noUsesTitle}>
            {!isMany ? t.coupons.noUses : state ? t.coupons.noSuchCodes : t.coupons.noCodes}
          </Empty>
        }
      />
    </div>
  );
}
