import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { password, service, walk } from '../walker.mjs';

// The code of an authenticator app (RFC 6238).
function totp(secret) {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

walk('People', async (walker) => {
  const { page } = walker;
  await walker.go('/people');
  await walker.see('(you)');
  await walker.activate('button', 'Invite somebody');
  await page.getByRole('dialog', { name: 'Invite somebody' }).waitFor();
  await walker.look('people invite');
  await walker.type('bea@shop.example');
  await walker.tabTo('textbox', 'Name');
  await walker.type('Bea Brisa');
  await walker.tabTo('combobox', 'Role');
  await walker.type('Support');
  await walker.see('Sees and changes contacts');
  await walker.press('Enter');
  await walker.activate('button', 'Make the link');
  await page.getByRole('dialog', { name: 'Bea Brisa is invited' }).waitFor();
  assert.match(await page.getByRole('textbox', { name: 'Link' }).inputValue(), /console\/setup#\w{43}$/);
  await walker.look('people link');
  await walker.press('Escape');
  await walker.activate('button', 'Done');
  await page.getByRole('row', { name: /Bea Brisa.*Support.*Invited/ }).waitFor();
  await walker.look('people');
  await walker.lookOnPhone('people');
  await page.getByRole('row', { name: /Bea Brisa/ }).focus();
  await walker.press('Enter');
  await page.getByRole('dialog', { name: 'Bea Brisa' }).waitFor();
  await walker.tabTo('combobox', 'Role');
  await walker.type('Analyst');
  await walker.look('person');
  await walker.activate('button', 'Save');
  await page.getByRole('row', { name: /Bea Brisa.*Analyst/ }).focus();
  await walker.press('Enter');
  await walker.activate('button', 'New link');
  await page.getByRole('dialog', { name: 'A new link for Bea Brisa' }).waitFor();
  await walker.activate('button', 'Reset password');
  await page.getByRole('dialog', { name: 'A way in for Bea Brisa' }).waitFor();
  await walker.activate('button', 'Done');
  await page.getByRole('row', { name: /Bea Brisa/ }).focus();
  await walker.press('Enter');
  await walker.activate('button', 'Keep out');
  await page.getByRole('row', { name: /Bea Brisa.*Disabled/ }).waitFor();
  await walker.activate('button', 'Undo');
  await page.getByRole('row', { name: /Bea Brisa.*Invited/ }).focus();
  await walker.press('Enter');
  await walker.activate('button', 'Remove');
  await page.getByRole('dialog', { name: 'Remove Bea Brisa' }).waitFor();
  await walker.type('Bea Brisa');
  await walker.press('Enter');
  await walker.see('Bea Brisa was removed');
  await page.getByRole('row', { name: /Bea Brisa/ }).waitFor({ state: 'detached' });
});

walk('People: the last owner stays one', async (walker) => {
  const { page } = walker;
  await walker.go('/people');
  await page.getByRole('row', { name: /\(you\)/ }).focus();
  await walker.press('Enter');
  await walker.tabTo('combobox', 'Role');
  await walker.type('Author');
  await walker.see('signed out everywhere');
  await walker.activate('button', 'Save');
  await walker.see(/last owner/);
  await walker.look('person refused');
});

// Somebody comes by an invitation, and finds only what their role is for.
walk('Home: an analyst', async (walker) => {
  const { page } = walker;
  const invited = await walker.ask('POST', '/admin/v1/people/', { email: 'ana@shop.example', role: 'analyst' });
  await page.goto(invited.link);
  await walker.tabTo('textbox', 'Your name');
  await walker.type('Ana Lyst');
  await walker.tabTo('textbox', 'Password');
  await walker.type(password);
  await walker.press('Enter');
  await walker.heading('Brisa Home');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Contacts' }).waitFor();
  for (const hidden of ['People', 'API keys', 'Audit log', 'Imports'])
    assert.equal(await pages.getByRole('link', { name: hidden }).count(), 0, `an analyst sees ${hidden}`);
  assert.equal(await page.getByRole('button', { name: 'Stop what leaves' }).count(), 0);
  await walker.look('home analyst');
  await walker.go('/people');
  await walker.see('This page is not for your role');
  await walker.look('refused');
  await walker.go('/segments');
  await walker.see('Big spenders in the kitchen');
  assert.equal(await page.getByRole('link', { name: 'New segment' }).count(), 0);
  await page.locator('tbody tr').first().focus();
  await walker.press('Enter');
  await walker.see('Your role may look at this, but not change it.');
  assert.equal(await page.getByRole('button', { name: 'Save segment' }).count(), 0);
  await walker.go('/contacts');
  await page.locator('tbody tr').first().focus();
  await walker.press('Enter');
  await page.getByRole('button', { name: 'Ask why' }).waitFor();
  for (const hidden of ['Erase', 'Pause all workflows'])
    assert.equal(await page.getByRole('button', { name: hidden }).count(), 0, `an analyst sees ${hidden}`);
  await walker.go('/exports?new');
  await page.getByRole('dialog', { name: 'New export' }).waitFor();
  await walker.see('An analyst gets files without them.');
  const without = page.getByRole('checkbox', { name: 'Leave out personal fields' });
  assert.ok((await without.isChecked()) && (await without.isDisabled()));
  assert.equal(await page.getByRole('option', { name: 'Activities' }).count(), 0);
  await walker.look('export analyst');
});

walk('Home: the account', async (walker) => {
  const { page } = walker;
  const invited = await walker.ask('POST', '/admin/v1/people/', { email: 'sam@shop.example', role: 'support' });
  await page.goto(invited.link);
  await walker.tabTo('textbox', 'Your name');
  await walker.type('Sam Support');
  await walker.tabTo('textbox', 'Password');
  await walker.type(password);
  await walker.press('Enter');
  await walker.heading('Brisa Home');
  await walker.see('Web calls are looked after by others.');
  await walker.look('home support');
  await walker.activate('button', 'Account and appearance');
  const dialog = page.getByRole('dialog', { name: 'Sam Support' });
  await walker.tabTo('tab', 'Appearance');
  await walker.press('ArrowRight');
  await walker.tabTo('textbox', 'Current password');
  await walker.type('not the password');
  await walker.tabTo('textbox', 'New password');
  await walker.type('staple in the stable');
  await walker.press('Enter');
  await walker.see(/is not your password/);
  await walker.look('account password');
  await walker.press('Shift+Tab', 'Control+a');
  await walker.type(password);
  await page.waitForTimeout(1_100); // One guess a second.
  await walker.press('Enter');
  await walker.see('Your password was changed');
  await page.waitForTimeout(1_100);
  const elsewhere = await page.context().browser().newContext({ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/128.0' });
  const signedIn = await elsewhere.request.post(`${service}/admin/v1/sessions/`, {
    data: { email: 'sam@shop.example', password: 'staple in the stable' },
    headers: { 'X-Tradewind-Console': '1', Origin: service },
  });
  assert.equal(signedIn.status(), 201, await signedIn.text());
  await walker.tabTo('tab', 'Password');
  await walker.press('ArrowRight');
  await walker.activate('button', 'Set up a second factor');
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  await walker.look('account second factor');
  await walker.lookOnPhone('account second factor');
  const secret = await page.getByRole('textbox', { name: 'Or type this into the app' }).inputValue();
  await walker.tabTo('textbox', 'Code');
  await walker.type('000000');
  await walker.press('Enter');
  await walker.see('is not the code of now');
  await walker.press('Control+a');
  await walker.type(totp(secret));
  await walker.press('Enter');
  await dialog.locator('.recovery-codes li').first().waitFor();
  assert.equal(await dialog.locator('.recovery-codes li').count(), 10);
  await walker.look('account recovery codes');
  await walker.tabTo('tab', 'Second factor');
  await walker.press('ArrowRight');
  await dialog.getByText('This one').waitFor();
  await walker.look('account sessions');
  await walker.activate('button', /^End: Firefox, Linux/);
  await walker.see('The session has ended');
  assert.equal((await elsewhere.request.get(`${service}/admin/v1/me`)).status(), 401);
  await elsewhere.close();
  await walker.tabTo('tab', 'Sessions');
  await walker.press('ArrowLeft');
  await walker.tabTo('textbox', 'Password');
  await walker.type('staple in the stable');
  await page.waitForTimeout(1_100); // One guess a second.
  await walker.press('Enter');
  await walker.see('Signing in needs only the password now');
});
