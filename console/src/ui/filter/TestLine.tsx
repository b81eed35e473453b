import { useMemo } from 'react';
import type { FilterVocabulary } from '~/api/fields';
import type {
  ActivityTest,
  Bound,
  EventTest,
  FieldTest,
  PathTest,
  PurchaseTest,
  Test,
  Where,
  Within,
} from '~/api/filters';
import { useText } from '~/text/t';
import { Select, TextField } from '../fields';
import { PeriodField } from '../PeriodField';
import { PickBox, type PickGroup } from '../PickBox';
import { eventOf, subjectOf, testAbout, testedField } from './model';
import { OperationEditor } from './OperationEditor';
import { WhereList } from './WhereList';

export function useSubjects(vocabulary: FilterVocabulary): PickGroup[] {
  const t = useText();
  return useMemo(() => {
    const field = (one: FilterVocabulary['fields'][number]) => ({ id: `field ${one.id}`, label: one.name });
    const activityWords = t.timeline.other as Record<string, string>;
    const groups: PickGroup[] = [
      {
        id: 'paths',
        title: t.segments.groups.paths,
        choices: (vocabulary.paths ?? []).map((one) => ({ id: `path ${one.id}`, label: one.name })),
      },
      {
        id: 'purchases',
        title: t.segments.groups.purchases,
        choices: [{ id: 'purchases', label: t.segments.purchases }],
      },
      {
        id: 'custom',
        title: t.segments.groups.custom,
        choices: vocabulary.fields.filter((one) => !one.id.startsWith('_')).map(field),
      },
      {
        id: 'fields',
        title: t.segments.groups.fields,
        choices: vocabulary.fields.filter((one) => one.id.startsWith('_')).map(field),
      },
      {
        id: 'events',
        title: t.segments.groups.events,
        choices: vocabulary.events.map((one) => ({
          id: `event ${one.alias ?? one.id}`,
          label: t.segments.event(one.name),
        })),
      },
      {
        id: 'segments',
        title: t.segments.groups.segments,
        choices: vocabulary.segments.map((one) => ({ id: `segment ${one.id}`, label: t.segments.segment(one.name) })),
      },
      {
        id: 'activities',
        title: t.segments.groups.activities,
        choices: vocabulary.activities
          .filter((one) => one.kind !== 'purchase' && one.kind !== 'custom-event')
          .map((one) => ({
            id: `activity ${one.kind}`,
            label: t.segments.activity(activityWords[one.kind] ?? one.kind),
          })),
      },
    ];
    return groups.filter((group) => group.choices.length > 0);
  }, [vocabulary, t]);
}

interface Props {
  vocabulary: FilterVocabulary;
  test: Test;
  onChange: (test: Test) => void;
}

export function TestEditor({ vocabulary, test, onChange }: Props) {
  const t = useText();
  const subjects = useSubjects(vocabulary);
  const subject = subjectOf(test);
  // An event may be named by its id, and the list names it by its alias.
  const event = 'event' in test ? eventOf(vocabulary, test.event as string) : undefined;
  const chosen = event ? `event ${event.alias ?? event.id}` : subject;
  return (
    <div className="test">
      <PickBox
        key={chosen}
        label={t.segments.subject}
        groups={subjects}
        value={chosen}
        onChange={(id) => {
          if (id !== chosen) onChange(testAbout(vocabulary, id));
        }}
      />
      {'purchases' in test || 'event' in test || 'activity' in test ? (
        <HistoryEditor vocabulary={vocabulary} test={test} onChange={onChange} />
      ) : 'segment' in test ? (
        <span className="test-words">{t.segments.isMember}</span>
      ) : (
        <FieldEditor vocabulary={vocabulary} test={test} onChange={onChange} />
      )}
    </div>
  );
}

function FieldEditor({ vocabulary, test, onChange }: Props) {
  const known = test as FieldTest | PathTest;
  const field = testedField(vocabulary, known);
  return (
    <OperationEditor
      vocabulary={vocabulary}
      kind={field?.kind ?? 'text'}
      options={field?.options}
      operation={known}
      onChange={(operation) =>
        onChange('path' in known ? { path: known.path, ...operation } : { field: known.field, ...operation })
      }
    />
  );
}

