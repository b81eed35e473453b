import { expect, test } from 'vitest';
import { bodyOfType, type FieldRow, type NewType } from './newType';

const row = (name: string, more: Partial<FieldRow> = {}): FieldRow => ({
  number: 0,
  name,
  id: '',
  type: 'text',
  isRequired: false,
  isKey: false,
  options: '',
  countryCode: '',
  pointer: '',
  ...more,
});
const key = row('Guest', { type: 'email', isRequired: true, isKey: true, pointer: '/guest/email' });
const base: NewType = { name: 'Seat offered', way: 'api', alias: '', fields: [key], url: '', headers: [] };

test('a type that receives has an alias and its key', () => {
  expect(bodyOfType(base)).toEqual({
    name: 'Seat offered',
    category: 'receive',
    receiveType: 'api',
    alias: 'seat-offered',
    fields: [{ id: 'guest', name: 'Guest', type: 'email', required: true, isPrimaryKey: true }],
  });
});

test('pointers are those of webhooks alone', () => {
  expect(bodyOfType({ ...base, way: 'webhook' }).fields?.[0]).toMatchObject({ jsonPointerPath: '/guest/email' });
});

test('a type that sends has an address and no key', () => {
  const what = row('What', { type: 'radio', options: 'On the wheel, Glazing,' });
  const headers = [
    { number: 1, name: 'X-Shop', value: 'brisa' },
    { number: 2, name: '', value: '' },
  ];
  expect(bodyOfType({ ...base, way: 'send', url: 'https://x.example/', fields: [key, what], headers })).toEqual({
    name: 'Seat offered',
    category: 'send',
    webhookUrl: 'https://x.example/',
    webhookHeaders: [{ name: 'X-Shop', value: 'brisa' }],
    fields: [
      {
        id: 'what',
        name: 'What',
        type: 'radio',
        required: false,
        isPrimaryKey: false,
        options: [
          { id: 'on-the-wheel', label: 'On the wheel' },
          { id: 'glazing', label: 'Glazing' },
        ],
      },
    ],
  });
});
