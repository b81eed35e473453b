import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { walk } from '../walker.mjs';

// Runs the command that the page shows, for somebody.
async function send(walker, email) {
  const shown = await walker.page.getByRole('region', { name: /How to send one|Cómo enviar uno/ }).innerText();
  const command = shown.slice(shown.indexOf('curl')).replace('ada@example.org', email);
  assert.ok(command.includes(email), shown);
  const made = await walker.ask('POST', '/admin/v1/api-keys/', {
    name: `Sends ${email}`,
    scopes: ['custom-event:write'],
  });
  execFileSync('sh', ['-c', `${command} --fail --silent --show-error`], {
    env: { ...process.env, API_KEY: `${made.id}:${made.secret}` },
  });
}

walk('Events', async (walker) => {
  const { page } = walker;
  await walker.go('/events');
  await walker.heading('Events');
  await walker.tabTo('combobox', 'Event type');
  await walker.type('Cart updated');
  await page.waitForURL(/type=[0-9a-f]{24}/);
  await walker.see('None of this type lately');
  await walker.look('events none');
  // What comes in is shown by itself.
  await send(walker, 'tail1@example.org');
  const first = page.getByRole('listitem').filter({ hasText: 'tail1@example.org' });
  await first.waitFor();
  assert.match(await first.innerText(), /Cart updated[\s\S]*9\.99/);
  await walker.activate('button', 'Pause');
  await walker.see('Paused');
  await send(walker, 'tail2@example.org');
  const { events } = await walker.ask('GET', '/admin/v1/custom-events/?pageSize=1');
  assert.equal(events[0].email, 'tail2@example.org');
  assert.equal(await page.getByText('tail2@example.org').count(), 0);
  await walker.activate('button', 'Go on');
  await walker.see('tail2@example.org');
  assert.match(await page.locator('.tail li').first().innerText(), /tail2@example\.org/);
  await walker.tabTo('combobox', 'Event type');
  await walker.type('All event types');
  await page.waitForURL(/events$/);
  await walker.look('events');
  await walker.lookOnPhone('events');
  await page.getByRole('link', { name: 'tail1@example.org' }).focus();
  await walker.press('Enter');
  await walker.heading('tail1@example.org');
  // A contact that is looked at shows by itself what happens to it.
  await walker.ask('PATCH', '/contacts/email/tail1@example.org', { _name: 'Tailor' });
  await walker.heading('Tailor');
  await walker.speak('es');
  await walker.go('/events');
  await walker.see('En directo');
  await walker.look('events spanish');
  await page.getByRole('link', { name: 'Cart updated' }).first().focus();
  await walker.press('Enter');
  await walker.heading('Cart updated');
});
