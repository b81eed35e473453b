import './coupons.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift, Minus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type CouponSet, deleteCouponSet, loadCouponSet } from '~/api/coupons';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { type Fact, FactList, Figures } from '~/ui/FactList';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { UsedBy } from '~/ui/UsedBy';
import { Codes } from './Codes';
import { CodesDialog } from './CodesDialog';
import { CouponSetDialog } from './CouponSetDialog';
import { CouponSetState } from './CouponSetState';
import { GiveDialog } from './GiveDialog';
import { PaceWords, RunsOut } from './RunsOut';

type Open = 'give' | 'add' | 'remove' | 'change' | 'delete' | undefined;

export default function CouponSetPage() {
  const t = useText();
  const { id = '' } = useParams();
  const set = useQuery({ queryKey: ['coupon-sets', id], queryFn: () => loadCouponSet(id) });
  const gone = { title: t.coupons.gone, help: t.coupons.goneHelp, list: t.coupons.title, href: '/coupons' };
  return (
    <One of={set} gone={gone}>
      {(known) => <Known set={known} />}
    </One>
  );
}

function Known({ set }: { set: CouponSet }) {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isMany = set.type === 'multiple';
  const figures: Fact[] = [
    [t.coupons.columns.left, set.available === null ? t.coupons.unlimited : format.number(set.available)],
    [t.coupons.columns.given, format.number(set.assigned)],
    [t.coupons.pace, <PaceWords key="pace" of={set} />],
    [t.coupons.columns.runsOut, <RunsOut key="out" of={set} />],
  ];
  const settings: Fact[] = [
    [t.coupons.quantityShort, set.quantity === null ? t.coupons.unlimited : format.number(set.quantity)],
    [
      t.coupons.warning,
      set.alertThreshold === undefined ? t.coupons.noWarning : t.coupons.warnsAt(format.number(set.alertThreshold)),
    ],
    [t.coupons.columns.expires, set.expiresAt ? format.dateTime(set.expiresAt) : t.apiKeys.never],
  ];
  return (
    <div className="page">
      <div className="page-head">
        <Link href="/coupons" className="crumb">
          {t.coupons.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{set.name}</h1>
        {set.code !== undefined && <code className="dim">{set.code}</code>}
        <CouponSetState of={set} />
        <span className="grow" />
        <IfMay scope="coupon-set:write">
          {isMany && (
            <Button icon={<Minus aria-hidden />} onClick={() => setOpen('remove')}>
              {t.coupons.remove.button}
            </Button>
          )}
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('change')}>
            {t.integrations.edit}
          </Button>
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setOpen('delete')}>
            {t.actions.delete}
          </Button>
          <Button icon={<Gift aria-hidden />} onClick={() => setOpen('give')}>
            {t.coupons.give}
          </Button>
          {isMany && (
            <Button look="main" icon={<Plus aria-hidden />} onClick={() => setOpen('add')}>
              {t.coupons.add.button}
            </Button>
          )}
        </IfMay>
      </div>
      <Figures facts={figures} />
      <div className="coupon-columns">
        <Codes set={set} />
        <div className="stack">
          <section className="card">
            <header>
              <h2>{t.coupons.settings}</h2>
            </header>
            <FactList facts={settings} />
          </section>
          <UsedBy of="coupon-sets" id={set.id} />
        </div>
      </div>
      {open === 'give' && <GiveDialog set={set} onClose={close} />}
      {(open === 'add' || open === 'remove') && <CodesDialog set={set} way={open} onClose={close} />}
      {open === 'change' && (
        <CouponSetDialog
          set={set}
          onClose={close}
          onSaved={() => {
            say(t.coupons.saved);
            close();
          }}
        />
      )}
      {open === 'delete' && (
        <TypedNameDialog
          title={t.coupons.deleteTitle(set.name)}
          lead={t.coupons.deleteLead}
          word={set.name}
          ask={t.people.type(set.name)}
          confirm={t.actions.delete}
          onClose={close}
          act={async () => {
            await deleteCouponSet(set.id);
            say(t.coupons.deleted(set.name));
            go('/coupons');
            queries.removeQueries({ queryKey: ['coupon-sets', set.id] });
            void queries.invalidateQueries({ queryKey: ['coupon-sets'] });
            void queries.invalidateQueries({ queryKey: ['needs'] });
          }}
        >
          <UsedBy of="coupon-sets" id={set.id} />
        </TypedNameDialog>
      )}
    </div>
  );
}
