import assert from 'node:assert/strict';
import { service, walk } from '../walker.mjs';

walk('Workflows', async (walker) => {
  await walker.go('/workflows');
  await walker.see('Thanks to the regulars');
  await walker.look('workflows');
  await walker.page.locator('tbody tr').first().focus();
  await walker.press('ArrowDown', 'Enter');
  await walker.isAt(/workflows\/[0-9a-f]{24}/);
});

walk('Workflow', async (walker) => {
  const { page } = walker;
  await walker.go('/workflows');
  await page.getByRole('link', { name: 'Thanks to the regulars' }).focus();
  await walker.press('Enter');
  await walker.heading('Thanks to the regulars');
  await page.locator('.step-card').first().waitFor();
  await walker.look('workflow');
  // From step to step on the canvas, until one where people wait.
  const waiting = page.locator('.react-flow__node', { hasText: ' here' }).first();
  await waiting.waitFor();
  await waiting.focus();
  await walker.press('Enter');
  await walker.isAt(/node=/);
  await page.locator('.here li').first().waitFor();
  await walker.look('workflow people');
  await walker.activate('button', 'Outline');
  await page.locator('.outline li').first().waitFor();
  await walker.look('workflow outline');
  const before = await page.locator('.here li').count();
  await walker.activate('button', 'Stop');
  await walker.see('The run was stopped');
  await page.waitForFunction((count) => document.querySelectorAll('.here li').length < count, before);
  await walker.activate('button', 'Pause');
  await page.locator('.page-head').getByText('Paused').waitFor();
  await walker.activate('button', 'Undo');
  await page.locator('.page-head').getByText('Active').waitFor();
  await walker.activate('button', 'Finish');
  await walker.type('Thanks to the regulars');
  await walker.press('Enter');
  await page.locator('.page-head').getByText('Finished').waitFor();
  await walker.go('/workflows/697083fc0b20472a18000000');
  await walker.see('There is no such workflow');
});

walk('Workflow: from a recipe to running', async (walker) => {
  const { page } = walker;
  await walker.go('/workflows');
  await walker.see('Thanks to the regulars');
  walker.actions = 0;
  await walker.activate('button', 'New workflow');
  await page.getByRole('button', { name: /^Abandoned cart/ }).waitFor();
  await walker.look('workflow recipes');
  await walker.activate('button', /^Abandoned cart/);
  await walker.activate('button', 'Create draft');
  await walker.isAt(/workflows\/[0-9a-f]{24}/);
  await walker.heading('Abandoned cart');
  await page.locator('.react-flow__node').nth(4).waitFor();
  await walker.look('workflow draft');
  await walker.activate('button', 'Try it');
  const dialog = page.getByRole('dialog', { name: 'Try it on somebody' });
  await dialog.waitFor();
  await walker.tabTo('textbox', 'On whom');
  await walker.type('martina');
  await dialog
    .getByRole('button', { name: /martina/ })
    .first()
    .waitFor();
  await walker.activate('button', /^Martina/);
  await walker.tabTo('spinbutton', 'Total');
  await walker.type('80');
  await walker.tabTo('textbox', 'Cart');
  await walker.type('A-1');
  await walker.press('Enter');
  await walker.see(/Waits at Wait/);
  await walker.see(/Call another system: /);
  await walker.look('workflow simulated');
  await walker.press('Escape');
  await walker.activate('button', 'Publish');
  await page.getByRole('dialog', { name: 'Publish this version' }).waitFor();
  await walker.look('workflow publish');
  await walker.press('Enter');
  await page.locator('.page-head').getByText('Active').waitFor();
  assert.ok(walker.actions <= 25, `it took ${walker.actions} actions`);
});

