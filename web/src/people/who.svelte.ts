// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether this page asks who sits before it. A class shares its tablets: whoever opens one finds the player of before logged in.
import { account } from '../platform/account.svelte';
import { recallInTab, rememberInTab } from '../platform/storage';

const NAME = 'itsMe';

class WhoIsThis {
  /** The player who has said in this tab that it is they. */
  private known = $state(recallInTab<string>(NAME));
  /** Whether an account was logged in by a card when the page was opened, and nobody has said that it is they. */
  readonly asks = $derived(account.me !== null && !account.me.password && account.me.player !== this.known);

  /** Whoever has just logged in is asked nothing. */
  itsMe(player = account.me?.player ?? null): void {
    this.known = player;
    rememberInTab(NAME, this.known);
  }
}

export const whoIsThis = new WhoIsThis();
