// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { forms } from '../src/locale/forms';
import { LOADERS, PART_LOADERS } from '../src/locale/loaders';
import type { PartName } from '../src/locale/dictionary';
import { pseudo } from './pseudo';
import { filesUnder, leaves, unread } from './strings';

/** All texts of a language, the parts below their names. */
async function whole(tag: string): Promise<Record<string, unknown>> {
  const loaders = Object.entries<() => Promise<{ default: object }>>(PART_LOADERS[tag] ?? {});
  const parts = loaders.map(async ([name, load]) => [name, (await load()).default] as const);
  return { ...(await LOADERS[tag]?.())?.default, ...Object.fromEntries(await Promise.all(parts)) };
}

const english = await whole('en');
const OTHERS = Object.keys(LOADERS).filter((tag) => tag !== 'en');
/** Errors by the server's code: a language has its own sentence where English shows the server's. */
const OPEN = /^(errors|board\.vocabulary)\./;
/** What the server names by a word that stands in no source of the page: errors, and what the folders say of their own. */
const KEYED = import.meta.glob<string[]>('../src/*/subject.ts', { eager: true, import: 'keyedByServer' });
const KEYED_BY_SERVER = ['errors', ...Object.values(KEYED).flatMap((paths) => paths ?? [])];
const isKeyedByServer = (text: string): boolean => KEYED_BY_SERVER.some((path) => text.startsWith(`${path}.`));

test('English is cut into the same parts as every other language', () => {
  const names = Object.keys(PART_LOADERS.en ?? {}) as PartName[];
  for (const tag of OTHERS) expect(Object.keys(PART_LOADERS[tag] ?? {}), tag).toEqual(names);
});

test('no part hides a section of the texts that every page needs', async () => {
  const sections = Object.keys((await LOADERS.en?.())?.default ?? {});
  expect(sections.length).toBeGreaterThan(10);
  expect(Object.keys(PART_LOADERS.en ?? {}).filter((part) => sections.includes(part))).toEqual([]);
});

