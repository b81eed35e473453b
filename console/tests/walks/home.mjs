import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

walk('Home', async (walker) => {
  await walker.go('/');
  await walker.heading('Brisa Home');
  await walker.see('All is well');
  await walker.page.getByRole('link', { name: /300 Contacts/ }).waitFor();
  await walker.look('home');
  await walker.tabTo('slider', 'Sales');
  const before = await walker.page.getByRole('slider', { name: 'Sales' }).getAttribute('aria-valuetext');
  await walker.press('ArrowLeft');
  const after = await walker.page.getByRole('slider', { name: 'Sales' }).getAttribute('aria-valuetext');
  assert.notEqual(before, after, 'the arrows go from bar to bar');
  await walker.go('/');
  await walker.activate('button', 'As a table');
  await walker.page.getByRole('columnheader', { name: 'Amount' }).waitFor();
  await walker.go('/');
  await walker.activate('link', /Bought in the last 30 days/);
  await walker.isAt(/contacts\?filter=/);
  await walker.see('Filtered');
  await walker.page.getByRole('row').nth(1).waitFor();
});

walk('Home: the frame', async (walker) => {
  const { page } = walker;
  await walker.go('/');
  await walker.heading('Brisa Home');
  await walker.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await walker.look('keys');
  await walker.press('Escape');
  await walker.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await walker.look('palette');
  await walker.type('segm');
  await walker.press('Enter');
  await walker.heading('Segments');
  await walker.press('g', 'c');
  await walker.heading('Contacts');
  await walker.press('Control+k');
  await walker.type('martina');
  await page
    .getByRole('option', { name: /martina\..*@example/ })
    .first()
    .waitFor();
  await walker.press('ArrowUp', 'Enter');
  await walker.isAt(/contacts\/[0-9a-f]{24}/);
  await walker.activate('button', 'Stop what leaves');
  await page.getByRole('dialog', { name: 'Stop everything that leaves' }).waitFor();
  await walker.type('Wrong prices in the shop');
  await walker.press('Enter');
  await walker.see('Wrong prices in the shop');
  await walker.look('hold');
  await walker.activate('button', 'Let it go on');
  await page.getByRole('dialog', { name: 'Let everything go on?' }).waitFor();
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await page.getByRole('status').getByText('Wrong prices in the shop').waitFor({ state: 'detached' });
  await walker.activate('button', 'Account and appearance');
  await walker.tabTo('combobox', 'Language');
  await page.keyboard.press('ArrowDown');
  await walker.see('Buscar o hacer');
  await walker.look('spanish');
  await walker.press('Escape');
  await walker.go('/nowhere');
  await walker.see('Esta página no existe');
});
