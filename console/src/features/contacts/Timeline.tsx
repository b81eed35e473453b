import {
  ArrowRightLeft,
  CircleAlert,
  CircleDot,
  LogIn,
  LogOut,
  Mail,
  PencilLine,
  ShoppingBag,
  SkipForward,
  Sparkles,
  Ticket,
  UserPlus,
  Workflow,
} from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { bodyOf, client } from '~/api/client';
import type { Activity } from '~/api/contacts';
import type { FilterVocabulary } from '~/api/fields';
import { useList } from '~/api/lists';
import type { ManagedWorkflow, RunStep } from '~/api/workflows';
import { type Format, useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Button } from '~/ui/Button';
import { Select } from '~/ui/fields';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';
import { valueWords } from './Facts';
import { mergeTimeline, type TimelineEntry } from './merge';
import { useRunSteps, useRuns } from './runs';

type Shown = 'everything' | 'onlyShop' | 'onlyRuns' | 'onlyChanges';

const isChange = (entry: TimelineEntry) =>
  entry.kind === 'activity' && /^contact-(created|updated|identified|merged)$/.test(entry.activity.kind);

function isShown(entry: TimelineEntry, shown: Shown): boolean {
  if (shown === 'everything') return true;
  if (shown === 'onlyRuns') return entry.kind === 'step';
  return entry.kind === 'activity' && isChange(entry) === (shown === 'onlyChanges');
}

export function Timeline({ contactId }: { contactId: string }) {
  const t = useText();
  const format = useFormat();
  const [shown, setShown] = useState<Shown>('everything');
  const { data: vocabulary } = useFilterVocabulary();
  const activities = useList(['contacts', contactId, 'activities'], (cursor, signal) =>
    bodyOf(
      client.GET('/admin/v1/contacts/{id}/activities/', {
        params: { path: { id: contactId }, query: { pageSize: 50, cursor } },
        signal,
      }),
    ),
  );
  const runs = useRuns(contactId);
  const steps = useRunSteps(runs.data?.results ?? []);
  const entries = mergeTimeline(activities.rows, steps.runs, activities.loadMore !== undefined).filter((entry) =>
    isShown(entry, shown),
  );
  const choices: Shown[] = ['everything', 'onlyShop', 'onlyRuns', 'onlyChanges'];
  return (
    <section className="card timeline">
      <header>
        <h2>{t.contact.timeline}</h2>
        <Select
          label={t.contact.show}
          isLabelHidden
          value={shown}
          choices={choices.map((id) => ({ id, label: t.contact[id] }))}
          onChange={(id) => setShown(id as Shown)}
        />
      </header>
      {activities.error ? (
        <ErrorBox error={activities.error} onRetry={activities.refresh} />
      ) : activities.isLoading ? (
        <Skeleton />
      ) : entries.length === 0 && !activities.loadMore ? (
        <Empty title={t.contact.timelineEmpty}>{t.contact.timelineEmptyHelp}</Empty>
      ) : (
        <ol className="entries">
          {entries.map((entry, number) => {
            const day = format.date(entry.at);
            const before = entries[number - 1];
            const isNewDay = !before || format.date(before.at) !== day;
            return (
              <Fragment key={entry.id}>
                {isNewDay && <li className="entry-day">{day}</li>}
                <li className="entry">
                  {entry.kind === 'activity' ? (
                    <ActivityWords activity={entry.activity} vocabulary={vocabulary} format={format} t={t} />
                  ) : (
                    <StepWords step={entry.step} workflow={steps.workflows.get(entry.run.workflowId)} t={t} />
                  )}
                  <time dateTime={entry.at} title={format.dateTime(entry.at)}>
                    {format.time(entry.at)}
                  </time>
                </li>
              </Fragment>
            );
          })}
        </ol>
      )}
      {activities.loadMore && (
        <div className="more">
          <Button look="quiet" small onClick={activities.loadMore} disabled={activities.isLoadingMore}>
            {t.actions.loadMore}
          </Button>
        </div>
      )}
    </section>
  );
}

function Words({
  icon,
  tone,
  children,
  more,
}: {
  icon: ReactNode;
  tone?: string;
  children: ReactNode;
  more?: ReactNode;
}) {
  return (
    <>
      <span className={`entry-icon ${tone ?? ''}`} aria-hidden>
        {icon}
      </span>
      <span className="entry-words">
        {children}
        {more && <span className="dim entry-more">{more}</span>}
      </span>
    </>
  );
}

