// SPDX-License-Identifier: AGPL-3.0-or-later
// docs/arbiters.md names buttons and fields as they stand on the screen: whoever reads it looks for these words.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What stands in quotation marks there and is no text of the page: names in examples, another program's words, a heading of the document. */
const NOT_OURS = ['Berg, Ann', 'ann berg', 'Player 7', 'Ann B.', 'Headers and footers', 'Latecomers'];
/** What the page makes of a name or a number, as the texts write it. */
const MADE: Record<string, string> = {
  'NAME won, White': "won, ${isWhite ? 'White' : 'Black'}",
  'NAME won, Black': "won, ${isWhite ? 'White' : 'Black'}",
  'Free NAME’s seat': 'Free ${name}’s seat',
  'Board 3 calls the arbiter': 'calls the arbiter',
};

const plain = (text: string): string => text.replaceAll("'", '’');
const texts = readdirSync('src/locale/en', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => plain(readFileSync(`src/locale/en/${file}`, 'utf8')))
  .join('\n');

test('every name of a button or a field in docs/arbiters.md stands on the page', () => {
  const document = readFileSync('../docs/arbiters.md', 'utf8').replaceAll(/```[^`]*```/g, '').replaceAll(/`[^`\n]*`/g, '');
  const quoted = [...document.matchAll(/"([^"]+)"/g)].map(([, words = '']) => plain(words.replaceAll(/\s+/g, ' ').replace(/[.,]$/, '')));
  const wanted = [...new Set(quoted)].filter((words) => !NOT_OURS.map(plain).includes(words) && /\w/.test(words));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((words) => !texts.includes(plain(MADE[words] ?? words)))).toEqual([]);
});
