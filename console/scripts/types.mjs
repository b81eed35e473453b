// Makes src/api/schema.d.ts from the OpenAPI document, or with --check tells whether it is the one of the document.
// usage: types.mjs OPENAPI_JSON [--check]
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const place = new URL('../src/api/schema.d.ts', import.meta.url);
const [document, check] = process.argv.slice(2);
if (!document) {
  console.error('usage: types.mjs OPENAPI_JSON [--check]');
  process.exit(2);
}

// What the console may call, without the words: only types are made of it.
const wordsAndExamples = new Set(['description', 'summary', 'example', 'examples', 'headers']);
function bare(value, isNaming = false) {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isNaming || !wordsAndExamples.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, bare(one, name === 'properties')]));
}

// The parts of the document that these refer to, and those that they refer to in turn.
function reachable(all, from) {
  const found = {};
  const look = (value) => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"/]+)/g)) {
      found[kind] ??= {};
      if (found[kind][name]) continue;
      found[kind][name] = all[kind][name];
      look(all[kind][name]);
    }
  };
  look(from);
  const sorted = (part) => Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(Object.fromEntries(Object.entries(found).map(([kind, part]) => [kind, sorted(part)])));
}

// The management interface, and what of the shop's interface has no counterpart there.
const called =
  /^\/((admin\/v1|custom-integrations|contact-fields|contacts\/(email|external-id))\/|(purchases|products)\/\{id\}$)/;

const whole = bare(JSON.parse(await readFile(document, 'utf8')));
const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => called.test(path)));
for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
  if (!operation.responses) continue;
  for (const status of Object.keys(operation.responses)) if (status >= '400') delete operation.responses[status];
}
const components = reachable(whole.components, paths);
const source = { openapi: whole.openapi, info: whole.info, paths, components };
const text = `// Made by npm run types from the OpenAPI document.\n${astToString(await openapiTS(source))}`;
if (check === '--check') {
  const kept = await readFile(place, 'utf8').catch(() => '');
  if (kept !== text) {
    console.error('console/src/api/schema.d.ts is not that of the OpenAPI document: make console-types');
    process.exit(1);
  }
} else {
  await writeFile(place, text);
}
