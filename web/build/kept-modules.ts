// SPDX-License-Identifier: AGPL-3.0-or-later
// Vitest keeps what it has made of each module for the next run, by the module's text, the configuration and the lock file. A module
// is made anew, too, when something else has changed that it is made with.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

const WEB = resolve(import.meta.dirname, '..');

/** The names of all modules, because an import finds another file when one comes or goes, and how Svelte and TypeScript are compiled. */
export function madeWith(web: string): string {
  const names = ['build', 'src', 'tests'].flatMap((folder) => readdirSync(resolve(web, folder), { recursive: true, encoding: 'utf8' })).sort();
  const settings = ['svelte.config.js', 'tsconfig.json'].map((name) => readFileSync(resolve(web, name), 'utf8'));
  return [...names, ...settings].join('\n');
}

/** The plugin. `defined`: what the configuration puts in the place of names. */
export function keptModules(defined: Record<string, string>): Plugin {
  return {
    name: 'tabiya-kept-modules',
    configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
      const key = `${madeWith(WEB)}\n${JSON.stringify(defined)}`;
      addToKey(() => key);
    },
  };
}
