// Somebody who walks through the console by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

// LINK is for the walk of somebody who comes for the first time; in the others they are signed in.
export const [name, service, email, password, pictures, link] = process.argv.slice(2);
export const walks = new Map();
export const walk = (title, steps) => walks.set(title, steps);
export const secondsMax = 20;
const quietMilliseconds = 300;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export class Walker {
  constructor(page) {
    this.page = page;
    this.complaints = [];
    // What somebody does: a button that is pressed, a text that is typed. How they come there is not counted.
    this.actions = 0;
    // What the browser may say for now.
    this.expects = undefined;
    // The one place of the store that pictures of products may come from.
    this.pictures = undefined;
    // Requests without an answer, but for the one that the server keeps back.
    this.asked = new Set();
    page.on('request', (request) => {
      if (!request.url().includes('/admin/v1/live')) this.asked.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => this.asked.delete(request));
  }

  // Until nothing was asked of the server for a moment.
  async settle() {
    const end = Date.now() + secondsMax * 1000;
    let quietSince = Date.now();
    while (Date.now() - quietSince < quietMilliseconds) {
      assert.ok(Date.now() < end, `the page goes on asking: ${[...this.asked].map((one) => one.url())}`);
      await new Promise((done) => setTimeout(done, 20));
      if (this.asked.size > 0) quietSince = Date.now();
    }
  }

  async go(path) {
    await this.page.goto(`${service}/console${path}`);
  }

  async press(...keys) {
    for (const one of keys) {
      if (one !== 'Tab') ++this.actions;
      await this.page.keyboard.press(one);
    }
  }

  type(text) {
    ++this.actions;
    return this.page.keyboard.type(text);
  }

  // Tab, until what has this role and name has the focus.
  async tabTo(role, title, most = 100) {
    const wanted = this.page.getByRole(role, { name: title, exact: typeof title === 'string' }).first();
    await wanted.waitFor();
    for (let count = 0; count < most; ++count) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.press('Tab');
    }
    assert.fail(`Tab does not lead to the ${role} ${title}`);
  }

  async activate(role, title) {
    await this.tabTo(role, title);
    await this.press('Enter');
  }

  async speak(language) {
    const headers = { 'X-Tradewind-Console': '1', Origin: service };
    const answer = await this.page.context().request.patch(`${service}/admin/v1/me`, { data: { language }, headers });
    assert.equal(answer.status(), 200, await answer.text());
    await this.page.evaluate((kept) => localStorage.setItem('tradewind.language', kept), language);
  }

  see(text) {
    return this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  heading(title) {
    return this.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }

  async isAt(pattern) {
    await this.page.waitForURL(pattern);
  }

  // Nothing is wrong with what is shown, for those who cannot see it either; and a picture of it is kept.
  async look(title) {
    await this.settle();
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() =>
      globalThis.axe.run(document, { resultTypes: ['violations'] }),
    );
    for (const { id, help, nodes } of violations) {
      this.complaints.push(
        `axe in ${title}: ${id}, ${help}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
      );
    }
    const tooWide = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (tooWide > 0) this.complaints.push(`${title} is ${tooWide} px wider than the window`);
    await this.page.screenshot({ path: `${pictures}/${title.replaceAll(/\W+/g, '-')}.png` });
  }

  // The same on a phone, in the dark.
  async lookOnPhone(title) {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width: 360, height: 740 });
    await this.page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await this.look(`${title} phone`);
    await this.page.evaluate(() => {
      delete document.documentElement.dataset.theme;
    });
    await this.page.setViewportSize(before);
  }

  // What the service answers to whoever is signed in.
  async ask(method, path, data) {
    const headers = { 'X-Tradewind-Console': '1', Origin: service };
    const answer = await this.page.context().request.fetch(`${service}${path}`, { method, data, headers });
    assert.ok(answer.ok(), await answer.text());
    return answer.status() === 204 ? undefined : answer.json();
  }
}

// Opens a browser, signs in unless there is a link to come by, and hands the walker to the steps. What fails is told, with a
// picture of where it was.
export async function takeWalk(steps, { language = 'en', theme = 'light', width = 1440, height = 900 } = {}) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'en' ? 'en-GB' : 'es-ES',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(secondsMax * 1000);
  const walker = new Walker(page);
  page.on('console', (message) => {
    // That something is not found, or is refused, is told by the browser as well as by the page.
    if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return;
    if (walker.expects?.test(message.text())) return;
    walker.complaints.push(`the page says ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => walker.complaints.push(`the page broke: ${error.stack}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:' && origin !== service && origin !== walker.pictures)
      walker.complaints.push(`asked ${request.url()}`);
  });
  // What the policy of the page kept in was not asked for: that, the browser says on the console.
  page.on('requestfailed', (request) => {
    const at = walker.complaints.indexOf(`asked ${request.url()}`);
    if (at >= 0 && request.failure()?.errorText === 'csp') walker.complaints.splice(at, 1);
  });
  try {
    if (!link) {
      await walker.ask('POST', '/admin/v1/sessions/', { email, password });
      await walker.ask('PATCH', '/admin/v1/me', { language });
    }
    await steps(walker);
    assert.deepEqual(walker.complaints, []);
  } catch (error) {
    await page.screenshot({ path: `${pictures}/failed-${name.replaceAll(/\W+/g, '-')}.png` });
    console.error(error.message, walker.complaints);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}
