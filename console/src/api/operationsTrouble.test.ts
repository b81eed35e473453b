import { describe, expect, it } from 'vitest';
import type { Operations } from './operations';
import { backupTrouble, diskTrouble } from './operationsTrouble';

const now = Date.parse('2026-02-10T12:00:00Z');
const calm: Operations = {
  version: '0.1.0',
  startedAt: '2026-02-01T06:00:00.000Z',
  storage: 'sqlite',
  isDamaged: false,
  lagSeconds: 0,
  queues: { changes: 0, calls: 0, deadCalls: 0, deadLetters: 0, imports: 0, exports: 0 },
  disk: { usedBytes: 1, freeBytes: 2, isFull: false, daysUntilFull: null },
  backup: { madeAt: '2026-02-10T02:00:00.000Z', bytes: 1, failedAt: null },
  restore: { triedAt: null, backupMadeAt: null },
};

describe('backupTrouble', () => {
  it.each([
    ['a backup of this night', calm.backup, undefined],
    ['one of last week', { ...calm.backup, madeAt: '2026-02-03T11:00:00.000Z' }, 'old'],
    ['none', { madeAt: null, bytes: null, failedAt: null }, 'never'],
    ['one that failed since', { ...calm.backup, failedAt: '2026-02-10T03:00:00.000Z' }, 'failed'],
    ['PostgreSQL', null, undefined],
  ])('tells of %s', (_, backup, trouble) => {
    expect(backupTrouble({ ...calm, backup } as Operations, now)).toBe(trouble);
  });
});

describe('diskTrouble', () => {
  it.each([
    ['a disk that does not fill', { ...calm.disk }, undefined],
    ['one that lasts', { ...calm.disk, daysUntilFull: 14 }, undefined],
    ['one that does not', { ...calm.disk, daysUntilFull: 13 }, 'soon'],
    ['one that is full', { ...calm.disk, isFull: true }, 'full'],
    ['PostgreSQL', null, undefined],
  ])('tells of %s', (_, disk, trouble) => {
    expect(diskTrouble({ ...calm, disk } as Operations)).toBe(trouble);
  });
});
