// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './build/compress.ts';
import { icons } from './build/icons.ts';
import { keptModules } from './build/kept-modules.ts';
import { notices } from './build/notices.ts';
import { preload } from './build/preload.ts';
import { NET, netName } from './build/wasm.ts';

/** Where `npm run dev` finds the running server. */
const server = process.env.TABIYA_SERVER ?? 'http://127.0.0.1:8080';

/**
 * Files with texts say which: `words-de-index`, `words-de-people`. The first file names more than a hundred others, and a hash can't
 * be compressed: seven characters, 42 bits for each name, are enough.
 */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language, part] = /locale\/(\w+)\/(\w+)\.ts$/.exec(facadeModuleId ?? '') ?? [];
  return language === undefined ? 'assets/[name]-[hash:7].js' : `assets/words-${language}-${part}-[hash:7].js`;
}

/** What every page needs, or almost every one. Typed moves are for whoever types. */
const SHARED = /src\/(platform(?!\/server-clock)|ui(?!\/(QrCode|addresses))|board(?!\/typed))\/|src\/live\/(ClockFace|MoreMenu|concerned)|src\/lobby\/presets|src\/locale\/[\w.]+$|node_modules\/(svelte|@lucide|clsx|esm-env|chessground)\//;
/** What dialogs, settings and lists are made of. */
const FORMS = /src\/(ui\/(Choice|Dialog|Field|HereMark|Section|Switch|saving|submit)|board\/(MiniBoard|placement|settings\/))\b/;

// The worker of the engine knows its own network from another one of the same size.
const define = { NET_NAME: JSON.stringify(netName(readFileSync(NET))) };

export default defineConfig(({ mode }) => ({
  plugins: [icons(), svelte(), notices(), preload(), compress(), keptModules(define)],
  define,
  // Without this, Svelte's server half is what vitest would load.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // The content security policy has no exception for inlined anything but images.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page's files are asked for together, but for those that are there already: each name costs bytes in the first file.
      resolveDependencies: (file, needed) => (/\bwords-/.test(file) ? [] : needed.filter((other) => !/\bshared-/.test(other))),
    },
    reportCompressedSize: false,
    // What several pages need is one file, not a handful of crumbs: each file is a way to the server and back.
    rolldownOptions: {
      output: {
        chunkFileNames,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // The game page needs nothing of the second file: it stays small.
        advancedChunks: {
          groups: [
            { name: 'shared', priority: 2, minShareCount: 2, test: (id) => SHARED.test(id) && !FORMS.test(id) },
            { name: 'forms', priority: 1, minShareCount: 2, test: FORMS },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/licenses': { target: server },
      '/picture': { target: server },
      '/source': { target: server },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    // The files of a worker share one page and its modules. Making these anew for each file took three quarters of the time.
    isolate: false,
    // Compiling the components is a third of the time of a run.
    experimental: { fsModuleCache: true },
    // Only so that no test hangs: a busy machine takes its time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
}));
