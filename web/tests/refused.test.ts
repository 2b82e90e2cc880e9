// SPDX-License-Identifier: AGPL-3.0-or-later
// The words for refusals come later than the page.
import { expect, test, vi } from 'vitest';
import type { Refusal } from '../src/platform/protocol';

const REFUSAL: Refusal = { kind: 'not_your_turn', turn: 'black' };

/** The page as it is before it has fetched any part of its texts. */
async function freshPage() {
  vi.resetModules();
  const [{ languages }, { inWords }] = await Promise.all([import('../src/locale'), import('../src/ui/refused')]);
  await languages.speak('de');
  return { languages, inWords };
}

test('a refusal is told in the server’s own sentence until its words are there, and then in the page’s language', async () => {
  const { inWords, languages } = await freshPage();
  expect(inWords(REFUSAL, 'it is Black’s turn')).toBe('It is Black’s turn.');
  await vi.waitFor(() => expect(inWords(REFUSAL, '')).toBe('Schwarz ist am Zug.'));
  await languages.speak('fr');
  expect(inWords(REFUSAL, '')).toBe('C’est aux Noirs de jouer.');
});

test('words that can not be fetched leave the server’s sentence, and are asked for again with the next refusal', async () => {
  const { inWords, languages } = await freshPage();
  const need = vi.spyOn(languages, 'need').mockRejectedValue(new Error('no server'));
  for (const times of [1, 2]) {
    expect(inWords(REFUSAL, 'it is Black’s turn')).toBe('It is Black’s turn.');
    expect(need).toHaveBeenCalledTimes(times);
  }
});
