// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event's page shows of the two teams of a match.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import EntryButtons from '../src/events/EntryButtons.svelte';
import { EventState } from '../src/events/event.svelte';
import LineUps from '../src/events/LineUps.svelte';
import Crosstable from '../src/events/Crosstable.svelte';
import PrintPart from '../src/events/arbiter/PrintPart.svelte';
import Projector from '../src/events/arbiter/Projector.svelte';
import Results from '../src/events/arbiter/Results.svelte';
import { byTeam, teamName, unevenTeam } from '../src/events/team';
import TeamScore from '../src/events/TeamScore.svelte';
import WhyDialog from '../src/events/WhyDialog.svelte';
import { SectionsState } from '../src/events/sections.svelte';
import { languages, t } from '../src/locale';
import type { EventView, TeamSide, TeamsView, Why } from '../src/platform/protocol';

const teams: TeamsView = { names: ['Berg', 'Tal'], line_ups: [[1, 3], [2]], boards: 2, points: [35, 25] };
const entrant = (id: number, name: string, team: TeamSide | null) => ({ id, name, has_account: false, title: '', rating: null, federation: '', club: '', over_the_board: true, team, presence: 'present', playing: null, desk: null });
const facts = { name: 'Cup', format: { kind: 'team_match', games: 1, boards: 0, everyone: false }, stage: 'announced', may_organise: true, open: true, over_the_board: false, teams };
const view = (more: object = {}, other: object = {}): EventView =>
  ({ id: '00000007', number: 3, facts: { ...facts, ...more }, me: null, entrants: [entrant(1, 'Ann', 'first'), entrant(2, 'Bo', 'second'), entrant(3, 'Cid', 'first')], rounds: [], standings: [], ...other }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function stateOf(shown: EventView) {
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
  vi.spyOn(event, 'nameOf').mockImplementation((id) => shown.entrants[id - 1]?.name ?? '');
  const act = vi.spyOn(event, 'act').mockResolvedValue(true);
  return { event, act };
}

test('the score of a match names both teams', async () => {
  await languages.need('events');
  app = mount(TeamScore, { target: document.body, props: { teams } });
  expect(document.body.textContent?.replace(/\s+/g, ' ').trim()).toBe('Berg 3½ – 2½ Tal');
});

test('a team with fewer players than boards is named, and one without players is not', () => {
  expect(unevenTeam(teams)).toEqual({ team: 'Tal', players: 1, boards: 2 });
  expect(unevenTeam({ ...teams, line_ups: [[1, 3], [2, 4]] })).toBeNull();
  expect(unevenTeam({ ...teams, line_ups: [[1, 3], []] })).toBeNull();
  expect([teamName(teams, 'second'), teamName(teams, null), teamName(null, 'first')]).toEqual(['Tal', '', '']);
});

describe('the boards of both teams', () => {
  async function show(shown: EventView) {
    await languages.need('events');
    const { event, act } = stateOf(shown);
    app = mount(LineUps, { target: document.body, props: { event, view: shown, teams } });
    flushSync();
    return act;
  }
  const button = (name: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);

  test('are set by organisers', async () => {
    const act = await show(view());
    button(t.events.teams.up('Cid'))?.click();
    expect(act).toHaveBeenCalledWith({ do: 'line_up', entrant: 3, board: 1 });
    button(t.events.teams.moves('Bo', 'Berg'))?.click();
    expect(act).toHaveBeenCalledWith({ do: 'choose_team', entrant: 2, team: 'first' });
    expect(button(t.events.teams.up('Ann'))?.disabled, 'there is no board above the first').toBe(true);
  });

  test('are read by everybody else, and nobody changes team once a round is published', async () => {
    await show(view({ may_organise: false }));
    expect([...document.querySelectorAll('ol')].map((list) => list.textContent?.replace(/\s+/g, ''))).toEqual(['1Ann2Cid', '1Bo']);
    expect(document.querySelectorAll('button')).toHaveLength(0);
    document.body.replaceChildren();
    await show(view({}, { rounds: [{ stage: 'published' }] }));
    expect(button(t.events.teams.moves('Bo', 'Berg'))).toBeNull();
    expect(button(t.events.teams.up('Cid'))).not.toBeNull();
  });

  test('leave out nobody who has no team yet', async () => {
    const act = await show(view({}, { entrants: [entrant(1, 'Ann', 'first'), entrant(2, 'Bo', 'second'), entrant(3, 'Cid', null)] }));
    const list = document.querySelector(`ul[aria-label="${t.events.teams.without}"]`);
    expect(list?.textContent).toContain('Cid');
    [...(list?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Tal')?.click();
    expect(act).toHaveBeenCalledWith({ do: 'choose_team', entrant: 3, team: 'second' });
  });
});

/** A round of two boards, Ann – Bo and Dag – Cid with Black for Berg on the second one; Eva of Berg has nobody opposite, and Fay has left. */
function played() {
  const own: TeamsView = { names: ['Berg', 'Tal'], line_ups: [[1, 3, 5], [2, 4]], boards: 3, points: [15, 15] };
  const of = ([id, name, side, presence = 'present']: [number, string, TeamSide, string?]) => ({ ...entrant(id, name, side), presence });
  const line = (id: number, rank: number, points: number, cells: string[]) => ({ rank, entrant: id, number: id, points, values: [], cells });
  const board = (white: number, black: number, outcome: string, number = 1) => ({ number, white, black, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
  return view(
    { teams: own, stage: 'running', total_rounds: 2, arena: null, tie_breaks: [], next_start: null, player_results: false, table_codes: 0, categories: [], fees: null },
    {
      entrants: ([[1, 'Ann', 'first'], [2, 'Bo', 'second'], [3, 'Cid', 'first'], [4, 'Dag', 'second'], [5, 'Eva', 'first'], [6, 'Fay', 'first', 'withdrawn']] as [number, string, TeamSide, string?][]).map(of),
      rounds: [{ stage: 'started', boards: [board(1, 2, '1/2-1/2'), board(4, 3, '1-0', 2)], byes: [5], half_byes: [] }],
      standings: [line(4, 1, 10, ['3w1']), line(5, 1, 10, ['bye']), line(2, 3, 5, ['1b=']), line(1, 3, 5, ['2w=']), line(6, 5, 0, ['−']), line(3, 5, 0, ['4b0'])],
    },
  );
}
const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

describe('a team match outside the front of its page', () => {
  type Part = typeof Crosstable | typeof PrintPart | typeof Projector | typeof Results;
  async function show(part: Part) {
    await languages.need('events');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const shown = played();
    app = mount(part, { target: document.body, props: { event: stateOf(shown).event, view: shown, sections: new SectionsState(stateOf(shown).event) } });
    flushSync();
  }
  const rows = (selector: string) => [...document.querySelectorAll(selector)].map(words);

  test('has its players by their boards, and behind them those who have left', () => {
    const shown = played();
    expect(byTeam(shown, shown.facts.teams!).map(({ name, points, lines }) => [name, points, lines.map(({ line, board }) => [line.entrant, board])])).toEqual([
      ['Berg', 15, [[1, 1], [3, 2], [5, 3], [6, null]]],
      ['Tal', 15, [[2, 1], [4, 2]]],
    ]);
  });

  test('is a crosstable of two teams with their points', async () => {
    await show(Crosstable);
    expect(rows('h2')).toEqual(['Berg1½', 'Tal1½']);
    expect(rows('ol[aria-label="Berg"] li')).toEqual(['1 Ann (1) 2w= ½', '2 Cid (3) 4b0 0', '3 Eva (5) bye 1', 'Fay (6) − 0']);
    expect(rows('ol[aria-label="Tal"] li')).toEqual(['1 Bo (2) 1b= ½', '2 Dag (4) 3w1 1']);
  });

  test.each([
    ['byBoard', ['1 Ann Berg ½–½ Bo Tal', '2 Dag Tal 1–0 Cid Berg', 'Eva Berg no opponent']],
    ['byName', ['Ann Berg 1 White Bo Tal', 'Bo Tal 1 Black Ann Berg', 'Cid Berg 2 Black Dag Tal', 'Dag Tal 2 White Cid Berg', 'Eva Berg no opponent']],
    ['standings', ['Berg 1½', '1 Ann ½', '2 Cid 0', '3 Eva 1', 'Fay 0', 'Tal 1½', '1 Bo ½', '2 Dag 1']],
    ['crosstable', ['Berg 1½', '1 1 Ann 2w= ½', '2 3 Cid 4b0 0', '3 5 Eva bye 1', '6 Fay − 0', 'Tal 1½', '1 2 Bo 1b= ½', '2 4 Dag 3w1 1']],
    ['players', ['Ann Berg ☐☐', 'Bo Tal ☐☐', 'Cid Berg ☐☐', 'Dag Tal ☐☐', 'Eva Berg ☐☐']],
  ])('is printed with teams and score: %s', async (kind, expected) => {
    await show(PrintPart);
    const choice = document.querySelector('select')!;
    // The document of a test does not know which option is `:checked`.
    const chosen = [...choice.options].find(({ value }) => value === kind) ?? null;
    vi.spyOn(choice, 'querySelector').mockReturnValue(chosen);
    choice.dispatchEvent(new Event('change'));
    flushSync();
    const cells = (row: Element) => [...row.children].map(words).filter(Boolean).join(' ').replace('☐ ☐', '☐☐');
    expect([...document.querySelectorAll('tbody tr')].map(cells)).toEqual(expected);
    expect(words(document.querySelector('article header'))).toContain('Berg 1½ – 1½ Tal');
  });

  test('is on the wall with a team on each side, and then team by team', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await show(Projector);
    expect(words(document.querySelector('h1'))).toBe('Berg 1½ – 1½ Tal');
    expect(rows('li')).toEqual(['Berg Tal', '1 Ann ½–½ Bo', '2 Cid 0–1 Dag']);
    expect(rows('li .black')).toEqual(['Bo', 'Cid']);
    expect(document.body.textContent).toContain('no opponent: Eva (Berg)');
    vi.advanceTimersByTime(12_000);
    flushSync();
    expect([words(document.querySelector('h2')), ...rows('li')]).toEqual(['Berg 1½', '1 Ann ½', '2 Cid 0', '3 Eva 1', 'Fay 0']);
    vi.advanceTimersByTime(12_000);
    flushSync();
    expect(words(document.querySelector('h2'))).toBe('Tal 1½');
    vi.useRealTimers();
  });

  test('is entered at the desk below its score, each name with its team', async () => {
    await show(Results);
    expect(words(document.querySelector(`[aria-label="${t.events.teams.score}"]`))).toBe('Berg 1½ – 1½ Tal');
    expect(rows(`ol[aria-label="${t.events.arbiter.results.boards}"] li`)).toEqual(['1 Ann Berg ½–½ Bo Tal', '2 Dag Tal 1–0 Cid Berg']);
  });
});

test('players join a team by its own button, and may change it', async () => {
  await languages.need('events');
  const { event, act } = stateOf(view());
  app = mount(EntryButtons, { target: document.body, props: { event, view: view() } });
  const labels = () => [...document.querySelectorAll('button')].map((one) => one.textContent);
  expect(labels()).toEqual(['Join Berg', 'Join Tal']);
  document.querySelectorAll('button')[1]?.click();
  expect(act).toHaveBeenCalledWith({ do: 'join', team: 'second' });
  await unmount(app);
  const mine = view({}, { me: 2 });
  app = mount(EntryButtons, { target: document.body, props: { event, view: mine } });
  expect(labels()).toEqual(['Withdraw', 'Switch to Berg']);
});

test.each([
  [{ by: 'team', board: 3, opponent: 3, side: 'white', everyone: false }, ['both on board 3', 'Ann has White', 'Berg has White on odd boards']],
  [{ by: 'team', board: 3, opponent: 1, side: 'black', everyone: true }, ['Ann is number 3 of Berg, Bo is number 1 of Tal', 'Ann has Black', 'even number']],
] as const)('a pairing of a match is explained: %o', async (reason, expected) => {
  await languages.need('events');
  const shown = view({}, { rounds: [{ stage: 'started', boards: [{ white: 1, black: 2, games: [] }] }] });
  const { event } = stateOf(shown);
  Object.defineProperty(event, 'view', { value: shown });
  vi.spyOn(event, 'why').mockImplementation((_, entrant) => Promise.resolve({ entrant, reason } as unknown as Why));
  app = mount(WhyDialog, { target: document.body, props: { event, round: 1, entrant: 1, onclose: () => undefined } });
  await vi.waitFor(() => expect(document.body.textContent).toContain(expected[0]));
  for (const text of expected) expect(document.body.textContent).toContain(text);
});
