// SPDX-License-Identifier: AGPL-3.0-or-later
// The line in the page's address, behind the `#`: whoever opens it sees the same position. `12` is a position of the game as it
// was played, wherever that stands in the list of moves; `moves=e2e4.e7e5` a line from the start, `fen=` the start where it is no usual one, and `variant=` the rules where they
// are others than those of standard chess. `try=12.e2e4` is a move that is tried at a position of the game.
import { START_FEN } from '../board/fen';
import type { Square, Variant } from '../platform/protocol';
import type { Analysis } from './analysis.svelte';
import { addLine } from './edits';
import { emptyTree, lineFrom, type Node, nodeOf, ROOT, type Tree } from './tree';
import { RulesError } from './worker/worker';

/** What an address asks for. */
export interface Asked {
  /** A position of the game as it was played, by half-moves. */
  ply: number | null;
  fen: string | null;
  moves: string[];
  variant: Variant;
  /** A move that is tried there, which need not be legal. */
  tried: [Square, Square] | null;
}

const MOVE = /^([a-h][1-8]){2}[qrbn]?$|^0000$/;

/** The longest address in letters. Of a line that is longer its first moves are named. */
const MOST = 2_000;

/** A FEN as it stands in an address has `_` for its spaces. */
export const spaced = (fen: string): string => fen.replaceAll('_', ' ');

/** What stands behind the `#`; null where nothing does that can be read. */
export function readAddress(hash: string): Asked | null {
  const text = hash.replace(/^#/, '');
  const nothing = { ply: null, fen: null, moves: [], variant: 'standard', tried: null } as const;
  if (/^\d{1,4}$/.test(text)) return { ...nothing, moves: [], ply: Number(text) };
  const [, at, from, to] = /^try=(\d{1,4})\.([a-h][1-8])([a-h][1-8])$/.exec(text) ?? [];
  if (at && from && to) return { ...nothing, moves: [], ply: Number(at), tried: [from, to] };
  const values = new URLSearchParams(text);
  const fen = values.get('fen');
  const moves = (values.get('moves') ?? '').split('.').filter((move) => move !== '');
  if (fen === null && moves.length === 0) return null;
  const variant = values.get('variant') === 'chess960' ? 'chess960' : 'standard';
  return moves.every((move) => MOVE.test(move)) ? { ...nothing, fen: fen === null ? null : spaced(fen), moves, variant } : null;
}

type Path = readonly Pick<Node, 'id' | 'uci'>[];

/** Whether this is how the game went: another line may stand first in the list, and moves may follow its end. */
const isPlayed = (tree: Tree, path: Path): boolean => path.every(({ id }, index) => tree.played[index] === id);

/** What names the position that is looked at, with its `#`; empty for the start of a board without a game. */
export function writeAddress(tree: Tree, isGame: boolean, path: Path): string {
  return write(tree, isGame, path).text;
}

/** How many half-moves of a line its address names; null where it names all of them. */
export function namedMoves(tree: Tree, isGame: boolean, path: Path): number | null {
  const { moves } = write(tree, isGame, path);
  return moves < path.length ? moves : null;
}

function write(tree: Tree, isGame: boolean, path: Path): { text: string; moves: number } {
  const start = nodeOf(tree, ROOT).fen;
  if (isGame && isPlayed(tree, path)) return { text: tree.played.length === 0 ? '' : `#${path.length}`, moves: path.length };
  const isUsual = tree.variant === 'standard';
  const fen = (start === START_FEN && isUsual) || isGame ? '' : `fen=${start.replaceAll(' ', '_')}`;
  const variant = isUsual || isGame ? '' : `variant=${tree.variant}`;
  const begun = [fen, variant].filter((part) => part !== '').join('&');
  if (path.length === 0) return { text: begun === '' ? '' : `#${begun}`, moves: 0 };
  let text = begun === '' ? 'moves=' : `${begun}&moves=`;
  let moves = 0;
  for (const { uci } of path) {
    const longer = moves === 0 ? text + uci : `${text}.${uci}`;
    if (longer.length > MOST) break;
    text = longer;
    moves += 1;
  }
  return { text: `#${text}`, moves };
}

/** Whether the tree has all that the address asks for. */
export function isThere(tree: Tree, asked: Asked): boolean {
  const start = asked.fen ?? (asked.moves.length > 0 ? START_FEN : null);
  if (start !== null && (start !== nodeOf(tree, ROOT).fen || asked.variant !== tree.variant)) return false;
  let node = nodeOf(tree, ROOT);
  return asked.moves.every((move) => {
    const next = node.children.map((id) => nodeOf(tree, id)).find(({ uci }) => uci === move);
    if (next) node = next;
    return next !== undefined;
  });
}

/** Whether an address means to name a position or a line, and can't be read. */
export const isUnreadable = (hash: string): boolean => /[#&](fen|moves)=/.test(hash) && readAddress(hash) === null;

/** How much of what an address asks for is on the board; `unknown` where the rules are not there to tell. */
export type Found = 'all' | 'part' | 'nothing' | 'unknown';

/** Sets up what the address asks for in place of what was there, which one "Undo" brings back. */
export async function loadAddress(analysis: Analysis, { fen, moves, variant }: Asked): Promise<Found> {
  try {
    const start = await analysis.rules.position({ fen: fen ?? START_FEN, variant });
    const { line } = await analysis.rules.replay({ fen: start.fen, moves, variant });
    const { tree, here } = addLine(emptyTree(start.fen, variant), ROOT, line);
    analysis.load(tree, here);
    return line.length < moves.length ? 'part' : 'all';
  } catch (error) {
    return error instanceof RulesError && error.code === 'unavailable' ? 'unknown' : 'nothing';
  }
}

/**
 * Looks at what the address asks for, as far as it is legal; a line that is not there yet is added. `game` has the moves of the
 * game as it was played, in UCI notation; on the free board the main line takes their place.
 */
export async function openAddress(analysis: Analysis, asked: Asked, game: readonly string[] | null = null): Promise<void> {
  const wanted = asked.ply === null ? asked.moves : (game ?? mainLine(analysis.tree)).slice(0, asked.ply);
  let node = nodeOf(analysis.tree, ROOT);
  let known = 0;
  for (const move of wanted) {
    const next = node.children.map((id) => nodeOf(analysis.tree, id)).find(({ uci }) => uci === move);
    if (!next) break;
    node = next;
    known += 1;
  }
  analysis.go(node.id);
  if (known < wanted.length) await analysis.playLine(wanted.slice(known));
  if (asked.tried) await analysis.tryOut(...asked.tried);
}

const mainLine = (tree: Tree): string[] => lineFrom(tree, ROOT).map(({ uci }) => uci);
