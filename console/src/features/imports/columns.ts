import type { ContactField } from '~/api/contactFields';

export type { ContactField };

const plain = (words: string) =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

// Words that other systems use for what every store knows. Fields of the store are found by their own id and name.
const otherWords: Record<string, string[]> = {
  _email: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico'],
  _externalId: ['externalid', 'customerid', 'clienteid', 'idcliente'],
  _name: ['name', 'firstname', 'nombre'],
  _surname: ['surname', 'lastname', 'apellido', 'apellidos'],
  _mobilePhone: ['phone', 'mobile', 'mobilephone', 'telefono', 'movil'],
  _birthdate: ['birthdate', 'birthday', 'dateofbirth', 'fechadenacimiento'],
};

// Which field each column is, as far as its name tells; each field once.
export function matchColumns(columns: string[], fields: ContactField[]): (string | undefined)[] {
  const free = new Set<string>(fields.map(({ id }) => id));
  const byId = columns.map((column) => free.delete(column));
  return columns.map((column, number) => {
    if (byId[number]) return column;
    const word = plain(column);
    const found = fields.find(
      ({ id, name, also }) =>
        free.has(id) && (plain(name) === word || plain(also ?? name) === word || otherWords[id]?.includes(word)),
    )?.id;
    if (found) free.delete(found);
    return found;
  });
}

// The names under which the columns are sent. Those that are left out have one that no field has.
export function namesOf(fields: (string | undefined)[]): string[] {
  return fields.map((field, number) => field ?? `left-out-${number + 1}`);
}
