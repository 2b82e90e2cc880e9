// SPDX-License-Identifier: AGPL-3.0-or-later
// Every reason, refusal and ending that the protocol knows, worded in every language.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusals as english } from '../src/locale/en/refusals';
import { LOADERS, PART_LOADERS } from '../src/locale/loaders';
import type { Color, GameResult, Reason, Refusal, Role, Termination } from '../src/platform/protocol';

const PROTOCOL = readFileSync(resolve(import.meta.dirname, '../src/platform/protocol.ts'), 'utf8');

/** The tags of a type of the protocol. */
function tags(type: string, field: string): string[] {
  const text = PROTOCOL.slice(PROTOCOL.indexOf(`export type ${type} =`));
  const [block = ''] = text.split('\n\n', 1);
  const found = [...block.matchAll(new RegExp(`${field}"(\\w+)"`, 'g'))].map(([, tag = '']) => tag);
  return [...new Set(found)];
}

const ROLES: Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** A reason with all that any reason carries. */
function reason(tag: string, role: Role, color: Color): Reason {
  const [piece, by] = [{ color, role }, { color: color === 'white' ? 'black' : 'white', role }];
  const places = { square: 'e2', from: 'e2', to: 'd3', on: 'd3', and_on: 'b5' };
  const outcome = { outcome: 'stalemate' };
  return { reason: tag, piece, by, and_by: by, role, color, move_number: 7, outcome, ...places } as unknown as Reason;
}

/** The squares and the numbers that a sentence names, in any order. */
const facts = (text: string): string[] => (text.match(/\b[a-h][1-8]\b|\b\d+\b/g) ?? []).sort();

const isSentence = (text: string): boolean =>
  /^[\p{Lu}\d¿]/u.test(text) && /[.?]$/.test(text) && !/undefined|NaN|\[object|\s{2}| \./.test(text);

describe.each(Object.keys(LOADERS))('%s', async (tag) => {
  const texts = (await LOADERS[tag]?.())?.default;
  const refusals = (await PART_LOADERS[tag]?.refusals())?.default;

  test.each(tags('Reason', '"reason": '))('words the reason %s', (name) => {
    for (const role of ROLES) {
      for (const color of ['white', 'black'] as const) {
        const refusal = { kind: 'illegal', reason: reason(name, role, color) } as const;
        const text = refusals?.word(refusal, '') ?? '';
        expect(isSentence(text), `${text} (${role})`).toBe(true);
        expect(facts(text), text).toEqual(facts(english.word(refusal, '')));
      }
    }
  });

  // Those of an analysis have their words where an analysis is shown, which the game's page does not load.
  test.each(tags('Refusal', '"kind": ').filter((name) => name !== 'illegal' && !name.startsWith('analys')))('words the refusal %s', (kind) => {
    const refusal = { kind, restriction: 'no_abort', turn: 'white', color: 'black', limit: 12, wait_s: 30, cost_ms: 100, moves: 2, low: 1400, high: 1600, ply: 4, detail: '', topic: 'game:x', a_day: 40, game: 'abcd1234' };
    const text = refusals?.word(refusal as unknown as Refusal, '') ?? '';
    expect(isSentence(text), text).toBe(true);
  });

  test.each(tags('Termination', '[=|] '))('words the ending %s', (termination) => {
    for (const result of ['white_wins', 'black_wins', 'draw'] satisfies GameResult[]) {
      for (const flagged of ['white', null] as const) {
        const text = texts?.ending(result, termination as Termination, flagged) ?? '';
        expect(isSentence(text), text).toBe(true);
      }
    }
  });
});
