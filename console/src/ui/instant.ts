// A moment as a field for day and time shows it, in the zone of the store, and back.
export function localOf(instant: string, zone: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

const minute = 60_000;

export function instantOf(local: string, zone: string): string | undefined {
  const wanted = local ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  // The distance of the zone may be another on the other side of it, when clocks change.
  let found = wanted;
  for (let turn = 0; turn < 2; ++turn) {
    const shown = Date.parse(`${localOf(new Date(found).toISOString(), zone)}:00Z`);
    found += Math.round((wanted - shown) / minute) * minute;
  }
  return new Date(found).toISOString();
}
