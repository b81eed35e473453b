import './coupons.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type CouponSet, loadCouponSets } from '~/api/coupons';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { say } from '~/ui/toasts';
import { CouponSetDialog } from './CouponSetDialog';
import { CouponSetState } from './CouponSetState';
import { RunsOut } from './RunsOut';

// Sets of codes that contacts are given: how many are left, and until when.
export default function CouponsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const [isMaking, setIsMaking] = useState(false);
  const list = useList(['coupon-sets', 'list'], (cursor, signal) => loadCouponSets(cursor, signal));
  const columns: Column<CouponSet>[] = [
    {
      id: 'name',
      title: t.coupons.columns.name,
      cell: (set) => (
        <span className="coupon-name">
          <Link href={`/coupons/${set.id}`} className="row-link" tabIndex={-1}>
            {set.name}
          </Link>
          <CouponSetState of={set} />
        </span>
      ),
    },
    {
      id: 'type',
      title: t.coupons.columns.type,
      isWideOnly: true,
      cell: (set) => (set.type === 'single' ? <code>{set.code}</code> : t.coupons.types.multiple),
    },
    {
      id: 'left',
      title: t.coupons.columns.left,
      isNumber: true,
      cell: (set) =>
        set.available === null ? (
          <span className="dim">{t.coupons.unlimited}</span>
        ) : (
          t.coupons.leftOf(format.number(set.available), format.number(set.quantity ?? 0))
        ),
    },
    {
      id: 'given',
      title: t.coupons.columns.given,
      isNumber: true,
      isWideOnly: true,
      cell: (set) => format.number(set.assigned),
    },
    {
      id: 'runsOut',
      title: t.coupons.columns.runsOut,
      isNumber: true,
      isWideOnly: true,
      cell: (set) => <RunsOut of={set} />,
    },
    {
      id: 'expires',
      title: t.coupons.columns.expires,
      isNumber: true,
      isWideOnly: true,
      cell: (set) => (set.expiresAt ? format.date(set.expiresAt) : <span className="dim">{t.apiKeys.never}</span>),
    },
  ];
  const make = (
    <IfMay scope="coupon-set:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
        {t.coupons.new}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.coupons.title}</h1>
        <span className="grow" />
        {make}
      </div>
      <ListView
        label={t.coupons.title}
        list={list}
        columns={columns}
        idOf={(set) => set.id}
        onOpen={(set) => go(`/coupons/${set.id}`)}
        empty={
          <Empty title={t.coupons.noneTitle} action={make}>
            {t.coupons.none}
          </Empty>
        }
      />
      {isMaking && (
        <CouponSetDialog
          onClose={() => setIsMaking(false)}
          onSaved={(made) => {
            say(t.coupons.made(made.name));
            go(`/coupons/${made.id}`);
          }}
        />
      )}
    </div>
  );
}
