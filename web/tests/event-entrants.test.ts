// SPDX-License-Identifier: AGPL-3.0-or-later
// What organisers change about an entrant, the rounds in which somebody does not play, and what the next round waits for.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import Byes from '../src/events/Byes.svelte';
import EntrantDialog from '../src/events/EntrantDialog.svelte';
import { EventState } from '../src/events/event.svelte';
import { postponed, waitsFor } from '../src/events/next-round';
import Waits from '../src/events/Waits.svelte';
import { languages, t } from '../src/locale';
import type { ByesView, EventAct, EventView } from '../src/platform/protocol';

const byes = (more: Partial<ByesView> = {}): ByesView => ({ rounds: [], halves_left: 1, last_half: 3, ...more });
const entrant = (id: number, name: string, more: object = {}) => ({ id, name, has_account: false, rating: 2000 - id, presence: 'present', playing: null, desk: { present: false, paid: false, out: false, byes: byes(), account: 'none', claim_until: null }, ...more });
const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 5 }, total_rounds: 5, may_organise: true, stage: 'running', next_start: null };
const view = (more: object = {}): EventView => ({ id: '00000007', number: 3, facts, me: null, my_byes: null, entrants: [entrant(1, 'Ann'), entrant(2, 'Bo')], rounds: [], standings: [], ...more }) as unknown as EventView;

beforeAll(() => languages.need('events'));

let app: ReturnType<typeof mount> | undefined;
const gone = async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
};
afterEach(async () => {
  await gone();
  vi.unstubAllGlobals();
});

const buttons = () => [...document.querySelectorAll('button')];
const labels = () => buttons().map((one) => one.textContent);
function press(label: string) {
  const button = buttons().find((one) => one.textContent === label || one.getAttribute('aria-label') === label);
  if (!button) throw new Error(`no button ${label}`);
  button.click();
  flushSync();
}

