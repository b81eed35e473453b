import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, CircleCheck, HardDrive, PhoneOff, Split, Ticket, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { retryDeadCalls } from '~/api/calls';
import { countNeeds, isBehind, useNeeds } from '~/api/needs';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox, Skeleton } from '~/ui/states';
import { say } from '~/ui/toasts';

export function NeedsCard() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const needs = useNeeds();
  const may = useMay();
  const retryAll = useMutation({
    mutationFn: async () => {
      let count = 0;
      for (const eventTypeId of needs.data?.deadEventTypes ?? []) count += await retryDeadCalls(eventTypeId);
      return count;
    },
    onSuccess: (count) => {
      say(t.home.retried(format.number(count), count === 1));
      void queries.invalidateQueries({ queryKey: ['needs'] });
    },
  });
  if (needs.error) return <ErrorBox error={needs.error} onRetry={() => void needs.refetch()} />;
  if (!needs.data) return <Skeleton lines={2} />;
  const { deadCalls, hasMoreDeadCalls, lowCouponSets, troubledSegments, lagSeconds } = needs.data;
  if (countNeeds(needs.data) === 0) {
    return (
      <section className="card all-well">
        <CircleCheck aria-hidden />
        <div>
          <h2>{t.home.allWell}</h2>
          <p className="dim">{may('delivery:read') ? t.home.allWellHelp : t.may.allWellHelp}</p>
        </div>
      </section>
    );
  }
  return (
    <section className="card">
      <header>
        <h2>{t.home.needs}</h2>
      </header>
      <ul className="needs">
        {isBehind(needs.data) && (
          <Need
            icon={<Timer />}
            tone="warning"
            title={t.home.behind(format.number(lagSeconds))}
            help={t.home.behindHelp}
          />
        )}
        {needs.data.isDiskFilling && (
          <Need
            icon={<HardDrive />}
            tone="bad"
            title={t.home.diskFills}
            help={t.home.diskFillsHelp}
            action={<OpenOperations />}
          />
        )}
        {needs.data.isBackupLate && (
          <Need
            icon={<Archive />}
            tone="warning"
            title={t.home.backupLate}
            help={t.home.backupLateHelp}
            action={<OpenOperations />}
          />
        )}
        {deadCalls > 0 && (
          <Need
            icon={<PhoneOff />}
            tone="bad"
            title={t.home.deadCalls(format.number(deadCalls) + (hasMoreDeadCalls ? '+' : ''), deadCalls === 1)}
            help={t.home.deadCallsHelp}
            action={
              <>
                <Link href="/calls?state=dead" className="button small">
                  {t.actions.open}
                </Link>
                <IfMay scope="delivery:write">
                  <Button small onClick={() => retryAll.mutate()} disabled={retryAll.isPending}>
                    {t.home.retryAll}
                  </Button>
                </IfMay>
              </>
            }
          />
        )}
        {lowCouponSets.map((set) => (
          <Need
            key={set.id}
            icon={<Ticket />}
            tone="warning"
            title={t.home.lowCoupons(set.name)}
            help={t.home.couponsLeft(format.number(set.available ?? 0))}
            action={
              <Link href={`/coupons/${set.id}`} className="button small">
                {t.actions.open}
              </Link>
            }
          />
        ))}
        {troubledSegments.map((segment) => (
          <Need
            key={segment.id}
            icon={<Split />}
            tone="warning"
            title={t.home.segmentTrouble(segment.name)}
            help={segment.incidents?.[0]?.message ?? t.segments.states.failed}
            action={
              <Link href={`/segments/${segment.id}`} className="button small">
                {t.actions.open}
              </Link>
            }
          />
        ))}
      </ul>
    </section>
  );
}

function OpenOperations() {
  const t = useText();
  return (
    <Link href="/operations" className="button small">
      {t.actions.open}
    </Link>
  );
}

function Need({
  icon,
  tone,
  title,
  help,
  action,
}: {
  icon: ReactNode;
  tone: 'bad' | 'warning';
  title: string;
  help: string;
  action?: ReactNode;
}) {
  return (
    <li>
      <span className={`need-icon ${tone}`} aria-hidden>
        {icon}
      </span>
      <span className="need-words">
        <strong>{title}</strong>
        <span className="dim">{help}</span>
      </span>
      {action}
    </li>
  );
}
