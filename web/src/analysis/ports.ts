// SPDX-License-Identifier: AGPL-3.0-or-later
// What the board needs of the rules and of the engine, which run in Workers (`worker/`). The state is written against these
// types, so its tests need no Worker.
import type { Brush } from '../board/drawings.svelte';
import type { Color, Reason, Square, Variant } from '../platform/protocol';

/** An evaluation from White's side: hundredths of a pawn, or moves to mate, negative where Black mates. */
export type Score = { cp: number } | { mate: number };

/** A position, as the rules see it. */
export interface Placed {
  fen: string;
  turn: Color;
  check: boolean;
  dests: Record<Square, Square[]>;
  /** The moves that need a choice of piece, as two squares: `e7e8`. */
  promotions: string[];
  outcome: { kind: string; winner: Color | null } | null;
}

/** A move that was played, and the position after it. */
export interface Step {
  uci: string;
  san: string;
  fen: string;
}

/** A node of a PGN's tree, as texts are read and written. */
export interface PgnNode extends Step {
  /** The index of the node before it; null after the start. */
  parent: number | null;
  nags: number[];
  before?: string;
  comment?: string;
  shapes: { brush: Brush; from: Square; to?: Square }[];
  /** The mover's clock after the move, in milliseconds. */
  clock?: number;
  eval?: Score;
  /** Commands that a board does not show, as they stand in the PGN. */
  commands?: string[];
}

/** A game of a PGN. A node stands behind its parent; the first child is the main line. */
export interface PgnGame {
  tags: [string, string][];
  start: string;
  variant: Variant;
  result: string;
  comment?: string;
  shapes?: PgnNode['shapes'];
  nodes: PgnNode[];
  /** How many half-moves of the main line belong to the game itself; all of them where it is missing. */
  played?: number;
}

/** A game that was read, and what could not be read of it. */
export interface ReadGame extends PgnGame {
  problems: { line: number; column: number; message: string }[];
}

/** The rules. Each call fails with a sentence for people. */
export interface Rules {
  position(wish: { fen?: string; moves?: string[]; variant?: Variant }): Promise<Placed & { line: Step[] }>;
  play(wish: { fen: string; move: string; variant?: Variant }): Promise<Placed & Step>;
  explain(wish: { fen: string; move: string; variant?: Variant }): Promise<Explained>;
  replay(wish: { fen: string; moves: string[]; variant?: Variant }): Promise<{ line: Step[]; stopped: { at: number; message: string } | null }>;
  /** The first games of a PGN, 100 at most, and whether there are more. */
  readPgn(text: string): Promise<{ games: ReadGame[]; more: boolean }>;
  writePgn(game: PgnGame): Promise<{ text: string }>;
}

/** Why a move is illegal; no reason and no words if it is legal. */
export interface Explained {
  reason: Reason | null;
  message: string;
}

/** The names of openings. */
export interface Names {
  /** The name of a position of standard chess; empty where it has none. */
  nameOf(fen: string): string;
}

/** A line of the engine. */
export interface EngineLine {
  /** From 1: the best. */
  multipv: number;
  score: Score;
  pv: string[];
  san: string[];
}

/** What the engine has found so far. */
export interface EngineInfo {
  depth: number;
  nodes: number;
  /** Nodes a second. */
  nps: number;
  lines: EngineLine[];
  /** Whether the search is over. */
  done: boolean;
}

/** What the engine searches. */
export interface SearchWish {
  fen: string;
  moves: string[];
  /** How many lines, from 1 to 5. */
  lines: number;
  hashMb: number;
  /** What the other side would do, if it were to move. */
  threat?: boolean;
  until?: { nodes: number } | { depth: number };
  /** Forgets what earlier searches have found, so that the answer within a number of nodes is the server's. */
  isFresh?: boolean;
  variant?: Variant;
}

/** Asks for the move of a computer player, as the server's would make it. */
export interface ChooseWish {
  fen: string;
  moves: string[];
  variant?: Variant;
  /** From 1 to 15. */
  level: number;
  /** A game has one: a whole number of at most 53 bits. */
  seed: number;
}

/** Why a search has come to nothing; the code is for programs. */
export interface EngineProblem extends Error {
  readonly code?: string;
}

/** The engine. Nothing is told of a search after the next one was started. */
export interface Engine {
  start(wish: SearchWish, onInfo: (info: EngineInfo) => void, onProblem: (problem: EngineProblem) => void): void;
  choose(wish: ChooseWish): Promise<{ uci: string | null }>;
  stop(): void;
  close(): void;
}
