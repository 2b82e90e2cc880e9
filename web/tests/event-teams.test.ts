// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event's page shows of the two teams of a match.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import EntryButtons from '../src/events/EntryButtons.svelte';
import { EventState } from '../src/events/event.svelte';
import LineUps from '../src/events/LineUps.svelte';
import { teamName, unevenTeam } from '../src/events/team';
import TeamScore from '../src/events/TeamScore.svelte';
import WhyDialog from '../src/events/WhyDialog.svelte';
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
  const act = vi.spyOn(event, 'act').mockResolvedValue();
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
