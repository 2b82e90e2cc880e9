// SPDX-License-Identifier: AGPL-3.0-or-later
import { query, read } from '../platform/api';
import type { PlayerHere } from '../platform/protocol';

/** As many names as the server answers at once. */
const AT_ONCE = 20;

/** With which of the players who wait a child can have a game. Only the server knows: it has the lists and who follows whom. */
export class Playmates {
  names = $state.raw<ReadonlySet<string>>(new Set());
  private readonly asked = new Set<string>();

  /** Asks about those about whom nobody has asked before. What fails is asked again with the next list. */
  async ask(names: readonly string[]): Promise<void> {
    const some = names.filter((name) => !this.asked.has(name)).slice(0, AT_ONCE);
    if (some.length === 0) return;
    for (const name of some) this.asked.add(name);
    try {
      const players = await read<PlayerHere[]>(`/api/page/here${query({ names: some.join(',') })}`);
      this.names = new Set([...this.names, ...players.filter(({ apart }) => apart !== true).map(({ name }) => name)]);
    } catch {
      for (const name of some) this.asked.delete(name);
      return;
    }
    await this.ask(names);
  }
}
