// The day that it is somewhere, as 2026-01-31.
export function dayInZone(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  );
}

export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 10);
}

function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

// When a day begins where the store is.
export function startOfDay(day: string, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  // The offset of a first guess may be that of the day before; that of the second one is right.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}

// The last moment of a day where the store is.
export function endOfDay(day: string, zone: string): Date {
  return new Date(startOfDay(daysBefore(day, -1), zone).getTime() - 1);
}
