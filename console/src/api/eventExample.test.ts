import { expect, test } from 'vitest';
import { curlOf, exampleBody } from './eventExample';
import type { EventType } from './integrations';

const field = (id: string, type: EventType['fields'][0]['type'], more = {}) => ({
  id,
  name: id,
  type,
  required: true,
  isPrimaryKey: false,
  ...more,
});
const typeWith = (receiveType: EventType['receiveType'], fields: EventType['fields']): EventType => ({
  id: '1',
  name: 'Booked',
  category: 'receive',
  alias: 'booked',
  receiveType,
  fields,
  createdAt: '',
  updatedAt: '',
});

test('an event has a value of its kind for each field', () => {
  const options = [{ id: 'wheel', label: 'Wheel' }];
  const fields = [field('guest', 'email'), field('seats', 'integer'), field('what', 'radio', { options })];
  expect(exampleBody(typeWith('api', fields))).toEqual({ guest: 'ada@example.org', seats: 1, what: 'wheel' });
});

test('in a webhook values stand where their pointers say', () => {
  const fields = [
    field('guest', 'email', { jsonPointerPath: '/booking/guest/email' }),
    field('paid', 'boolean', { jsonPointerPath: '/booking/a~1b' }),
    field('seats', 'integer'),
  ];
  expect(exampleBody(typeWith('webhook', fields))).toEqual({
    booking: { guest: { email: 'ada@example.org' }, 'a/b': true },
    seats: 1,
  });
});

test('a command can be pasted into a shell', () => {
  expect(curlOf('http://x/', { name: "O'Hara" }, false)).toBe(
    "curl 'http://x/' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"name\":\"O'\\''Hara\"}'",
  );
  expect(curlOf('http://x/', {}, true)).toContain('apiKey $API_KEY');
});
