import type { ReactNode } from 'react';
import type { Where } from '~/api/filters';
import { useStore } from '~/api/store';
import { useText } from '~/text/t';
import { Check, Select, TextField } from '~/ui/fields';
import { WhereList } from '~/ui/filter/WhereList';
import { instantOf, localOf } from '~/ui/instant';
import { PeriodField } from '~/ui/PeriodField';
import type { PeriodUnit } from '~/ui/period';
import type { Parameter } from './change';
import { FilterField } from './FilterField';
import { useForm, type Wrong } from './form';
import { CaseList, ShareList } from './PortLists';
import { TemplateField, TemplateList } from './Templates';
import { DateField, ReentryField, WindowField } from './TimeFields';
import { TriggerField } from './TriggerField';
import { ValueField } from './ValueField';

export interface FieldOf {
  parameter: Parameter;
  label: string;
  value: unknown;
  // With the other parameters of the same.
  said: Record<string, unknown>;
  wrong: Wrong;
  onChange: (value: unknown) => void;
}

const units: PeriodUnit[] = ['TM', 'TH', 'D', 'W', 'M', 'Y'];
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));

// The field that fits the type of a parameter.
export function ParameterField(props: FieldOf) {
  const { parameter, label, value, wrong, onChange } = props;
  const t = useText();
  const form = useForm();
  const zone = useStore().data?.timezone ?? 'UTC';
  const hint = t.builder.hints[parameter.name];
  const pick = (choices: { id: string; label: string }[]) => (
    <Pick
      label={label}
      hint={hint}
      none={parameter.required ? undefined : t.builder.notSet}
      choices={choices}
      value={value}
      wrong={wrong('')}
      onChange={onChange}
    />
  );
  const named = (things: { id: string; name: string }[]) => pick(things.map(({ id, name }) => ({ id, label: name })));
  const input = (type: string, read: (text: string) => unknown = (text) => text || undefined) => (
    <TextField
      label={label}
      hint={hint}
      type={type}
      step="any"
      wrong={wrong('')}
      value={textOf(value)}
      onChange={(text) => onChange(read(text))}
    />
  );
  switch (parameter.type) {
    case 'boolean':
      return (
        <Parts wrong={wrong('')}>
          <Check label={label} isOn={value === true} onChange={(isOn) => onChange(isOn)} />
        </Parts>
      );
    case 'number':
      return input('number', (text) => (text === '' ? undefined : Number(text)));
    case 'clockTime':
      return input('time');
    case 'instant':
      return (
        <TextField
          label={label}
          hint={hint}
          type="datetime-local"
          wrong={wrong('')}
          value={localOf(textOf(value), zone)}
          onChange={(text) => onChange(instantOf(text, zone))}
        />
      );
    case 'period':
      return (
        <Parts wrong={wrong('')}>
          <PeriodField
            label={label}
            isLabelShown
            units={units}
            value={value as string | undefined}
            onChange={onChange}
          />
        </Parts>
      );
    case 'word':
    case 'channel':
    case 'weekday':
      return pick((parameter.words ?? []).map((id) => ({ id, label: t.builder.words[id] ?? id })));
    case 'couponSet':
      return named(form.couponSets);
    case 'segment':
      return named(form.filters.segments);
    case 'staticSegment':
      return named(form.staticSegments);
    case 'eventType':
      return named(
        form.filters.events.filter((one) => one.alias).map((one) => ({ id: one.alias ?? one.id, name: one.name })),
      );
    // A type that sends has no alias.
    case 'sendEventType':
      return named(form.filters.events.filter((one) => !one.alias));
    case 'field':
      return named(form.filters.fields);
    case 'path':
      return named([...form.paths, ...form.contactPaths]);
    case 'since':
      return pick(form.moments);
    case 'filter':
      return <FilterField {...props} />;
    case 'where':
      return (
        <Group label={label} wrong={wrong('')}>
          <WhereList
            vocabulary={form.filters}
            test={typeof props.said.event === 'string' ? { event: props.said.event } : { purchases: {} }}
            where={Array.isArray(value) ? (value as Where[]) : []}
            onChange={(where) => onChange(where.length ? where : undefined)}
          />
        </Group>
      );
    case 'cases':
      return <CaseList {...props} />;
    case 'shares':
      return <ShareList {...props} />;
    case 'value':
      return <ValueField {...props} />;
    case 'template':
      return <TemplateField label={label} text={textOf(value)} wrong={wrong('')} onChange={onChange} />;
    case 'templates':
      return <TemplateList {...props} />;
    case 'trigger':
      return <TriggerField {...props} />;
    case 'date':
      return <DateField {...props} />;
    case 'reentry':
      return <ReentryField {...props} />;
    case 'window':
      return <WindowField {...props} />;
  }
}

export function Parts({ wrong, children }: { wrong: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      {children}
      {wrong && <span className="wrong">{wrong}</span>}
    </div>
  );
}

export function Group({ label, wrong, children }: { label: string; wrong: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="parameter-group">
      <legend>{label}</legend>
      {children}
      {wrong && <span className="wrong">{wrong}</span>}
    </fieldset>
  );
}

interface PickProps {
  label: string;
  hint?: string;
  // What it is called when none is chosen.
  none?: string;
  choices: { id: string; label: string }[];
  value: unknown;
  wrong: string | undefined;
  onChange: (id: string | undefined) => void;
}

// One of some, or none yet. What is said and is not there any more stays to be seen.
export function Pick({ label, hint, none, choices, value, wrong, onChange }: PickProps) {
  const t = useText();
  const chosen = textOf(value);
  const isKnown = chosen === '' || choices.some((one) => one.id === chosen);
  return (
    <Select
      label={label}
      hint={hint}
      wrong={wrong}
      value={chosen}
      choices={[
        { id: '', label: none ?? t.workflows.notChosen },
        ...choices,
        ...(isKnown ? [] : [{ id: chosen, label: chosen }]),
      ]}
      onChange={(id) => onChange(id || undefined)}
    />
  );
}
