import type { Schemas } from '~/api/client';
import type { FieldType } from '~/api/contactFields';
import { wordOf } from '~/text/word';

// A field while it is written: everything as it was typed.
export interface NewField {
  name: string;
  // Empty: made of the name.
  id: string;
  type: FieldType;
  isRequired: boolean;
  // Of numbers, texts and dates as typed; of a choice its option; of yes or no `true` or ``.
  first: string;
  // Of several choices those that are made at first.
  firstOptions: string[];
  countryCode: string;
  maxLength: string;
  least: string;
  most: string;
  // One choice a line.
  options: string;
}

export const emptyField: NewField = {
  name: '',
  id: '',
  type: 'text',
  isRequired: false,
  first: '',
  firstOptions: [],
  countryCode: '',
  maxLength: '',
  least: '',
  most: '',
  options: '',
};

export const hasOptions = (type: FieldType) => type === 'radio' || type === 'checkbox';
export const hasBounds = (type: FieldType) => type === 'integer' || type === 'decimal' || type === 'date';
// Yes or no, and some of several, always have a value; an e-mail address and a phone number cannot be made up.
export const isAlwaysRequired = (type: FieldType) => type === 'boolean' || type === 'checkbox';
export const mayBeRequired = (type: FieldType) => !['boolean', 'checkbox', 'email', 'phone'].includes(type);

// `Favourite glaze` as the name of a field in a contact: `favouriteGlaze`. It begins with a letter.
export function fieldIdOf(name: string): string {
  return wordOf(name)
    .replace(/^[^a-z]+/, '')
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function optionsOf(text: string): { id: string; label: string }[] {
  return text
    .split('\n')
    .map((label) => label.trim())
    .filter(Boolean)
    .map((label, number) => ({ id: wordOf(label) || `option-${number + 1}`, label }));
}

function firstValueOf(field: NewField): string | number | boolean | string[] | undefined {
  switch (field.type) {
    case 'boolean':
      return field.first === 'true';
    case 'checkbox': {
      const ids = optionsOf(field.options).map(({ id }) => id);
      return field.firstOptions.filter((id) => ids.includes(id));
    }
    case 'email':
    case 'phone':
      return undefined;
    case 'integer':
    case 'decimal':
      return field.isRequired && field.first !== '' ? Number(field.first) : undefined;
    default:
      return field.isRequired && field.first !== '' ? field.first : undefined;
  }
}

export function bodyOfField(field: NewField): Schemas['ContactFieldCreate'] {
  const { type } = field;
  const isDate = type === 'date';
  const bound = (text: string) => (text === '' ? undefined : isDate ? text : Number(text));
  return {
    id: field.id || fieldIdOf(field.name),
    name: field.name.trim(),
    type,
    ...(mayBeRequired(type) ? { required: field.isRequired } : {}),
    defaultValue: firstValueOf(field),
    ...(type === 'phone' ? { defaultCountryCode: field.countryCode } : {}),
    ...(type === 'text' && field.maxLength ? { maxLength: Number(field.maxLength) } : {}),
    ...(hasBounds(type)
      ? { [isDate ? 'minDate' : 'minValue']: bound(field.least), [isDate ? 'maxDate' : 'maxValue']: bound(field.most) }
      : {}),
    ...(hasOptions(type) ? { options: optionsOf(field.options) } : {}),
  };
}
