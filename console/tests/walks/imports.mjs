import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

// Chooses a file as the picker of the browser would.
async function chooseFile(walker, name, text) {
  await walker.page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
}

// The outcome of a trial.
async function tried(walker, taken, refused) {
  const figures = new RegExp(`\\D${taken + refused}\\D+${taken}\\D+${refused}$`);
  await walker.page.locator('section[aria-busy="false"]').getByRole('status').filter({ hasText: figures }).waitFor();
}

walk('NewImport', async (walker) => {
  const { page } = walker;
  await walker.go('/imports/new');
  await walker.heading('New import');
  await walker.look('import new');
  await chooseFile(walker, 'nobody.csv', 'What,City\nx,Madrid\n');
  await walker.see('Choose which column is the e-mail address');
  assert.ok(await page.getByRole('button', { name: 'Start the import' }).isDisabled());
  const text =
    'Correo;First name;Shoe size;City\nimport1@example.org;Iris;41;Madrid\nimport2@example.org;"Ivo; jr.";39;Lugo\nnot an address;Nobody;40;Lugo\n';
  await chooseFile(walker, 'people.csv', text);
  await walker.see('Ivo; jr.');
  assert.equal(await page.getByRole('combobox', { name: 'What Correo becomes' }).inputValue(), '_email');
  assert.equal(await page.getByRole('combobox', { name: 'What First name becomes' }).inputValue(), '_name');
  assert.equal(await page.getByRole('combobox', { name: 'What Shoe size becomes' }).inputValue(), '');
  await walker.tabTo('combobox', 'What Shoe size becomes');
  await walker.type('People in the household');
  await walker.tabTo('combobox', 'Those who are there already');
  await walker.type('Are changed');
  // Before anything is written, the rows that would be refused are told, and mended in the page.
  await tried(walker, 0, 3);
  await walker.see('Nothing was changed yet');
  await walker.tabTo('combobox', 'What Shoe size becomes');
  await walker.type('Left out');
  await tried(walker, 2, 1);
  await walker.see('_email must be an e-mail address');
  await walker.look('import columns');
  const broken = page.getByRole('group', { name: /^Line 4/ });
  assert.ok(await page.getByRole('button', { name: 'Try again' }).isDisabled());
  await broken.getByRole('textbox', { name: 'Correo' }).focus();
  assert.equal(await broken.getByRole('textbox', { name: 'Correo' }).getAttribute('aria-invalid'), 'true');
  await walker.press('Control+a');
  await walker.type('still no address');
  await walker.lookOnPhone('import columns');
  await walker.activate('button', 'Try again');
  await tried(walker, 2, 1);
  await broken.getByRole('textbox', { name: 'Correo' }).focus();
  await walker.press('Control+a');
  await walker.type('import4@example.org');
  await walker.activate('button', 'Try again');
  await tried(walker, 3, 0);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'What would become of it');
  await walker.look('import tried');
  await walker.activate('button', 'Start the import');
  await walker.isAt(/imports\/files\/[0-9a-f]{24}/);
  await walker.see('Done');
  assert.equal((await walker.ask('GET', '/contacts/email/import4@example.org'))._name, 'Nobody');
});

walk('NewImport: what the server makes of other files', async (walker) => {
  const { page } = walker;
  await walker.go('/imports/new');
  await walker.speak('es');
  await walker.go('/imports/new');
  await walker.tabTo('combobox', 'Qué');
  await walker.type('Productos');
  const [domain] = (await walker.ask('GET', '/admin/v1/store')).allowedDomains;
  const columns = 'productId,productDetailUrl,name,unitPrice,colour';
  const rows = Array.from(
    { length: 30 },
    (_, number) => `trial-${number},https://${domain}/p/${number},P${number},1,c`,
  );
  await chooseFile(walker, 'products.csv', [columns, ...rows, `trial-x,https://${domain}/p/x,X`, ''].join('\n'));
  await tried(walker, 30, 1);
  await walker.see('Se omite: no hay tal campo');
  await page.locator('summary', { hasText: 'trial-0' }).first().focus();
  await walker.press('Enter');
  await walker.see('trial-19');
  // What was mended is sent also by whoever does not try it again.
  const broken = page.getByRole('group', { name: /^Línea 32/ });
  await broken.getByRole('textbox', { name: 'unitPrice' }).focus();
  await walker.type('12.50');
  await walker.look('import spanish');
  await walker.lookOnPhone('import spanish');
  await walker.activate('button', 'Empezar la importación');
  await walker.isAt(/imports\/files\/[0-9a-f]{24}/);
  await walker.see('Hecha');
  assert.equal((await walker.ask('GET', '/products/product-id/trial-x')).unitPrice, 12.5);
  await walker.go('/imports/new');
  await walker.tabTo('combobox', 'Qué');
  await walker.type('Productos');
  await chooseFile(walker, 'nothing.csv', 'productId,name\n');
  await page.getByRole('alert').waitFor();
  await walker.look('import without columns');
});

walk('Import', async (walker) => {
  const { page } = walker;
  await walker.go('/imports/new');
  await chooseFile(walker, 'people.csv', 'E-mail,Name\nimport3@example.org,Iris\nnot an address,Nobody\n');
  await walker.activate('button', 'Start the import');
  await walker.see('Refused rows: 1 of 1');
  await page.getByRole('row', { name: /3 .*not an address/ }).waitFor();
  await walker.look('import');
  await walker.lookOnPhone('import');
  await walker.tabTo('link', 'Refused rows as a file');
  const [file] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  assert.match(file.suggestedFilename(), /\.csv$/);
  await walker.activate('button', 'Delete');
  await page.getByRole('dialog', { name: 'Delete this import from the list' }).waitFor();
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await walker.see('The import was deleted from the list');
  await walker.heading('Imports');
  await page.goBack();
  await walker.see('There is no such import');
});

walk('Imports', async (walker) => {
  const { page } = walker;
  const contacts = await walker.ask('GET', '/admin/v1/contacts/?pageSize=1');
  const buyer = contacts.results[0]._email;
  await walker.go('/imports?of=purchases');
  await walker.see('No imports yet');
  await walker.look('imports none');
  await walker.activate('link', 'New import');
  await walker.tabTo('combobox', 'What');
  await walker.type('Past purchases');
  const columns = 'purchaseId,contactEmail,totalPrice,totalQuantity,purchaseDate,productId,quantity,price';
  const rows = [`B-1,${buyer},42.60,1,2024-11-02,mug,1,42.60`, 'B-2,nobody@example.org,42.60,1,2024-11-02,mug,1,42.60'];
  await chooseFile(walker, 'purchases.csv', [columns, ...rows, ''].join('\n'));
  await walker.see('contactEmail');
  await walker.activate('button', 'Start the import');
  await walker.isAt(/imports\/purchases\/[0-9a-f]{24}/);
  await walker.see('Refused rows: ');
  await walker.activate('link', 'Imports');
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go('/imports?of=purchases');
  await page.getByRole('row', { name: /Compras pasadas/ }).waitFor();
  await walker.look('imports spanish');
  await walker.lookOnPhone('imports spanish');
  await walker.activate('button', 'Contactos, productos, códigos');
  await page.waitForURL(/imports$/);
});
