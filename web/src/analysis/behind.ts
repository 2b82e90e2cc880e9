// SPDX-License-Identifier: AGPL-3.0-or-later
// What is tried behind the last move of a game that was played: it is no part of the game, though no other move stands there.
import { isMain, type NodeId, nodeOf, type Tree, withNodes } from './tree';

/** The tree without what was tried behind the game's last move. */
export function gameAlone(tree: Tree): Tree {
  const last = lastPlayed(tree);
  return last === null ? tree : withNodes(tree, [{ ...nodeOf(tree, last), children: [] }]);
}

/** The last move of the game, while the main line leads to it; null on a free board, and where the move is gone or aside. */
export function lastPlayed(tree: Tree): NodeId | null {
  const last = tree.played.at(-1);
  return last !== undefined && tree.nodes.has(last) && isMain(tree, last) ? last : null;
}
