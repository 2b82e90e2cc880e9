// SPDX-License-Identifier: AGPL-3.0-or-later
// Routes, settings and entries of menus are found by keys. A text is only shown: in another language it is another one.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from './strings';

const SOURCE = resolve(import.meta.dirname, '../src');

/** A text of the page: `t.game.share`, or `words.share` for a part of `t`; and what entries call theirs. */
const TEXT = String.raw`(?:\b(?:t|words|texts)(?:\.\w+)+(?![\w.(\[])|\b\w+\??\.label\b(?!\())`;
const LOOKUPS = [
  ['compares a text', new RegExp(String.raw`${TEXT} *[!=]==|[!=]== *${TEXT}|\blabel *[!=]== *[^n]`)],
  ['branches by a text', new RegExp(String.raw`\bcase ${TEXT}`)],
  ['has a text as a key', new RegExp(String.raw`(?:^|[{,]) *\[${TEXT}\] *:|\((?:\w+\.)?label\)\}`)],
  ['looks a text up', new RegExp(String.raw`\.(?:includes|indexOf|startsWith|endsWith|has|get)\(${TEXT}\)`)],
] as const;

/** What a source finds by a text. */
function lookups(source: string): string[] {
  return source.split('\n').flatMap((line) => LOOKUPS.filter(([, form]) => form.test(line)).map(([what]) => `${what}: ${line.trim()}`));
}

/** What compares a text and finds nothing by it. */
const KNOWN = [
  // Whether the language has letters of its own for the pieces.
  "board/settings/choosing.ts compares a text: value !== 'own' || t.pieceLetters.N !== 'N'",
  // A sentence that must be typed.
  'desk/WithoutFactor.svelte compares a text: <button class="button danger" disabled=',
];

test('nothing on the page is found by its text', () => {
  const files = filesUnder(SOURCE);
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => lookups(readFileSync(file, 'utf8')).map((what) => `${relative(SOURCE, file)} ${what}`));
  expect(found.filter((what) => !KNOWN.some((known) => what.startsWith(known)))).toEqual([]);
  expect(KNOWN.filter((known) => !found.some((what) => what.startsWith(known))), 'is there no more').toEqual([]);
});

test('such a lookup would be noticed, in each form', () => {
  for (const line of [
    "if (entry.label === t.header.watch) open();",
    'const chosen = options.find(({ label }) => label === wanted);',
    'const chosen = options.find((option) => option.label === wanted);',
    'case t.settings.sound: return play();',
    'const actions = { [t.game.resign]: resign };',
    '{#each entries as entry (entry.label)}',
    '{#each entries as { label, page } (label)}',
    'if (words.rare.includes(t.profile.list.from)) return;',
    'const page = pages.get(t.header.players);',
    'return name !== words.guest;',
  ])
    expect(lookups(line).length, line).toBeGreaterThan(0);
  for (const line of [
    "if (t.game.variants[view.variant] && view.variant !== 'standard') show();",
    '{#each entries as entry (entry.page)}<a href={entry.page}>{entry.label}</a>{/each}',
    'const facts = [t.game.rated, ...(view.private ? [t.game.private] : [])];',
    "const label = kind === 'fen' ? t.newGame.fenLabel : t.newGame.start;",
  ])
    expect(lookups(line), line).toEqual([]);
});
