import type { ContactField } from '~/api/contactFields';
import { type Format, useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';

function boundsOf(field: ContactField, format: Format, t: Texts): string | undefined {
  const least = field.minDate
    ? format.day(field.minDate)
    : field.minValue !== undefined && format.number(field.minValue);
  const most = field.maxDate
    ? format.day(field.maxDate)
    : field.maxValue !== undefined && format.number(field.maxValue);
  if (least && most) return t.fields.between(least, most);
  if (least) return t.fields.from(least);
  return most ? t.fields.upTo(most) : undefined;
}

function firstWords(field: ContactField, format: Format, t: Texts): string | undefined {
  const { defaultValue: first } = field;
  const labelOf = (id: unknown) => field.options?.find((option) => option.id === id)?.label ?? String(id);
  if (first === undefined || first === null) return undefined;
  if (Array.isArray(first)) return first.length ? first.map(labelOf).join(', ') : t.fields.nothingChosen;
  if (typeof first === 'boolean') return first ? t.people.yes : t.people.no;
  if (field.type === 'date') return format.day(String(first));
  return typeof first === 'number' ? format.number(first) : labelOf(first);
}

// What values of a field must be like, in words.
export function useRules(): (field: ContactField) => string[] {
  const t = useText();
  const format = useFormat();
  return (field) => {
    const first = firstWords(field, format, t);
    return [
      field.readOnly ? t.fields.readOnly : undefined,
      boundsOf(field, format, t),
      field.maxLength === undefined ? undefined : t.fields.longest(format.number(field.maxLength)),
      field.defaultCountryCode && `+${field.defaultCountryCode}`,
      field.options?.map(({ label }) => label).join(', '),
      first === undefined ? undefined : t.fields.atFirst(first),
    ].filter((rule): rule is string => Boolean(rule));
  };
}
