import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { email, walk } from '../walker.mjs';

walk('Operations', async (walker) => {
  const { page } = walker;
  await walker.go('/');
  await walker.heading('Brisa Home');
  await walker.press('g', 'o');
  await walker.heading('Operations');
  await walker.see('Changes to look at');
  await walker.see('Make one');
  await walker.look('operations');
  await walker.lookOnPhone('operations');
  await walker.tabTo('button', 'Bundle for support');
  const [file] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  assert.equal(file.suggestedFilename(), 'tradewind-support.json');
  const text = readFileSync(await file.path(), 'utf8');
  assert.equal(JSON.parse(text).operations.storage, 'sqlite');
  assert.ok(!text.includes(email) && !text.includes('Brisa'), 'nobody is in the bundle');
  await walker.speak('es');
  await walker.go('/operations');
  await walker.heading('Operación');
  await walker.see('Haga una');
  await walker.lookOnPhone('operations spanish');
  await walker.speak('en');
  walker.expects = /status of 500/;
  await page.route('**/admin/v1/operations', (route) => route.fulfill({ status: 500, body: '{}' }));
  await walker.go('/operations');
  await page.getByRole('alert').first().waitFor();
  await page.unroute('**/admin/v1/operations');
  await walker.activate('button', 'Try again');
  await walker.see('Changes to look at');
});

// What somebody else does is told in the head of whatever page is open.
walk('Operations: the head of every page', async (walker) => {
  const { page } = walker;
  await walker.go('/products');
  await walker.heading('Products');
  await page.getByRole('link', { name: 'Up to date' }).waitFor();
  const set = { name: 'Nearly gone', type: 'multiple', alertThreshold: 5 };
  const { id } = await walker.ask('POST', '/admin/v1/coupon-sets/', set);
  await page.getByRole('link', { name: '1 thing waits for somebody' }).waitFor();
  await walker.look('head incidents');
  await walker.activate('link', '1 thing waits for somebody');
  await walker.heading('Brisa Home');
  await walker.see('The coupons of Nearly gone run out');
  await walker.ask('DELETE', `/admin/v1/coupon-sets/${id}`);
  await walker.see('All is well');
  await page.getByRole('link', { name: 'Up to date' }).waitFor();
});
