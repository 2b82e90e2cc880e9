// SPDX-License-Identifier: AGPL-3.0-or-later
// What a board begins with: the game that was played, and what was worked out in this browser before.
import { t } from '../locale';
import type { GameResult, GameView } from '../platform/protocol';
import type { Analysis } from './analysis.svelte';
import { fromArena, toArena } from './arena';
import { dropBoard, keepBoard, type Place, recallBoard } from './kept';
import { emptyTree, type Node, type NodeId, nodeOf, ROOT, subtree, type Tree, withNodes } from './tree';

const RESULTS: Record<GameResult, string> = { white_wins: '1-0', black_wins: '0-1', draw: '1/2-1/2', aborted: '*' };

/** The tree of a game that is over. */
export function treeOf(view: GameView): Tree {
  const { status } = view.situation;
  const result = status.kind === 'ended' ? RESULTS[status.result] : '*';
  const tags: [string, string][] = [
    ['Event', view.imported?.event ?? '?'],
    ['Date', view.imported?.date ?? '????.??.??'],
    ['White', t.player.name(view.white)],
    ['Black', t.player.name(view.black)],
    ['Result', result],
  ];
  const nodes = view.moves.map(({ uci, san, fen, clock_ms: clock }, index) => ({
    parent: index === 0 ? null : index - 1,
    uci,
    san,
    fen,
    nags: [],
    shapes: [],
    ...(clock !== null && { clock }),
  }));
  const tree = fromArena({ tags, start: view.start_fen, variant: view.variant, result, nodes });
  return named({ ...tree, played: view.moves.map((_, index) => index + 1) }, view);
}

/** The same with the openings' names, which the server has told. */
function named(tree: Tree, view: GameView): Tree {
  const changed = tree.played.flatMap((id, index) => {
    const node = tree.nodes.get(id);
    const opening = view.moves[index]?.opening;
    return node && opening ? [{ ...node, opening }] : [];
  });
  return withNodes(tree, changed);
}

/** What this browser has kept of it, if it is of the same game. */
function kept(place: Place, view: GameView | null): { tree: Tree; here: NodeId } | null {
  const board = recallBoard(place);
  if (!board) return null;
  try {
    const tree = { ...fromArena(board.game), played: board.played.map((place) => place + 1) };
    const here = board.here === null ? ROOT : board.here + 1;
    // Moves of the game may have been deleted here, but none can be another.
    const isSame = tree.played.every((node, index) => !tree.nodes.has(node) || nodeOf(tree, node).uci === view?.moves[index]?.uci);
    if (view && !isSame) return null;
    return { tree: view ? named(tree, view) : tree, here };
  } catch {
    return null;
  }
}

/** Begins with what was kept, else with the game, else with the starting position. */
export function beginBoard(analysis: Analysis, place: Place, view: GameView | null): void {
  const known = kept(place, view);
  if (known) return analysis.begin(known.tree, known.here);
  const tree = view ? treeOf(view) : emptyTree();
  analysis.begin(tree, tree.played.at(-1) ?? ROOT);
}

/**
 * Takes what another tab has kept of the same board, which can be undone, and looks at the same position as before if it is still
 * there. Says whether anything is new.
 */
export function takeChange(analysis: Analysis, place: Place, view: GameView | null): boolean {
  const changed = kept(place, view)?.tree;
  const text = (tree: Tree) => JSON.stringify(toArena(tree));
  if (!changed || text(changed) === text(analysis.tree)) return false;
  analysis.load(changed, alongIn(changed, analysis.path));
  return true;
}

/** The end of a line in another tree, as far as the same moves are there. */
function alongIn(tree: Tree, line: readonly Node[]): NodeId {
  let at = ROOT;
  for (const { uci } of line) {
    const next = nodeOf(tree, at).children.find((child) => nodeOf(tree, child).uci === uci);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Keeps the board in the browser; says whether there was room. `onGone` hears which older board had to make it. */
export function saveBoard(analysis: Analysis, place: Place, onGone: (title: string | null) => void = () => undefined): boolean {
  const { tree, here } = analysis;
  if (tree.nodes.size === 1 && place.game === null) {
    dropBoard(place);
    return true;
  }
  const places = new Map(subtree(tree, ROOT).map((node, index) => [node.id, index - 1]));
  // A move of the game that was deleted has no place any more; it keeps its turn in the list.
  const played = tree.played.map((node) => places.get(node) ?? GONE);
  return keepBoard(place, { game: toArena(tree), here: here === ROOT ? null : (places.get(here) ?? null), played }, onGone);
}

/** Stands for a move of the game that was deleted: no place of a list. */
const GONE = -2;

/** What the next free board is to show, handed over by the page of a game. */
let handed: { tree: Tree; here: NodeId } | null = null;

export function handOver(tree: Tree, here: NodeId): void {
  handed = { tree, here };
}

export function takeHanded(): { tree: Tree; here: NodeId } | null {
  const taken = handed;
  handed = null;
  return taken;
}
