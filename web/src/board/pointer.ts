// SPDX-License-Identifier: AGPL-3.0-or-later
// Hands the real mouse and touch events of the accessible squares, which lie on top, to chessground below, and
// reports the moves that chessground drops without a word.
import type { Api } from '@lichess-org/chessground/api';
import { canMove } from '@lichess-org/chessground/board';
import * as drag from '@lichess-org/chessground/drag';
import * as draw from '@lichess-org/chessground/draw';
import type { Key, MouchEvent } from '@lichess-org/chessground/types';
import { eventPosition, isRightButton } from '@lichess-org/chessground/util';
import { type BoardFacts, isRefusedClick, isRefusedDrop } from './attempts';
import type { Color, Square } from '../platform/protocol';

/** What the board is told. */
export interface PointerReports {
  /** Whose side the person plays; null = nobody's: pieces stay where they are. */
  you: () => Color | null;
  attempt: (from: Square, to: Square) => void;
  /** The selection may have changed. */
  touched: () => void;
}

/** The facts that the decisions in `attempts.ts` need, from chessground's state. */
export function factsOf({ state }: Api, you: Color): BoardFacts {
  return {
    pieces: state.pieces,
    you,
    isLegal: (from, to) => canMove(state, from as Key, to as Key),
  };
}

/** Connects the surface to the board; the returned function disconnects it. */
export function attachPointer(surface: HTMLElement, board: Api, reports: PointerReports): () => void {
  const { state } = board;

  const start = (event: MouchEvent) => {
    if (state.draggable.current) return drag.cancel(state);
    if (state.drawable.current) return draw.cancel(state);
    if (event.shiftKey || isRightButton(event)) return draw.start(state, event);
    const refused = refusedClick(event);
    drag.start(state, event);
    // The focus stays where it is, so that the arrow keys go on doing what they did.
    if (!event.touches) event.preventDefault();
    if (refused) {
      drag.cancel(state);
      board.selectSquare(null);
      reports.attempt(...refused);
    }
    setTimeout(reports.touched);
  };

  const refusedClick = (event: MouchEvent): [Square, Square] | null => {
    const you = reports.you();
    const position = eventPosition(event);
    const to = position && board.getKeyAtDomPos(position);
    const from = state.selected;
    return you && to && from && isRefusedClick(factsOf(board, you), from, to) ? [from, to] : null;
  };

  const end = (event: MouchEvent) => {
    const current = state.draggable.current;
    const you = reports.you();
    setTimeout(reports.touched);
    if (!current?.started || !you) return;
    if (event.type === 'touchend' && event.target !== current.originTarget) return;
    const to = board.getKeyAtDomPos(eventPosition(event) ?? current.pos);
    if (to && isRefusedDrop(factsOf(board, you), current.orig, to)) {
      const from = current.orig;
      // After chessground has put the piece back.
      setTimeout(() => reports.attempt(from, to));
    }
  };

  const noMenu = (event: Event) => event.preventDefault();
  surface.addEventListener('mousedown', start as unknown as EventListener);
  surface.addEventListener('touchstart', start as unknown as EventListener, { passive: false });
  surface.addEventListener('contextmenu', noMenu);
  // In the capturing phase: before chessground's own listeners forget what was dragged.
  document.addEventListener('mouseup', end as unknown as EventListener, true);
  document.addEventListener('touchend', end as unknown as EventListener, true);
  return () => {
    surface.removeEventListener('mousedown', start as unknown as EventListener);
    surface.removeEventListener('touchstart', start as unknown as EventListener);
    surface.removeEventListener('contextmenu', noMenu);
    document.removeEventListener('mouseup', end as unknown as EventListener, true);
    document.removeEventListener('touchend', end as unknown as EventListener, true);
  };
}
