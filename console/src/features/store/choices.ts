import type { PickGroup } from '~/ui/PickBox';

// The languages that texts of a store are mostly written in; any other one that it has is added.
const languages = 'ca de el en en-GB en-US es es-AR es-CL es-CO es-MX eu fr gl it nl pl pt pt-BR ro sv'.split(' ');
const oftenUsed = ['EUR', 'USD', 'GBP', 'MXN', 'COP', 'ARS', 'CLP', 'CHF', 'PLN', 'SEK'];

const sorted = (choices: { id: string; label: string }[], locale: string) =>
  choices.sort((one, other) => one.label.localeCompare(other.label, locale));

// With what is chosen now, also when the browser does not know it.
const withChosen = (known: readonly string[], chosen: string) => (known.includes(chosen) ? known : [chosen, ...known]);

export function currencyGroups(chosen: string, locale: string, titles: { often: string; others: string }): PickGroup[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const label = (id: string) => ({ id, label: `${names.of(id)} (${id})` });
  const others = withChosen(Intl.supportedValuesOf('currency'), chosen).filter((id) => !oftenUsed.includes(id));
  return [
    { id: 'often', title: titles.often, choices: oftenUsed.map(label) },
    { id: 'others', title: titles.others, choices: sorted(others.map(label), locale) },
  ];
}

// By continent, or what stands in its place.
export function zoneGroups(chosen: string): PickGroup[] {
  const groups = new Map<string, PickGroup>();
  for (const id of withChosen(['UTC', ...Intl.supportedValuesOf('timeZone')], chosen)) {
    const continent = id.includes('/') ? id.slice(0, id.indexOf('/')) : 'UTC';
    const group = groups.get(continent) ?? { id: continent, title: continent, choices: [] };
    group.choices.push({ id, label: id.replaceAll('_', ' ') });
    groups.set(continent, group);
  }
  return [...groups.values()];
}

export function languageGroups(chosen: string, locale: string, title: string): PickGroup[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const choices = withChosen(languages, chosen).map((id) => ({ id, label: names.of(id) ?? id }));
  return [{ id: 'languages', title, choices: sorted(choices, locale) }];
}

// What somebody writes one a line, or with commas between.
export const domainsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
