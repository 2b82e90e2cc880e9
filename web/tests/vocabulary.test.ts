// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish, readings } from '../src/live/vocabulary';
import { languages, t } from '../src/locale';
import { piecesOf } from '../src/board/fen';
import { promotionNamed, readMove } from '../src/board/typed';

test('commands and moves are typed in the language of the page', async () => {
  await languages.need('board');
  await languages.speak('de');
  const { vocabulary } = t.board;
  expect(inEnglish('Springer schlägt e5', vocabulary, null)).toBe('knight takes e5');
  expect(inEnglish('kurze Rochade', vocabulary, null)).toBe('short castles');
  expect(inEnglish('Aufgeben', vocabulary, null)).toBe('resign');
  expect(inEnglish('resign', vocabulary, null)).toBe('resign');
  expect(inEnglish('Züge e2', vocabulary, null)).toBe('moves e2');
  await languages.speak('en');
});

test('letters of the language are read where moves are written with them', () => {
  const spanish = { K: 'R', Q: 'D', R: 'T', B: 'A', N: 'C' };
  expect(inEnglish('Cxe5+', {}, spanish)).toBe('Nxe5+');
  expect(inEnglish('Re2', {}, spanish)).toBe('Ke2');
  expect(inEnglish('bxa8=D', {}, spanish)).toBe('bxa8=Q');
  expect(inEnglish('O-O', {}, spanish)).toBe('O-O');
  expect(inEnglish('Re2', {}, null)).toBe('Re2');
});

test('letters of the language are read in any notation, and the notation decides which is likelier', () => {
  const french = { K: 'R', Q: 'D', R: 'T', B: 'F', N: 'C' };
  const german = { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S' };
  expect(readings('Sf3', {}, german, false)).toEqual(['Sf3', 'Nf3']);
  expect(readings('sf3', {}, german, false)).toEqual(['sf3', 'Nf3']);
  expect(readings('Cf3', {}, french, false)).toEqual(['Cf3', 'Nf3']);
  expect(readings('Re2', {}, french, false)).toEqual(['Re2', 'Ke2']);
  expect(readings('Re2', {}, french, true)).toEqual(['Ke2', 'Re2']);
  expect(readings('e4', {}, french, true)).toEqual(['e4']);
});

test('the words that a promotion asks for work in every language', async () => {
  const said = {
    en: ['to a knight', 'knight'],
    de: ['Springer', 'zum Springer', 'in einen Springer', 'S'],
    fr: ['cavalier', 'en cavalier', 'au cavalier', 'en un cavalier', 'C'],
    es: ['caballo', 'a caballo', 'en un caballo', 'a un caballo', 'C'],
  };
  const pawn = piecesOf('8/P7/8/8/8/8/8/8 w - - 0 1');
  for (const [tag, texts] of Object.entries(said)) {
    await languages.speak(tag);
    for (const text of texts) {
      const read = readings(text, t.board.vocabulary, t.pieceLetters, false);
      expect(read.map(promotionNamed), `${tag}: ${text}`).toContain('knight');
      if (text.length === 1) continue;
      const moves = readings(`a8 ${text}`, t.board.vocabulary, t.pieceLetters, false).map((move) => readMove(move, ['a7a8n', 'a7a8q'], pawn, 'white'));
      expect(moves, `${tag}: a8 ${text}`).toContainEqual({ kind: 'move', uci: 'a7a8n' });
    }
  }
  await languages.speak('en');
});

test('every word of a vocabulary stands for one that is understood', async () => {
  const files = ['../src/live/commanding.ts', '../src/board/typed.ts'];
  const known = new Set(files.flatMap((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8').match(/[a-z]+/g) ?? []));
  for (const tag of languages.offered) {
    await languages.speak(tag);
    for (const [word, english] of Object.entries(t.board.vocabulary)) {
      expect(known.has(english) || known.has(english.replace(/s$/, '')), `${tag}: ${word}`).toBe(true);
      expect(word, tag).toBe(word.toLowerCase());
    }
  }
  await languages.speak('en');
});

test('every command has a word in every language', async () => {
  const source = readFileSync(resolve(import.meta.dirname, '../src/live/commanding.ts'), 'utf8');
  const table = /const WORDS[^{]*\{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
  const commands = [...table.matchAll(/^  (\w+): /gm)].map(([, word]) => word ?? '');
  expect(commands.length).toBeGreaterThan(25);
  // Written alike everywhere, or one more English word for what has one.
  const others = new Set(['zen', 'no', 'clocks', 'captures']);
  for (const tag of languages.offered.filter((each) => each !== 'en')) {
    await languages.speak(tag);
    const known = new Set(Object.values(t.board.vocabulary));
    expect([...commands, 'say'].filter((word) => !known.has(word) && !others.has(word)), tag).toEqual([]);
  }
  await languages.speak('en');
});
