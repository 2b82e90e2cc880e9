// SPDX-License-Identifier: AGPL-3.0-or-later
// Replaces a move and keeps what follows it, as far as it is still legal.
import { addMove, type Edited } from './edits';
import { lineFrom, nodeOf, type Node, type NodeId, subtree, type Tree, withNodes } from './tree';
import type { Rules, Step } from './ports';

/** A tree in which a move was replaced, and how many moves after it had to go. */
export interface Replaced extends Edited {
  lost: number;
}

/**
 * Plays `step` in place of the move `id`. The moves after it are played again, with the variations; each line ends before
 * the first move that is not legal any more. Evaluations of other positions are dropped, all else that is written stays.
 */
export async function replaceMove(rules: Rules, tree: Tree, id: NodeId, step: Step): Promise<Replaced> {
  const old = nodeOf(tree, id);
  if (old.parent === null || old.uci === step.uci) return { tree, here: id, lost: 0 };
  // Beside the old move the new one may stand already, with what follows it: then both are joined.
  const added = addMove(tree, old.parent, step, { ...old, eval: null, opening: '' });
  const gone = subtree(tree, id).map((node) => node.id);
  let made = added.tree;
  let kept = 1;
  // Each line is played once: from the old move all that follow it, further down only what branches off.
  const waiting = nodeOf(tree, id).children.map((child) => ({ child, to: added.here }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const line = [nodeOf(tree, next.child), ...lineFrom(tree, next.child)];
    const moves = line.map(({ uci }) => uci);
    const { line: played } = await rules.replay({ fen: nodeOf(made, next.to).fen, moves, variant: tree.variant });
    kept += played.length;
    let at = next.to;
    for (const [index, each] of played.entries()) {
      const before = line[index] as Node;
      ({ tree: made, here: at } = addMove(made, at, each, { ...before, eval: null, opening: '' }));
      for (const child of before.children.slice(1)) waiting.push({ child, to: at });
    }
  }
  const parent = nodeOf(made, old.parent);
  const place = parent.children.indexOf(id);
  const others = parent.children.filter((child) => child !== id && child !== added.here);
  const children = [...others.slice(0, place), added.here, ...others.slice(place)];
  return { tree: withNodes(made, [{ ...parent, children }], gone), here: added.here, lost: gone.length - kept };
}
