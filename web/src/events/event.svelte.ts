// SPDX-License-Identifier: AGPL-3.0-or-later
// One event as its page shows it: told by the event's topic, and by the answers to what is done here.
import { ApiError, query, read, send } from '../platform/api';
import type { CallRefusal, EntrantCardView, EntrantView, EventAct, EventAnswer, EventBoardView, EventCopy, EventJournal, EventReport, EventView, EventWhy, FoundMember, FoundMembers, HelperCall, HelperView, TableAct, TableCard, TableCards, TableView, TeamSide, VenueSeatTaken, VenueSeatView, VenueSeats } from '../platform/protocol';
import { tab } from '../platform/tab';
import { problemOf } from './problem';
import { t } from '../locale';
import { applied } from './apply';
import { notTicked } from './absent';
import { spoken } from './names';

/** The languages that the server writes web pages in. */
const SITE_LANGUAGES = ['en', 'de', 'fr', 'es'];

/** What discards a draft or publishes it. */
const TAKES_THE_DRAFT: ReadonlySet<EventAct['do']> = new Set(['publish', 'publish_all', 'undo']);

/** Whether a draft of the next round stands, which organisers see. */
const hasDraft = (view: EventView): boolean => view.rounds.at(-1)?.stage === 'draft';

export class EventState {
  isMissing = $state(false);
  /** Why the last press did nothing; empty if it did. */
  problem = $state('');
  /** What the last press has also done, where nobody asked for it; empty otherwise. */
  note = $state('');
  /** What the last press has done, said to whoever doesn't see it; empty where the press has no words of its own. */
  done = $state('');
  /** The columns of the list that was added last that nobody reads. */
  leftOut = $state.raw<string[]>([]);
  /** How many acts are asked for and not answered. */
  private underWay = $state(0);
  /** Whether something is being done: buttons wait for it. */
  readonly isBusy = $derived(this.underWay > 0);
  /** Why the last press was refused, where the event or another subject refused it. */
  refusal = $state.raw<CallRefusal | null>(null);
  /** The entrant whose entry an organiser changes; null while none is open. A row that goes takes no dialog with it. */
  changing = $state<number | null>(null);
  /** The event as the topic has told it; null until it has. */
  private told = $state.raw<EventView | null>(null);
  /** The answer to the last press, which the topic tells a moment later. */
  private answered = $state.raw<EventView | null>(null);
  /** The newer of the two; null until one is there. */
  readonly view = $derived(this.answered && this.answered.number > (this.told?.number ?? 0) ? this.answered : this.told);

  /** Whether a pairing was changed by hand here and is not saved: what would discard it or publish another one waits. */
  isPairingChanged = $state(false);
  /** Whether it is asked what becomes of those who are not ticked as present, before the first round is paired. */
  asksAbsent = $state(false);

  /** The entry that waits for the event's code: into which event, and for which team; null where none does. */
  joining = $state.raw<{ event: string; team?: TeamSide } | null>(null);

  /** Done when all that was asked for so far is. */
  private waiting: Promise<unknown> = Promise.resolve();
  /** The address of its calls. */
  readonly path: string;

  constructor(readonly id: string) {
    this.path = `/api/page/events/${encodeURIComponent(id)}`;
  }

  /** Follows the event until what is returned is called. */
  start(): () => void {
    const nothing = () => undefined;
    const subscription = tab.follow(`event:${this.id}`, {
      onMessage: (message) => {
        if (message.type === 'event_state') this.told = message.event;
        else if (message.type === 'event_changed' && this.told) this.told = applied(this.told, message.changes);
      },
      onLink: nothing,
      onMissing: () => (this.isMissing = true),
      onOutdated: nothing,
    });
    return () => subscription.stop();
  }

  /**
   * Does something to the event, after all that was asked for before, for a reason that the journal keeps. Returns whether it was
   * done. If not, `problem` says why, until the next press.
   */
  act(act: EventAct, reason = ''): Promise<boolean> {
    return this.inTurn(() => this.doNow(act, reason));
  }

  /** Does something once all that was asked for before is done, also if that failed. Nothing done in its turn may wait for another. */
  private inTurn(deed: () => Promise<boolean>): Promise<boolean> {
    // Now, not when its turn comes: what a press says is still to be read when the press before it is answered.
    this.problem = this.note = this.done = '';
    this.refusal = null;
    this.underWay += 1;
    const done = this.waiting.then(deed).finally(() => (this.underWay -= 1));
    this.waiting = done.catch(() => undefined);
    return done;
  }

