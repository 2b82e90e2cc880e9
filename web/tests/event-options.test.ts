// SPDX-License-Identifier: AGPL-3.0-or-later
// What is decided about an event in its form: more settings, limits, days per move, and entering by code.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ChangeDialog from '../src/events/ChangeDialog.svelte';
import EnterAccount from '../src/events/EnterAccount.svelte';
import EntryFacts from '../src/events/EntryFacts.svelte';
import { EventState } from '../src/events/event.svelte';
import { choiceOf, formatOf, usualChoice } from '../src/events/format';
import { fewestPlayers, mostRounds } from '../src/events/limits';
import NewEventPage from '../src/events/NewEventPage.svelte';
import { choiceOfOptions, offered, optionsOf, usualOptions } from '../src/events/options';
import { choiceOfTime, timeOf, usualTime } from '../src/events/time';
import { languages, t } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import type { EventAct, EventOptions, EventView, Me, NewEvent } from '../src/platform/protocol';

const all: EventOptions = { rated: true, open: true, chess960: true, tie_breaks: ['SB', 'BH/C1'], most_byes: 2, last_bye: 6, late_half: 2, half_bye: true, games_per_pairing: 2, default_time: 30, by_code: true, ratings: { from: 1000, to: null } };

describe('the form of the options', () => {
  it('keeps what is there', () => {
    expect(optionsOf(choiceOfOptions(all, 'swiss', 7), 'swiss', 7)).toEqual(all);
  });

  it('moves the usual last round for a bye with the rounds, and leaves one that was chosen', () => {
    const usual = choiceOfOptions({ ...all, last_bye: 5 }, 'swiss', 7);
    expect(optionsOf(usual, 'swiss', 9).last_bye).toBe(7);
    expect(optionsOf(choiceOfOptions(all, 'swiss', 7), 'swiss', 9).last_bye).toBe(6);
    expect(optionsOf(usualOptions(), 'swiss', 1).last_bye).toBe(0);
  });

  it('says nothing that a format does not have', () => {
    const table = optionsOf(choiceOfOptions(all, 'swiss', 7), 'round_robin', 7);
    expect(table).toEqual({ rated: true, open: true, chess960: true, by_code: true, ratings: { from: 1000, to: null }, default_time: 30, tie_breaks: ['DE', 'SB', 'KS'] });
    expect(offered('round_robin').some((code) => /BH|AOB|FB/.test(code))).toBe(false);
    const arena = optionsOf({ ...usualOptions(), berserk: false }, 'arena', 7);
    expect(arena).toMatchObject({ berserk: false });
    expect(arena).not.toHaveProperty('tie_breaks');
    expect(optionsOf({ ...usualOptions(), open: false, byCode: true }, 'arena', 7).by_code).toBe(false);
  });

  it('has the acceleration of a Swiss and the games of a match', () => {
    expect(formatOf(choiceOf({ kind: 'swiss', rounds: 9, baku: true }))).toEqual({ kind: 'swiss', rounds: 9, baku: true });
    expect(formatOf({ ...usualChoice(), kind: 'knock_out', matchGames: 2 })).toEqual({ kind: 'knock_out', games: 2 });
  });

  it('has a clock or days for each move', () => {
    expect(timeOf({ ...usualTime(), kind: 'days', days: 2 })).toEqual({ days: 2 });
    for (const time of [{ days: 3 }, { initial_ms: 90_000, increment_ms: 2000 }]) {
      const choice = choiceOfTime(time);
      expect(choice && timeOf(choice)).toEqual(time);
    }
    expect(choiceOfTime(null)).toBeNull();
  });

  it('knows how many players so many rounds of a Swiss need', () => {
    expect([1, 5, 6, 7, 9].map(fewestPlayers)).toEqual([2, 5, 7, 7, 9]);
    for (const rounds of [3, 6, 7, 9]) expect(mostRounds(fewestPlayers(rounds))).toBeGreaterThanOrEqual(rounds);
  });
});

