import type { Filter } from './filters';

// What somebody typed may be the beginning of several things, which the server searches one at a time.
export function searchesFor(text: string): ('email' | 'name' | 'surname' | 'phone')[] {
  if (text.includes('@')) return ['email'];
  if (/^\+?[\d\s-]+$/.test(text)) return ['phone', 'email'];
  return text.includes(' ') ? ['name'] : ['name', 'surname', 'email'];
}

// The filter that finds whom a text finds in the list, for what is done by a filter.
export function filterFor(text: string): Filter {
  const begins = (field: string, value = text): Filter => ({ field, is: 'startsWith', value });
  const by = {
    email: [begins('_email')],
    surname: [begins('_surname')],
    // The server writes it with a plus sign and without blanks.
    phone: [begins('_mobilePhone', `+${text.replace(/[\s+-]/g, '')}`)],
    // The list takes the name and the surname for one text: each blank may be the one between them.
    name: [
      begins('_name'),
      ...[...text.matchAll(/ /g)].map(({ index }): Filter => {
        const surname = text.slice(index + 1);
        const name: Filter = { field: '_name', is: 'equals', value: text.slice(0, index) };
        return surname ? { all: [name, begins('_surname', surname)] } : name;
      }),
    ],
  };
  const tests = searchesFor(text).flatMap((search) => by[search]);
  return tests.length === 1 && tests[0] ? tests[0] : { any: tests };
}