type HistoryTest = (PurchaseTest | EventTest | ActivityTest) & { within?: Within; where?: Where[] } & Partial<
    Record<'count' | 'amount' | 'units', Bound>
  >;

function HistoryEditor({ vocabulary, test: given, onChange }: Props) {
  const t = useText();
  const test = given as HistoryTest;
  const isPurchases = 'purchases' in test;
  const about = isPurchases ? test.purchases : { within: test.within, where: test.where };
  const measures = isPurchases
    ? vocabulary.measures.purchases
    : 'event' in test
      ? vocabulary.measures.event
      : vocabulary.measures.activity;
  const measure = (['count', 'amount', 'units'] as const).find((one) => test[one]) ?? 'count';
  const bound = test[measure] ?? { atLeast: 1 };
  const word = (Object.keys(bound)[0] ?? 'atLeast') as keyof Bound;

  const change = (next: { within?: Within; where?: Where[] }) =>
    onChange((isPurchases ? { ...test, purchases: { ...about, ...next } } : { ...test, ...next }) as Test);
  const setMeasure = (name: string, limit: Bound) => {
    const { count: _count, amount: _amount, units: _units, ...rest } = test;
    onChange({ ...rest, [name]: limit } as unknown as Test);
  };
  return (
    <>
      {measures.length > 1 && (
        <Select
          label={t.segments.number}
          isLabelHidden
          value={measure}
          choices={measures.map((one) => ({ id: one, label: t.segments.measures[one as 'count'] ?? one }))}
          onChange={(name) => setMeasure(name, bound)}
        />
      )}
      <Select
        label={t.segments.operator}
        isLabelHidden
        value={word}
        choices={vocabulary.bounds.map((one) => ({ id: one, label: t.segments.bounds[one as 'atLeast'] ?? one }))}
        onChange={(id) => setMeasure(measure, { [id]: bound[word] })}
      />
      <TextField
        label={t.segments.number}
        isLabelHidden
        type="number"
        min={0}
        step="any"
        value={Number.isFinite(bound[word]) ? String(bound[word]) : ''}
        onChange={(text) => setMeasure(measure, { [word]: text === '' ? Number.NaN : Number(text) })}
      />
      <WithinEditor
        moments={vocabulary.moments ?? []}
        within={about.within}
        onChange={(within) => change({ within })}
      />
      <WhereList
        vocabulary={vocabulary}
        test={test}
        where={about.where ?? []}
        onChange={(where) => change({ where: where.length ? where : undefined })}
      />
    </>
  );
}

function WithinEditor({
  moments,
  within,
  onChange,
}: {
  moments: { id: string; label: string }[];
  within: Within | undefined;
  onChange: (within: Within | undefined) => void;
}) {
  const t = useText();
  const kind = !within
    ? 'ever'
    : within.since !== undefined
      ? `since ${within.since}`
      : within.last !== undefined
        ? 'last'
        : 'days';
  return (
    <>
      <Select
        label={t.segments.period}
        isLabelHidden
        value={kind}
        choices={[
          { id: 'ever', label: t.segments.withinAlways },
          { id: 'last', label: t.segments.within },
          { id: 'days', label: t.segments.withinDays },
          ...moments.map((one) => ({ id: `since ${one.id}`, label: one.label })),
        ]}
        onChange={(id) =>
          onChange(
            id === 'ever'
              ? undefined
              : id === 'last'
                ? { last: 'P90D' }
                : id.startsWith('since ')
                  ? { since: id.slice('since '.length) }
                  : { from: new Date().toISOString().slice(0, 10) },
          )
        }
      />
      {kind === 'last' && (
        <PeriodField
          label={t.segments.period}
          value={within?.last}
          onChange={(last) => onChange({ last: last ?? 'P1D' })}
        />
      )}
      {kind === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={t.segments[end]}
            isLabelHidden
            type="date"
            value={(within?.[end] ?? '').slice(0, 10)}
            onChange={(day) => onChange({ ...within, [end]: day || undefined })}
          />
        ))}
    </>
  );
}
