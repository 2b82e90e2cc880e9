// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page asks the rules and the engine, and what they answer (`crates/tabiya-wasm`).
import type { Color, Square, Variant } from '../../platform/protocol';
import type { Explained, Score, Step } from '../ports';

export type { Explained, Score, Step };

/** A line from a position: the standard start where `fen` is missing. Moves are in UCI notation or in SAN, `--` is a null move. */
export interface Place {
  fen?: string;
  moves?: readonly string[];
  variant?: Variant;
}

/** A position, as a board shows it. */
export interface Placed {
  fen: string;
  turn: Color;
  check: boolean;
  /** The targets of each piece that can move. In standard chess castling is there twice, to the rook's square as well. */
  dests: Record<Square, Square[]>;
  /** The moves that need a choice of piece, as two squares: `e7e8`. */
  promotions: string[];
  outcome: { kind: Ending; winner: Color | null } | null;
  /** Equal for positions that are the same by the rules. */
  key: string;
  line: Step[];
}

export type Ending = 'checkmate' | 'stalemate' | 'insufficient_material' | 'fivefold_repetition' | 'seventy_five_moves';

/** As many moves as are legal, and where and why the line stopped. */
export interface Replayed {
  line: Step[];
  stopped: { at: number; message: string } | null;
}

/** A coloured square, or an arrow if it has a target. */
export interface Shape {
  brush: 'green' | 'red' | 'blue' | 'yellow';
  from: Square;
  to?: Square;
}

/** What is noted at a position. */
export interface Notes {
  comment?: string;
  nags: number[];
  shapes: Shape[];
  /** The mover's clock in milliseconds. */
  clock?: number;
  eval?: Score & { depth?: number };
  /** Commands that a board does not show, as they stand in the PGN: `[%emt 0:00:07]`. */
  commands?: string[];
}

/** A move of a tree. A node stands behind its parent; the first child is the main line. */
export interface PgnNode extends Step, Notes {
  /** The index of the node before; null after the starting position. */
  parent: number | null;
  /** The comment before the move, with which a variation may begin. */
  before?: string;
}

/** A game that was read. Its notes are those of the starting position. */
export interface PgnGame extends Notes {
  tags: [string, string][];
  /** The FEN of the starting position. */
  start: string;
  variant: Variant;
  result: string;
  nodes: PgnNode[];
  /** How many half-moves of the main line belong to the game itself; all of them where it is missing. */
  played?: number;
  problems: { line: number; column: number; message: string }[];
}

/** A game that is to be written: what was read, or less. */
export type PgnDraft = Partial<Omit<PgnGame, 'nodes' | 'played' | 'problems'>> & {
  nodes?: readonly (Partial<PgnNode> & Pick<PgnNode, 'parent' | 'uci'>)[];
};

/** What the engine searches, and how long. Without `until` it goes on until it is stopped. */
export interface SearchWish extends Place {
  /** How many lines, from 1 to 5. */
  lines: number;
  /** The size of the transposition table in MiB. */
  hashMb: number;
  /** Searches what the other side would do if it were to move. */
  threat?: boolean;
  until?: { nodes: number } | { depth: number };
  /** Forgets what earlier searches have found, so that the answer within a number of nodes is the server's. */
  isFresh?: boolean;
}

/** A line of the engine. */
export interface EngineLine {
  /** From 1: the best. */
  multipv: number;
  score: Score;
  /** White's wins, draws and losses in thousandths. */
  wdl: [number, number, number];
  pv: string[];
  san: string[];
}

/** What the engine found at one depth. */
export interface EngineInfo {
  depth: number;
  seldepth: number;
  nodes: number;
  /** Nodes a second. */
  nps: number;
  /** Since the search began, in milliseconds. */
  time: number;
  /** How full the transposition table is, in thousandths. */
  hashfull: number;
  lines: EngineLine[];
  /** Whether the search is over. */
  done: boolean;
}

/** Asks for a move of a computer player. */
export interface ChooseWish extends Place {
  /** From 1 to 15. */
  level: number;
  /** A game has one seed: a whole number of at most 53 bits. */
  seed: number;
}

/** The versions of the engine and of its network; null while it has none. */
export interface Version {
  engine: string;
  net: string | null;
}

/** Codes of problems, for programs. */
export type ProblemCode =
  | 'request'
  | 'fen'
  | 'move'
  | 'null_move_in_check'
  | 'too_long'
  | 'pgn'
  | 'net'
  | 'unavailable'
  | 'died'
  | 'stopped';

/** An answer of the module. */
export type Answer = { ok: unknown } | { error: { code: ProblemCode; message: string } };

/** What the page tells the worker. Each question has a number of its own. */
export type Told =
  | { id: number; call: Record<string, unknown>; needsNet?: boolean }
  | { id: number; search: SearchWish }
  | { id: number; stop: true };

/** What the worker tells the page. `stopped` answers `stop`. */
export type Heard = { id: number; answer: Answer } | { id: number; info: EngineInfo } | { id: number; stopped: true };
