// SPDX-License-Identifier: AGPL-3.0-or-later
// The page's address names the line that is looked at, and an address that somebody follows leads to the line that it names.
import { t } from '../locale';
import { type Asked, isThere, isUnreadable, loadAddress, openAddress, readAddress, writeAddress } from './address';
import type { Analysis } from './analysis.svelte';

/** How long nothing must change before the address names it, in milliseconds. */
const NAME_MS = 400;

export class AddressLine {
  /** A line that the address asks for, and that would take the place of work on the free board. */
  linked = $state.raw<Asked | null>(null);

  /** What stood behind the `#` when it was last followed or written. */
  private known: string | null = null;

  constructor(
    private readonly analysis: Analysis,
    /** The moves of the game that was played, in UCI notation; null on the free board. */
    private readonly played: () => readonly string[] | null,
    private readonly isGame: boolean,
    /** Says why the board does not show what was asked for. */
    private readonly tell: (text: string) => void,
  ) {}

  /** The page opens, or somebody has followed a link in it. Says whether a line was asked for. */
  follow(): boolean {
    if (location.hash === this.known) return false;
    this.known = location.hash;
    // The address of a line that is too long names less than what is looked at.
    if (location.hash !== '' && location.hash === this.written()) return false;
    const wanted = readAddress(location.hash);
    if (wanted) void this.open(wanted);
    else if (isUnreadable(location.hash)) this.tell(t.analysis.badLink);
    return wanted !== null;
  }

  /** Shows a line. It takes the place of other work only if that is allowed. */
  async open(wanted: Asked, isAllowed = false): Promise<void> {
    const { analysis } = this;
    this.linked = null;
    if (!this.isGame && !isThere(analysis.tree, wanted)) {
      if (!isAllowed && analysis.tree.nodes.size > 1) return void (this.linked = wanted);
      const found = await loadAddress(analysis, wanted);
      if (found === 'nothing') this.tell(t.analysis.badLink);
      if (found === 'part') this.tell(t.analysis.badLine);
      else if (analysis.tree.variant === 'chess960') this.tell(t.analysis.asChess960);
      return;
    }
    await openAddress(analysis, wanted, this.played());
  }

  /** Called in an effect: what is looked at is named soon. */
  nameSoon(): () => void {
    void [this.analysis.tree, this.analysis.path, this.linked];
    const timer = setTimeout(() => this.name(), NAME_MS);
    return () => clearTimeout(timer);
  }

  name(): void {
    // A busy browser may not have told yet that a link was followed.
    if (this.follow()) return;
    // Until it is said what becomes of the line in the address, it stays there.
    if (this.linked) return;
    const hash = this.written();
    if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash);
    this.known = location.hash;
  }

  private written(): string {
    return writeAddress(this.analysis.tree, this.isGame, this.analysis.path);
  }
}
