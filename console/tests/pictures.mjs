// Makes the pictures that a page of the docs shows out of those that the walks left: node pictures.mjs PAGE FROM TO
// The browser makes WebP of them, which is a third of the size.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [page, from, to] = process.argv.slice(2);
const quality = 0.8;
const names = new Set([...readFileSync(page, 'utf8').matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name]) => name));
assert.ok(names.size > 0, `${page} shows no pictures`);
mkdirSync(to, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const window = await browser.newPage();
for (const name of names) {
  const png = readFileSync(`${from}/${name}.png`).toString('base64');
  const webp = await window.evaluate(
    async ([data, wanted]) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${data}`;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', wanted).split(',')[1];
    },
    [png, quality],
  );
  writeFileSync(`${to}/${name}.webp`, Buffer.from(webp, 'base64'));
}
await browser.close();
