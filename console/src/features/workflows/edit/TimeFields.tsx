import { useText } from '~/text/t';
import { Select, TextField } from '~/ui/fields';
import { PeriodField } from '~/ui/PeriodField';
import { withMember } from './change';
import { useForm } from './form';
import { type FieldOf, Group, Pick } from './ParameterField';

const objectOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const emptyIsNone = (object: Record<string, unknown>) => (Object.keys(object).length ? object : undefined);

// A date that is found at a path, and how long before or after it.
export function DateField({ label, value, wrong, onChange }: FieldOf) {
  const t = useText();
  const { paths, contactPaths } = useForm();
  const said = objectOf(value);
  const offset = textOf(said.offset);
  const isBefore = offset.startsWith('-');
  const change = (name: string, next: unknown) => onChange(emptyIsNone(withMember(said, name, next)));
  const moments = [...paths, ...contactPaths].filter((one) => one.kind === 'date');
  return (
    <Group label={label} wrong={wrong('')}>
      <Pick
        label={t.builder.parameters.path ?? 'path'}
        choices={moments.map(({ id, name }) => ({ id, label: name }))}
        value={said.path}
        wrong={undefined}
        onChange={(path) => change('path', path)}
      />
      <Select
        label={t.builder.when}
        value={offset === '' ? 'at' : isBefore ? 'before' : 'after'}
        choices={(['at', 'before', 'after'] as const).map((id) => ({ id, label: t.builder.offsets[id] }))}
        onChange={(id) => {
          const period = offset.replace(/^-/, '') || 'P1D';
          change('offset', id === 'at' ? undefined : id === 'before' ? `-${period}` : period);
        }}
      />
      {offset !== '' && (
        <PeriodField
          label={t.segments.period}
          units={['TH', 'D', 'W', 'M']}
          value={offset.replace(/^-/, '')}
          onChange={(period) => change('offset', `${isBefore ? '-' : ''}${period ?? 'P1D'}`)}
        />
      )}
    </Group>
  );
}

const after = 'after:';

// One of the words, or after a period.
export function ReentryField({ parameter, label, value, wrong, onChange }: FieldOf) {
  const t = useText();
  const said = textOf(value);
  const isAfter = said.startsWith(after);
  const words = parameter.words ?? [];
  return (
    <Group label={label} wrong={wrong('')}>
      <Select
        label={label}
        isLabelHidden
        value={isAfter ? after : said || words[0]}
        choices={[...words, after].map((id) => ({ id, label: t.builder.words[id] ?? id }))}
        onChange={(id) => onChange(id === after ? `${after}P30D` : id)}
      />
      {isAfter && (
        <PeriodField
          label={t.segments.period}
          value={said.slice(after.length)}
          onChange={(period) => onChange(`${after}${period ?? 'P1D'}`)}
        />
      )}
    </Group>
  );
}

// On which days of the week, from when to when.
export function WindowField({ label, value, wrong, onChange }: FieldOf) {
  const t = useText();
  const { vocabulary } = useForm();
  const said = objectOf(value);
  const [sunday, ...others] =
    vocabulary.kinds.flatMap((kind) => kind.parameters).find((one) => one.type === 'weekday')?.words ?? [];
  // A week begins on Monday, in both languages.
  const weekdays = sunday === 'sunday' ? [...others, sunday] : [sunday, ...others].filter((one) => one !== undefined);
  const days = Array.isArray(said.days) ? (said.days as string[]) : [];
  const change = (name: string, next: unknown) => onChange(emptyIsNone(withMember(said, name, next)));
  return (
    <Group label={label} wrong={wrong('')}>
      <div className="toggles">
        {weekdays.map((day) => {
          const isOn = days.includes(day);
          const next = weekdays.filter((one) => (one === day ? !isOn : days.includes(one)));
          return (
            <button
              key={day}
              type="button"
              className="toggle"
              aria-pressed={isOn}
              onClick={() => change('days', next.length ? next : undefined)}
            >
              {t.builder.words[day] ?? day}
            </button>
          );
        })}
      </div>
      <div className="two">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={t.segments[end]}
            type="time"
            value={textOf(said[end])}
            onChange={(time) => change(end, time || undefined)}
          />
        ))}
      </div>
    </Group>
  );
}
