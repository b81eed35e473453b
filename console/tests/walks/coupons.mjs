import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

walk('Coupons', async (walker) => {
  const { page } = walker;
  const sets = await walker.ask('GET', '/admin/v1/coupon-sets/');
  const welcome = sets.results.find((set) => set.name === 'Welcome gift');
  const contacts = await walker.ask('GET', '/admin/v1/contacts/?pageSize=1');
  await walker.ask('POST', `/admin/v1/coupon-sets/${welcome.id}/assignments/`, { contactId: contacts.results[0].id });
  await walker.go('/coupons');
  await walker.heading('Coupons');
  await page.getByRole('row', { name: /Summer VERANO No limit \d+ –/ }).waitFor();
  await page.getByRole('row', { name: /Welcome gift Many codes \d+ of 500 \d+ not within a year/ }).waitFor();
  await walker.look('coupons');
  await walker.lookOnPhone('coupons');
  await walker.activate('button', 'New coupon set');
  await page.getByRole('dialog', { name: 'New coupon set' }).waitFor();
  await walker.type('Autumn');
  await walker.tabTo('combobox', 'Kind');
  await walker.type('One code');
  await walker.tabTo('textbox', 'Code');
  await walker.type('AUTUMN26');
  await walker.tabTo('spinbutton', 'How often it may be given out');
  await walker.type('1');
  await walker.tabTo('spinbutton', 'Warn when so few are left');
  await walker.type('1');
  await walker.look('coupon set new');
  await walker.lookOnPhone('coupon set new');
  await walker.activate('button', 'Make the set');
  await walker.heading('Autumn');
  await walker.see('Few left');
  await walker.see('Nobody has it yet');

  await walker.activate('button', 'Give one');
  await walker.tabTo('textbox', 'To whom');
  await walker.type('martina');
  await walker.activate('button', /^Martina/);
  await walker.look('coupon give');
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await page.getByRole('dialog', { name: /Martina.* has a coupon/ }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Code' }).inputValue(), 'AUTUMN26');
  await walker.look('coupon given');
  await walker.activate('button', 'Done');
  await walker.see('None left');
  await walker.activate('button', 'Give one');
  await walker.activate('button', /@example/);
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await walker.see(/was given out as often as it may be/);
  await walker.press('Escape');
  await walker.activate('link', /^Martina/);
  await walker.isAt(/contacts\/[0-9a-f]{24}/);
  await walker.activate('link', /Was given the coupon AUTUMN26/);
  await walker.heading('Autumn');

  // What runs out waits for somebody on the start page, and leads here.
  await walker.go('/');
  await walker.see('The coupons of Autumn run out');
  await page.getByRole('listitem').filter({ hasText: 'Autumn' }).getByRole('link', { name: 'Open' }).focus();
  await walker.press('Enter');
  await walker.heading('Autumn');
  await walker.activate('button', 'Delete');
  await page.getByRole('dialog', { name: 'Delete Autumn' }).waitFor();
  await walker.type('Autumn');
  await walker.press('Enter');
  await walker.see('The set Autumn was deleted');
  await walker.heading('Coupons');
  await page.goBack();
  await walker.see('There is no such coupon set');
});

walk('CouponSet', async (walker) => {
  const { page } = walker;
  const { id } = await walker.ask('POST', '/admin/v1/coupon-sets/', {
    name: 'Winter',
    type: 'multiple',
    alertThreshold: 2,
  });
  await walker.go(`/coupons/${id}`);
  await walker.see('No codes');
  await walker.activate('button', 'Add codes');
  await page.getByRole('dialog', { name: 'Add codes to Winter' }).waitFor();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('code\nW-1\n"W-2"\nW-3\nW-1\n', 'utf8'),
  });
  await page.getByRole('button', { name: 'Add 3 codes' }).waitFor();
  await walker.look('coupon codes add');
  await walker.lookOnPhone('coupon codes add');
  await walker.activate('button', 'Add 3 codes');
  await walker.see('3 codes were added');
  await page.getByRole('row', { name: /W-2/ }).waitFor();

  await walker.activate('button', 'Add codes');
  await walker.tabTo('textbox', 'Codes');
  await walker.type('W-3\nW-4');
  await walker.activate('button', 'Add 2 codes');
  await walker.see('is in the set already');
  await walker.look('coupon codes refused');
  await walker.activate('button', 'Leave it out');
  await walker.activate('button', 'Add 1 code');
  await page.getByRole('row', { name: /W-4/ }).waitFor();

  await walker.activate('button', 'Remove W-4');
  await walker.see('The code W-4 was removed');
  await page.getByRole('row', { name: /W-4/ }).waitFor({ state: 'detached' });
  await walker.activate('button', 'Undo');
  await page.getByRole('row', { name: /W-4/ }).waitFor();

  await walker.activate('button', 'Give one');
  await walker.tabTo('textbox', 'To whom');
  await walker.type('lucía');
  await walker.activate('button', /^Lucía/);
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await walker.activate('button', 'Done');
  await page.getByRole('row', { name: /W-1 Lucía/ }).waitFor();
  // One on the first day, and three are left.
  await walker.see('about 1 a day');
  await walker.see(/^about \d+ \w+ \d{4}$/);
  await walker.look('coupon set');
  await walker.lookOnPhone('coupon set');

  await walker.activate('button', 'Remove codes');
  await page.getByRole('dialog', { name: 'Remove free codes of Winter' }).waitFor();
  await walker.tabTo('textbox', 'Codes');
  await walker.type('W-1\nW-2');
  await walker.activate('button', 'Remove 2 codes');
  await walker.see('was given out');
  await walker.activate('button', 'Leave it out');
  await walker.activate('button', 'Remove 1 code');
  await walker.see('One code was removed');
  await walker.see('Few left');

  await walker.activate('button', 'Change');
  await page.getByRole('dialog', { name: 'Winter' }).waitFor();
  await walker.tabTo('spinbutton', 'Warn when so few are left');
  await walker.press('Control+a');
  await walker.type('1');
  await page.getByLabel('Ends').fill('2020-01-01T00:00');
  await walker.activate('button', 'Save');
  await walker.see('Expired');

  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go(`/coupons/${id}`);
  await walker.activate('button', 'Entregados');
  await walker.isAt(/state=assigned/);
  await page.getByRole('row', { name: /W-1 Lucía/ }).waitFor();
  await page.getByRole('row', { name: /W-3/ }).waitFor({ state: 'detached' });
  await walker.look('coupon set spanish');
  await walker.ask('DELETE', `/admin/v1/coupon-sets/${id}`);

  const sets = await walker.ask('GET', '/admin/v1/coupon-sets/');
  const used = sets.results.find((set) => set.usedInWorkflows.length > 0) ?? sets.results[0];
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'en'));
  await walker.go(`/coupons/${used.id}`);
  await walker.heading(used.name);
  await page.locator('.used-by li, .used-by p').first().waitFor();
  await walker.look('coupon set used');
});
