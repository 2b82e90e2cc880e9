// SPDX-License-Identifier: AGPL-3.0-or-later
// A tree as PGN.
import { toArena } from './arena';
import { lastPlayed } from './behind';
import { withTags } from './carried';
import { nameOf } from './listing';
import type { PgnGame, Rules } from './ports';
import { type Node, nodeOf, PLAIN, ROOT, type Tree, withNodes } from './tree';

/** The tree without what was tried behind the game's last move, and that as a tree of its own; null where nothing was tried. */
function parted(tree: Tree): { game: Tree; last: Node; tries: Tree } | null {
  const id = lastPlayed(tree);
  const last = id === null ? null : nodeOf(tree, id);
  if (!last || last.children.length === 0) return null;
  const { children, fen } = last;
  const root: Node = { ...PLAIN, id: ROOT, parent: null, uci: '', san: '', fen, children };
  const behind = children.map((child) => ({ ...nodeOf(tree, child), parent: ROOT }));
  return { game: withNodes(tree, [{ ...last, children: [] }]), last, tries: withNodes({ ...tree, tags: [], result: '*' }, [root, ...behind]) };
}

const RESULT = /\s*(1-0|0-1|1\/2-1\/2|\*)\s*$/;

/**
 * The PGN of a tree, with more tags. What was tried behind the game's last move stands in brackets that begin with that move once more,
 * so that the result is read with the move that the game ended with.
 */
export async function pgnOfTree(rules: Pick<Rules, 'writePgn'>, tree: Tree, tags: PgnGame['tags']): Promise<string> {
  const parts = parted(tree);
  const { text } = await rules.writePgn(withTags(toArena(parts?.game ?? tree), tags));
  if (!parts) return text;
  const tried = (await rules.writePgn(toArena(parts.tries))).text;
  const moves = tried.slice(tried.indexOf('\n\n') + 2).replace(RESULT, '');
  return text.replace(RESULT, (_, result: string) => ` (${nameOf(parts.last).replace('…', '...')} ${moves})\n${result}\n`);
}
