// SPDX-License-Identifier: AGPL-3.0-or-later
import { myGames } from '../platform/api';

/** The other games of this person in which it is their move. */
export class NextGames {
  waiting = $state.raw<string[]>([]);

  constructor(private readonly id: string) {}

  /** Looks again. What can't be told now is told the next time. */
  async look(): Promise<void> {
    const games = await myGames().catch(() => []);
    const others = games.filter(({ id, you, turn, status }) => id !== this.id && status.kind === 'playing' && turn === you);
    this.waiting = others.map(({ id }) => id);
  }
}
