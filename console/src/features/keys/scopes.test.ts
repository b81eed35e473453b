import { expect, test } from 'vitest';
import { groupsOf, readingOnly } from './scopes';

test('scopes about one thing are one group, in the order of the server', () => {
  expect(groupsOf(['contact:read', 'workflow:read', 'contact:write', 'admin'])).toEqual([
    {
      noun: 'contact',
      scopes: [
        { scope: 'contact:read', action: 'read' },
        { scope: 'contact:write', action: 'write' },
      ],
    },
    { noun: 'workflow', scopes: [{ scope: 'workflow:read', action: 'read' }] },
    { noun: 'admin', scopes: [{ scope: 'admin', action: '' }] },
  ]);
});

test('reading only leaves out what changes something', () => {
  expect(readingOnly(['contact:read', 'contact:write', 'workflow:run', 'admin'])).toEqual(['contact:read']);
});
