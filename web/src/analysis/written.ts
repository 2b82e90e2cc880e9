// SPDX-License-Identifier: AGPL-3.0-or-later
// A tree as PGN.
import { toArena } from './arena';
import { gameAlone, lastPlayed } from './behind';
import { withTags } from './carried';
import { nameOf } from './listing';
import type { PgnGame, Rules, Score } from './ports';
import { type Node, type NodeId, nodeOf, PLAIN, ROOT, type Tree, withNodes } from './tree';

/** The tree without what was tried behind the game's last move, and that as a tree of its own; null where nothing was tried. */
function parted(tree: Tree): { game: Tree; last: Node; tries: Tree } | null {
  const id = lastPlayed(tree);
  const last = id === null ? null : nodeOf(tree, id);
  if (!last || last.children.length === 0) return null;
  const { children, fen } = last;
  const root: Node = { ...PLAIN, id: ROOT, parent: null, uci: '', san: '', fen, children };
  const behind = children.map((child) => ({ ...nodeOf(tree, child), parent: ROOT }));
  return { game: gameAlone(tree), last, tries: withNodes({ ...tree, tags: [], result: '*' }, [root, ...behind]) };
}

const RESULT = /\s*(1-0|0-1|1\/2-1\/2|\*)\s*$/;

/** The tree with what positions are worth, where it does not say so itself. */
function valued(tree: Tree, worth: ReadonlyMap<NodeId, Score>): Tree {
  const nodes = [...worth].flatMap(([id, score]) => {
    const node = tree.nodes.get(id);
    return node?.eval === null ? [{ ...node, eval: score }] : [];
  });
  return withNodes(tree, nodes);
}

/**
 * The PGN of a tree, with more tags and the evaluations of the computer analysis. What was tried behind the game's last move stands in brackets that begin with that move once more,
 * so that the result is read with the move that the game ended with.
 */
export async function pgnOfTree(rules: Pick<Rules, 'writePgn'>, board: Tree, tags: PgnGame['tags'], worth: ReadonlyMap<NodeId, Score> = new Map()): Promise<string> {
  const tree = valued(board, worth);
  const parts = parted(tree);
  const { text } = await rules.writePgn(withTags(toArena(parts?.game ?? tree), tags));
  if (!parts) return text;
  const tried = (await rules.writePgn(toArena(parts.tries))).text;
  const moves = tried.slice(tried.indexOf('\n\n') + 2).replace(RESULT, '');
  return text.replace(RESULT, (_, result: string) => ` (${nameOf(parts.last).replace('…', '...')} ${moves})\n${result}\n`);
}
