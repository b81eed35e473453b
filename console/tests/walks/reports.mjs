import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { walk } from '../walker.mjs';

walk('Reports', async (walker) => {
  const { page } = walker;
  await walker.go('/reports');
  await page.locator('tbody tr').first().waitFor();
  await walker.look('reports');
  await walker.lookOnPhone('reports');
  await walker.activate('button', 'New report');
  await page.getByRole('dialog', { name: 'New report' }).waitFor();
  await walker.type('Sales of brands');
  await walker.tabTo('combobox', 'By');
  await walker.type('Brand');
  await walker.tabTo('checkbox', 'Amount');
  await walker.press('Space');
  await walker.activate('button', 'Save');
  await walker.see('does not go with this category');
  await walker.look('report refused');
  await walker.tabTo('combobox', 'About');
  await walker.type('Products sold');
  await walker.lookOnPhone('report new');
  await walker.activate('button', 'Save');
  await walker.heading('Sales of brands');
  await walker.activate('button', 'Delete');
  await walker.type('Sales of brands');
  await walker.press('Enter');
  await walker.see('The report was deleted');
  await walker.heading('Reports');
});

walk('Report', async (walker) => {
  const { page } = walker;
  const { id } = await walker.ask('POST', '/admin/v1/reports/', {
    name: 'Sales by weekday',
    category: 'purchases',
    groupings: ['dayOfWeek'],
    metrics: ['numberOfPurchases', 'totalPurchaseAmount'],
    sort: 'dayOfWeek',
  });
  await walker.go(`/reports/${id}`);
  await walker.heading('Sales by weekday');
  await page.getByRole('row', { name: /^Monday/ }).waitFor();
  await walker.look('report');
  await walker.lookOnPhone('report');
  await walker.tabTo('combobox', 'Days');
  await walker.type('Last 365 days');
  await walker.isAt(/from=/);
  await walker.tabTo('combobox', 'Drawn');
  await walker.type('Amount');
  await walker.isAt(/metric=totalPurchaseAmount/);
  await walker.tabTo('slider', 'Amount');
  await walker.press('ArrowRight');
  await walker.tabTo('button', 'As a file');
  const [file] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  assert.match(file.suggestedFilename(), /^Sales by weekday .*\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  assert.match(text, /^"Weekday","Purchases","Amount"\r\n"Monday",\d+,[\d.]+\r\n/);
  await walker.activate('button', 'Change');
  await page.getByRole('dialog', { name: 'Sales by weekday' }).waitFor();
  await walker.press('Control+a');
  await walker.type('Sales by hour');
  await walker.tabTo('combobox', 'By');
  await walker.type('Hour');
  // Somebody else changes it meanwhile: theirs is shown, and what was chosen here stays.
  await walker.ask('PATCH', `/admin/v1/reports/${id}`, {
    name: 'Sales by day of the month',
    groupings: ['day'],
    sort: null,
  });
  await walker.activate('button', 'Save');
  await walker.see('Sales by day of the month');
  await walker.look('report conflict');
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Sales by hour');
  await walker.activate('button', 'Keep mine');
  await walker.heading('Sales by hour');
  await page.getByRole('row', { name: /^12:00/ }).waitFor();
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go(`/reports/${id}?from=2001-01-01&to=2001-01-02`);
  await walker.see('En el gráfico');
  await walker.look('report spanish');
  await walker.ask('DELETE', `/admin/v1/reports/${id}`);
  await walker.go(`/reports/${id}`);
  await walker.see('Este informe no existe');
});