describe('the page', () => {
  const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 7 }, time: { initial_ms: 600_000, increment_ms: 5000 }, stage: 'announced', starts: null, pause: null, next_start: null, arena: null, teams: null, section: null, over_the_board: false, rated: false, open: true, by_code: false, ratings: { from: null, to: null }, chess960: false, may_organise: true, helpers: [], owner: 'Olga', programme: '', withdrawn: '', cancelled: '', short_names: false, tie_breaks: [], total_rounds: 7, options: all, entry_code: null, player_results: false, table_codes: 0, codes: [], check_in: null };
  const view = (more: object = {}, rounds: object[] = [], entrants = 5): EventView => ({ id: '00000007', number: 3, facts: { ...facts, ...more }, me: null, entrants: Array.from({ length: entrants }, (_, at) => ({ id: at + 1, name: `P${at}`, presence: 'present' })), rounds, standings: [] }) as unknown as EventView;
  let app: ReturnType<typeof mount> | undefined;
  let sent: { path: string; body: unknown }[] = [];
  let answers: (() => Response)[] = [];

  beforeEach(async () => {
    await languages.need('events');
    account.me = { name: 'Olga', role: 'organiser' } as Me;
    account.isKnown = true;
    [sent, answers] = [[], []];
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false;
    };
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (init?.body) sent.push({ path, body: JSON.parse(init.body as string) });
      return Promise.resolve(answers.shift()?.() ?? Response.json(view()));
    });
  });
  afterEach(async () => {
    if (app) await unmount(app);
    app = undefined;
    account.me = null;
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  const text = () => document.body.textContent ?? '';
  const field = (label: string) => [...document.querySelectorAll('label')].find((one) => one.querySelector('.label')?.textContent === label)?.querySelector<HTMLInputElement>('input, select');
  function type(label: string, value: string) {
    const input = field(label);
    if (!input) throw new Error(`no field ${label}`);
    input.value = value;
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    flushSync();
  }
  const toggle = (label: string) => {
    document.querySelector<HTMLInputElement>(`input[role=switch][aria-label="${label}"]`)?.click();
    flushSync();
  };
  function openMore() {
    const details = document.querySelector('details');
    if (!details) throw new Error('no settings');
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    flushSync();
  }
  async function submit() {
    document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
    flushSync();
  }

  it('creates an event with what stands under “More settings”', async () => {
    app = mount(NewEventPage, { target: document.body });
    flushSync();
    expect(text()).toContain(t.events.more.limits.swiss(7, 7));
    type(t.events.rounds, '15');
    expect(text()).toContain(t.events.more.limits.many(11));
    document.querySelector<HTMLInputElement>('input[name=time][value=days]')?.click();
    flushSync();
    type(t.events.more.days, '2');
    expect(text()).not.toContain(t.events.more.byCode);
    openMore();
    toggle(t.events.more.chess960);
    toggle(t.events.more.byCode);
    toggle(t.events.more.halfBye);
    type(t.events.more.lateHalf, '2');
    type(t.events.more.games, '2');
    type(t.events.more.defaultTime, '60');
    const add = document.querySelector<HTMLSelectElement>(`select[aria-label="${t.events.more.addTieBreak}"]`);
    if (add) {
      add.value = 'WON';
      add.dispatchEvent(new Event('change', { bubbles: true }));
    }
    flushSync();
    await submit();
    const wish = sent[0]?.body as NewEvent;
    expect(wish.time).toEqual({ days: 2 });
    expect(wish.options).toEqual({ rated: false, open: true, chess960: true, by_code: true, ratings: { from: null, to: null }, tie_breaks: ['DE', 'BH/C1', 'BH', 'SB', 'WON'], most_byes: 1, last_bye: 13, late_half: 2, half_bye: true, games_per_pairing: 2, default_time: 60 });
  });

  async function change(shown: EventView) {
    const event = new EventState('00000007');
    vi.spyOn(event, 'view', 'get').mockReturnValue(shown);
    app = mount(ChangeDialog, { target: document.body, props: { event, view: shown, onclose: () => undefined } });
    flushSync();
    openMore();
    await submit();
    return (sent[0]?.body as { act: EventAct }).act;
  }

  it('changes what was decided, and says that five players can’t play seven rounds', async () => {
    const act = await change(view({ rated: true }));
    expect(act).toMatchObject({ do: 'change', options: { ...all, last_bye: 6 }, time: facts.time });
    expect(text()).not.toContain(t.events.more.tieBreaksLate);
    expect(text()).toContain(t.events.more.limits.tooMany(5, 5));
  });

  it('leaves out what games have followed from', async () => {
    await change(view({ stage: 'running' }, [{ stage: 'started', boards: [] }], 6));
    expect(field(t.events.rounds)?.value).toBe('7');
    expect(text()).toContain(t.events.more.limits.tooMany(6, 5));
    expect(text()).toContain(t.events.more.tieBreaksLate);
    for (const gone of [t.events.rated, t.events.more.chess960, t.events.more.baku, t.events.startsAt]) expect(text()).not.toContain(gone);
    expect(text()).toContain(t.events.open);
  });

  it.each([
    ['an organiser', { by_code: true, entry_code: '0ABC 1DEF 2GHJ', ratings: { from: 1000, to: 1600 } }, ['0ABC 1DEF 2GHJ', '1000–1600'], ['you need the entry code']],
    ['a player', { by_code: true }, ['you need the entry code'], []],
    ['everybody, of a section with limits of its own', { section: { name: 'Minor' }, ratings: { from: 1000, to: 1600 } }, [], ['1000']],
    ['everybody, of an event that nobody enters', { open: false, by_code: true }, [], ['you need the entry code']],
  ])('says who may enter to %s', (_, more, shown, hidden) => {
    app = mount(EntryFacts, { target: document.body, props: { view: view(more) } });
    flushSync();
    for (const one of shown) expect(text()).toContain(one);
    for (const one of hidden) expect(text()).not.toContain(one);
  });

  it('adds an account', async () => {
    const event = new EventState('00000007');
    vi.spyOn(event, 'view', 'get').mockReturnValue(view());
    app = mount(EnterAccount, { target: document.body, props: { event, view: view() } });
    flushSync();
    type(t.events.more.account, 'Zoe');
    await submit();
    expect((sent[0]?.body as { act: EventAct }).act).toEqual({ do: 'enter_account', name: 'Zoe' });
    await vi.waitFor(() => expect(field(t.events.more.account)?.value).toBe(''));
  });

  it('asks for the entry code where the event needs one, and joins with it', async () => {
    const event = new EventState('00000007');
    vi.spyOn(event, 'view', 'get').mockReturnValue(view({ by_code: true, may_organise: false }));
    const refused = (kind: string) => () => Response.json({ error: { code: 'event_refused', message: 'no' }, refusal: { kind } }, { status: 409 });
    answers = [refused('entry_code_needed'), refused('entry_code_wrong')];
    await event.act({ do: 'join', team: 'second' });
    expect([event.joining, event.problem]).toEqual([{ event: '00000007', team: 'second' }, '']);
    await event.joinWithCode('WRONG');
    expect(event.problem).toBe(t.events.refused({ kind: 'entry_code_wrong' }));
    expect(event.joining).not.toBeNull();
    await event.joinWithCode('RIGHT');
    expect([event.joining, event.problem]).toEqual([null, '']);
    expect(sent.map(({ body }) => (body as { act: EventAct }).act)).toEqual([
      { do: 'join', team: 'second' },
      { do: 'join', code: 'WRONG', team: 'second' },
      { do: 'join', code: 'RIGHT', team: 'second' },
    ]);
  });
});
