// How long somebody waits for a list of many contacts and for a canvas of many steps. Called by bench/rows_console.py, with a
// link that makes the first person; prints {name: [milliseconds, ...]} as JSON.
import { chromium } from 'playwright-core';

const [service, token, rounds, steps] = process.argv.slice(2);
const headers = { 'X-Tradewind-Console': '1', Origin: service };
const measured = {};
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
const page = await context.newPage();
page.setDefaultTimeout(60_000);

async function ask(method, path, data) {
  const answer = await context.request.fetch(`${service}${path}`, { method, data, headers });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

// From the first act until `isThere` holds in the page, looked at before each frame.
async function measure(name, act, isThere, argument) {
  const begun = performance.now();
  await act();
  await page.waitForFunction(isThere, argument, { polling: 'raf' });
  measured[name] ??= [];
  measured[name].push(performance.now() - begun);
}

const hasRows = (wanted) => {
  const rows = [...document.querySelectorAll('tbody tr')];
  return rows.length > 0 && (!wanted || rows.every((row) => row.textContent.includes(wanted)));
};
const hasSteps = (count) => document.querySelectorAll('.react-flow__node').length >= Number(count);

async function measureList() {
  await page.goto(`${service}/console/segments`);
  await page.getByRole('link', { name: 'Contacts', exact: true }).waitFor();
  const open = () =>
    page.evaluate(() => [...document.querySelectorAll('a')].find((link) => link.textContent === 'Contacts').click());
  await measure('open', open, hasRows, '');
  const email = await page.evaluate(() => document.querySelector('tbody tr td:nth-child(2)').textContent);
  const typed = email.slice(0, email.indexOf('@') + 1);
  await measure('search', () => page.getByRole('searchbox').fill(typed), hasRows, typed);
  const filter = encodeURIComponent(JSON.stringify({ field: '_points', is: 'atLeast', value: 1 }));
  await measure('filter', () => page.goto(`${service}/console/contacts?filter=${filter}`), hasRows, '');
  // Down to the end of what is there, ten pages long.
  await page.goto(`${service}/console/contacts`);
  await page.waitForFunction(hasRows, '', { polling: 'raf' });
  for (let turn = 0; turn < 10; ++turn) {
    const before = await page.evaluate(() => document.querySelectorAll('tbody tr').length);
    await measure(
      'more',
      () => page.evaluate(() => document.querySelector('tbody tr:last-child').scrollIntoView()),
      (rows) => document.querySelectorAll('tbody tr').length > rows,
      before,
    );
  }
}

async function measureCanvas() {
  const nodes = [
    { id: 'begin', kind: 'start' },
    { id: 'in', kind: 'on-unsubscribed', channel: 'sms' },
  ];
  while (nodes.length < Number(steps)) nodes.push({ id: `wait${nodes.length}`, kind: 'wait', period: 'P1D' });
  const edges = nodes.slice(1).map(({ id }, place) => ({ from: nodes[place].id, to: id }));
  const { id } = await ask('POST', '/admin/v1/workflows/', {
    name: 'Long',
    definition: { formatVersion: 2, nodes, edges },
  });
  for (let round = 0; round < Number(rounds); ++round) {
    await page.goto(`${service}/console/segments`);
    await measure('canvas', () => page.goto(`${service}/console/workflows/${id}`), hasSteps, 1);
    const { x, y, width, height } = await page.locator('.react-flow__pane').boundingBox();
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.evaluate(() => {
      globalThis.frames_ = [];
      let last = performance.now();
      const note = (now) => {
        globalThis.frames_.push(now - last);
        last = now;
        globalThis.follow = requestAnimationFrame(note);
      };
      globalThis.follow = requestAnimationFrame(note);
    });
    for (let move = 0; move < 60; ++move)
      await page.mouse.move(x + 20 + (move * width) / 150, y + height / 2 + move * 3);
    await page.mouse.up();
    const frames = await page.evaluate(() => {
      cancelAnimationFrame(globalThis.follow);
      return globalThis.frames_;
    });
    frames.sort((one, other) => one - other);
    measured.frame ??= [];
    measured.frame.push(frames[Math.floor(frames.length * 0.95)]);
  }
}

try {
  await ask('POST', '/admin/v1/setup', {
    token,
    password: 'correct horse battery',
    name: 'Owner',
    email: 'owner@shop.example',
    language: 'en',
  });
  for (let round = 0; round < Number(rounds); ++round) await measureList();
  await measureCanvas();
  console.log(JSON.stringify(measured));
} finally {
  await browser.close();
}
