// Later ones carry the words of earlier ones, so the order counts.
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

// `Firefox, Linux`: what a browser says it is, as far as people care.
export function browserOf(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || userAgent.split(/[/\s]/)[0] || '';
}