  private async doNow(act: EventAct, reason: string, pairsEveryone = false): Promise<boolean> {
    if (!this.view) return false;
    if (this.isPairingChanged && TAKES_THE_DRAFT.has(act.do)) {
      this.problem = t.events.arbiter.pair.unsaved;
      return false;
    }
    if (act.do === 'pair' && !pairsEveryone && notTicked(this.view).length > 0) {
      this.asksAbsent = true;
      return false;
    }
    const why = reason.trim();
    const hadDraft = hasDraft(this.view);
    try {
      this.answered = await send<EventView>('POST', this.path, { seen: this.view.number, act, ...(why && { reason: why }) });
      this.leftOut = this.answered.left_out ?? [];
      this.done = doneBy(act, this.answered);
      if (act.do === 'result' && hadDraft && !hasDraft(this.answered)) this.note = t.events.draftDiscarded;
      return true;
    } catch (error) {
      this.refusal = (error instanceof ApiError && error.refusal) || null;
      if (act.do === 'join' && needsCode(error)) this.joining = { event: this.id, ...(act.team && { team: act.team }) };
      else this.problem = problemOf(error);
      return false;
    }
  }

  /** Why the last press did nothing, for whoever says that in another place than the page's own. */
  takeProblem(): string {
    const why = this.problem;
    this.problem = '';
    return why;
  }

  /** Enters the visitor into a section of the festival: this event, or another one. Returns whether it was done. */
  join(section: string, code?: string): Promise<boolean> {
    const act: EventAct = { do: 'join', ...(code !== undefined && { code }) };
    return section === this.id ? this.act(act) : this.inTurn(() => this.joinOther(section, act));
  }

  private async joinOther(section: string, act: EventAct): Promise<boolean> {
    const path = `/api/page/events/${encodeURIComponent(section)}`;
    try {
      const { event } = await read<EventAnswer>(path);
      await send<EventView>('POST', path, { seen: event?.number ?? 0, act });
      return true;
    } catch (error) {
      if (needsCode(error)) this.joining = { event: section };
      else this.problem = problemOf(error);
      return false;
    }
  }

  /** Joins what waits for its code. Returns the section of the festival to go to, where it is another one. */
  async joinWithCode(code: string): Promise<string | null> {
    const waits = this.joining;
    if (!waits) return null;
    const isHere = waits.event === this.id;
    const isIn = isHere ? await this.act({ do: 'join', code, ...(waits.team && { team: waits.team }) }) : await this.join(waits.event, code);
    if (isIn) this.joining = null;
    return isIn && !isHere ? waits.event : null;
  }

  /** Joins nothing after all. */
  leaveCode(): void {
    this.joining = null;
    this.problem = '';
  }

  /** Pairs the first round once it is answered what becomes of those who are not ticked as present. Returns whether it was done. */
  async pairFirst(closesCheckIn: boolean): Promise<boolean> {
    if (closesCheckIn && !(await this.act({ do: 'close_check_in' }))) return false;
    return this.inTurn(() => this.doNow({ do: 'pair' }, '', true));
  }

  /** What a helper's code opens, after the result that the helper has entered. */
  help(code: string, asked: Omit<HelperCall, 'code'> = {}): Promise<HelperView> {
    return send<HelperView>('POST', `${this.path}/results`, { code, ...asked });
  }

  /** What a phone at a table does, and what it sees afterwards. */
  atTable(code: string, act?: TableAct): Promise<TableView> {
    return send<TableView>('POST', `${this.path}/table`, { code, ...(act && { act }) });
  }

  /** What the tables' cards have, for organisers. */
  async cards(): Promise<TableCard[]> {
    return (await read<TableCards>(`${this.path}/tables`)).cards;
  }

  /** Members of the owner's list who have not entered and whom the letters may mean, for organisers. */
  async members(letters: string): Promise<FoundMember[]> {
    return (await read<FoundMembers>(`${this.path}/members${query({ find: letters })}`)).members;
  }

  /** What was done, the newest first: before this entry, or the newest of all. For organisers. */
  journal(before?: number): Promise<EventJournal> {
    return read<EventJournal>(`${this.path}/journal${before === undefined ? '' : query({ before: String(before) })}`);
  }

  /** What is known about an entrant, for organisers. */
  card(entrant: number): Promise<EntrantCardView> {
    return read<EntrantCardView>(`${this.path}/entrants/${entrant}/card`);
  }

  /** The rating report, for organisers. */
  report(): Promise<EventReport> {
    return read<EventReport>(`${this.path}/report`);
  }

