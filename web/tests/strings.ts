// SPDX-License-Identifier: AGPL-3.0-or-later
// The locale's objects as lists of paths, and the sources of the page as lists of the paths that they read.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dirname, '../src');

/** Every text and every function of a dictionary by its path, `game.ask.draw.yes`. */
export function leaves(texts: object, path = ''): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [key, value] of Object.entries(texts)) {
    const here = path ? `${path}.${key}` : key;
    if (value !== null && typeof value === 'object') {
      for (const [inner, leaf] of leaves(value, here)) all.set(inner, leaf);
    } else all.set(here, value);
  }
  return all;
}

/** The sources in a folder of the page, outside the locale. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path === join(SOURCES, 'locale') ? [] : filesUnder(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [path] : [];
  });
}

const CHAIN = String.raw`(?:\??\.\w+)*`;

/** What a path is followed by where only the running page knows which text below it is shown. */
const INDEX = '[]';

/** The paths that one source reads from `t`, directly or through names that it has given to a part of it. */
export function reads(source: string): string[] {
  const names = new Map([['t', '']]);
  // `const words = $derived(t.settings.factor)`, `const words = () => t.setup`; names may build on names.
  const naming = new RegExp(String.raw`(?:const|let) (\w+)(?:: [^=]+)? = (?:\$derived\(|\(\) => )?(\w+)(${CHAIN})\)?;`, 'g');
  const named: string[] = [];
  for (const [whole, name = '', from = '', chain = ''] of source.matchAll(naming)) {
    const base = names.get(from);
    if (base === undefined) continue;
    names.set(name, base + chain.replaceAll('?', ''));
    named.push(whole);
  }
  // What only gives a name reads nothing yet.
  const rest = named.reduce((left, whole) => left.replace(whole, ''), source);
  return [...names].flatMap(([name, base]) => {
    const use = new RegExp(String.raw`(?<![\w.$])${name}(?:\(\))?(${CHAIN})(\??\.?\[)?`, 'g');
    return [...rest.matchAll(use)].map(
      ([, chain = '', index]) => (base + chain.replaceAll('?', '')).replace(/^\./, '') + (index ? INDEX : ''),
    );
  });
}

/** Which of these paths no source reads. Below a section that is indexed or passed on, a text is read if its key is named anywhere. */
export function unread(paths: Iterable<string>): string[] {
  const all = filesUnder(SOURCES).map((path) => readFileSync(path, 'utf8'));
  const read = new Set(all.flatMap(reads));
  const words = new Set(all.flatMap((source) => source.match(/\w+/g) ?? []));
  const isRead = (path: string): boolean => {
    const parts = path.split('.');
    return parts.some((_, index) => {
      const section = parts.slice(0, index + 1).join('.');
      if (section === path) return read.has(path);
      const rest = parts.slice(index + 1);
      return (read.has(section) || read.has(section + INDEX)) && rest.every((key) => words.has(key) || /^\d+$/.test(key));
    });
  };
  return [...paths].filter((path) => !isRead(path));
}
