import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1' } });
const { named } = await import('./vocabulary');
const { en } = await import('./en');
const { es } = await import('./es');

test('fields of the system are called in the language of the reader, and others as they are', () => {
  const status = { id: '_emailStatus', name: 'E-mail status', options: [{ id: 'active', label: 'Active' }] };
  expect(named(status, es)).toMatchObject({ name: 'Estado del correo', options: [{ id: 'active', label: 'Activo' }] });
  expect(named(status, en)).toEqual(status);
  const own = { id: 'favourite', name: 'Favourite', options: [{ id: 'none', label: 'Not one' }] };
  expect(named(own, es)).toEqual(own);
});
