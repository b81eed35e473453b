export const localeOf = (language: string) => (language === 'es' ? 'es-ES' : 'en-GB');

const plainDays = new Map<string, Intl.DateTimeFormat>();
export const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;

// A day without a time, such as a birthday: it has no zone.
export function plainDay(instant: string, language: string): string {
  const format =
    plainDays.get(language) ?? new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...dayParts });
  plainDays.set(language, format);
  return format.format(new Date(instant));
}
