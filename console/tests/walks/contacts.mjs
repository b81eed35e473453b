import assert from 'node:assert/strict';
import { walk } from '../walker.mjs';

walk('Contacts', async (walker) => {
  const { page } = walker;
  await walker.go('/contacts');
  await page.getByRole('row').nth(20).waitFor();
  await walker.look('contacts');
  await walker.press('/');
  await walker.type('mart');
  await walker.isAt(/q=mart/);
  await page
    .getByRole('link', { name: /^Martina/ })
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: /^Lucía (?!Mart)/ })
    .first()
    .waitFor({ state: 'detached' });
  await walker.type('zzzz');
  await walker.see('Nobody fits');
  await walker.look('contacts nobody');
  await walker.activate('button', 'Show everybody');
  await page.getByRole('row').nth(20).waitFor();
  await walker.activate('button', 'Filter');
  await page.getByRole('dialog', { name: 'Whom to show' }).waitFor();
  await walker.activate('button', 'Add a test');
  await walker.see('Not finished yet');
  await walker.tabTo('spinbutton', 'Value');
  await walker.type('3');
  await page
    .getByRole('dialog')
    .getByText(/^(≈ )?\d+ people$/)
    .waitFor();
  await walker.look('contacts filter');
  await walker.activate('button', 'Show them');
  await walker.isAt(/filter=/);
  await walker.see('Total purchases is at least 3');
  await page.goBack();
  await page.getByText('Total purchases is at least 3').waitFor({ state: 'detached' });
  await page.getByRole('row').nth(20).waitFor();
  const rows = page.locator('tbody tr');
  await rows.first().focus();
  await walker.press('ArrowDown', 'ArrowDown', 'ArrowUp');
  assert.ok(await rows.nth(1).evaluate((row) => row === document.activeElement), 'the arrows go from row to row');
  await walker.press('End');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 50);
  await walker.press('Home', 'Enter');
  await walker.isAt(/contacts\/[0-9a-f]{24}/);
});

walk('Contact', async (walker) => {
  const { page } = walker;
  const filter = JSON.stringify({ field: '_totalPurchases', is: 'atLeast', value: 3 });
  await walker.go(`/contacts?filter=${encodeURIComponent(filter)}`);
  await page.locator('tbody tr').first().waitFor();
  await page.locator('tbody tr').first().focus();
  await walker.press('Enter');
  await walker.see(/^Bought for/);
  assert.equal(await page.getByText('Event Tell the mailer').count(), 0, 'what only sends brought nothing in');
  await walker.look('contact');
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await walker.activate('button', 'Ask why');
  await walker.tabTo('combobox', 'Segment or workflow');
  await walker.type('Lapsed');
  await walker.see(/(Is|Is not) in the segment\./);
  await walker.look('contact why');
  await walker.press('Escape');
  await walker.activate('button', 'Pause all workflows');
  await page.getByRole('dialog', { name: 'Pause all workflows' }).waitFor();
  await walker.type('She asked for quiet');
  await walker.press('Enter');
  await walker.see('She asked for quiet');
  await walker.activate('button', 'Let them go on');
  await page.getByText('She asked for quiet').waitFor({ state: 'detached' });
  await walker.tabTo('button', 'Data as a file');
  const [file] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  assert.match(file.suggestedFilename(), /^contact-[0-9a-f]{24}\.json$/);
  await walker.activate('button', 'Erase');
  await page.getByRole('dialog', { name: `Erase ${title}` }).waitFor();
  await walker.type(title.slice(0, -1));
  await walker.press('Enter');
  assert.ok(await page.getByRole('dialog').isVisible(), 'half a name erases nobody');
  await walker.type(title.slice(-1));
  await walker.press('Enter');
  await walker.see('The contact was erased');
  await walker.heading('Contacts');
  await page.goBack();
  await walker.see('There is no such contact');
});

walk('Contacts: everybody in the list', async (walker) => {
  const { page } = walker;
  await walker.go('/contacts?q=mart');
  await page.getByRole('row').nth(1).waitFor();
  await walker.activate('button', 'Act on all…');
  await page.getByRole('dialog', { name: 'Act on everybody in the list' }).waitFor();
  await walker.tabTo('combobox', 'Segment');
  await walker.press('ArrowDown');
  await walker.tabTo('textbox', 'Name of the segment');
  await walker.type('Marts');
  await walker.look('contacts act on all');
  await walker.press('Enter');
  await walker.see(/^\d+ people were added$/);
  const [, added] = /(\d+) people/.exec(await page.getByRole('dialog').getByRole('status').innerText());
  await walker.look('contacts acted on all');
  await walker.activate('button', 'Close');
  const { results } = await walker.ask('GET', '/admin/v1/segments/?pageSize=100');
  const marts = results.find(({ name }) => name === 'Marts');
  assert.equal(marts.members, Number(added));

  // Once more, nobody is added; and somebody who starts a workflow is told why others do not.
  const flow = await walker.ask('POST', '/admin/v1/workflows/', {
    name: 'Greet the Marts',
    definition: {
      formatVersion: 2,
      nodes: [
        { id: 'begin', kind: 'start' },
        { id: 'never', kind: 'on-unsubscribed', channel: 'sms' },
        { id: 'wait', kind: 'wait', period: 'P1D' },
      ],
      edges: [
        { from: 'begin', to: 'never' },
        { from: 'never', to: 'wait' },
      ],
    },
  });
  await walker.ask('POST', `/admin/v1/workflows/${flow.id}/publish`);
  for (const told of [`${added} people were started`, '0 people were started']) {
    await walker.go('/contacts?q=mart');
    await page.getByRole('row').nth(1).waitFor();
    await walker.activate('button', 'Act on all…');
    await walker.tabTo('combobox', 'What to do');
    await walker.press('ArrowDown');
    await walker.tabTo('combobox', 'Workflow');
    await page.getByRole('option', { name: 'Greet the Marts' }).waitFor({ state: 'attached' });
    await walker.type('Greet the Marts');
    await walker.activate('button', 'Start them');
    await walker.see(told);
  }
  await walker.see(`${added}: The contact does not come in: already inside.`);
  await walker.lookOnPhone('contacts acted on all');
  await walker.ask('POST', `/admin/v1/workflows/${flow.id}/finish`);
});

walk('What the list of contacts shows, as a file', async (walker) => {
  const { page } = walker;
  await walker.go('/contacts?q=mart');
  await page.getByRole('row').nth(1).waitFor();
  await walker.activate('button', 'Act on all…');
  await walker.tabTo('combobox', 'What to do');
  await walker.type('Export');
  await walker.activate('button', 'Go on to the file');
  await page.getByRole('dialog', { name: 'New export' }).waitFor();
  await walker.see(/starts with mart/);
  await walker.tabTo('checkbox', 'Leave out personal fields');
  await walker.press('Space');
  await walker.look('export of a search');
  await walker.lookOnPhone('export of a search');
  await walker.activate('button', 'Make the file');
  await page.getByRole('row', { name: /Contacts.*found by a filter.*without personal fields.*Ready/ }).waitFor();
  const { results } = await walker.ask('GET', '/admin/v1/exports/');
  const listed = new Set();
  for (const search of ['name', 'surname', 'email']) {
    const found = await walker.ask('GET', `/admin/v1/contacts/?${search}=mart&pageSize=100`);
    for (const { id } of found.results) listed.add(id);
  }
  assert.ok(listed.size > 0);
  assert.equal(results[0].total, listed.size);
  await walker.ask('DELETE', `/admin/v1/exports/${results[0].id}`);
});
