// What is embedded: every built file beside its brotli and gzip forms, and a list of them. Fails when a page has become
// too heavy to load.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const firstLoadBytesMax = 110_000;
const lazyPageBytesMax = 120_000;
const output = process.env.CONSOLE_OUTPUT ?? 'dist';

const manifestFile = join(output, 'manifest.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
rmSync(manifestFile);

const names = ['index.html', ...readdirSync(join(output, 'assets')).map((name) => `assets/${name}`)].sort();
const gzipBytes = new Map();
for (const name of names) {
  const path = join(output, name);
  const bytes = readFileSync(path);
  const gzip = gzipSync(bytes, { level: 9 });
  gzipBytes.set(name, gzip.length);
  writeFileSync(`${path}.gz`, gzip);
  const options = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: options }));
}

// A chunk with all that it imports before it runs.
function closure(key, found = new Set()) {
  const chunk = manifest[key];
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
  for (const next of chunk.imports ?? []) if (!found.has(manifest[next].file)) closure(next, found);
  return found;
}
const weight = (files) => [...files].reduce((sum, file) => sum + (gzipBytes.get(file) ?? 0), 0);

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const first = closure(entry);
// Nothing is shown without the words of one language.
const words = ['src/text/first.en.ts', 'src/text/first.es.ts'].map((key) => gzipBytes.get(manifest[key].file));
const firstBytes = weight(first) + gzipBytes.get('index.html') + Math.max(...words);
let isTooHeavy = firstBytes > firstLoadBytesMax;
console.log(`first load: ${firstBytes} bytes of ${firstLoadBytesMax}`);
for (const key of Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry)) {
  const bytes = weight([...closure(key)].filter((file) => !first.has(file)));
  isTooHeavy ||= bytes > lazyPageBytesMax;
  console.log(`${key}: ${bytes} bytes of ${lazyPageBytesMax}`);
}
if (isTooHeavy) {
  console.error('A page is heavier than its budget.');
  process.exit(1);
}
writeFileSync(join(output, 'files.txt'), `${names.join('\n')}\n`);
