import { expect, test } from 'vitest';
import { currencyGroups, domainsOf, languageGroups, zoneGroups } from './choices';

test('what is chosen is among the choices, also when the browser does not know it', () => {
  const ids = (groups: { choices: { id: string }[] }[]) => groups.flatMap((group) => group.choices.map(({ id }) => id));
  expect(ids(currencyGroups('XYZ', 'en', { often: '', others: '' }))).toContain('XYZ');
  expect(ids(zoneGroups('Mars/Olympus'))).toContain('Mars/Olympus');
  expect(ids(languageGroups('tlh', 'en', ''))).toContain('tlh');
  for (const all of [ids(currencyGroups('EUR', 'es', { often: '', others: '' })), ids(zoneGroups('UTC'))])
    expect(new Set(all).size).toBe(all.length);
});

test('choices have names for people', () => {
  const [often] = currencyGroups('EUR', 'es', { often: '', others: '' });
  expect(often?.choices[0]?.label).toBe('euro (EUR)');
  const zones = zoneGroups('UTC').flatMap((group) => group.choices);
  expect(zones.find(({ id }) => id === 'America/New_York')?.label).toBe('America/New York');
});

test('domains are told apart by lines and by commas, each once', () => {
  expect(domainsOf(' shop.example\n*.shop.example, shop.example\n\n')).toEqual(['shop.example', '*.shop.example']);
  expect(domainsOf('')).toEqual([]);
});
