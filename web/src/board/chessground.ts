// SPDX-License-Identifier: AGPL-3.0-or-later
// What chessground is told, from what was chosen.
import type { Config } from '@lichess-org/chessground/config';
import type { DrawBrushes, DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { BRUSHES, type Brush, type Shape } from './drawings.svelte';
import { type Chosen, settings } from '../platform/settings.svelte';
import type { Color, Piece, Square } from '../platform/protocol';

/** Milliseconds that a piece glides. */
const GLIDES: Record<Chosen['animation'], number> = { normal: 160, slow: 400, fast: 80, none: 0 };

/** The colours are told apart by their lightness too; 60 % of them is drawn. */
const INKS: Record<Brush, string> = { green: '#1a7a2a', red: '#a51d1d', blue: '#1546a8', yellow: '#d98a00' };

/** What the person chose: how pieces are moved, how fast they glide, and whether dots show where they can go. */
export function handling(): Config {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const duration = calm ? 0 : GLIDES[settings.get('animation')];
  const moving = settings.get('moving');
  return {
    animation: { duration, enabled: duration > 0 },
    draggable: { enabled: moving !== 'click', showGhost: true },
    selectable: { enabled: moving !== 'drag' },
    movable: { showDests: settings.get('destinations') === 'on' },
  };
}

/** The four brushes, by chessground's own names: Shift or Ctrl, and Alt, choose among them. */
export function brushes(): DrawBrushes {
  const made = BRUSHES.map((name) => [name, { key: name, color: INKS[name], opacity: 1, lineWidth: 10 }] as const);
  return Object.fromEntries(made) as unknown as DrawBrushes;
}

export function toChessground(shapes: readonly Shape[]): DrawShape[] {
  return shapes.map(({ from, to, brush }) => ({ orig: from as Key, ...(to ? { dest: to as Key } : {}), brush }));
}

export function fromChessground(shapes: readonly DrawShape[]): Shape[] {
  return shapes.map(({ orig, dest, brush }) => ({
    from: orig as Square,
    to: (dest as Square | undefined) ?? null,
    brush: BRUSHES.find((name) => name === brush) ?? 'green',
  }));
}

interface Drawn extends HTMLElement {
  cgKey?: string;
  cgPiece?: string;
}

/** Marks the pieces that wait for their move: chessground has no word for them. */
export function markGhosts(drawing: HTMLElement, ghosts: ReadonlyMap<Square, Piece>): void {
  for (const piece of drawing.querySelectorAll<Drawn>('cg-board piece')) {
    const ghost = ghosts.get((piece.cgKey ?? '') as Square);
    piece.classList.toggle('waiting', ghost !== undefined && piece.cgPiece === `${ghost.color} ${ghost.role}`);
  }
}

/** The squares that waiting moves leave and reach, and those that a refusal is about, with the ring that goes around them. */
export function rings(waiting: ReadonlySet<Square>, concerned: readonly Square[]): Map<Key, string> {
  const ring = (name: string) => (square: Square) => [square as Key, name] as const;
  return new Map([...[...waiting].map(ring('premoved')), ...concerned.map(ring('concerned'))]);
}

/** Whether pieces of this side, or any, may be picked up. */
export const pickable = (you: Color | null) => (you ? ('both' as const) : undefined);
