import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

const shop = 'https://shop.brisa.example';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" rx="12" fill="#0d6560"/></svg>';

// Two people bought the lamp, and one of them a shade with it.
async function sellLamps(walker) {
  const contacts = await walker.ask('GET', '/admin/v1/contacts/?pageSize=2');
  const [one, other] = contacts.results.map((contact) => contact._email);
  const product = (productId, more) =>
    walker.ask('PATCH', `/products/product-id/${productId}`, {
      name: `Lamp ${productId}`,
      productDetailUrl: `${shop}/p/${productId}`,
      unitPrice: 20,
      ...more,
    });
  const lamp = await product('W-LAMP', {
    name: 'Walking lamp',
    description: 'It goes where you go.',
    brand: 'Brisa',
    imageUrl: `${shop}/i/lamp.svg`,
    inStockUnits: 7,
    unitPriceOriginal: 25,
  });
  await product('W-SHADE', { name: 'Walking shade', imageUrl: 'https://elsewhere.example/shade.svg' });
  const item = (productId, quantity) => ({ productId, quantity, price: 20 * quantity });
  const buy = (purchaseId, contactEmail, ...products) =>
    walker.ask('POST', '/purchases/', {
      purchaseId,
      contactEmail,
      products,
      totalPrice: products.reduce((sum, { price }) => sum + price, 0),
      totalQuantity: products.reduce((sum, { quantity }) => sum + quantity, 0),
      paymentMethod: 'card',
      sourceType: 'digital-store',
    });
  const purchase = await buy('WALK-1', one, item('W-LAMP', 2), item('W-SHADE', 1));
  await buy('WALK-2', other, item('W-LAMP', 1));
  return { lamp, purchase };
}

// The shop answers for its pictures without being there.
async function showPictures(walker) {
  walker.pictures = shop;
  await walker.page.route(`${shop}/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture, headers: { 'Cache-Control': 'no-store' } }),
  );
}

async function forget(walker) {
  await walker.ask('DELETE', '/purchases/purchase-id/WALK-1');
  await walker.ask('DELETE', '/purchases/purchase-id/WALK-2');
  await walker.ask('DELETE', '/products/product-id/W-LAMP');
  await walker.ask('DELETE', '/products/product-id/W-SHADE');
}

walk('Purchases', async (walker) => {
  const { page } = walker;
  await walker.go('/purchases');
  await walker.heading('Purchases');
  await page.getByRole('row').nth(20).waitFor();
  await walker.look('purchases');
  await walker.lookOnPhone('purchases');
  const first = await page.locator('tbody tr').first().getByRole('link').first().innerText();
  await walker.press('/');
  await walker.type(first);
  await walker.isAt(/q=/);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await walker.type('zzz');
  await walker.see('No such purchase');
  await walker.look('purchases nothing');
  await walker.activate('button', 'Show all');
  await page.getByRole('row').nth(20).waitFor();
  await page.locator('tbody tr').first().focus();
  await walker.press('End');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 50);
  await walker.press('Home', 'Enter');
  await walker.isAt(/purchases\/[0-9a-f]{24}/);
  await walker.heading(first);
  await walker.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await walker.type('purch');
  await walker.press('Enter');
  await walker.heading('Purchases');
});

walk('Purchase', async (walker) => {
  const { page } = walker;
  const { purchase } = await sellLamps(walker);
  await showPictures(walker);
  // The shade's picture lies elsewhere: the policy of the page keeps it out, and says so.
  walker.expects = /elsewhere\.example/;
  await walker.go(`/contacts/${purchase.contactId}`);
  await walker.activate('link', 'Bought for €60.00');
  await walker.heading('WALK-1');
  await page.getByRole('row', { name: /Walking lamp.*2.*€40\.00/ }).waitFor();
  await walker.see('Web shop');
  await walker.look('purchase');
  await walker.lookOnPhone('purchase');
  const asked = await page.evaluate(() => [...document.images].map((image) => image.src));
  assert.deepEqual(asked, [`${shop}/i/lamp.svg`], 'a picture from elsewhere is not shown');
  await walker.activate('link', 'Walking lamp');
  await walker.heading('Walking lamp');
  await page.goBack();
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go(`/purchases/${purchase.id}`);
  await walker.see('Tienda web');
  await walker.look('purchase spanish');
  await forget(walker);
  await walker.go(`/purchases/${purchase.id}`);
  await walker.see('Esta compra no existe');
});

walk('Products', async (walker) => {
  const { page } = walker;
  await sellLamps(walker);
  await showPictures(walker);
  walker.expects = /elsewhere\.example/;
  await walker.go('/products');
  await walker.heading('Products');
  await page.getByRole('row', { name: /Walking lamp/ }).waitFor();
  await walker.look('products');
  await walker.lookOnPhone('products');
  await walker.press('/');
  await walker.type('w-sha');
  await walker.isAt(/q=w-sha/);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.getByRole('row', { name: /Walking shade W-SHADE/ }).waitFor();
  await walker.press('Control+a');
  await walker.type('walking');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
  await walker.type('zzz');
  await walker.see('No such product');
  await walker.look('products nothing');
  await walker.activate('button', 'Show all');
  await page.getByRole('row', { name: /Walking lamp/ }).focus();
  await walker.press('Enter');
  await walker.isAt(/products\/[0-9a-f]{24}/);
  await forget(walker);
});

walk('Product', async (walker) => {
  const { page } = walker;
  const { lamp } = await sellLamps(walker);
  await showPictures(walker);
  walker.expects = /elsewhere\.example/;
  await walker.go(`/products/${lamp.id}`);
  await walker.heading('Walking lamp');
  await walker.see('It goes where you go.');
  await walker.see('€25.00');
  await page.getByRole('row', { name: /WALK-2/ }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Walking shade' }).getByText('1 · 50%').waitFor();
  await walker.look('product');
  await walker.lookOnPhone('product');
  await walker.activate('link', 'Walking shade');
  await walker.heading('Walking shade');
  await walker.see('The picture is not shown');
  await walker.look('product without picture');
  await page.getByRole('row', { name: /WALK-1/ }).focus();
  await walker.press('Enter');
  await walker.heading('WALK-1');
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go(`/products/${lamp.id}`);
  await walker.see('Qué más compraron sus compradores');
  await walker.look('product spanish');
  await forget(walker);
  await walker.go(`/products/${lamp.id}`);
  await walker.see('Este producto no existe');
});
