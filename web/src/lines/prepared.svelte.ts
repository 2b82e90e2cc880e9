// SPDX-License-Identifier: AGPL-3.0-or-later
// What the person has prepared in a game, as the server has it.
import { t } from '../locale';
import { read, send, ApiError } from '../platform/api';
import type { ConditionalView, LineEdit, LinesView, TriedLine, TryLine } from '../platform/protocol';
import { problemOf } from '../ui/problem';

const PAST = ['played', 'other_move', 'taken_back', 'game_over'] as const;

export class Prepared {
  view = $state.raw<LinesView | null>(null);
  /** Why the last edit did not happen. */
  problem = $state('');
  isBusy = $state(false);

  readonly waiting = $derived((this.view?.conditional ?? []).filter(({ standing }) => standing.kind === 'waits'));
  /** What was played to its end or no longer applies, by how it stands, until the person clears it. */
  readonly past = $derived(
    PAST.map((kind) => ({ kind, lines: (this.view?.conditional ?? []).filter(({ standing }) => standing.kind === kind) })).filter(({ lines }) => lines.length > 0),
  );
  readonly private = $derived(this.view?.private ?? []);

  private readonly path: string;

  constructor(game: string) {
    this.path = `/api/page/lines/${encodeURIComponent(game)}`;
  }

  /** Reads what is stored. Where that fails, what was known stays. */
  async look(): Promise<void> {
    try {
      this.view = await read<LinesView>(this.path);
    } catch (error) {
      if (!this.view) this.problem = problemOf(error);
    }
  }

  /** Changes what is stored; says whether that worked. */
  async edit(edit: LineEdit): Promise<boolean> {
    this.isBusy = true;
    this.problem = '';
    try {
      this.view = await send<LinesView>('POST', this.path, edit);
    } catch (error) {
      this.problem = (error instanceof ApiError && t.lines.errors[error.code]) || problemOf(error);
    }
    this.isBusy = false;
    return this.problem === '';
  }

  readonly tried = (start_fen: string, moves: string[]): Promise<TriedLine> =>
    send<TriedLine>('POST', `${this.path}/try`, { start_fen, moves } satisfies TryLine);

  /** The edit that removes a line of conditional moves. */
  removal({ since, moves }: ConditionalView): LineEdit {
    return { edit: 'remove_conditional', since, moves: moves.map(({ uci }) => uci) };
  }
}
