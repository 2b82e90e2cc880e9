// SPDX-License-Identifier: AGPL-3.0-or-later
// The page's folders are rooms. Each may use only the rooms that are named here or in its `subject.ts`; none may use a room
// that uses it.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../src');

/** What every subject may stand on, from below. */
const GROUND: Record<string, string[]> = {
  platform: [],
  styles: [],
  locale: ['platform'],
  ui: ['platform', 'locale'],
  setup: ['platform', 'locale', 'ui'],
  lobby: ['platform', 'locale', 'ui', 'setup'],
};

/** What each subject's own file names. */
const SUBJECTS = Object.entries(import.meta.glob<string[]>('../src/*/subject.ts', { eager: true, import: 'uses' }));
const MAY_USE = { ...GROUND, ...Object.fromEntries(SUBJECTS.map(([path, uses]) => [path.split('/').at(-2) ?? '', uses])) };

/** The first folder of a path under `src`; empty for the files at the top, which may use everything. */
function roomOf(path: string): string {
  const [first = ''] = relative(SOURCE, path).split(sep);
  return first in MAY_USE ? first : '';
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

test('each room uses only the rooms below it', () => {
  const wrong: string[] = [];
  let looked = 0;
  for (const file of filesUnder(SOURCE).filter((name) => /\.(ts|svelte)$/.test(name))) {
    const room = roomOf(file);
    if (room === '') continue;
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const other = roomOf(resolve(dirname(file), target));
      looked += 1;
      // Not code: a file that the page fetches.
      if (target.endsWith('?url')) continue;
      if (other !== room && !MAY_USE[room]?.includes(other)) wrong.push(`${relative(SOURCE, file)} uses ${target}`);
    }
  }
  expect(looked, 'imports were found').toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('the rooms are in a line', () => {
  const below = new Set<string>();
  let left = Object.entries(MAY_USE);
  while (left.length > 0) {
    const next = left.filter(([, used]) => used.every((other) => below.has(other)));
    expect(next, `each of ${left.map(([room]) => room).join(', ')} uses another of them, or a room that is not there`).not.toEqual([]);
    for (const [room] of next) below.add(room);
    left = left.filter(([room]) => !below.has(room));
  }
  const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...below].sort());
});
