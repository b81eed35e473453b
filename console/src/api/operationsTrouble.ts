import type { Operations } from './operations';

const day = 24 * 60 * 60 * 1000;
const backupDaysMax = 7;
const diskDaysMin = 14;

// What is wrong with the last backup, if anything is. PostgreSQL has its own, of which nothing is known.
export function backupTrouble({ backup }: Operations, now = Date.now()): 'failed' | 'never' | 'old' | undefined {
  if (!backup) return undefined;
  if (backup.failedAt) return 'failed';
  if (!backup.madeAt) return 'never';
  return now - Date.parse(backup.madeAt) > backupDaysMax * day ? 'old' : undefined;
}

export function diskTrouble({ disk }: Operations): 'full' | 'soon' | undefined {
  if (!disk) return undefined;
  if (disk.isFull) return 'full';
  return disk.daysUntilFull !== null && disk.daysUntilFull < diskDaysMin ? 'soon' : undefined;
}
