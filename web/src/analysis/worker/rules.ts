// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules of chess in the page: a worker that answers at once and never searches.
import type { Variant } from '../../platform/protocol';
import type { Explained, PgnDraft, PgnGame, Place, Placed, Replayed, Step, Version } from './types';
import { Asker, startWorker, type WorkerLike } from './worker';

export { RulesError } from './worker';

/** Each method fails with a `RulesError`. Its code is `unavailable` where the worker can't be started. */
export class PageRules {
  private readonly asker: Asker;

  constructor(make: () => WorkerLike = startWorker) {
    this.asker = new Asker(make);
  }

  /** The position after the moves. */
  position(place: Place): Promise<Placed> {
    return this.ask('position', { ...place });
  }

  /** The position after one more move, which is in UCI notation or in SAN; `--` passes. */
  play(wish: Place & { move: string }): Promise<Placed & Step> {
    return this.ask('play', { ...wish });
  }

  /** Why a move is illegal. */
  explain(wish: Place & { move: string }): Promise<Explained> {
    return this.ask('explain', { ...wish });
  }

  /** As many of the moves as are legal. */
  replay(place: Place): Promise<Replayed> {
    return this.ask('replay', { ...place });
  }

  /** The games of a PGN of at most 1 MB; at most 100, and whether there are more. */
  readPgn(text: string): Promise<{ games: PgnGame[]; more: boolean }> {
    return this.ask('read_pgn', { text });
  }

  /** A game as PGN. */
  writePgn(game: PgnDraft): Promise<{ text: string }> {
    return this.ask('write_pgn', { ...game });
  }

  /** The position of a FEN. */
  fen(text: string, variant: Variant = 'standard'): Promise<Placed> {
    return this.ask('fen', { text, variant });
  }

  version(): Promise<Version> {
    return this.ask('version', {});
  }

  close(): void {
    this.asker.close();
  }

  private ask<T>(name: string, wish: Record<string, unknown>): Promise<T> {
    return this.asker.ask({ ...wish, do: name }) as Promise<T>;
  }
}
