import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { walk } from '../walker.mjs';

// The other side of web calls, which answers as it is told.
async function receiver() {
  const other = { status: 204, calls: 0 };
  other.server = createServer((request, response) => {
    ++other.calls;
    request.resume();
    response.writeHead(other.status, { 'Content-Type': 'text/plain' });
    response.end(other.status === 204 ? undefined : 'Not today');
  });
  await new Promise((listening) => other.server.listen(0, '127.0.0.1', listening));
  other.address = `http://127.0.0.1:${other.server.address().port}/hooks/offer`;
  return other;
}

// An event type that calls it.
async function sendingType(walker, other, name) {
  const { id } = await walker.ask('POST', '/custom-integrations/', {
    name: `Bookings of ${name}`,
    eventsEnabled: true,
  });
  const type = await walker.ask('POST', `/custom-integrations/${id}/custom-event-types/`, {
    name,
    category: 'send',
    webhookUrl: other.address,
    webhookHeaders: [{ name: 'X-Shop', value: 'brisa' }],
    fields: [{ id: 'seats', name: 'Seats', type: 'integer', required: true }],
  });
  return { ...type, path: `/integrations/${id}/${type.id}` };
}

walk('EventType', async (walker) => {
  const { page } = walker;
  const other = await receiver();
  const type = await sendingType(walker, other, 'Seat offered');
  await walker.go(type.path);
  await walker.heading('Seat offered');
  await walker.see('X-Shop: brisa');
  await walker.activate('button', 'Test call');
  await walker.see('The test call arrived');
  assert.equal(other.calls, 1);
  await walker.look('event type');
  await walker.activate('button', 'Replace');
  await page.getByRole('dialog', { name: 'Replace the signing secret' }).waitFor();
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await walker.see('There is a new signing secret');
  await page.getByRole('textbox', { name: /The one before/ }).waitFor();
  await walker.activate('link', 'Look at it');
  await walker.isAt(/calls\/[0-9a-f]{24}/);
  await walker.go(`/integrations/${type.id}/697083fc0b20472a18000000`);
  await walker.see('There is no such event type');
  await page.evaluate(() => localStorage.setItem('tradewind.language', 'es'));
  await walker.go(type.path);
  await walker.see('Secreto de firma');
  await walker.lookOnPhone('event type spanish');
  other.server.close();
});

walk('Calls', async (walker) => {
  const { page } = walker;
  const other = await receiver();
  const type = await sendingType(walker, other, 'Seat taken back');
  other.status = 422;
  await walker.ask('POST', `/admin/v1/custom-event-types/${type.id}/test`);
  other.status = 204;
  await walker.go('/calls');
  await page.getByRole('row', { name: /Seat taken back.*Failed for good/ }).waitFor();
  await walker.look('calls');
  await walker.lookOnPhone('calls');
  await walker.tabTo('combobox', 'State');
  await walker.type('On hold');
  await walker.isAt(/state=held/);
  await walker.see('No such calls');
  await walker.activate('button', 'Show all');
  await walker.tabTo('combobox', 'Event type');
  await walker.type('Seat taken back');
  await walker.isAt(/type=/);
  await walker.activate('button', 'Try the failed ones again');
  await walker.see('One call is tried again');
  await page.getByRole('row', { name: /Seat taken back.*Arrived/ }).waitFor();
  other.server.close();
});

walk('Call', async (walker) => {
  const { page } = walker;
  const other = await receiver();
  const type = await sendingType(walker, other, 'Seat given away');
  other.status = 422;
  const { id } = await walker.ask('POST', `/admin/v1/custom-event-types/${type.id}/test`);
  await walker.go('/');
  await walker.see('A web call failed for good');
  await walker.look('home needs');
  await walker.activate('link', 'Open');
  await walker.isAt(/calls\?state=dead/);
  await page.locator('tbody tr').first().focus();
  await walker.press('Enter');
  await walker.isAt(new RegExp(`calls/${id}`));
  await walker.heading('Seat given away');
  await walker.see('Not today');
  await walker.look('call');
  await walker.lookOnPhone('call');
  other.status = 500;
  await walker.activate('button', 'Try again');
  await page.locator('.page-head').getByText('Waits').waitFor();
  await page.getByText('answered 500').waitFor();
  await walker.activate('button', 'Drop');
  await page.getByRole('dialog', { name: 'Drop' }).waitFor();
  await walker.tabTo('button', 'Cancel');
  await walker.press('Tab', 'Enter');
  await page.locator('.page-head').getByText('Passed over').waitFor();
  await walker.go('/calls/697083fc0b20472a18000000');
  await walker.see('There is no such call');
  other.server.close();
});