describe('an organiser', () => {
  const card = { name: 'Ann', may_rename: true, rating: 1999, title: '', federation: '', club: 'Wasa', rest: null as object | null };
  const rest = { fide: '', national_id: '', national_rating: null, birth: '2001', sex: null };

  /** Opens what can be changed about the first entrant. Returns what is asked of the server. */
  function open(shown: EventView, known: object = card) {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(known), { headers: { 'content-type': 'application/json' } })));
    const event = new EventState('00000007');
    vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
    const asked: EventAct[] = [];
    vi.spyOn(event, 'act').mockImplementation((act) => {
      asked.push(act);
      return Promise.resolve(true);
    });
    app = mount(EntrantDialog, { target: document.body, props: { event, view: shown, id: 1, onclose: () => undefined } });
    flushSync();
    return asked;
  }

  test('is asked before a player is taken out, and told until when the player comes back', async () => {
    const words = t.events.entrant;
    const asked = open(view({ rounds: [{ stage: 'started', boards: [] }] }));
    expect(labels()).toContain(words.pause);
    press(words.takeOut);
    expect(document.body.textContent).toContain(words.takeOutAsk('Ann', true));
    expect(asked).toEqual([]);
    press(words.takeOutNow('Ann'));
    expect(asked).toEqual([{ do: 'withdraw', entrant: 1 }]);
    await gone();
    open(view({ facts: { ...facts, format: { kind: 'round_robin', cycles: 1 } }, rounds: [{ stage: 'started', boards: [] }] }));
    expect(labels(), 'nobody pauses in a table').not.toContain(words.pause);
    press(words.takeOut);
    expect(document.body.textContent).toContain(words.takeOutAsk('Ann', false));
  });

  test('brings a player back, whether paused or gone', async () => {
    for (const presence of ['paused', 'withdrawn']) {
      const asked = open(view({ entrants: [entrant(1, 'Ann', { presence })] }));
      press(t.events.entrant.bringBack);
      expect(asked).toEqual([{ do: 'rejoin', entrant: 1 }]);
      await gone();
    }
  });

  test('sends what was corrected and nothing else, and is told from when it counts', async () => {
    const words = t.events.entrant;
    const asked = open(view({ rounds: [{ stage: 'started', boards: [] }] }), { ...card, rest });
    press(words.correct);
    const field = (label: string) => [...document.querySelectorAll('label')].find((one) => one.textContent?.trim().startsWith(label))?.querySelector('input');
    await vi.waitFor(() => expect(field(t.events.memberList.birth)?.value).toBe('2001'));
    expect(document.body.textContent).toContain(words.counts);
    for (const [label, value] of [[t.events.rating, ''], [t.events.arbiter.checkIn.club, 'Tal']] as const) {
      const input = field(label)!;
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    document.querySelector<HTMLFormElement>(`form[aria-label="${words.correct}"]`)!.requestSubmit();
    await vi.waitFor(() => expect(document.querySelector('[role=status]')?.textContent).toBe(words.saved));
    expect(asked).toEqual([{ do: 'correct', entrant: 1, card: { rating: 0, club: 'Tal' } }]);
  });

  test('fixes the board of a player and frees it, where boards are numbered by the round', async () => {
    const words = t.events.entrant.fixed;
    const label = () => document.querySelector<HTMLInputElement>(`input[aria-label="${words.label}"]`);
    const desk = { ...entrant(1, 'Ann').desk, fixed_board: null as number | null };
    let asked = open(view({ entrants: [entrant(1, 'Ann', { desk })] }));
    expect(labels()).not.toContain(words.free);
    const typed = label()!;
    typed.value = '12';
    typed.dispatchEvent(new Event('input', { bubbles: true }));
    press(words.fix);
    expect(asked).toEqual([{ do: 'fix_board', entrant: 1, board: 12 }]);
    await gone();
    asked = open(view({ entrants: [entrant(1, 'Ann', { desk: { ...desk, fixed_board: 12 } })] }));
    expect(label()!.value).toBe('12');
    press(words.free);
    expect(asked).toEqual([{ do: 'fix_board', entrant: 1, board: null }]);
    await gone();
    open(view({ facts: { ...facts, format: { kind: 'team_match', games: 1, boards: 0, everyone: false } }, entrants: [entrant(1, 'Ann', { desk })] }));
    expect(label(), 'the line-up says so there').toBeNull();
  });

  test('who helps sees no date of birth, and an account keeps its name', async () => {
    open(view(), { ...card, may_rename: false });
    press(t.events.entrant.correct);
    await vi.waitFor(() => expect(document.body.textContent).toContain(t.events.entrant.ofAccount));
    expect(document.body.textContent).not.toContain(t.events.memberList.birth);
    expect(document.querySelector<HTMLInputElement>(`form[aria-label="${t.events.entrant.correct}"] input[required]`)?.disabled).toBe(true);
  });
});

