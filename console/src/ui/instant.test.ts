import { describe, expect, it } from 'vitest';
import { instantOf, localOf } from './instant';

describe('a moment', () => {
  it('is shown in the zone of the store', () => {
    expect(localOf('2026-01-31T23:30:00.000Z', 'Europe/Madrid')).toBe('2026-02-01T00:30');
    expect(localOf('2026-07-01T10:00:00.000Z', 'Europe/Madrid')).toBe('2026-07-01T12:00');
    expect(localOf('nothing', 'Europe/Madrid')).toBe('');
  });

  it.each(['2026-01-31T23:30', '2026-07-01T12:00', '2026-03-29T04:00', '2026-10-25T01:00'])(
    'comes back from %s',
    (local) => {
      for (const zone of ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kathmandu']) {
        expect(localOf(instantOf(local, zone) ?? '', zone)).toBe(local);
      }
    },
  );

  it('is none without a time', () => expect(instantOf('', 'UTC')).toBeUndefined());
});
