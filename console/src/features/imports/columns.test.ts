import { expect, test } from 'vitest';
import { type ContactField, matchColumns, namesOf } from './columns';

const field = (id: string, name: string): ContactField => ({
  id,
  name,
  type: 'text',
  custom: !id.startsWith('_'),
  required: false,
  readOnly: false,
  status: 'active',
});
const fields = [field('_email', 'E-mail'), field('_name', 'Name'), field('city', 'City')];

test.each([
  [
    ['_email', '_name'],
    ['_email', '_name'],
  ],
  [
    ['Correo electrónico', 'First name', 'CITY'],
    ['_email', '_name', 'city'],
  ],
  [
    ['shoe size', 'E-Mail'],
    [undefined, '_email'],
  ],
  // A field is that of one column, and of the one that has its id.
  [
    ['email', '_email'],
    [undefined, '_email'],
  ],
  [
    ['name', 'Nombre'],
    ['_name', undefined],
  ],
])('columns %j are %j', (columns, found) => {
  expect(matchColumns(columns, fields)).toEqual(found);
});

test('what is left out has a name of its own', () => {
  expect(namesOf(['_email', undefined, undefined])).toEqual(['_email', 'left-out-2', 'left-out-3']);
});
