// SPDX-License-Identifier: AGPL-3.0-or-later
// The tree as it is read: the main line in rows, comments between them, variations as indented text below the move that they
// replace. Nothing here calls itself: a tree may be as deep as a game is long.
import { moveNumberOf, turnOf } from '../board/fen';
import { lastPlayed } from './behind';
import { type Node, nodeOf, type NodeId, ROOT, type Tree } from './tree';

/** A move, and its number where one stands before it: `12.`, `12…`. */
export interface Entry {
  node: Node;
  number: string;
}

export type Block =
  /** A move of White's and one of Black's in the main line; null where the other side's stands elsewhere. */
  | { kind: 'row'; key: string; number: number; white: Entry | null; black: Entry | null }
  /** What is written about a move of the main line, or before it. */
  | { kind: 'note'; key: string; text: string }
  /** Moves of a variation, as text. `depth` is 1 for what branches off the main line. */
  | { kind: 'line'; key: string; depth: number; entries: Entry[]; isFolded: boolean; isFirst: boolean };

/** Which variations are folded, by their first nodes. */
export type Folded = ReadonlySet<NodeId>;

interface Frame {
  next: NodeId | null;
  depth: number;
  /** Variations that stand below the move that was written last. */
  aside: readonly NodeId[];
}

/** The number that stands for a move: `12` for White's and for Black's. */
export const numberOf = (node: Node): number => moveNumberOf(node.fen) - (turnOf(node.fen) === 'white' ? 1 : 0);

/** Whether White has made this move. */
export const isWhites = (node: Node): boolean => turnOf(node.fen) === 'black';

/** `12. Nf3`, `12… Nf6`: a move's name for whoever listens. */
export const nameOf = (node: Node): string => `${numberOf(node)}${isWhites(node) ? '.' : '…'} ${node.san}`;

/** The whole tree as blocks from top to bottom. What was tried behind a game's last move is aside, as any variation. */
export function listing(tree: Tree, folded: Folded = new Set()): Block[] {
  const blocks: Block[] = [];
  const root = nodeOf(tree, ROOT);
  const last = lastPlayed(tree);
  const frames: Frame[] = [{ next: root.children[0] ?? null, depth: 0, aside: [] }];
  if (root.comment) blocks.push({ kind: 'note', key: 'n0', text: root.comment });
  let isFirst = false;
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const [variation, ...others] = frame.aside;
    if (variation !== undefined) {
      frame.aside = others;
      frames.push({ next: variation, depth: frame.depth + 1, aside: [] });
      isFirst = true;
      continue;
    }
    if (frame.next === null) {
      frames.pop();
      continue;
    }
    const node = nodeOf(tree, frame.next);
    const parent = nodeOf(tree, node.parent ?? ROOT);
    const isFolded = isFirst && folded.has(node.id);
    if (frame.depth === 0) addToRows(blocks, node);
    else addToLine(blocks, node, frame.depth, isFirst, isFolded && node.children.length > 0);
    isFirst = false;
    const isFirstChoice = parent.children[0] === node.id && parent.id !== last;
    frame.aside = isFirstChoice ? parent.children.slice(1) : [];
    frame.next = isFolded ? null : (node.children[0] ?? null);
    if (node.id === last) [frame.aside, frame.next] = [[...frame.aside, ...node.children], null];
  }
  return blocks;
}

function addToRows(blocks: Block[], node: Node): void {
  const number = numberOf(node);
  const side = isWhites(node) ? 'white' : 'black';
  if (node.before) blocks.push({ kind: 'note', key: `b${node.id}`, text: node.before });
  const last = blocks.at(-1);
  const entry = { node, number: '' };
  // Black's move joins White's, if nothing stands between them.
  if (side === 'black' && last?.kind === 'row' && last.number === number && last.black === null) last.black = entry;
  else blocks.push({ kind: 'row', key: `r${node.id}`, number, white: side === 'white' ? entry : null, black: side === 'black' ? entry : null });
  if (node.comment) blocks.push({ kind: 'note', key: `n${node.id}`, text: node.comment });
}

/** A longer variation goes on in a block of its own. */
const MOST_IN_LINE = 60;

function addToLine(blocks: Block[], node: Node, depth: number, isFirst: boolean, isFolded: boolean): void {
  const last = blocks.at(-1);
  const joins = !isFirst && last?.kind === 'line' && last.entries.length < MOST_IN_LINE && last.depth === depth && !last.isFolded && last.entries.at(-1)?.node.id === node.parent;
  const isNumbered = isWhites(node) || !joins || node.before !== '' || (last?.kind === 'line' && last.entries.at(-1)?.node.comment !== '');
  const number = isNumbered ? `${numberOf(node)}${isWhites(node) ? '.' : '…'}` : '';
  if (joins) last.entries.push({ node, number });
  else blocks.push({ kind: 'line', key: `v${node.id}`, depth, entries: [{ node, number }], isFolded, isFirst });
}

/** So many blocks are drawn of a long list, and so many of them at least on each side of the one that is looked at. */
export const MOST_DRAWN = 1_000;
const MARGIN = 60;

/** Which blocks are drawn, from one to before another, so that `at` is among them. What is `drawn` stays, if it is. */
export function drawnAround(at: number, length: number, drawn: { from: number; to: number }): { from: number; to: number } {
  if (length <= MOST_DRAWN) return drawn.from === 0 && drawn.to === length ? drawn : { from: 0, to: length };
  const to = Math.min(drawn.to, length);
  const hasBefore = drawn.from === 0 || at >= drawn.from + MARGIN;
  const hasAfter = to === length || at < to - MARGIN;
  if (to - drawn.from >= MARGIN && at >= drawn.from && at < to && hasBefore && hasAfter) return to === drawn.to ? drawn : { from: drawn.from, to };
  const from = Math.min(Math.max(at - MOST_DRAWN / 2, 0), length - MOST_DRAWN);
  return { from, to: from + MOST_DRAWN };
}

/** The same blocks, where nothing in them has changed: what is drawn of them stays. */
export function keepBlocks(before: readonly Block[], now: Block[]): Block[] {
  const known = new Map(before.map((block) => [block.key, block]));
  return now.map((block) => {
    const old = known.get(block.key);
    return old && isSame(old, block) ? old : block;
  });
}

function isSame(one: Block, two: Block): boolean {
  if (one.kind === 'note') return two.kind === 'note' && one.text === two.text;
  if (one.kind === 'row') {
    return two.kind === 'row' && one.white?.node === two.white?.node && one.black?.node === two.black?.node;
  }
  return (
    two.kind === 'line' &&
    one.depth === two.depth &&
    one.isFolded === two.isFolded &&
    one.isFirst === two.isFirst &&
    one.entries.length === two.entries.length &&
    one.entries.every(({ node, number }, index) => node === two.entries[index]?.node && number === two.entries[index]?.number)
  );
}
