// SPDX-License-Identifier: AGPL-3.0-or-later
// A tree as a list of nodes, each behind its parent: how PGNs are read and written, and how a browser keeps a tree.
import type { Shape } from '../board/drawings.svelte';
import type { PgnGame, PgnNode } from './ports';
import { emptyTree, lineFrom, type Node, nodeOf, PLAIN, ROOT, subtree, type Tree, withNodes } from './tree';

/** The tree as a list. */
export function toArena(tree: Tree): PgnGame {
  const root = nodeOf(tree, ROOT);
  const order = subtree(tree, ROOT).slice(1);
  const places = new Map(order.map((node, index) => [node.id, index]));
  const nodes = order.map((node) => toPgn(node, places.get(node.parent ?? ROOT) ?? null));
  return {
    tags: tree.tags.map(([name, value]) => [name, value]),
    start: root.fen,
    variant: tree.variant,
    result: tree.result,
    ...(root.comment && { comment: root.comment }),
    shapes: root.shapes.map(shapeToPgn),
    nodes,
  };
}

const shapeToPgn = ({ brush, from, to }: Shape): PgnNode['shapes'][number] => ({ brush, from, ...(to && { to }) });
const shapeOfPgn = ({ brush, from, to }: PgnNode['shapes'][number]): Shape => ({ brush, from, to: to ?? null });

function toPgn(node: Node, parent: number | null): PgnNode {
  const { uci, san, fen, nags, before, comment, shapes, clock } = node;
  return {
    parent,
    uci,
    san,
    fen,
    nags: [...nags],
    shapes: shapes.map(shapeToPgn),
    ...(before && { before }),
    ...(comment && { comment }),
    ...(clock !== null && { clock }),
    ...(node.eval && { eval: node.eval }),
    ...(node.commands.length > 0 && { commands: [...node.commands] }),
  };
}

/** The tree of a list. */
export function fromArena(game: PgnGame): Tree {
  const empty = emptyTree(game.start, game.variant);
  const children = new Map<number, number[]>();
  const nodes = game.nodes.map((each, index): Node => {
    const parent = each.parent === null ? ROOT : each.parent + 1;
    children.set(parent, [...(children.get(parent) ?? []), index + 1]);
    const { uci, san, fen, nags, before = '', comment = '', clock = null } = each;
    const { shapes, commands = [] } = each;
    const notes = { nags, before, comment, shapes: shapes.map(shapeOfPgn), clock, eval: each.eval ?? null, commands };
    return { ...PLAIN, ...notes, id: index + 1, parent, uci, san, fen };
  });
  const root = { ...nodeOf(empty, ROOT), comment: game.comment ?? '', shapes: (game.shapes ?? []).map(shapeOfPgn) };
  const all = [root, ...nodes].map((node) => ({ ...node, children: children.get(node.id) ?? [] }));
  const tree = { ...withNodes(empty, all), tags: game.tags, result: game.result };
  // Where all of it is the game there is nothing to tell apart.
  const main = lineFrom(tree, ROOT);
  return main.length > (game.played ?? main.length) ? { ...tree, played: main.slice(0, game.played).map(({ id }) => id) } : tree;
}
