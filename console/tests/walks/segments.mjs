import assert from 'node:assert/strict';
import { password, walk } from '../walker.mjs';

walk('Segments', async (walker) => {
  await walker.go('/segments');
  await walker.see('Big spenders in the kitchen');
  await walker.look('segments');
  await walker.activate('link', 'New segment');
  await walker.isAt(/segments\/new/);
});

walk('Segment', async (walker) => {
  const { page } = walker;
  await walker.go('/segments/new');
  await walker.heading('New segment');
  await walker.type('Come back soon');
  await walker.activate('button', 'Add a test');
  await walker.tabTo('spinbutton', 'Value');
  await walker.type('2');
  await walker.see('Total purchases is at least 2');
  await walker.activate('button', 'Add a group');
  await walker.activate('button', 'Undo');
  assert.equal(await page.getByRole('group').count(), 1, 'undo takes the group back');
  await walker.activate('button', 'Redo');
  assert.equal(await page.getByRole('group').count(), 2);
  const subject = page.getByRole('combobox', { name: 'What is asked' }).nth(1);
  await subject.focus();
  await walker.press('Control+a');
  await walker.type('City');
  await page.getByRole('option', { name: 'City' }).waitFor();
  await walker.press('ArrowDown', 'Enter');
  await walker.tabTo('textbox', 'Value');
  await walker.type('Madrid');
  await walker.see(/Madrid/);
  await page.locator('.sample li').first().waitFor();
  await walker.look('segment');
  await walker.activate('button', 'Save segment');
  await walker.isAt(/segments\/[0-9a-f]{24}/);
  await walker.heading('Come back soon');
  await page.locator('.page-head').getByText('Up to date').waitFor();
  await walker.activate('button', 'Delete');
  await walker.type('Come back soon');
  await walker.press('Enter');
  await walker.see('The segment was deleted');
  await walker.heading('Segments');
  await walker.go('/segments/697083fc0b20472a18000000');
  await walker.see('There is no such segment');
});

walk('Segment: left and come back to, and changed by two', async (walker) => {
  const { page } = walker;
  const filter = { field: '_totalPurchases', is: 'atLeast', value: 2 };
  const made = await walker.ask('POST', '/admin/v1/segments/', { kind: 'dynamic', name: 'Twice', filter });
  const path = `/admin/v1/segments/${made.id}`;
  const title = page.getByRole('textbox', { name: 'Name' });
  const value = page.getByRole('spinbutton', { name: 'Value' });
  const open = async () => {
    await walker.go('/segments');
    await page.getByRole('row', { name: /^Twice/ }).focus();
    await walker.press('Enter');
    await page.locator('.line').waitFor();
  };
  await open();
  assert.equal(await page.getByText('Not saved yet').count(), 0, 'nothing was changed yet');
  await value.focus();
  await walker.press('Control+a');
  await walker.type('3');
  await walker.activate('link', 'Segments');
  await page.getByRole('row', { name: /^Twice/ }).focus();
  await walker.press('Enter');
  await walker.see('Not saved yet');
  assert.equal(await value.inputValue(), '3', 'what was not saved is there again');
  await walker.activate('button', 'Undo');
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  assert.equal(await value.inputValue(), '2');

  // What somebody else saves is shown where nothing was changed.
  await walker.ask('PATCH', path, { name: 'Twice or more' });
  await walker.heading('Twice or more');
  assert.equal(await title.inputValue(), 'Twice or more');

  // Where something was changed, both are shown, and one is chosen.
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this segment' });
  await value.focus();
  await walker.press('Control+a');
  await walker.type('4');
  await walker.ask('PATCH', path, { name: 'Three times' });
  await walker.heading('Three times');
  await walker.activate('button', 'Save segment');
  await conflict.waitFor();
  await conflict.getByText('Total purchases is at least 4').waitFor();
  await walker.look('segment conflict');
  await walker.lookOnPhone('segment conflict');
  await walker.activate('button', 'Take theirs');
  assert.equal(await title.inputValue(), 'Three times');
  assert.equal(await value.inputValue(), '2');
  await walker.activate('button', 'Undo');
  assert.equal(await value.inputValue(), '4', 'theirs can be undone, too');
  await walker.ask('PATCH', path, { name: 'Four times' });
  await walker.heading('Four times');
  await walker.activate('button', 'Save segment');
  await conflict.waitFor();
  await walker.press('Enter');
  await walker.see('The segment was saved');
  const saved = await walker.ask('GET', path);
  assert.equal(saved.name, 'Twice or more');
  assert.equal((saved.nextFilter ?? saved.filter).value, 4);

  // Without a network, and when the session has ended, what was typed stays, and it is said what happened.
  await title.focus();
  await walker.press('End');
  await walker.type('!');
  walker.expects = /net::ERR_/;
  await page.context().setOffline(true);
  await walker.activate('button', 'Save segment');
  await walker.see(/The service does not answer\. What you typed is kept/);
  await walker.look('segment lost');
  await page.context().setOffline(false);
  walker.expects = undefined;
  // Whatever is asked next is refused: what is saved, or what is shown by itself.
  await walker.tabTo('button', 'Save segment');
  await page.context().clearCookies();
  await walker.press('Enter');
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  assert.equal(await page.getByText('Authorization').count(), 0, 'words for programs are shown');
  await page.waitForFunction(() => document.activeElement?.type === 'password');
  await walker.look('segment signed out');
  await walker.type(password);
  await walker.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await walker.activate('button', 'Save segment');
  await walker.see('The segment was saved');
  assert.equal((await walker.ask('GET', path)).name, 'Twice or more!');
  await walker.ask('DELETE', path);
});
