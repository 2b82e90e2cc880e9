// SPDX-License-Identifier: AGPL-3.0-or-later
// Every refusal of an event that the protocol knows, worded in every language.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { problemOf } from '../src/events/problem';
import { languages } from '../src/locale';
import { refused as english } from '../src/locale/en/events/refused';
import { LOADERS, PART_LOADERS } from '../src/locale/loaders';
import { ApiError } from '../src/platform/api';
import type { EventFormatKind, EventRefusal } from '../src/platform/protocol';

const PROTOCOL = readFileSync(resolve(import.meta.dirname, '../src/platform/protocol.ts'), 'utf8');
const [TYPE = ''] = PROTOCOL.slice(PROTOCOL.indexOf('export type EventRefusal =')).split('\n\n', 1);
const KINDS = [...TYPE.matchAll(/"kind": "(\w+)"/g)].map(([, kind = '']) => kind);
const FORMATS: EventFormatKind[] = ['swiss', 'round_robin', 'knock_out', 'keizer', 'arena', 'team_match'];

/** A refusal with all that any refusal carries. */
const refusal = (kind: string, format: EventFormatKind, boards: number[] | number = [3]): EventRefusal =>
  ({ kind, format, boards, round: 7, board: 12, game: 2, ply: 31, name: 'Ann Berg', players: 51, rounds: 99, most: 43, first: 4, last: 8, now: '1/2-0', team: 'Berg', second: 'Tal', white: 'Cid Vale', black: 'Dora Lind', named: 'Eve Ash', said: '1-0', entered: '0-1', event: 'Club cup', section: 'Minor', from: 1200, to: 1600, done: ['Open'], listed: [{ line: 3, name: 'Ann Berg', section: 'Open' }, { line: null, name: 'Bo', section: 'Open' }], more: 9, number: 7, refused: [{ section: 'Minor', message: 'no draft', why: { kind: 'no_draft' } }] }) as unknown as EventRefusal;

const isSentence = (text: string): boolean => /^[\p{Lu}\d¿]/u.test(text) && /[.?]$/.test(text) && !/undefined|NaN|\[object|\s{2}| \.|['"]/.test(text);
const facts = (text: string): string[] => (text.match(/\b\d+\b|Ann Berg/g) ?? []).sort();

afterEach(() => languages.speak('en'));

test('the protocol names all of them', () => expect(KINDS.length).toBeGreaterThan(60));

describe.each(Object.keys(LOADERS))('%s', async (tag) => {
  const events = (await PART_LOADERS[tag]?.events())?.default;

  test.each(KINDS)('words %s', (kind) => {
    for (const format of FORMATS) {
      const one = refusal(kind, format, kind === 'no_such_board' ? 20 : [3]);
      const text = events?.refused(one) ?? '';
      expect(isSentence(text), text).toBe(true);
      const given = new Set(facts(text));
      for (const fact of ['too_few', 'name', 'code_boards', 'too_many_codes', 'taken_out'].includes(kind) ? [] : facts(english(one))) expect(given, text).toContain(fact);
      if (tag === 'fr') expect(text).not.toMatch(/[^\u00a0\d][:;?!](?:\s|$)/);
    }
  });

  test('names only the first of many boards', () => {
    const text = events?.refused({ kind: 'results_missing', round: 3, boards: [1, 2, 5, 8, 9, 30] }) ?? '';
    expect(text).toContain('1, 2, 5 …');
    expect(text).not.toContain('30');
  });
});

test('a refused pairing is said in the language of the page, and in the server’s sentence where the page has no words', async () => {
  const error = (refused?: EventRefusal) => new ApiError(409, 'event_refused', '5 players can’t play 7 rounds', null, null, refused);
  await languages.speak('de');
  await languages.need('events');
  expect(problemOf(error({ kind: 'too_many_rounds', players: 5, rounds: 7, most: 5 }))).toMatch(/^5 Spieler können im Schweizer System keine 7 Runden/);
  expect(problemOf(error())).toBe('5 players can’t play 7 rounds.');
  expect(problemOf(error({ kind: 'of_tomorrow' } as unknown as EventRefusal))).toBe('5 players can’t play 7 rounds.');
});
