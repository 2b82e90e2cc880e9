// SPDX-License-Identifier: AGPL-3.0-or-later
import { START_FEN } from '../board/fen';
import { send } from '../platform/api';
import type { Color, Piece, Role, SetupChecked, Square } from '../platform/protocol';
import { EMPTY, fenOf, move, put, readFen, setupOf, type Right, type Setup } from '../board/placement';

/** What a press on a square does: moves pieces, empties squares, or puts this piece. */
export type Tool = 'move' | 'erase' | Piece;

/** How long the person may go on before the server is asked. */
const PAUSE_MS = 120;
const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** The editor's board, and what the server says about it. */
export class Editor {
  setup = $state.raw<Setup>(EMPTY);
  tool = $state.raw<Tool>('move');
  /** The side whose pieces keys put. */
  side = $state<Color>('white');
  /** The square whose piece is being moved by presses. */
  picked = $state<Square | null>(null);
  /** What stands in the FEN field. */
  text = $state('');
  /** The parts of that text which say nothing to this page. */
  unread = $state.raw<string[]>([]);
  /** What the server says; null until it has answered for this board. */
  checked = $state.raw<SetupChecked | null>(null);
  unreachable = $state(false);
  readonly fen = $derived(fenOf(this.setup));
  readonly isPlayable = $derived(this.checked?.fen != null && this.checked.problems.length === 0);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** Begins with a FEN, such as that of the page's address; with the starting position where it can't be read. */
  constructor(fen: string) {
    this.setup = setupOf(START_FEN);
    this.read(fen);
    if (this.unread.length === 0) this.text = this.fen;
  }

  /** The person changed the board. */
  change(setup: Setup): void {
    this.setup = setup;
    this.text = this.fen;
    this.unread = [];
    this.check(this.fen);
  }

  /** A press on a square, by whichever tool is chosen. */
  press(square: Square): void {
    const { tool, setup } = this;
    if (tool === 'erase') return this.change(put(setup, square, null));
    if (tool !== 'move') {
      const stands = setup.pieces.get(square);
      const same = stands?.color === tool.color && stands.role === tool.role;
      return this.change(put(setup, square, same ? null : tool));
    }
    if (this.picked) {
      this.drag(this.picked, square);
    } else if (setup.pieces.has(square)) {
      this.picked = square;
    }
  }

  /** A piece was moved by hand; off the board where `to` is null. */
  drag(from: Square, to: Square | null): void {
    this.picked = null;
    this.change(move(this.setup, from, to));
  }

  /** A piece was brought from beside the board. */
  bring(piece: Piece, to: Square): void {
    this.change(put(this.setup, to, piece));
  }

  /** A key on a square; whether it meant anything. */
  key(square: Square, key: string): boolean {
    const role = ROLES[key.toLowerCase()];
    if (key === 'Delete' || key === 'Backspace') this.change(put(this.setup, square, null));
    else if (role) this.change(put(this.setup, square, { color: this.side, role }));
    else return false;
    return true;
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.picked = null;
    if (typeof tool === 'object') this.side = tool.color;
  }

  /** The person typed or pasted a FEN. */
  read(text: string): void {
    this.text = text;
    ({ setup: this.setup, unread: this.unread } = readFen(text, this.setup));
    this.check(text.trim().replace(/_+/g, ' '));
  }

  turn(color: Color): void {
    this.change({ ...this.setup, turn: color, enPassant: null });
  }

  castle(right: Right, may: boolean): void {
    const others = this.setup.castling.filter((each) => each !== right);
    this.change({ ...this.setup, castling: may ? [...others, right] : others });
  }

  enPassant(square: Square | null): void {
    this.change({ ...this.setup, enPassant: square });
  }

  restart(): void {
    this.change(setupOf(START_FEN));
  }

  clear(): void {
    this.change(EMPTY);
  }

  private check(fen: string): void {
    clearTimeout(this.timer);
    const number = (this.asked += 1);
    this.timer = setTimeout(() => void this.ask(fen, number), PAUSE_MS);
  }

  private async ask(fen: string, number: number): Promise<void> {
    try {
      const checked = await send<SetupChecked>('POST', '/api/page/editor', { fen });
      if (number !== this.asked) return;
      this.checked = checked;
      this.unreachable = false;
    } catch {
      if (number === this.asked) [this.checked, this.unreachable] = [null, true];
    }
  }
}
