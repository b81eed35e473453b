import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// `make console-dev`: the page comes from here, and everything else from a service that runs beside it. With the key of
// that service in TRADEWIND_KEY nobody needs to sign in. No other build knows of it.
const service = process.env.TRADEWIND_URL ?? 'http://127.0.0.1:8080';
const key = process.env.TRADEWIND_KEY;

const headers: Record<string, string> = key ? { Authorization: `apiKey ${key}` } : { Origin: service };
const proxied = { target: service, headers };

export default defineConfig({
  base: '/console/',
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  esbuild: { jsx: 'automatic' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/admin', '/contacts', '/contact-fields', '/custom-integrations', '/files', '/products', '/purchases'].map(
        (path) => [path, proxied],
      ),
    ),
  },
  build: {
    outDir: process.env.CONSOLE_OUTPUT ?? 'dist',
    emptyOutDir: true,
    // The policy of the page allows data: for pictures alone, and nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    // Parts that every page needs come in one file; each further one costs a head and compresses worse.
    rollupOptions: {
      output: {
        manualChunks: (id) => {
          if (/\/node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack|openapi-fetch)\//.test(id))
            return 'parts';
          // Words that come with their pages are not put into what comes first.
          return /\/src\/text\/(\w+\.\w+)\.ts$/.exec(id)?.[1];
        },
        experimentalMinChunkSize: 8_000,
      },
    },
    manifest: 'manifest.json',
  },
});
