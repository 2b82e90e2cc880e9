// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be done to a tree. Each edit gives another tree; one that changes nothing gives the same.
import { firstAside, nodeOf, type Node, type NodeId, PLAIN, ROOT, subtree, type Tree, withNodes } from './tree';
import type { Step } from './ports';

/** A tree, and the node to look at in it. */
export interface Edited {
  tree: Tree;
  here: NodeId;
}

/** A move after a node. One that is there already is found, not doubled. */
export function addMove(tree: Tree, at: NodeId, step: Step, written: Partial<Node> = {}): Edited {
  const parent = nodeOf(tree, at);
  const known = parent.children.find((id) => nodeOf(tree, id).uci === step.uci);
  if (known !== undefined) return { tree, here: known };
  const { uci, san, fen } = step;
  const node: Node = { ...PLAIN, ...written, children: [], uci, san, fen, id: tree.next, parent: at };
  return { tree: withNodes(tree, [{ ...parent, children: [...parent.children, node.id] }, node]), here: node.id };
}

/** Several moves, one after the other. */
export function addLine(tree: Tree, at: NodeId, steps: readonly Step[]): Edited {
  return steps.reduce<Edited>((edited, step) => addMove(edited.tree, edited.here, step), { tree, here: at });
}

/** Takes a move away with all that follows it, and looks at the position before it. */
export function remove(tree: Tree, id: NodeId): Edited {
  const node = nodeOf(tree, id);
  if (node.parent === null) return { tree, here: id };
  const parent = nodeOf(tree, node.parent);
  const left = { ...parent, children: parent.children.filter((child) => child !== id) };
  return { tree: withNodes(tree, [left], subtree(tree, id).map((each) => each.id)), here: parent.id };
}

/** Makes the variation that a node stands in the first choice where it branches off. */
export function promote(tree: Tree, id: NodeId): Tree {
  const aside = firstAside(tree, id);
  return aside ? putFirst(tree, aside) : tree;
}

/** Makes the way to a node the main line. */
export function toMainLine(tree: Tree, id: NodeId): Tree {
  for (let aside = firstAside(tree, id); aside; aside = firstAside(tree, id)) tree = putFirst(tree, aside);
  return tree;
}

function putFirst(tree: Tree, node: Node): Tree {
  const parent = nodeOf(tree, node.parent ?? ROOT);
  return withNodes(tree, [{ ...parent, children: [node.id, ...parent.children.filter((child) => child !== node.id)] }]);
}

/** The same node with something else written about it. */
export function write(tree: Tree, id: NodeId, written: Partial<Pick<Node, 'nags' | 'before' | 'comment' | 'shapes'>>): Tree {
  return withNodes(tree, [{ ...nodeOf(tree, id), ...written }]);
}

/** The glyphs of which a move has at most one: those about the move, and those about the position. */
const GROUPS: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 22],
  [10, 13, 14, 15, 16, 17, 18, 19],
];

/** Sets a glyph, in place of another one of its group; or takes it away. */
export function toggleNag(tree: Tree, id: NodeId, nag: number): Tree {
  const { nags } = nodeOf(tree, id);
  if (nags.includes(nag)) return write(tree, id, { nags: nags.filter((other) => other !== nag) });
  const group = GROUPS.find((one) => one.includes(nag)) ?? [];
  const kept = nags.filter((other) => !group.includes(other));
  return write(tree, id, { nags: [...kept, nag].sort((a, b) => a - b) });
}

/** All moves stay with their clocks, and nothing is written about them, no evaluation either. The same tree if nothing was. */
export function clearAnnotations(tree: Tree): Tree {
  const bare = { nags: [], before: '', comment: '', shapes: [], eval: null };
  const written = [...tree.nodes.values()].filter(
    ({ nags, before, comment, shapes, eval: score }) => nags.length + shapes.length > 0 || before + comment !== '' || score !== null,
  );
  return written.length === 0 ? tree : withNodes(tree, written.map((node) => ({ ...node, ...bare })));
}

/** Only the main line stays. */
export function clearVariations(tree: Tree): Tree {
  const removed: NodeId[] = [];
  const kept: Node[] = [];
  for (let id: NodeId | undefined = ROOT; id !== undefined; ) {
    const node: Node = nodeOf(tree, id);
    const [first, ...others] = node.children;
    for (const other of others) removed.push(...subtree(tree, other).map((each) => each.id));
    if (others.length > 0) kept.push({ ...node, children: first === undefined ? [] : [first] });
    id = first;
  }
  return kept.length === 0 ? tree : withNodes(tree, kept, removed);
}

/** Another value for a tag of the PGN; an empty one takes the tag away. */
export function setTag(tree: Tree, name: string, value: string): Tree {
  const isThere = tree.tags.some(([known]) => known === name);
  if (value === '') return { ...tree, tags: tree.tags.filter(([known]) => known !== name) };
  const tags = tree.tags.map((tag) => (tag[0] === name ? ([name, value] as const) : tag));
  return { ...tree, tags: isThere ? tags : [...tags, [name, value]] };
}

/** A text as a comment of a PGN can hold it: a brace would end the comment, `[%` begin a command, and a line break is a space. */
export const asComment = (text: string): string =>
  text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('[%', '[ %').replaceAll(/\s*[\n\r]\s*/g, ' ').trim();
