import assert from 'node:assert/strict';
import { service, walk } from '../walker.mjs';

const attacks = {
  image: '<img src=x onerror="document.title=1">',
  script: '"><script>document.title=1</script>',
  link: 'javascript:document.title=1',
  frame: '</td><iframe src="javascript:parent.document.title=1"></iframe>',
  template: "{{constructor.constructor('document.title=1')()}}",
};

// Somebody from outside wrote scripts into every field that they can fill, and somebody here looks at them everywhere.
// A script that ran, a policy that had to stop one, and anything that was not shown as text fail the walk.
walk('Contact: scripts in every field', async (walker) => {
  const { page } = walker;
  page.on('dialog', async (dialog) => {
    // The page of a new segment asks before what was not saved is left.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    walker.complaints.push(`a dialog says ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`the policy stopped ${event.blockedURI || event.sample}`),
    );
  });
  const harmless = async (words) => {
    await walker.see(words);
    await walker.settle();
    assert.notEqual(await page.title(), '1', 'a script ran');
    const made = await page
      .locator('img[src="x"], iframe, script:not([src^="/console/assets/"]), [href^="javascript:" i], [onerror]')
      .count();
    assert.equal(made, 0, 'a text became a part of the page');
  };

  const note = `note${Date.now()}`;
  await walker.ask('POST', '/contact-fields/', { id: note, name: `Note ${attacks.image}`, type: 'text' });
  const { results: fields } = await walker.ask('GET', '/contact-fields/?pageSize=100');
  const texts = fields
    .filter((field) => field.type === 'text' && !field.readOnly)
    .map((field) => [field.id, attacks.frame]);
  const contact = await walker.ask('PATCH', '/contacts/email/mallory@evil.example', {
    ...Object.fromEntries(texts),
    _externalId: attacks.template,
    _name: attacks.image,
    _surname: attacks.script,
    [note]: attacks.link,
  });
  await walker.ask('PATCH', '/products/product-id/evil', {
    name: attacks.image,
    productDetailUrl: 'https://shop.brisa.example/p/evil',
    unitPrice: 1,
  });
  await walker.ask('POST', '/purchases/', {
    purchaseId: attacks.script,
    contactEmail: 'mallory@evil.example',
    products: [{ productId: 'evil', quantity: 1, price: 1 }],
    totalPrice: 1,
    totalQuantity: 1,
  });
  const integration = await walker.ask('POST', '/custom-integrations/', {
    name: attacks.script,
    description: attacks.frame,
    eventsEnabled: true,
  });
  const type = await walker.ask('POST', `/custom-integrations/${integration.id}/custom-event-types/`, {
    name: attacks.image,
    category: 'receive',
    alias: note,
    fields: [
      { id: 'guest', name: 'Guest', type: 'email', required: true, isPrimaryKey: true },
      { id: 'page', name: attacks.template, type: 'text' },
    ],
  });
  for (const attack of Object.values(attacks))
    await walker.ask('POST', `/custom-events/alias/${note}`, { guest: 'mallory@evil.example', page: attack });
  const filter = { field: '_name', is: 'contains', value: '<img' };
  const segment = await walker.ask('POST', '/admin/v1/segments/', { name: attacks.image, kind: 'dynamic', filter });
  const people = await walker.ask('POST', '/admin/v1/people/', {
    email: 'evil@evil.example',
    name: attacks.frame,
    role: 'support',
  });

  await walker.go(`/contacts/${contact.id}`);
  await harmless(attacks.link);
  await harmless(attacks.template);
  await walker.look('attacks contact');
  await walker.lookOnPhone('attacks contact');
  await walker.activate('button', 'Ask why');
  await page.getByRole('dialog').waitFor();
  await harmless(/<img/);
  await walker.press('Escape');
  await walker.go(`/contacts?q=${encodeURIComponent('mallory')}`);
  await harmless('mallory@evil.example');
  await walker.go(`/contacts?q=${encodeURIComponent(attacks.image)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await harmless('Contacts');
  await walker.go(`/contacts?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  await harmless('mallory@evil.example');
  await walker.go(`/segments/new?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  await page.locator('.sample li').first().waitFor();
  await harmless(/<img/);
  await walker.look('attacks segment');
  await walker.go(`/segments/${segment.id}`);
  await harmless(attacks.image);
  await walker.go('/segments');
  await harmless(attacks.image);
  await walker.go('/integrations');
  await harmless(attacks.frame);
  await walker.go(`/integrations/${integration.id}`);
  await harmless(attacks.script);
  await walker.go(`/integrations/${integration.id}/${type.id}`);
  await harmless(attacks.image);
  await walker.go('/people');
  await harmless(attacks.frame);
  await walker.go('/audit');
  await harmless('Audit log');
  await walker.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await walker.type('mallory');
  await page.getByRole('option', { name: /mallory@evil/ }).waitFor();
  await harmless('mallory@evil.example');
  // What somebody sends by a link: an address with anything in it.
  for (const path of [`/segments/${encodeURIComponent(attacks.image)}`, '/javascript:document.title=1']) {
    await walker.go(path);
    await page.getByRole('heading').first().waitFor();
    await harmless(/no such|There is no|not there|does not exist/);
  }
  await walker.ask('DELETE', `/admin/v1/segments/${segment.id}`);
  await walker.ask('DELETE', `/admin/v1/people/${people.id}`);
  await walker.ask('DELETE', `/custom-integrations/${integration.id}`);
});

walk('Contact: nothing is left after signing out', async (walker) => {
  const { page } = walker;
  await walker.go('/contacts');
  await page.locator('tbody tr').first().focus();
  const somebody = await page.locator('tbody tr').first().locator('a').innerText();
  await walker.press('Enter');
  await page.getByRole('heading', { name: somebody, level: 1 }).waitFor();
  await walker.activate('button', 'Account and appearance');
  await walker.activate('button', 'Sign out');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const shown = () => page.getByText(somebody).count();
  assert.equal(await shown(), 0, 'somebody is still shown');
  for (const way of ['goBack', 'goBack', 'goForward', 'reload']) {
    await page[way]();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await walker.settle();
    assert.equal(await shown(), 0, `${way} shows somebody`);
  }
  const kept = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await caches.keys(), await indexedDB.databases()]),
  );
  assert.ok(!kept.includes(somebody) && !kept.includes('@'), `the browser keeps ${kept}`);
  assert.equal((await page.context().cookies()).length, 0, 'the cookie is gone');
});

// A page of another site shows the console in a frame, to be clicked by somebody who sees something else.
walk('Home: in the frame of another site', async (walker) => {
  const { page } = walker;
  const other = await page.context().newPage();
  const said = [];
  other.on('console', (message) => said.push(message.text()));
  await other.setContent(`<iframe src="${service}/console/"></iframe>`);
  await other.waitForFunction(() => frames.length === 1);
  await other.waitForLoadState('networkidle');
  const texts = await Promise.all(other.frames().map((frame) => frame.evaluate(() => document.body?.innerText ?? '')));
  assert.ok(!texts.join('').includes('Brisa'), 'it is shown');
  assert.ok(
    said.some((text) => text.includes('frame-ancestors')),
    said.join('\n'),
  );
  await other.close();
});
