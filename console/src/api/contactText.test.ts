import { expect, test } from 'vitest';
import { filterFor } from './contactText';

const begins = (field: string, value: string) => ({ field, is: 'startsWith', value });

test('an address is one', () => {
  expect(filterFor('ada@')).toEqual(begins('_email', 'ada@'));
});

test('a word may begin any of three', () => {
  expect(filterFor('ada')).toEqual({
    any: [begins('_name', 'ada'), begins('_surname', 'ada'), begins('_email', 'ada')],
  });
});

test('a blank may stand between the name and the surname', () => {
  expect(filterFor('ada mary lov')).toEqual({
    any: [
      begins('_name', 'ada mary lov'),
      { all: [{ field: '_name', is: 'equals', value: 'ada' }, begins('_surname', 'mary lov')] },
      { all: [{ field: '_name', is: 'equals', value: 'ada mary' }, begins('_surname', 'lov')] },
    ],
  });
  expect(filterFor('ada ')).toEqual({ any: [begins('_name', 'ada '), { field: '_name', is: 'equals', value: 'ada' }] });
});

test('digits are a phone number or begin an address', () => {
  expect(filterFor('34 600-1')).toEqual({ any: [begins('_mobilePhone', '+346001'), begins('_email', '34 600-1')] });
});
