// SPDX-License-Identifier: AGPL-3.0-or-later
// The PGN that somebody carries away from a game's own board: with all that the server knows of the game, and under a name by which
// it is found again.
import type { PgnGame } from './ports';

type Tags = PgnGame['tags'];

/** What stands on the board says these best. */
const OF_BOARD = ['Result', 'SetUp', 'FEN', 'Variant'];

/** The tags at the beginning of a PGN. */
export function tagsOf(pgn: string): Tags {
  const [head = ''] = pgn.split(/\r?\n\r?\n/, 1);
  return [...head.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]/gm)].map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, '$1')]);
}

/** The board's PGN with the tags that the server has of its game. */
export function withTags(board: PgnGame, known: Tags): PgnGame {
  const told = known.filter(([name]) => !OF_BOARD.includes(name));
  const names = new Set(told.map(([name]) => name));
  return { ...board, tags: [...told, ...board.tags.filter(([name]) => !names.has(name))] };
}

/** What stands above a record: who played, and where and when. */
export interface Heading {
  white: string;
  black: string;
  told: string;
}

/** The heading of a record; null where it names no player. What is not known is `?` in PGN. */
export function headingOf(tags: readonly (readonly [string, string])[]): Heading | null {
  const valueOf = (wanted: string) => (tags.find(([name]) => name === wanted)?.[1] ?? '').replaceAll(/\.?\?+/g, '').trim();
  const [white, black] = [valueOf('White'), valueOf('Black')];
  if (white === '' && black === '') return null;
  const told = ['Event', 'Site', 'Date'].map(valueOf).filter((part) => part !== '');
  return { white: white || '?', black: black || '?', told: told.join(' · ') };
}

/** The name of the file: the players and the date, as far as they are known. */
export function fileNameOf(tags: Tags): string {
  const valueOf = (wanted: string) => tags.find(([name]) => name === wanted)?.[1] ?? '';
  const players = [valueOf('White'), valueOf('Black')].map(plain);
  const date = /^\d{4}\.\d{2}\.\d{2}$/.test(valueOf('Date')) ? valueOf('Date').replaceAll('.', '-') : '';
  const known = players.every((name) => name !== '') ? [...players, date].filter((part) => part !== '') : [];
  return `${known.join('_') || 'analysis'}.pgn`;
}

/** What every file system takes. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 40);