  /** How the copy in the second place stands, for organisers. */
  copy(): Promise<EventCopy> {
    return read<EventCopy>(`${this.path}/copy`);
  }

  /** The codes of the seats at the venue in the last round, for organisers. */
  async seats(): Promise<VenueSeatView[]> {
    return (await read<VenueSeats>(`${this.path}/seats`)).seats;
  }

  /** Gives this device the seat at the venue of a code. */
  takeSeat(code: string): Promise<VenueSeatTaken> {
    return send<VenueSeatTaken>('POST', `${this.path}/seat`, { code });
  }

  /** Why an entrant meets this opponent. */
  async why(round: number, entrant: number): Promise<EventWhy['why']> {
    return (await read<EventWhy>(`${this.path}/why/${round}/${entrant}`)).why;
  }

  /** The address of one of the event's files; `online` has games that were played online count for ratings. */
  file(kind: 'trf' | 'csv' | 'pgn', online = false): string {
    return `${this.path}/file/${kind}${online ? '?online=true' : ''}`;
  }

  /** The address of its web page as a ZIP, for organisers. `tag` is the language of this page: `en-GB`. */
  site(tag: string): string {
    const language = tag.slice(0, 2);
    return `${this.path}/site/${SITE_LANGUAGES.includes(language) ? language : 'en'}`;
  }

  entrant(id: number): EntrantView | undefined {
    return this.view?.entrants[id - 1];
  }

  /** An entrant's name as people say it. */
  nameOf(id: number): string {
    return spoken(this.entrant(id)?.name ?? t.events.ghost);
  }
}

/** What an act has done, in words. */
function doneBy({ do: act }: EventAct, { rounds }: EventView): string {
  const words: Partial<Record<EventAct['do'], string | ((round: number) => string)>> = t.events.own.done;
  const said = words[act] ?? '';
  return typeof said === 'string' ? said : said(rounds.length);
}

/** Whether the event asks for its entry code. */
const needsCode = (error: unknown): boolean => error instanceof ApiError && error.refusal?.kind === 'entry_code_needed';

/**
 * The result of a board for whoever looks at the list: that of its only game, or the games that each has won. `isTurned` has the
 * two players in the other order.
 */
export function resultOf({ games }: EventBoardView, isTurned = false): string {
  const [first] = games;
  if (games.length === 1) return first?.outcome ? pretty(isTurned ? turned(first.outcome) : first.outcome) : '';
  const [white, black] = scoreOf(games);
  return isTurned ? `${half(black)}–${half(white)}` : `${half(white)}–${half(black)}`;
}

/** What the games of a board have brought to its first player, and to the second one. */
export function scoreOf(games: EventBoardView['games']): [number, number] {
  let [white, black] = [0, 0];
  for (const { outcome, turned } of games) {
    if (!outcome) continue;
    const [one, other] = POINTS[outcome] ?? [0, 0];
    white += turned ? other : one;
    black += turned ? one : other;
  }
  return [white, black];
}

/** White's points and Black's. */
const POINTS: Record<string, [number, number]> = {
  '1-0': [1, 0],
  '1/2-1/2': [0.5, 0.5],
  '0-1': [0, 1],
  '+/-': [1, 0],
  '-/+': [0, 1],
  '-/-': [0, 0],
  '0-0': [0, 0],
  '1/2-0': [0.5, 0],
  '0-1/2': [0, 0.5],
};

/** As arbiters write them. */
export const OUTCOMES = Object.keys(POINTS);

const isForfeit = (outcome: string): boolean => /^[+-]\//.test(outcome);

/** Those for games to which somebody did not come. */
export const FORFEITS = OUTCOMES.filter(isForfeit);

/** A result as it reads with the two players exchanged: `0-1` for `1-0`. */
export function turned(outcome: string): string {
  const between = isForfeit(outcome) ? '/' : '-';
  return outcome.split(between).reverse().join(between);
}

const half = (value: number): string => (Number.isInteger(value) ? String(value) : `${value >= 1 ? Math.floor(value) : ''}½`);

/** `½–½` for `1/2-1/2`, `+/−` for `+/-`. */
export function pretty(outcome: string): string {
  return isForfeit(outcome) ? outcome.replaceAll('-', '−') : outcome.replaceAll('1/2', '½').replace('-', '–');
}

/** Points in tenths: `4½`. */
export function pointsOf(tenths: number): string {
  const whole = Math.floor(tenths / 10);
  if (tenths % 10 === 0) return String(whole);
  return tenths % 10 === 5 ? `${whole > 0 ? whole : ''}½` : (tenths / 10).toFixed(1);
}
