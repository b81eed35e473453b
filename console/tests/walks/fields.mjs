import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

walk('Fields', async (walker) => {
  const { page } = walker;
  const segment = await walker.ask('POST', '/admin/v1/segments/', {
    kind: 'dynamic',
    name: 'Garden people',
    filter: { field: 'favouriteRoom', is: 'in', values: ['garden'] },
  });
  await walker.go('/fields');
  await walker.heading('Fields');
  await page.getByRole('row', { name: /People in the household.*from 1 to 20/ }).waitFor();
  await walker.look('fields');
  await walker.lookOnPhone('fields');

  await walker.activate('button', 'New field');
  await page.getByRole('dialog', { name: 'New field' }).waitFor();
  await walker.type('City');
  await walker.activate('button', 'Make the field');
  await walker.see('There is a contact field city already.');
  await walker.tabTo('textbox', 'Name');
  await walker.press('Control+a');
  await walker.type('Club of the month');
  await walker.tabTo('combobox', 'Kind');
  await walker.type('One of several');
  await walker.tabTo('checkbox', 'Everybody has a value');
  await walker.press('Space');
  await walker.activate('button', 'Make the field');
  await walker.see(/must have|is required|at least/);
  await walker.look('field refused');
  await walker.tabTo('textbox', 'Choices');
  await walker.type('Gold\nSilver');
  await walker.tabTo('combobox', 'At first');
  await walker.type('Silver');
  await walker.look('field new');
  await walker.lookOnPhone('field new');
  await walker.activate('button', 'Make the field');
  await walker.see('The field Club of the month is there');
  await page.getByRole('row', { name: /Club of the month.*clubOfTheMonth.*Gold, Silver · at first Silver/ }).focus();

  await walker.press('Enter');
  await walker.isAt(/field=clubOfTheMonth/);
  await page.getByRole('dialog', { name: 'Club of the month' }).getByText('Nothing uses it.').waitFor();
  await walker.activate('button', 'Delete');
  await page.getByRole('dialog', { name: 'Delete Club of the month' }).waitFor();
  await walker.type('Club of the mont');
  await walker.press('Enter');
  assert.ok(await page.getByRole('dialog').isVisible(), 'half a name deletes nothing');
  await walker.type('h');
  await walker.press('Enter');
  await walker.see('The field Club of the month was deleted');
  await page.getByRole('row', { name: /Club of the month/ }).waitFor({ state: 'detached' });

  await page.getByRole('row', { name: /Favourite room/ }).focus();
  await walker.press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Garden people' }).waitFor();
  await walker.look('field');
  await walker.lookOnPhone('field');
  await walker.activate('button', 'Delete');
  await walker.type('Favourite room');
  await walker.press('Enter');
  await walker.see(/The contact field is used by/);
  await walker.look('field used');
  await walker.press('Escape', 'Escape');
  await walker.ask('DELETE', `/admin/v1/segments/${segment.id}`);

  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go('/fields');
  await walker.activate('button', 'Siempre presentes');
  await walker.isAt(/of=system/);
  await page.getByRole('row', { name: /_totalPurchases\b.*lo pone el servicio/ }).focus();
  await walker.look('fields spanish');
  await walker.press('Enter');
  await walker.see('Este campo es del sistema. No se puede eliminar.');
  assert.equal(await page.getByRole('button', { name: 'Eliminar' }).count(), 0);
});
