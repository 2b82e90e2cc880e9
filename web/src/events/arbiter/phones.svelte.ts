// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the codes of an event lead that phones scan, on paper and on the screen.
import { serverInfo } from '../../platform/api';
import type { ServerInfo } from '../../platform/protocol';
import { pathTo } from '../../platform/router.svelte';
import { addressesOf, addressForPhones } from '../../ui/addresses';

export class Phones {
  private info = $state.raw<Pick<ServerInfo, 'lan_urls' | 'public_url'>>({ lan_urls: [], public_url: null });
  /** Whether the server has said how others reach it. */
  private isTold = $state(false);
  private readonly found = $derived(addressForPhones(location, this.info));
  /** Whether only this computer opens what the codes lead to. */
  readonly isOnlyHere = $derived(this.isTold && this.found === null);
  constructor(private readonly id: string) {
    serverInfo().then(
      (told) => ((this.info = told), (this.isTold = true)),
      () => undefined,
    );
  }

  /** The event's address, as phones open it. */
  get address(): string {
    return (this.found ?? location.origin) + pathTo({ page: 'event', id: this.id });
  }

  /** The site of that address. */
  readonly origin = $derived(new URL(this.found ?? location.origin).origin);

  /** Whether phones reach this server under other addresses alone. While nobody knows any, nothing is said. */
  isForeign(origin: string): boolean {
    const own = [...addressesOf(location, this.info), ...(this.info.public_url === null ? [] : [this.info.public_url])];
    return this.isTold && own.length > 0 && !own.some((address) => new URL(address).origin === origin);
  }
}