describe('rounds without a game', () => {
  function show(shown: EventView, these: ByesView, isMine: boolean) {
    const asked: EventAct[] = [];
    const act = (one: EventAct) => {
      asked.push(one);
      return Promise.resolve();
    };
    app = mount(Byes, { target: document.body, props: { view: shown, id: 1, byes: these, isBusy: false, isMine, act } });
    flushSync();
    return asked;
  }
  const started = (count: number) => Array.from({ length: count }, () => ({ stage: 'started', boards: [] }));
  const options = () => [...document.querySelectorAll('select:last-of-type option')].map((one) => one.textContent);

  test('a player asks for a bye in a round to come, sees what is left, and takes one back', async () => {
    const words = t.events.entrant.byes;
    const asked = show(view({ rounds: started(1) }), byes({ rounds: [{ round: 3, half: true, absence: null }], halves_left: 2 }), true);
    expect(document.body.textContent).toContain(words.left(2, 3));
    expect(options()).toEqual([2, 4, 5].map((round) => t.events.round(round)));
    press(words.ask);
    press(words.cancelIn(3));
    expect(asked).toEqual([{ do: 'bye', entrant: 1, round: 2 }, { do: 'cancel_bye', entrant: 1, round: 3 }]);
  });

  test('none is left once all are taken, or the last round for one is past', async () => {
    for (const [rounds, these] of [[0, byes({ halves_left: 0 })], [3, byes()]] as const) {
      show(view({ rounds: started(rounds) }), these, true);
      expect(document.body.textContent).toContain(t.events.entrant.byes.noneLeft);
      await gone();
    }
  });

  test('in a Keizer a player says to be away, and organisers say why', async () => {
    const words = t.events.entrant.byes;
    const keizer = view({ facts: { ...facts, format: { kind: 'keizer', rounds: 5 } }, rounds: started(1) });
    const away = byes({ rounds: [{ round: 1, half: false, absence: 'unexcused' }, { round: 2, half: false, absence: 'club_duty' }, { round: 3, half: false, absence: 'excused' }] });
    const mine = show(keizer, away, true);
    expect(buttons().map((one) => one.getAttribute('aria-label') ?? one.textContent), 'club duty is the organiser’s to say').toEqual([words.cancelIn(3), words.away]);
    press(words.away);
    expect(mine).toEqual([{ do: 'bye', entrant: 1, round: 4, absence: 'excused' }]);
    await gone();
    const theirs = show(keizer, away, false);
    const past = document.querySelector<HTMLSelectElement>(`[aria-label="${words.kindIn(1)}"]`)!;
    expect(past.value).toBe('unexcused');
    past.value = 'excused';
    past.dispatchEvent(new Event('change', { bubbles: true }));
    press(words.cancelIn(2));
    expect(theirs).toEqual([{ do: 'bye', entrant: 1, round: 1, absence: 'excused' }, { do: 'cancel_bye', entrant: 1, round: 2 }]);
  });
});

describe('what the next round waits for', () => {
  const board = (number: number, outcome: string | null, more: object = {}) => ({ number, white: 2 * number - 1, black: 2 * number, games: [{ outcome }], postponed: false, ...more });
  const round = (boards: object[], stage = 'started') => ({ stage, boards });
  const waits = (rounds: object[], more: object = {}) => waitsFor(view({ rounds, facts: { ...facts, total_rounds: 2, ...more } }));

  test.each([
    ['nothing before the first round', [], {}, null],
    ['the boards that are still playing', [round([board(1, '1-0'), board(4, null), board(7, null)])], {}, { for: 'boards', boards: [4, 7], next: 2 }],
    ['not for a game that is played later', [round([board(1, '1-0'), board(4, null, { postponed: true })])], {}, { for: 'pair', round: 2 }],
    ['the organiser, who starts it', [round([board(1, null)], 'published')], {}, { for: 'start', round: 1 }],
    ['the organiser, whose draft nobody else sees', [round([board(1, '1-0')]), round([board(1, null)], 'draft')], {}, { for: 'pair', round: 2 }],
    ['nothing but the clock', [round([board(1, '1-0')])], { next_start: 99 }, null],
    ['the last games', [round([board(1, '1-0')]), round([board(1, null)])], {}, { for: 'last', boards: [1], next: 3 }],
    ['nothing after the end', [round([board(1, '1-0')]), round([board(1, null)])], { stage: 'finished' }, null],
  ])('%s', (_, rounds, more, expected) => {
    expect(waits(rounds, more)).toEqual(expected);
  });

  test('a player is told so, and of the own game that is played later; organisers have their bar', async () => {
    const rounds = [round([board(1, null, { postponed: true }), board(2, null, { postponed: true }), board(3, null)])];
    const shown = view({ me: 2, rounds, facts: { ...facts, may_organise: false } });
    const words = t.events.waits;
    const texts = () => [...document.querySelectorAll('p')].map((one) => one.textContent?.trim());
    expect(postponed(shown)).toHaveLength(2);
    app = mount(Waits, { target: document.body, props: { view: shown } });
    flushSync();
    expect(texts()).toEqual([words.boards([3], 2), words.own(1, 1), words.postponed([words.place(1, 2)])]);
    await gone();
    app = mount(Waits, { target: document.body, props: { view: { ...shown, facts: { ...shown.facts, may_organise: true } } } });
    flushSync();
    expect(texts()).toEqual([words.own(1, 1), words.postponed([words.place(1, 2)])]);
  });
});
