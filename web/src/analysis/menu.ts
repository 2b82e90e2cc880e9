// SPDX-License-Identifier: AGPL-3.0-or-later
// What the menu offers to do with the moves.
import type { MenuItem } from '../live/deeds';
import { t } from '../locale';
import type { Analysis } from './analysis.svelte';
import { isWhites, numberOf } from './listing';
import { pathTo, ROOT, type Tree } from './tree';

/** The line to the position that is looked at: `1. e4 e5 2. Nf3`. */
export function lineText(tree: Tree, here: number): string {
  return pathTo(tree, here)
    .map((node, index) => {
      const number = isWhites(node) ? `${numberOf(node)}. ` : index === 0 ? `${numberOf(node)}… ` : '';
      return number + node.san;
    })
    .join(' ');
}

/** The lines of the menu, all at all times: nothing moves under the pointer. */
export function menuOf(analysis: Analysis, does: { copyLine: () => void; discard: (() => void) | null; keys: () => void }): MenuItem[] {
  const words = t.analysis;
  const isRoot = analysis.here === ROOT;
  const items: MenuItem[] = [
    { kind: 'promote', label: words.promote, icon: 'upload', isOff: !analysis.canPromote(), act: () => analysis.promoteLine() },
    { kind: 'main', label: words.makeMain, icon: 'first', isOff: analysis.isMain(), act: () => analysis.makeMain() },
    { kind: 'replace', label: words.replace, icon: 'again', isOff: isRoot, act: () => analysis.beginReplacing(analysis.here) },
    { kind: 'remove', label: words.remove, icon: 'close', isOff: isRoot, act: () => analysis.remove() },
    { kind: 'null', label: words.nullMove, icon: 'next', isOff: !analysis.placed || analysis.placed.check || analysis.placed.outcome !== null, act: () => void analysis.make('0000') },
    { kind: 'copy', label: words.copyLine, icon: 'copy', isOff: isRoot, act: does.copyLine },
    { kind: 'bare', label: words.clearAnnotations, icon: 'eraser', isOff: false, act: () => analysis.clearAnnotations() },
    { kind: 'straight', label: words.clearVariations, icon: 'eraser', isOff: false, act: () => analysis.clearVariations() },
    { kind: 'keys', label: words.keys, icon: 'info', isOff: false, act: does.keys },
  ];
  const { discard } = does;
  return discard ? [...items, { kind: 'discard', label: words.discard, icon: 'undo', isOff: !analysis.history.canUndo && analysis.edited === 0, act: discard }] : items;
}
