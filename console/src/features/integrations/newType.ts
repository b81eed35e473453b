import type { Schemas } from '~/api/client';
import type { EventField } from '~/api/integrations';
import { wordOf } from '~/text/word';

export type Way = 'api' | 'webhook' | 'web-mobile-app' | 'send';

export interface FieldRow {
  // Tells rows apart while they are edited.
  number: number;
  name: string;
  // Empty: made of the name.
  id: string;
  type: EventField['type'];
  isRequired: boolean;
  isKey: boolean;
  // What can be chosen, with commas between.
  options: string;
  countryCode: string;
  pointer: string;
}

export interface NewType {
  name: string;
  way: Way;
  // Empty: made of the name.
  alias: string;
  fields: FieldRow[];
  url: string;
  headers: { number: number; name: string; value: string }[];
}

export const needsKey = (way: Way) => way === 'api' || way === 'webhook';
export const hasOptions = (row: FieldRow) => row.type === 'radio' || row.type === 'checkbox';

export function bodyOfType(type: NewType): Schemas['CustomEventTypeCreate'] {
  const isSent = type.way === 'send';
  const rows = type.fields.filter((row) => !row.isKey || needsKey(type.way));
  const fields = rows.map((row) => ({
    id: row.id || wordOf(row.name),
    name: row.name,
    type: row.type,
    required: row.isRequired,
    isPrimaryKey: row.isKey,
    ...(hasOptions(row)
      ? {
          options: row.options
            .split(',')
            .map((label) => label.trim())
            .filter(Boolean)
            .map((label) => ({ id: wordOf(label), label })),
        }
      : {}),
    ...(row.type === 'phone' ? { defaultCountryCode: row.countryCode } : {}),
    ...(type.way === 'webhook' && row.pointer ? { jsonPointerPath: row.pointer } : {}),
  }));
  return isSent
    ? {
        name: type.name,
        category: 'send',
        fields: fields as never,
        webhookUrl: type.url,
        webhookHeaders: type.headers.filter(({ name }) => name).map(({ name, value }) => ({ name, value })),
      }
    : {
        name: type.name,
        category: 'receive',
        receiveType: type.way as 'api',
        alias: type.alias || wordOf(type.name),
        fields: fields as never,
      };
}