walk('Workflow: built from nothing', async (walker) => {
  const { page } = walker;
  const saved = () => page.locator('.page-head').getByText('Saved', { exact: true }).waitFor();
  const nodes = page.locator('.react-flow__node');
  const has = (count) =>
    page.waitForFunction((n) => document.querySelectorAll('.react-flow__node').length === n, count);
  await walker.go('/workflows?new=1');
  await walker.activate('button', /^From nothing/);
  await walker.tabTo('textbox', 'Name');
  await walker.type('Second thoughts');
  await walker.press('Enter');
  await walker.heading('Second thoughts');
  await walker.see('1 thing to mend before publishing');
  // The first step by the button on the canvas, the next ones by a key.
  await walker.activate('button', 'Add a step after Start (then)');
  await page.getByRole('dialog', { name: 'Add a step' }).waitFor();
  await walker.look('workflow add');
  await walker.type('purch');
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'Purchase' }).waitFor();
  await walker.press('a');
  await walker.type('check');
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'Check' }).waitFor();
  await page.locator('.workflow-panel').getByText('is required').waitFor();
  await walker.look('workflow incident');
  // What is left to mend leads to its field.
  await page.locator('.incidents summary').focus();
  await walker.press('Enter');
  await page.locator('.incidents').getByRole('button', { name: 'Check' }).focus();
  await walker.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Say who');
  await walker.press('Enter');
  await walker.activate('button', 'Add a test');
  await walker.tabTo('spinbutton', 'Value');
  await walker.type('50');
  await walker.activate('button', 'Add a test');
  const subject = page.getByRole('combobox', { name: 'What is asked' }).nth(1);
  await subject.focus();
  await walker.press('Control+a');
  await walker.type('City');
  await page.getByRole('option', { name: 'City' }).waitFor();
  await walker.look('workflow filter choice');
  await walker.press('ArrowDown', 'Enter');
  await page.getByRole('textbox', { name: 'Value' }).focus();
  await walker.type('Madrid');
  await walker.look('workflow filter');
  await walker.activate('button', 'Use this');
  await page.locator('.workflow-panel').getByText('Purchase: amount is at least 50 and City is Madrid').waitFor();
  await walker.activate('button', 'Add a step after Check (yes)');
  await walker.type('give');
  await walker.press('Enter');
  await walker.tabTo('combobox', 'Coupon set');
  await walker.type('Summer');
  await has(4);
  await saved();
  assert.equal(await page.locator('.incidents').count(), 0, 'nothing is left to mend');
  await walker.look('workflow step');

  // A step is moved, and comes back.
  await page.getByRole('heading', { name: 'Give a coupon' }).focus();
  await walker.press('Control+x');
  await has(3);
  await page.getByRole('heading', { name: 'Check', level: 2 }).waitFor();
  await walker.activate('button', 'Paste after Check (no)');
  await has(4);
  await walker.activate('button', 'Outline');
  await walker.see('no → Give a coupon');
  await walker.look('workflow edit outline');
  await walker.activate('button', 'Undo');
  await walker.activate('button', 'Undo');
  await walker.see('yes → Give a coupon');
  await walker.activate('button', 'Redo');
  await page.getByText('yes → Give a coupon').waitFor({ state: 'detached' });
  await walker.activate('button', 'Undo');
  await walker.activate('button', 'Canvas');
  await nodes.filter({ hasText: 'Check' }).focus();
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'Check', level: 2 }).waitFor();
  await walker.press('Delete');
  await has(3);
  await walker.press('Control+z');
  await has(4);
  await saved();

  // Nobody answers for a while: what was typed is kept, and saved later.
  const address = '**/admin/v1/workflows/*';
  walker.expects = /net::ERR_/;
  await page.route(address, (route) => route.abort());
  await walker.activate('button', 'Settings');
  await walker.tabTo('textbox', 'Name');
  await walker.press('End');
  await walker.type(' again');
  await walker.see('Not saved: no answer');
  await walker.heading('Second thoughts again');
  await walker.look('workflow lost');
  await page.unroute(address);
  await saved();
  walker.expects = undefined;

  // Somebody else saves meanwhile: both are shown, and one is chosen.
  const api = `${service}/admin/v1/workflows/${page.url().match(/[0-9a-f]{24}/)[0]}`;
  const headers = { 'X-Tradewind-Console': '1', Origin: service };
  const rename = async (title) => {
    const answer = await page.context().request.patch(api, { data: { name: title }, headers });
    assert.equal(answer.status(), 200, await answer.text());
  };
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this workflow' });
  await rename('Third thoughts');
  await walker.tabTo('textbox', 'Name');
  await walker.press('End');
  await walker.type('!');
  await conflict.waitFor();
  await walker.look('workflow conflict');
  await walker.activate('button', 'Take theirs');
  await walker.heading('Third thoughts');
  await walker.activate('button', 'Undo');
  await walker.heading('Second thoughts again!');
  await saved();
  await rename('Fourth thoughts');
  await walker.tabTo('textbox', 'Name');
  await walker.press('End');
  await walker.type('?');
  await conflict.waitFor();
  await walker.press('Enter');
  await saved();
  await walker.heading('Second thoughts again!?');

  // On a phone, in the other language.
  await walker.speak('es');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await walker.see('Guardado');
  await walker.look('workflow phone');
  await walker.activate('button', 'Esquema');
  await walker.activate('button', /^Dar un cupón/);
  await page.getByRole('heading', { name: 'Dar un cupón' }).waitFor();
  await walker.look('workflow phone step');
  await walker.activate('button', 'Probar');
  await page.getByRole('dialog', { name: 'Probar con alguien' }).waitFor();
  await walker.look('workflow phone try');
  await walker.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await walker.speak('en');
  await page.reload();

  await walker.activate('button', 'Duplicate');
  await walker.heading('Second thoughts again!? (copy)');
  await walker.activate('button', 'Delete');
  await walker.type('Second thoughts again!? (copy)');
  await walker.press('Enter');
  await walker.see('The workflow was deleted');
});

