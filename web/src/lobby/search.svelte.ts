// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Refusal, SearchEnd, SeekView, SeekWish } from '../platform/protocol';
import type { Subscription, TopicMessage } from '../platform/socket';
import { recall, recallInTab, remember, rememberInTab } from '../platform/storage';
import { tab } from '../platform/tab';
import { t } from '../locale';
import { inWords } from '../ui/refused';

/** While it searches, the page shows every so often that it is awake: a tab that sleeps leaves the lobby. */
const AWAKE_MS = 10_000;
const LAST = 'lobby.wish';
/** A page that is loaded again within this time goes on with its search. Later nobody expects a game any more. */
const RELOAD_MS = 30_000;
const UNDER_WAY = 'lobby.search';

/** What this tab looked for, and when it last did. */
interface UnderWay {
  wish: SeekWish;
  at: number;
}

/** A search as the browser keeps it; earlier versions of the page wrote Chess960 so. */
type Kept = SeekWish & { chess960?: boolean };

function read(kept: Kept | null): SeekWish | null {
  if (kept?.chess960 === undefined) return kept;
  const { chess960, ...wish } = kept;
  return { ...wish, variant: chess960 ? 'chess960' : 'standard' };
}

/**
 * This tab's place in the lobby: who waits there, and what this person looks for. There while the start page shows it, or
 * a search is on, whatever page is open. After a lost connection it searches again.
 */
export class Search {
  /** Who waits, the longest waiting first. */
  seeks = $state.raw<readonly SeekView[]>([]);
  waiting = $state(0);
  /** Whether the lobby has told who waits. */
  isKnown = $state(false);
  /** What this tab looks for; null: nothing. */
  wish = $state.raw<SeekWish | null>(null);
  /** The same with its number, once the server has it. */
  own = $state.raw<SeekView | null>(null);
  /** A casual game that somebody waits for. */
  offer = $state.raw<SeekView | null>(null);
  /** What is wrong, as a function: its words may come later, or change with the language. */
  private trouble = $state.raw<() => string>(() => '');
  /** The search that was accepted, until its game begins. */
  accepting = $state<number | null>(null);
  /** Searches that the server has called this person's own, and those of players with whom it lets no game begin. */
  mine = $state.raw<ReadonlySet<number>>(new Set());
  apart = $state.raw<ReadonlySet<number>>(new Set());
  /** Whether the next game that begins is what this tab waits for. */
  expects = false;

  private subscription: Subscription | null = null;
  private looking = 0;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private lastId = 0;

  /** Why this tab does not get what it looks for; empty where nothing is wrong. */
  get problem(): string {
    return this.trouble();
  }

  /** What is played without being asked again. */
  get last(): SeekWish | null {
    return read(recall<Kept | null>(LAST, null));
  }

  /** Follows the lobby as long as somebody looks; the returned function ends it. */
  look(): () => void {
    this.looking += 1;
    this.follow();
    return () => {
      this.looking -= 1;
      this.leave();
    };
  }

  /** Looks for an opponent. */
  begin(wish: SeekWish): void {
    remember(LAST, wish);
    this.trouble = () => '';
    this.offer = null;
    this.wish = wish;
    this.own = null;
    this.expects = true;
    this.follow();
    if (this.isKnown) this.ask();
    clearInterval(this.pulse);
    this.note();
    this.pulse = setInterval(() => {
      tab.touch('lobby');
      this.note();
    }, AWAKE_MS);
  }

  /** Goes on with the search that a reload of the page has ended: with its connection the server forgot it. */
  resume(): void {
    const last = recallInTab<UnderWay>(UNDER_WAY);
    const wish = read(last?.wish ?? null);
    if (last && wish && Date.now() - last.at < RELOAD_MS) this.begin(wish);
  }

  cancel(): void {
    this.subscription?.send({ type: 'cancel_seek', id: this.next() });
    this.expects = false;
    this.end();
  }

  /** Plays what somebody looks for. */
  accept(seek: SeekView): void {
    this.trouble = () => '';
    this.expects = true;
    this.follow();
    this.accepting = seek.id;
    if (this.subscription?.send({ type: 'accept_seek', id: this.next(), seek: seek.id })) return;
    this.accepting = null;
    this.expects = this.wish !== null;
  }

  /** A game has begun for this person. Says whether this tab waited for it. */
  paired(): boolean {
    const expected = this.expects;
    this.expects = false;
    this.accepting = null;
    this.end();
    return expected;
  }

  private follow(): void {
    this.subscription ??= tab.follow('lobby', {
      onMessage: (message) => this.hear(message),
      onLink: (link) => {
        if (link === 'lost') this.isKnown = false;
        // The server may have heard the press. Then a game begins, which the page still expects.
        if (link !== 'online') this.accepting = null;
      },
      onMissing: () => undefined,
      onOutdated: () => undefined,
    });
  }

  private leave(): void {
    if (this.looking > 0 || this.wish !== null) return;
    this.subscription?.stop();
    this.subscription = this.accepting = null;
    this.isKnown = false;
  }

  /** Nothing is looked for any more. */
  private end(): void {
    clearInterval(this.pulse);
    this.wish = this.own = this.offer = null;
    this.note();
    this.leave();
  }

  /** Keeps what is looked for until the page is loaded again. */
  private note(): void {
    rememberInTab(UNDER_WAY, this.wish && { wish: this.wish, at: Date.now() });
  }

  private ask(): void {
    if (this.wish !== null) this.subscription?.send({ type: 'seek', id: this.next(), wish: this.wish });
  }

  private hear(message: TopicMessage): void {
    switch (message.type) {
      case 'lobby':
        this.seeks = message.seeks;
        this.waiting = message.waiting;
        this.connected();
        break;
      case 'resumed':
        // The list is still the one that is shown.
        this.connected();
        break;
      case 'searching':
        if (message.seek) this.own = message.seek;
        else if (!message.ended) this.missedEnd();
        else if (message.ended.why !== 'cancelled') this.stopped(message.ended);
        break;
      case 'casual_offer':
        this.offer = message.seek;
        break;
      case 'refused':
        this.refused(message.refusal, message.message);
        if (this.accepting !== null) this.accepting = null;
        else if (this.own === null) this.end();
        // Without a search no game is to take the page away.
        this.expects = this.wish !== null;
        break;
    }
  }

  /** With the old connection the server has forgotten the search. */
  private connected(): void {
    if (this.isKnown) return;
    this.isKnown = true;
    this.own = null;
    this.ask();
  }

  /** What the list itself says from now on needs no sentence. */
  private refused(refusal: Refusal, message: string): void {
    const seek = this.accepting;
    if (seek !== null && refusal.kind === 'own_seek') {
      this.mine = new Set([...this.mine, seek]);
      return;
    }
    if (seek !== null && refusal.kind === 'kept_apart') this.apart = new Set([...this.apart, seek]);
    this.trouble = () => inWords(refusal, message);
  }

  private stopped(ended: SearchEnd): void {
    const { why } = ended;
    if (why === 'refused') this.trouble = () => inWords(ended.refusal, ended.message);
    else if (why !== 'paired') this.trouble = () => t.lobby.ended[why];
    if (why !== 'paired') this.expects = false;
    this.end();
  }

  /** The search has ended, and this page read too slowly to be told why. If it became a game, `me` tells. */
  private missedEnd(): void {
    if (this.own !== null) this.end();
  }

  private next(): number {
    this.lastId += 1;
    return this.lastId;
  }
}

export const search = new Search();
