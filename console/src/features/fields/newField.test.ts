import { expect, test } from 'vitest';
import { bodyOfField, emptyField, fieldIdOf, type NewField, optionsOf } from './newField';

test.each([
  ['Favourite glaze', 'favouriteGlaze'],
  ['Señal: 10 €', 'senal10'],
  ['2nd address', 'ndAddress'],
  ['  ', ''],
])('%s is the field %s', (name, id) => {
  expect(fieldIdOf(name)).toBe(id);
});

test('each line is a choice, also one that no word can be made of', () => {
  expect(optionsOf('Living room\n\n  Garden \n日本')).toEqual([
    { id: 'living-room', label: 'Living room' },
    { id: 'garden', label: 'Garden' },
    { id: 'option-3', label: '日本' },
  ]);
});

const bodyOf = (part: Partial<NewField>) => {
  const { id, name, ...rest } = bodyOfField({ ...emptyField, name: 'Size', ...part });
  expect([id, name]).toEqual(['size', 'Size']);
  return JSON.parse(JSON.stringify(rest));
};

test.each<[string, Partial<NewField>, object]>([
  ['a text', { type: 'text', maxLength: '80' }, { type: 'text', required: false, maxLength: 80 }],
  [
    'a text that everybody has',
    { isRequired: true, first: 'none' },
    { type: 'text', required: true, defaultValue: 'none' },
  ],
  ['a value that is typed and then not needed', { first: 'none' }, { type: 'text', required: false }],
  [
    'a number within bounds',
    { type: 'integer', least: '0', most: '20', isRequired: true, first: '0' },
    { type: 'integer', required: true, defaultValue: 0, minValue: 0, maxValue: 20 },
  ],
  ['a date', { type: 'date', least: '2015-01-01' }, { type: 'date', required: false, minDate: '2015-01-01' }],
  ['a phone', { type: 'phone', countryCode: '34' }, { type: 'phone', defaultCountryCode: '34' }],
  ['yes or no', { type: 'boolean' }, { type: 'boolean', defaultValue: false }],
  [
    'some of several, of which one is gone',
    { type: 'checkbox', options: 'Mugs\nPlates', firstOptions: ['mugs', 'bowls'] },
    {
      type: 'checkbox',
      defaultValue: ['mugs'],
      options: [
        { id: 'mugs', label: 'Mugs' },
        { id: 'plates', label: 'Plates' },
      ],
    },
  ],
  ['what another type would have', { type: 'email', maxLength: '80', options: 'A', least: '1' }, { type: 'email' }],
])('%s is sent as the server takes it', (_, part, body) => {
  expect(bodyOf(part)).toEqual(body);
});
