// SPDX-License-Identifier: AGPL-3.0-or-later
// What is kept of a board, and whether something is that: what stands in a browser may be damaged, or by another page.
import type { PgnGame } from './ports';

/** What is kept of one board. */
export interface KeptBoard {
  game: PgnGame;
  /** The place of the position that was looked at, in the list of nodes; null for the start. */
  here: number | null;
  /** The places of the game's own moves; empty on the free board. */
  played: number[];
}

/** Eight ranks and whose turn it is: what the page itself reads of a position. The rules judge the rest. */
const POSITION = /^(?:[^/\s]+\/){7}[^/\s]+ [wb](?: |$)/;

type Fields = Record<string, unknown>;

const isObject = (it: unknown): it is Fields => typeof it === 'object' && it !== null;
const isText = (it: unknown): it is string => typeof it === 'string';
const isTag = (it: unknown): boolean => Array.isArray(it) && it.length === 2 && it.every(isText);

/** A move, behind the start (null) or a move before it in the list. */
function isNode(it: unknown, place: number): boolean {
  if (!isObject(it) || ![it.uci, it.san, it.fen].every(isText)) return false;
  return Array.isArray(it.nags) && Array.isArray(it.shapes) && (it.parent === null || isPlace(it.parent, place));
}

/** Whether it is a place in a list of so many. */
const isPlace = (it: unknown, length: number): boolean => Number.isInteger(it) && Number(it) >= 0 && Number(it) < length;

/** Whether it can be shown as a board. */
export function isBoard(it: unknown): it is KeptBoard {
  if (!isObject(it) || !isObject(it.game) || !Array.isArray(it.played) || !it.played.every(Number.isInteger)) return false;
  const { tags, start, nodes } = it.game;
  if (!Array.isArray(tags) || !tags.every(isTag) || !isText(start) || !POSITION.test(start) || !Array.isArray(nodes)) return false;
  return nodes.every(isNode) && (it.here === null || isPlace(it.here, nodes.length));
}