walk('Workflow: the next version of one that runs', async (walker) => {
  const { page } = walker;
  await walker.go('/workflows');
  await page.getByRole('link', { name: 'First purchase' }).focus();
  await walker.press('Enter');
  await walker.heading('First purchase');
  await walker.activate('button', 'Edit');
  await walker.see('You edit the draft of the next version.');
  await page.locator('.react-flow__node', { hasText: 'Give a coupon' }).focus();
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'Give a coupon' }).waitFor();
  await walker.activate('button', 'Add a step after Give a coupon (given)');
  await walker.type('set');
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'Set a field' }).waitFor();
  await walker.tabTo('combobox', 'Field');
  await walker.type('Points');
  await walker.tabTo('combobox', 'Becomes');
  await walker.type('Plus');
  await walker.tabTo('spinbutton', 'Plus');
  await walker.type('5');
  await page.locator('.page-head').getByText('Saved', { exact: true }).waitFor();
  await walker.look('workflow next version');
  // For real, on one contact, with what it did to them.
  await walker.activate('button', 'Try it');
  await walker.activate('button', 'For real');
  await walker.activate('button', /@example/);
  await walker.tabTo('textbox', 'Test address');
  await walker.type('https://test.shop.example/calls');
  await walker.press('Enter');
  await page.getByRole('dialog').getByText('Came to the end').waitFor();
  await walker.look('workflow trial');
  await walker.press('Escape');
  await walker.activate('button', 'Publish');
  await walker.see(/This becomes version 2\. Whoever comes in from now on enters it\./);
  await walker.see(/People inside stay in the version that they came into/);
  await walker.look('workflow publish next');
  await walker.press('Enter');
  await walker.see('The workflow was published');
  await walker.see('Version 2');
  await walker.activate('button', 'Back to live view');
  await walker.activate('button', 'Pause');
  await page.locator('.page-head').getByText('Paused').waitFor();
});

walk('Workflow: a form for every kind of step', async (walker) => {
  const { page } = walker;
  const get = async (path) => (await page.context().request.get(`${service}/admin/v1/${path}`)).json();
  const { kinds } = await get('workflows/vocabulary');
  const { events } = await get('filters/vocabulary');
  const steps = kinds.filter((kind) => kind.role !== 'start');
  const said = {
    'on-event': { event: 'cart-updated' },
    'send-event': { eventTypeId: events.find((event) => !event.alias).id },
    'wait-for': { trigger: { kind: 'on-field-changed' } },
    split: { shares: [{ port: 'a' }] },
    switch: { cases: [{ port: 'a' }] },
  };
  const definition = {
    formatVersion: 2,
    nodes: [{ id: 'start', kind: 'start' }, ...steps.map(({ kind }) => ({ id: kind, kind, ...said[kind] }))],
    edges: [],
  };
  const headers = { 'X-Tradewind-Console': '1', Origin: service };
  const data = { name: 'Every kind', definition };
  const made = await (await page.context().request.post(`${service}/admin/v1/workflows/`, { data, headers })).json();
  for (const kind of kinds) {
    await walker.go(`/workflows/${made.id}?view=outline&node=${kind.kind}`);
    await page.locator('.workflow-panel h2').waitFor();
    for (const { name: parameter, type, alternative } of kind.parameters) {
      // The first of those that stand for each other is shown, and a day of the week goes with a time of day.
      const isShown = alternative
        ? kind.parameters.find((one) => one.alternative === alternative).name === parameter
        : type !== 'weekday';
      const field = page.locator(
        `.workflow-panel [data-parameter="${parameter}"] :is(input, select, textarea, button)`,
      );
      assert.equal((await field.count()) > 0, isShown, `${kind.kind}: ${parameter}`);
    }
    await walker.look(`workflow form ${kind.kind}`);
  }
  assert.equal(
    (await page.context().request.delete(`${service}/admin/v1/workflows/${made.id}`, { headers })).status(),
    204,
  );
});
