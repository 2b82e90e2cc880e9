// SPDX-License-Identifier: AGPL-3.0-or-later
// Collects the licences of the npm packages whose code or images end up in the bundle, for the page /licenses.
//
// Writes `notices/index.tsv` (name, version, licence, file) and one text file a package. The crate tabiya-web
// reads them at build time; they are not part of the page itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Plugin } from 'vite';

const INSIDE = `${sep}node_modules${sep}`;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The folder of the package that a module belongs to, or null for our own modules. */
export function packageFolder(module: string): string | null {
  const path = (module.split('?')[0] ?? '').replace(/^\0/, '');
  if (!path.includes(INSIDE)) return null;
  for (let folder = dirname(path); folder.includes(INSIDE); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder;
  }
  return null;
}

/** All licence files of a package, joined; a plain sentence where a package ships none. */
function licenceText(folder: string, licence: string): string {
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  if (files.length === 0) return `The package ships no licence file; it declares ${licence}.\n`;
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n') + '\n';
}

/** The plugin. */
export function notices(): Plugin {
  const folders = new Set<string>();
  return {
    name: 'tabiya-notices',
    apply: 'build',
    // `transform` sees style sheets and raw imports too, which leave no module in a chunk.
    transform(_code, id) {
      const folder = packageFolder(id);
      if (folder) folders.add(folder);
    },
    generateBundle() {
      const rows = [...folders].sort().map((folder, index) => {
        const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        const file = `${index}.txt`;
        this.emitFile({
          type: 'asset',
          fileName: `notices/${file}`,
          source: licenceText(folder, license),
        });
        return [name, version, license, file].join('\t');
      });
      this.emitFile({ type: 'asset', fileName: 'notices/index.tsv', source: rows.join('\n') + '\n' });
    },
  };
}
