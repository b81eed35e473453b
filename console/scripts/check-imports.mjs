// The rooms of the console and what each may import. A feature imports ui, api and text, never another feature; React
// Aria is imported by ui alone, and fetch is called by api alone.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = resolve(dirname(fileURLToPath(import.meta.url)), '../src');
const mayImport = {
  api: ['api'],
  text: ['text', 'api'],
  ui: ['ui', 'text', 'api'],
  features: ['ui', 'text', 'api'],
  frame: ['frame', 'features', 'ui', 'text', 'api'],
};

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

const complaints = [];
for (const path of files(source)) {
  const place = relative(source, path).split('/');
  const room = place.length === 1 ? 'frame' : place[0];
  const text = readFileSync(path, 'utf8');
  const complain = (words) => complaints.push(`${relative(source, path)}: ${words}`);
  if (!mayImport[room]) complain(`${room} is no room of the console`);
  for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    if (name.startsWith('react-aria') && room !== 'ui') complain('only ui imports React Aria');
    if (!name.startsWith('.') && !name.startsWith('~/')) continue;
    const target = relative(source, name.startsWith('.') ? resolve(dirname(path), name) : join(source, name.slice(2)));
    const [other, noun] = target.split('/');
    if (other === 'features' && room === 'features' && noun === place[1]) continue;
    if (!mayImport[room]?.includes(other)) complain(`${room} does not import ${other}`);
  }
  if (room !== 'api' && /\bfetch\(/.test(text)) complain('only api calls fetch');
}
for (const line of complaints) console.error(line);
process.exit(complaints.length ? 1 : 0);
