// SPDX-License-Identifier: AGPL-3.0-or-later
// Hands the real mouse and touch events of the accessible squares, which lie on top, to chessground below, and
// reports the moves that chessground drops without a word.
import type { Api } from '@lichess-org/chessground/api';
import { canMove, getSnappedKeyAtDomPos, whitePov } from '@lichess-org/chessground/board';
import * as drag from '@lichess-org/chessground/drag';
import * as draw from '@lichess-org/chessground/draw';
import type { Key, MouchEvent } from '@lichess-org/chessground/types';
import { eventPosition, isRightButton } from '@lichess-org/chessground/util';
import { type BoardFacts, isRefusedClick, isRefusedDrop } from './attempts';
import type { Brush } from './drawings.svelte';
import type { Color, Square } from '../platform/protocol';

/** What the board is told. */
export interface PointerReports {
  /** Whose side the person plays; null = nobody's: pieces stay where they are. */
  you: () => Color | null;
  attempt: (from: Square, to: Square) => void;
  /** The selection may have changed. */
  touched: () => void;
  /** The colour that a plain press draws in; null where it moves pieces. */
  brush: () => Brush | null;
  /** A press that means neither a move nor a selection. Says whether it gave up moves that wait. */
  dismiss: () => boolean;
  /** The square under a finger that drags a piece; null when it is let go. */
  hover: (square: Square | null) => void;
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
    if (event.shiftKey || isRightButton(event)) {
      if (isRightButton(event) && reports.dismiss()) return event.preventDefault();
      return drawIn(null, event);
    }
    const brush = reports.brush();
    if (brush) return drawIn(brush, event);
    if (isEmptyPress(event) && reports.dismiss()) return event.preventDefault();
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

  /** In a colour, or in that of the keys that are held. */
  const drawIn = (brush: Brush | null, event: MouchEvent) => {
    draw.start(state, event);
    const { current } = state.drawable;
    if (!current) return;
    if (brush) current.brush = brush;
    // A press that is over before the next picture is drawn is a circle too.
    current.mouseSq = current.orig;
  };

  const squareOf = (event: MouchEvent) => {
    const position = eventPosition(event);
    return position && board.getKeyAtDomPos(position);
  };

  /** A press on an empty square while no piece is picked up. */
  const isEmptyPress = (event: MouchEvent): boolean => {
    const square = squareOf(event);
    return state.selected === undefined && square !== undefined && !state.pieces.has(square);
  };

  const refusedClick = (event: MouchEvent): [Square, Square] | null => {
    const you = reports.you();
    const to = squareOf(event);
    const from = state.selected;
    return you && to && from && isRefusedClick(factsOf(board, you), from, to) ? [from, to] : null;
  };

  const move = (event: MouchEvent) => {
    if (state.draggable.current?.started && event.touches) reports.hover(squareOf(event) ?? null);
  };

  /** Chessground sees that a press has become a drag when it draws the next picture; a quick hand lets go before that. */
  const seeDrag = (event: MouchEvent) => {
    const { current, distance } = state.draggable;
    if (!current || current.started) return;
    const [x, y] = eventPosition(event) ?? current.pos;
    current.started = Math.hypot(x - current.origPos[0], y - current.origPos[1]) >= distance;
  };

  /** The same of an arrow, which would be a circle where it begins. */
  const seeArrow = (event: MouchEvent) => {
    const { current } = state.drawable;
    if (!current) return;
    const position = eventPosition(event) ?? current.pos;
    const square = board.getKeyAtDomPos(position);
    current.mouseSq = square && current.snapToValidMove ? getSnappedKeyAtDomPos(current.orig, position, whitePov(state), state.dom.bounds()) : square;
    current.dest = current.mouseSq === current.orig ? undefined : current.mouseSq;
  };

  const end = (event: MouchEvent) => {
    seeDrag(event);
    seeArrow(event);
    const current = state.draggable.current;
    const you = reports.you();
    setTimeout(reports.touched);
    reports.hover(null);
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
  const connections: [EventTarget, string, unknown, AddEventListenerOptions?][] = [
    [surface, 'mousedown', start],
    [surface, 'touchstart', start, { passive: false }],
    [surface, 'contextmenu', noMenu],
    // In the capturing phase: before chessground's own listeners forget what was dragged.
    [document, 'touchmove', move, { capture: true, passive: true }],
    [document, 'mouseup', end, { capture: true }],
    [document, 'touchend', end, { capture: true }],
    [document, 'touchcancel', () => reports.hover(null), { capture: true }],
  ];
  for (const [target, type, heard, how] of connections) target.addEventListener(type, heard as EventListener, how);
  return () => {
    for (const [target, type, heard, how] of connections) target.removeEventListener(type, heard as EventListener, how);
  };
}