describe.each(OTHERS)('%s', async (tag) => {
  const [model, own] = [leaves(english), leaves(await whole(tag))];

  test('has every text of English, and none besides', () => {
    expect([...model.keys()].filter((path) => !own.has(path))).toEqual([]);
    expect([...own.keys()].filter((path) => !model.has(path) && !OPEN.test(path))).toEqual([]);
  });

  test('has a function where English has one, and no empty text', () => {
    for (const [path, value] of own) {
      if (model.has(path)) expect(typeof value, path).toBe(typeof model.get(path));
      if (typeof value === 'string' && model.get(path) !== '') expect(value.trim(), path).not.toBe('');
    }
  });

  test('sets its marks as its printers do', () => {
    for (const [path, value] of own) {
      if (typeof value !== 'string') continue;
      // The name of a key is no mark.
      const text = value.replace(', ? ', ' ');
      expect(text, path).not.toMatch(/["']/);
      if (tag === 'fr') expect(text, path).not.toMatch(/[^\u00a0\d][:;?!](?:\s|$)/);
      if (tag === 'es' && text !== '?') expect(text.split('¿').length, path).toBe(text.split('?').length);
    }
  });
});

test('French has a no-break space before its marks, in what functions say, too', () => {
  const found: string[] = [];
  for (const path of filesUnder(resolve(import.meta.dirname, '../src/locale/fr'))) {
    const walk = (node: ts.Node): void => {
      // The name of a key is no mark.
      const text = ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node) ? node.text.replace(', ? ', ' ') : '';
      if (/ [:;?!](?:\s|$)/.test(text)) found.push(`${path}: ${text}`);
      ts.forEachChild(node, walk);
    };
    walk(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  }
  expect(found).toEqual([]);
});

test('no text is written for nobody', () => {
  const { direction, ...shown } = english;
  expect(direction).toBe('ltr');
  expect(unread(leaves(shown).keys()).filter((path) => !isKeyedByServer(path))).toEqual([]);
});

test('each list of texts that the server chooses from is there', () => {
  const all = [...leaves(english).keys()];
  expect(KEYED_BY_SERVER.filter((path) => !all.some((text) => text.startsWith(`${path}.`)))).toEqual([]);
});

describe('numbers and times', () => {
  const DAY = Date.UTC(2026, 10, 22, 12);

  test('are written as the language does', () => {
    expect(forms('en-GB').date(DAY)).toBe('22 Nov 2026');
    expect(forms('de').date(DAY)).toBe('22. Nov. 2026');
    expect(forms('de').number(1234.5, 1)).toBe('1.234,5');
    expect(forms('fr').bytes(1_500_000)).toMatch(/^1,5\sMo$/);
    expect(forms('en-GB').bytes(12)).toBe('12 bytes');
    expect(forms('es').list(['dama', 'torre'])).toMatch(/^dama(,| y) torre$/);
  });

  test('choose the plural by the rules of the language', () => {
    const games = { one: '# game', other: '# games' };
    expect([0, 1, 2].map((count) => forms('en-GB').plural(count, games))).toEqual(['0 games', '1 game', '2 games']);
    expect(forms('fr').plural(0, { one: '# partie', other: '# parties' })).toBe('0 partie');
    // Polish has three forms; a language that has none of a category says the usual one.
    const polish = { one: '# partia', few: '# partie', other: '# partii' };
    expect([1, 3, 5].map((count) => forms('pl').plural(count, polish))).toEqual(['1 partia', '3 partie', '5 partii']);
  });
});

describe('the pseudo-language', () => {
  const strange = leaves(pseudo(english));

  test('is longer, has accents, and runs from right to left', () => {
    const letters = (text: unknown): string => String(text).replace(/\P{L}/gu, '');
    const plain = letters(leaves(english).get('seat.howTo'));
    const shown = letters(strange.get('seat.howTo'));
    expect(shown.length).toBeGreaterThanOrEqual(plain.length * 1.4);
    expect(shown).toMatch(/[áéíöû]/);
    expect(strange.get('direction')).toBe('rtl');
  });

  test('leaves squares, moves and figures alone', () => {
    const call = (path: string, ...given: unknown[]) => (strange.get(path) as (...given: unknown[]) => string)(...given);
    expect(call('game.square', 'e2', null, null)).toMatch(/^e2, /);
    expect(call('time.control', { initial_ms: 300_000, increment_ms: 3000 })).toBe('5+3');
  });
});

/** What the texts are given, all kinds of it: a function finds its own among them. */
const SIDE = { before: 1500, after: 1512, provisional: true, initial_ms: 60_000, increment_ms: 1000 };
const THING = { ...SIDE, kind: 'computer', level: 3, name: 'Anna', title: 'GM', points: 1500, white: SIDE, black: SIDE };
const REFUSAL = {
  kind: 'illegal',
  reason: {
    reason: 'pinned',
    piece: { color: 'white', role: 'queen' },
    from: 'e2',
    by: { color: 'black', role: 'rook' },
    on: 'e8',
  },
};
const TERMS = { time: null, rated: true, start: { kind: 'chess960' }, color: 'white' };
const CHALLENGE = { yours: true, from: { kind: 'guest', name: 'Anna' }, to: { kind: 'guest', name: 'Ben' }, terms: TERMS };
const GIVEN: unknown[][] = [
  ['better', 'white', '+1.3', 3],
  [new URL('http://192.168.0.7:8080')],
  ['e4', ['d5', 'c3']],
  ['e4', null],
  ['white', ['queen', 'rook'], 'x'],
  ['white', 'knight', ['f3', 'c3']],
  ['taken_back', 'white', false],
  ['Anna', 'Ben', 5, 2],
  [{ kind: 'result', text: '', name: 'Anna', outcome: 'won' }],
  [CHALLENGE, { how: 'declined', reason: 'later' }],
  [3, 'white', 'e4', 5],
  [1, 1, 1],
  [null, 9],
  ['white', 4, 'Nxf3+'],
  ['black', 'O-O-O', 'white'],
  ['e4', 'white', 'queen'],
  ['e4', 'knight'],
  ['white', 'black', 9000],
  ['blitz', 1500, 7],
  ['rush', 3, 5],
  ['white_wins', 'checkmate', 'white'],
  [['queen', 'rook'], true],
  [THING, 'white'],
  [THING, null],
  [REFUSAL, 'The knight is pinned.'],
  [{ role: 'knight', square: 'f6' }],
  ['mistake', 'white', 3],
  ['Anna', 'white', 'black', 'strong'],
  ['Anna', 1, 60, 'Ben', 2, 50],
  [{ kind: 'met', round: 3 }],
  [{ kind: 'results_missing', round: 3, boards: [2, 5] }],
  [{ kind: 'hangs', piece: { role: 'knight', square: 'f6' }, left: true, attackers: 2, defenders: 1, pinned: null }],
  [{ one: 'Ann', pair: 'Ann – Bo', round: 2, boards: '3', text: '1–0' }],
];

/** What the function says, where it has anything to say to these. */
function said(value: unknown, given: unknown[]): string | null {
  try {
    const answer: unknown = (value as (...given: unknown[]) => unknown)(...given);
    return typeof answer === 'string' && answer !== '' && !/undefined|NaN|Invalid|\[object/.test(answer) ? answer : null;
  } catch {
    return null;
  }
}

describe.each([...OTHERS, 'pseudo'])('every text that is put together, in %s', async (tag) => {
  const own = leaves(tag === 'pseudo' ? pseudo(english) : await whole(tag));
  const made = [...leaves(english)].filter(([, value]) => typeof value === 'function');

  test.each(made)('%s', (path, value) => {
    const heard = GIVEN.filter((given) => said(value, given) !== null);
    expect(heard.length, 'no example fits this text: add one').toBeGreaterThan(0);
    expect(heard.filter((given) => said(own.get(path), given) !== null).length).toBeGreaterThan(0);
  });
});
