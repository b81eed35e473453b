// Opens every page of the console with something real in it: node every_page.mjs "LANGUAGE THEME WIDTH HAND" URL EMAIL PASSWORD
// PICTURES, such as "es dark 360 mouse". A page fails as a walk does; see walks.mjs. What there is to open is found by the
// addresses of links, so that it needs no words of a language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { name, takeWalk } from './walker.mjs';

const [language, theme, width, hand] = name.split(' ');
const source = readFileSync(new URL('../src/frame/pages.tsx', import.meta.url), 'utf8');
const routes = [...source.matchAll(/path: '([^']+)',\s*page: /g)].map(([, path]) => path);
assert.ok(routes.length > 20, 'the routes are not found');
const isPhone = width === '360';

// The page that leads to one with a parameter: the longest beginning of it that is a page.
function parentOf(route) {
  const parts = route.split('/');
  while (parts.length > 1) {
    parts.pop();
    const parent = parts.join('/');
    if (routes.includes(parent)) return parent;
  }
  return assert.fail(`nothing leads to ${route}`);
}

class Visitor {
  constructor(walker) {
    this.walker = walker;
    this.page = walker.page;
  }

  at(path) {
    return new URL(this.page.url()).pathname.replace(/\/$/, '') === `/console${path}`.replace(/\/$/, '');
  }

  async enter(path) {
    if (this.at(path)) return;
    if (isPhone) await this.use(this.page.locator('.navigation-button'));
    await this.use(this.page.locator(`nav a[href="/console${path}"]`));
    await this.page.waitForURL(() => this.at(path));
  }

  async use(element) {
    await element.waitFor();
    if (hand === 'mouse') return element.click();
    await element.focus();
    await this.page.keyboard.press('Enter');
  }

  // A link by the address that it leads to; in a row, the row is what keys open.
  async follow(pattern) {
    const links = this.page.locator('main a');
    await this.page.waitForFunction(
      (text) => [...document.querySelectorAll('main a')].some((one) => new RegExp(text).test(one.pathname)),
      pattern,
    );
    const found = await links.evaluateAll(
      (all, text) => all.findIndex((one) => new RegExp(text).test(one.pathname)),
      pattern,
    );
    const row = links.nth(found).locator('xpath=ancestor::tr');
    await this.use(hand === 'keyboard' && (await row.count()) ? row : links.nth(found));
    await this.page.waitForURL((url) => new RegExp(pattern).test(url.pathname));
  }

  async open(route) {
    if (!route.includes(':')) {
      const isInNavigation =
        source.includes(`{ path: '${route}', icon`) || source.includes(`path: '${route}',\n    icon`);
      if (isInNavigation) await this.enter(route);
      else await this.walker.go(route);
      return;
    }
    const parent = parentOf(route);
    await this.open(parent);
    // The beginning that is open now, and then what the parameters stand for.
    const rest = route.slice(parent === '/' ? 0 : parent.length).replaceAll(/:\w+/g, '(?!new$)[\\w-]+');
    const here = new URL(this.page.url()).pathname.replace(/\/$/, '');
    await this.follow(`^${here}${rest}$`);
  }

  async look(title) {
    const { page, walker } = this;
    await page.locator('main h1, main h2, [role=dialog], form').first().waitFor();
    await walker.settle();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    assert.equal(await page.locator('.error-box').count(), 0, `${title} shows an error`);
    await walker.look(`page ${title} ${name}`);
  }
}

await takeWalk(
  async (walker) => {
    const visitor = new Visitor(walker);
    await walker.go('/');
    for (const route of routes) {
      try {
        await visitor.open(route);
        await visitor.look(route === '/' ? 'home' : route.replaceAll(/\W+/g, ' ').trim());
      } catch (error) {
        walker.complaints.push(`${route}: ${error.message}`);
      }
    }
    await walker.go('/');
    for (const [title, button] of Object.entries({
      palette: '.search-button',
      account: '.head-end > button:last-child',
    })) {
      await visitor.use(walker.page.locator(button));
      await walker.page.getByRole('dialog').waitFor();
      await visitor.look(title);
      await walker.press('Escape');
      await walker.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await walker.ask('DELETE', '/admin/v1/sessions/current');
    await walker.go('/');
    await visitor.look('sign in');
  },
  { language, theme, width: Number(width), height: isPhone ? 740 : 900 },
);
