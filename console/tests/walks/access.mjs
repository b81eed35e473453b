import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

walk('Keys', async (walker) => {
  const { page } = walker;
  await walker.go('/keys');
  await walker.heading('API keys');
  await walker.activate('button', 'New API key');
  await page.getByRole('dialog', { name: 'New API key' }).waitFor();
  await walker.type('Web shop');
  await walker.activate('button', 'Only reading');
  await page.getByRole('group', { name: 'Purchases' }).getByRole('checkbox', { name: 'write' }).focus();
  await walker.press('Space');
  await walker.look('key new');
  await walker.lookOnPhone('key new');
  await walker.activate('button', 'Make the key');
  await page.getByRole('dialog', { name: 'The key Web shop works' }).waitFor();
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  assert.match(key, /^\w{22}:\w{22}$/);
  await walker.look('key made');
  await walker.activate('button', 'Done');
  await page.getByRole('row', { name: /Web shop.*purchase:write/ }).waitFor();
  await walker.look('keys');
  await walker.lookOnPhone('keys');
  await page.getByRole('row', { name: /Web shop/ }).focus();
  await walker.press('Enter');
  await page.getByRole('dialog', { name: 'Web shop' }).waitFor();
  await walker.look('key');
  await walker.activate('button', 'Revoke');
  await page.getByRole('dialog', { name: 'Revoke Web shop' }).waitFor();
  await walker.type('Web shop');
  await walker.press('Enter');
  await walker.see('The key Web shop was revoked');
  await page.getByRole('row', { name: /Web shop/ }).waitFor({ state: 'detached' });
});

walk('Audit', async (walker) => {
  const { page } = walker;
  await walker.ask('PATCH', '/admin/v1/store', { name: 'Brisa' });
  await walker.ask('PATCH', '/admin/v1/store', { name: 'Brisa Home' });
  const { id } = await walker.ask('POST', '/admin/v1/segments/', { kind: 'static', name: 'By hand for the log' });
  await walker.go('/audit');
  await page.getByRole('row', { name: /Segment: created.*Owner By hand for the log/ }).waitFor();
  await page.getByRole('row', { name: /Store: changed.*name Before: Brisa After: Brisa Home/ }).waitFor();
  await walker.look('audit');
  await walker.lookOnPhone('audit');
  await page
    .getByRole('row', { name: /Segment: created/ })
    .getByRole('link')
    .first()
    .focus();
  await walker.press('Enter');
  await walker.heading('By hand for the log');
  await walker.ask('DELETE', `/admin/v1/segments/${id}`);
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go('/audit');
  await walker.heading('Auditoría');
  await walker.see('Segmento: eliminación');
  await walker.look('audit spanish');
});

walk('Exports', async (walker) => {
  const { page } = walker;
  await walker.go('/exports');
  await walker.see('No exports yet');
  await walker.look('exports none');
  await walker.activate('button', 'New export');
  await page.getByRole('dialog', { name: 'New export' }).waitFor();
  await walker.type('Activities');
  await walker.tabTo('textbox', 'Last day');
  await walker.look('export new');
  await walker.lookOnPhone('export new');
  await page.getByRole('textbox', { name: 'First day' }).fill('2020-01-01');
  await walker.activate('button', 'Make the file');
  await walker.see(/at most 31 days/);
  await walker.tabTo('combobox', 'What');
  await walker.type('Contacts');
  await walker.tabTo('combobox', 'Whose');
  await walker.type('Big');
  await walker.activate('button', 'Make the file');
  await walker.see('The export has begun');
  await page.getByRole('row', { name: /Contacts.*Big spenders.*Ready/ }).waitFor();
  await walker.look('exports');
  await walker.lookOnPhone('exports');
  await walker.tabTo('link', 'Download');
  const [file] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  assert.match(file.suggestedFilename(), /^export-contacts-.*\.zip$/);
  await walker.activate('button', 'Delete');
  await page.getByRole('dialog', { name: 'Delete this export' }).waitFor();
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await walker.see('The export was deleted');
  await walker.see('No exports yet');
});
