// SPDX-License-Identifier: AGPL-3.0-or-later
import { ApiError, read, send } from './api';
import type { Me, Profile } from './protocol';
import { settings, type Texts } from './settings.svelte';
import { recall, remember } from './storage';
import { tab } from './tab';

const NAME = 'account';
/** The seats at the venue of events that this browser has been given, the latest last. */
const SEATS = 'seats';
/** So many of them are remembered. */
const MOST_SEATS = 20;

/** Who uses this browser: an account, or a guest. */
class Account {
  /** The account; null: a guest, or not known yet. */
  me = $state.raw<Me | null>(null);
  /** The name to show until the server has answered; null: a guest. */
  hint = $state(recall<string | null>(NAME, null));
  /** Whether the server has said who this is. */
  isKnown = $state(false);
  /** Counts the changes of who this is: pages are drawn anew, because they showed another person's view. */
  person = $state(0);

  /** The name of the account that was closed while this page was open; empty where none was. */
  closed = $state('');

  /** Settles when the first question who this is was answered, or could not be. */
  asked: Promise<void> = Promise.resolve();

  private others: BroadcastChannel | null = null;
  /** Choices are saved one after the other, so that the newest stays. */
  private saving: Promise<void> = Promise.resolve();
  /** How many choices were made, and how many of them are stored or have failed: an answer that was asked for before is older than these. */
  private made = 0;
  private kept = 0;

  /** Asks the server who this is, and listens to what other tabs do. */
  start(): void {
    settings.keep = (texts) => this.save(texts);
    this.others = new BroadcastChannel('tabiya.account');
    this.others.addEventListener('message', ({ data }) => (data === 'seated' ? this.anew() : void this.load()));
    this.asked = this.load();
  }

  /** Asks the server again. */
  async load(): Promise<void> {
    const made = this.made;
    try {
      const me = await read<Me | null>('/api/page/me');
      this.become(me, made === this.made && this.kept === this.made);
    } catch (error) {
      // Without a connection nobody is logged out.
      if (error instanceof ApiError && error.status === 401) this.become(null);
    }
  }

  /** Somebody has logged in or registered here. */
  entered(me: Me): void {
    this.become(me);
    this.tellOthers();
  }

  /** The account says something new about itself. */
  async refresh(): Promise<void> {
    await this.load();
    this.tellOthers();
  }

  async logOut(): Promise<void> {
    await send('POST', '/api/logout');
    // The seats are given up with it.
    remember(SEATS, []);
    this.become(null);
    this.tellOthers();
  }

  /** This browser has a seat at the venue of an event: tabs that were open before speak for it, too. Said once of each seat, because tabs that hear it begin anew. */
  seated(seat: string): void {
    const seats = recall<string[]>(SEATS, []);
    if (seats.includes(seat)) return;
    remember(SEATS, [...seats, seat].slice(-MOST_SEATS));
    this.others?.postMessage('seated');
  }

  /** Who this is has changed: pages are drawn anew, and the open connection speaks for who this was. */
  private anew(): void {
    this.person += 1;
    tab.renew();
  }

  /** `isNewest`: whether no choice was made here since the server was asked. */
  private become(me: Me | null, isNewest = true): void {
    const before = this.isKnown ? (this.me?.player ?? null) : undefined;
    if (me) this.closed = '';
    else if (this.me) this.askWhy(this.me.name);
    this.me = me;
    this.isKnown = true;
    if (this.hint !== (me?.name ?? null)) remember(NAME, (this.hint = me?.name ?? null));
    if (me && (isNewest || before !== me.player) && Object.keys(me.settings).length > 0) settings.take(me.settings);
    if (before === undefined || before === (me?.player ?? null)) return;
    this.anew();
  }

  /** Whether the account is gone, or this browser is only logged out: its profile says. */
  private askWhy(name: string): void {
    read<Profile>(`/api/page/players/${encodeURIComponent(name)}`).then(
      ({ closed }) => {
        if (closed && !this.me) this.closed = name;
      },
      () => undefined,
    );
  }

  private tellOthers(): void {
    this.others?.postMessage('changed');
  }

  /** Keeps a guest's choices nowhere else, an account's on the server. */
  private save(texts: Texts): Promise<void> {
    if (!this.me) return Promise.resolve();
    const put = () => send('PUT', '/api/page/settings', texts).then(() => this.tellOthers());
    this.made += 1;
    this.saving = this.saving.then(put, put).finally(() => (this.kept += 1));
    return this.saving;
  }
}

export const account = new Account();