const iconOf: [RegExp, ReactNode][] = [
  [/^contact-created$/, <UserPlus key="0" />],
  [/^contact-entered-segment$/, <LogIn key="1" />],
  [/^contact-exited-segment$/, <LogOut key="2" />],
  [/^contact-/, <PencilLine key="3" />],
  [/^purchase$/, <ShoppingBag key="4" />],
  [/^coupon-/, <Ticket key="5" />],
  [/^(email|sms|push|newsletter)/, <Mail key="6" />],
  [/^custom-event$/, <Sparkles key="7" />],
];

function ActivityWords({
  activity,
  vocabulary,
  format,
  t,
}: {
  activity: Activity;
  vocabulary: FilterVocabulary | undefined;
  format: Format;
  t: Texts;
}) {
  const icon = iconOf.find(([pattern]) => pattern.test(activity.kind))?.[1] ?? <CircleDot />;
  const data = activity.data as Record<string, unknown>;
  const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string) : '');
  switch (activity.kind) {
    case 'purchase': {
      const units = Number(data.totalQuantity ?? 0);
      return (
        <Words
          icon={icon}
          tone="good"
          more={[text('purchaseId'), t.timeline.units(format.number(units), units === 1)].filter(Boolean).join(' · ')}
        >
          <Link href={`/purchases/${text('id')}`} className="plain-link">
            {t.timeline.purchase(format.money(Number(data.totalPrice ?? 0)))}
          </Link>
        </Words>
      );
    }
    case 'contact-entered-segment':
    case 'contact-exited-segment': {
      const words = activity.kind === 'contact-entered-segment' ? t.timeline.enteredSegment : t.timeline.exitedSegment;
      return (
        <Words icon={icon}>
          <Link href={`/segments/${text('segmentId')}`} className="plain-link">
            {words(text('segmentName'))}
          </Link>
        </Words>
      );
    }
    case 'coupon-assigned':
      return (
        <Words icon={icon}>
          <Link href={`/coupons/${text('couponSetId')}`} className="plain-link">
            {t.timeline.coupon(text('code'))}
          </Link>
        </Words>
      );
    case 'contact-created':
    case 'contact-updated': {
      const changes = Object.entries((data.changes ?? {}) as Record<string, unknown>).map(([id, value]) => {
        const field = vocabulary?.fields.find((one) => one.id === id);
        return `${field?.name ?? id}: ${value === null ? t.timeline.cleared : valueWords(field, value, format, t)}`;
      });
      return (
        <Words icon={icon} more={changes.join(' · ')}>
          {t.timeline.other[activity.kind]}
        </Words>
      );
    }
    case 'custom-event': {
      const event = vocabulary?.events.find((one) => one.id === data.eventTypeId);
      const fields = Object.entries((data.values ?? {}) as Record<string, unknown>).map(([id, value]) => {
        const field = event?.fields.find((one) => one.id === id);
        return `${field?.name ?? id}: ${valueWords(field as never, value, format, t)}`;
      });
      return (
        <Words icon={icon} more={fields.join(' · ')}>
          {event ? t.timeline.event(event.name) : t.timeline.other['custom-event']}
        </Words>
      );
    }
    default:
      return <Words icon={icon}>{t.timeline.other[activity.kind]}</Words>;
  }
}

function StepWords({ step, workflow, t }: { step: RunStep; workflow: ManagedWorkflow | undefined; t: Texts }) {
  const node = workflow?.definition.nodes.find((one) => one.id === step.node);
  const name = (typeof node?.name === 'string' && node.name) || (node && t.workflows.kinds[node.kind]) || step.node;
  const words = step.isFailed
    ? t.timeline.failed(name)
    : step.isSkipped
      ? t.timeline.skipped(name)
      : step.port && !step.isArrival
        ? t.timeline.left(name, t.workflows.ports[step.port] ?? step.port)
        : step.port && step.port !== 'next'
          ? `${t.timeline.arrived(name)} → ${t.workflows.ports[step.port] ?? step.port}`
          : t.timeline.arrived(name);
  const icon = step.isFailed ? (
    <CircleAlert />
  ) : step.isSkipped ? (
    <SkipForward />
  ) : step.isArrival ? (
    <Workflow />
  ) : (
    <ArrowRightLeft />
  );
  const reasons = [
    step.reason && t.timeline.because(t.reasons[step.reason] ?? step.reason),
    step.value,
    workflow && t.timeline.inWorkflow(workflow.name),
  ].filter(Boolean);
  return (
    <Words icon={icon} tone={step.isFailed ? 'bad' : step.isSkipped ? 'warning' : 'accent'} more={reasons.join(' · ')}>
      {workflow ? (
        <Link href={`/workflows/${workflow.id}?node=${encodeURIComponent(step.node)}`} className="plain-link">
          {words}
        </Link>
      ) : (
        words
      )}
    </Words>
  );
}
