// SPDX-License-Identifier: AGPL-3.0-or-later
// An evening at the club: an organiser runs a tournament in which two play on the server and the others at wooden boards.
import type { Page } from '@playwright/test';
import type { EventAct, EventAnswer, EventView } from '../../src/platform/protocol';
import { broken } from '../support/broken';
import { post } from '../support/calls';
import { cramped } from '../support/cramped';
import { makeAdmin } from '../support/desk';
import { Board, play } from '../support/game';
import { DEVICES, register } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { resize, visit } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

const add = async (page: Page, name: string, rating: string) => {
  await page.getByLabel('Add player').fill(name);
  await page.getByLabel('Rating').fill(rating);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Starting list' }).getByText(name)).toBeVisible();
};

test('a club evening from the first entry to the standings, with a game on a phone', async ({ server, person }) => {
  const organiser = await person();
  await makeAdmin(organiser, server);
  await organiser.goto('/desk');
  await organiser.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Events' }).click();
  await organiser.getByRole('link', { name: 'New event' }).click();
  await organiser.getByLabel('Name').fill('Friday evening');
  await organiser.getByLabel('Rounds').fill('2');
  await organiser.getByRole('button', { name: 'Create event' }).click();
  await expect(organiser.getByRole('heading', { name: 'Friday evening' })).toBeVisible();
  const address = organiser.url();

  // Two come by their own devices, one of them a phone.
  const players = [await person(), await person(DEVICES.phone)];
  const names: string[] = [];
  for (const player of players) {
    names.push(await register(player));
    await player.goto(address);
    await player.getByRole('button', { name: 'Join' }).click();
    await expect(player.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  }
  // The first player has a bye in round 2, and changes their mind.
  await players[0]!.getByText('Byes', { exact: true }).click();
  await players[0]!.getByRole('combobox', { name: 'Round' }).selectOption('Round 2');
  await players[0]!.getByRole('button', { name: 'Ask for a bye' }).click();
  await players[0]!.getByRole('button', { name: 'Cancel for round 2' }).click();
  await expect(players[0]!.getByRole('list', { name: 'Byes' })).toHaveCount(0);
  await add(organiser, 'Ann Berg', '1200');
  await add(organiser, 'Bo Lind', '1100');

  await organiser.getByText('Helpers', { exact: true }).click();
  await organiser.getByLabel('Name of the helper').fill(names[0]!);
  await organiser.getByRole('button', { name: 'Add', exact: true }).last().click();
  await organiser.getByRole('button', { name: `Remove ${names[0]}` }).click();
  await expect(organiser.getByRole('button', { name: `Remove ${names[0]}` })).toHaveCount(0);

  // In the first round all four sit in the hall.
  const sit = async (isThere: boolean) => {
    await organiser.getByRole('navigation', { name: 'Arbiter’s desk' }).getByRole('link', { name: 'Check-in' }).click();
    for (const name of names) {
      const line = organiser.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: name });
      await line.getByLabel('At the venue').setChecked(isThere);
      await expect(line.getByLabel('At the venue')).toBeChecked({ checked: isThere });
    }
    await organiser.getByRole('link', { name: 'Back to the event' }).click();
  };
  await sit(true);

  // A draft is the organiser's alone, and can be undone.
  await organiser.getByRole('button', { name: 'Pair next round' }).click();
  await expect(organiser.getByText('Only organisers see this draft.')).toBeVisible();
  await organiser.getByRole('button', { name: 'Undo pairing' }).click();
  await organiser.getByRole('button', { name: 'Pair next round' }).click();
  await organiser.getByRole('radio', { name: 'Pairings' }).check();
  const boards = organiser.getByRole('list', { name: 'Pairings' }).getByRole('listitem');
  await expect(boards).toHaveCount(2);
  await boards.first().getByRole('button', { name: 'Why this opponent?' }).click();
  await expect(organiser.getByRole('dialog').getByText('comes first in the pairing order').first()).toBeVisible();
  await organiser.keyboard.press('Escape');

  await organiser.getByRole('button', { name: 'Publish' }).click();
  await organiser.getByRole('button', { name: 'Start round' }).click();
  await expect(organiser.getByText('The next round can be paired when all results are in.')).toBeVisible();
  await expect(players[0]!.getByText('Boards 1, 2 are still playing. Round 2 comes after that.')).toBeVisible();

  // Whoever came to the hall wins at a wooden board: the results come from a hand.
  const view = async (): Promise<EventView> => {
    const answer = await organiser.request.get(`${server.origin}/api/page/events/${address.split('/').pop()}`);
    return ((await answer.json()) as EventAnswer).event!;
  };
  const [first] = (await view()).rounds;
  expect(first!.boards.map(({ online }) => online)).toEqual([false, false]);
  await organiser.getByText('Timetable').click();
  await organiser.getByRole('switch', { name: 'Each round starts by itself' }).check();
  await organiser.getByLabel('Minutes between rounds').fill('10');
  await organiser.getByRole('button', { name: 'Save' }).click();
  for (const [place, { white }] of first!.boards.entries()) {
    // The third and the fourth have entered at the desk.
    await organiser.getByLabel(`Result on board ${place + 1}`).selectOption(white > 2 ? '1-0' : '0-1');
  }
  await expect.poll(async () => (await view()).rounds[0]!.boards.every(({ games }) => games[0]!.outcome)).toBe(true);
  await sit(false);
  await organiser.getByText('Timetable').click();
  // Nobody has to keep the event's page open: every page counts down, and the game comes by itself.
  for (const player of players) {
    await player.goto(server.origin);
    await expect(player.getByRole('complementary', { name: 'Next round' })).toContainText('Round 2 starts in');
  }
  await organiser.getByLabel('Minutes between rounds').fill('0');
  await organiser.getByRole('button', { name: 'Save' }).click();
  for (const player of players) await expect(player.getByRole('complementary', { name: 'Your running game' })).toContainText('Back to the game');

  // The two losers play on the server.
  const online = async () => (await view()).rounds[1]?.boards.find((board) => board.online);
  await expect.poll(async () => (await online())?.games[0]?.game).toBeTruthy();
  const { white, games } = (await online())!;
  for (const player of players) await player.goto(`${server.origin}/game/${games[0]!.game}`);
  const seats = (white === 1 ? players : players.toReversed()).map((player) => new Board(player)) as [Board, Board];
  for (const board of seats) await board.isReady();
  // The game names its event, for spectators too, and leads back to it.
  const spectator = await person();
  await spectator.goto(`${server.origin}/game/${games[0]!.game}`);
  for (const page of [...players, spectator]) {
    await expect(page.getByRole('complementary', { name: 'Game', exact: true }).getByRole('link', { name: /^Friday evening, round 2, board \d$/ })).toHaveAttribute('href', new URL(address).pathname);
  }
  await play(seats, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await expect.poll(async () => (await online())?.games[0]?.outcome).toBe('0-1');
  const wooden = (await view()).rounds[1]!.boards.findIndex((board) => !board.online);
  await organiser.getByLabel(`Result on board ${wooden + 1}`).selectOption('1/2-1/2');
  await expect(organiser.getByText('finished')).toBeVisible();
  const file = await spectator.request.get(server.origin + (await organiser.getByRole('link', { name: 'PGN', exact: true }).getAttribute('href'))!);
  expect(await file.text()).toContain('[Result "0-1"]');
  await expect(organiser.getByRole('list', { name: 'Podium' }).getByRole('listitem')).not.toHaveCount(0);

  await organiser.getByRole('radio', { name: 'Crosstable' }).check();
  await expect(organiser.getByRole('list', { name: 'Crosstable' }).getByRole('listitem')).toHaveCount(4);
  await players[1]!.goto(address);
  const standings = players[1]!.getByRole('table', { name: 'Standings' });
  await expect(standings.getByText(names[1]!)).toBeVisible();
  await standings.getByRole('button', { name: 'compare with me' }).first().click();
  await expect(players[1]!.getByRole('dialog', { name: /Why am I (above|below)/ }).getByRole('rowheader', { name: 'Points' })).toBeVisible();
});

test('an arena with a berserk game, its top game and its chat, and a series that comes every Friday', async ({ server, person }) => {
  const organiser = await person();
  await makeAdmin(organiser, server);
  await organiser.goto(`${server.origin}/events/new`);
  await organiser.getByLabel('Name').fill('Friday blitz');
  await organiser.getByRole('combobox', { name: 'Repeats', exact: true }).selectOption('Every week');
  await organiser.getByRole('combobox', { name: 'Day', exact: true }).selectOption('Friday');
  await organiser.getByLabel('Time', { exact: true }).fill('19:30');
  await organiser.getByRole('button', { name: 'Create event' }).click();
  const series = organiser.getByRole('region', { name: 'Series' }).getByRole('listitem');
  await expect(series).toContainText('Every Friday at 19:30');
  // The server makes two of them ahead.
  await expect(async () => {
    await organiser.reload();
    await expect(organiser.getByRole('link', { name: /^Friday blitz/ })).toHaveCount(2, { timeout: 10_000 });
  }).toPass();
  await series.getByRole('button', { name: 'Stop series: Friday blitz' }).click();
  await series.getByRole('button', { name: 'Stop series' }).click();
  await expect(series).toHaveCount(0);

  const format = { kind: 'arena', minutes: 60 };
  const time = { initial_ms: 180_000, increment_ms: 0 };
  const [, made] = await post(organiser, '/api/page/events', { name: 'Arena', format, time, rated: false, over_the_board: false, open: true });
  const address = `${server.origin}/event/${(JSON.parse(made) as { id: string }).id}`;
  const players = [await person(), await person(DEVICES.phone)];
  for (const player of players) {
    await register(player);
    await player.goto(address);
    await player.getByRole('button', { name: 'Join' }).click();
    await expect(player.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  }
  await organiser.goto(address);
  await organiser.getByRole('button', { name: 'Edit programme' }).click();
  await organiser.getByRole('textbox', { name: 'Programme' }).fill('19:30 first wave\n20:30 prizes');
  await organiser.getByRole('button', { name: 'Save' }).click();
  for (const page of [organiser, players[0]!]) await expect(page.getByText('20:30 prizes')).toBeVisible();
  const chat = (page: Page) => page.getByRole('region', { name: 'Chat' });
  await chat(players[0]!).getByRole('textbox', { name: 'Message' }).fill('Who has a board for me?');
  await players[0]!.keyboard.press('Enter');
  await expect(chat(organiser).getByText('Who has a board for me?')).toBeVisible();

  await organiser.getByRole('button', { name: 'Start arena' }).click();
  for (const player of players) {
    await player.getByRole('link', { name: 'To your game' }).click();
    await expect(player.getByText('(you)')).toBeVisible();
  }
  const isWhite = (await players[0]!.getByRole('region', { name: 'White' }).getByText('(you)').count()) === 1;
  const seats = (isWhite ? players : players.toReversed()).map((player) => new Board(player)) as [Board, Board];
  const [white, black] = isWhite ? players : players.toReversed();
  for (const board of seats) await board.isReady();
  await white!.getByRole('button', { name: 'Berserk' }).click();
  for (const page of players) {
    await expect(page.getByRole('region', { name: 'White' })).toContainText('Berserk');
    await expect(page.getByRole('region', { name: 'White' }).getByRole('timer')).toContainText('1:30');
  }
  await expect(white!.getByRole('button', { name: 'Berserk' })).toHaveCount(0);
  await play(seats, ['e2e4', 'e7e5']);
  await expect(black!.getByRole('button', { name: 'Berserk' })).toHaveCount(0);

  // Who watches sees the game move; who plays sees no chat.
  await expect(organiser.getByRole('heading', { name: 'Top game' })).toBeVisible();
  await expect(organiser.getByRole('complementary', { name: 'Beside the event' }).getByRole('link').first()).toHaveAttribute('href', new URL(white!.url()).pathname);
  await expect(chat(organiser)).toBeVisible();
  await white!.goto(address);
  await expect(white!.getByText('20:30 prizes')).toBeVisible();
  await expect(chat(white!)).toHaveCount(0);
  await white!.goBack();
  await seats[0].isReady();
  await black!.getByRole('button', { name: 'Resign' }).click();
  await black!.getByRole('button', { name: 'Yes, resign' }).click();
  // Three half-moves are too few for the point more; the game counts as a berserk one.
  const line = organiser.getByRole('table', { name: 'Standings' }).getByRole('row').nth(1);
  await expect(line.locator('td.points')).toContainText(/^\s*2/);
  await expect(line.getByRole('cell').last()).toHaveText('1');
});

test('two teams meet: they are created, joined and paired, a game is played, and the match has a score', async ({ server, person, provokes }) => {
  const organiser = await person();
  await makeAdmin(organiser, server);
  await organiser.goto(`${server.origin}/events/new`);
  await organiser.getByLabel('Name').fill('Cup');
  await organiser.getByRole('radio', { name: 'Team match' }).check();
  await organiser.getByLabel('First team').fill('Berg');
  await organiser.getByLabel('Second team').fill('Tal');
  await organiser.getByRole('button', { name: 'Create event' }).click();
  await expect(organiser.getByRole('heading', { name: 'Cup' })).toBeVisible();
  const address = organiser.url();
  const score = (page: Page) => page.getByRole('group', { name: 'Match score' });
  await expect(score(organiser)).toContainText(/Berg\s*0 – 0\s*Tal/);

  // The one chooses the wrong team at first.
  const players = [await person(), await person(DEVICES.phone)];
  const names: string[] = [];
  for (const player of players) {
    names.push(await register(player));
    await player.goto(address);
    await player.getByRole('button', { name: 'Join Berg' }).click();
    await expect(player.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  }
  provokes(answered(409));
  await organiser.getByRole('button', { name: 'Pair next round' }).click();
  await expect(organiser.getByRole('alert').getByText('No one plays for Tal yet.')).toBeVisible();
  await players[1]!.getByRole('button', { name: 'Switch to Tal' }).click();
  const boards = (team: string) => organiser.getByRole('list', { name: team, exact: true }).getByRole('listitem');
  await expect(boards('Tal')).toContainText([names[1]!]);

  // Two more sit in the hall; the second of Berg goes to the first board, and back.
  const enter = async (name: string, team: string) => {
    await organiser.getByLabel('Add player').fill(name);
    await organiser.getByRole('combobox', { name: 'Team' }).selectOption(team);
    await organiser.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(boards(team).getByText(name)).toBeVisible();
  };
  await enter('Ann Berg', 'Berg');
  await expect(organiser.getByText('Tal has 1 player for 2 boards. Empty boards are lost by forfeit.')).toBeVisible();
  await enter('Bo Lind', 'Tal');
  await organiser.getByRole('button', { name: 'Move Ann Berg up one board' }).click();
  await expect(boards('Berg')).toContainText(['Ann Berg', names[0]!]);
  await organiser.getByRole('button', { name: `Move ${names[0]} up one board` }).click();
  await expect(boards('Berg')).toContainText([names[0]!, 'Ann Berg']);

  await organiser.getByRole('button', { name: 'Pair next round' }).click();
  const pairings = organiser.getByRole('list', { name: 'Pairings' }).getByRole('listitem');
  await expect(pairings).toHaveCount(2);
  await expect(pairings.nth(1)).toContainText(/Bo Lind\s*Tal.*Ann Berg\s*Berg/s);
  await pairings.nth(1).getByRole('button', { name: 'Why this opponent?' }).click();
  await expect(organiser.getByRole('dialog').getByText('are both on board 2 of their teams').first()).toBeVisible();
  await organiser.keyboard.press('Escape');
  await organiser.getByRole('button', { name: 'Publish' }).click();
  await organiser.getByRole('button', { name: 'Start round' }).click();

  const id = new URL(address).pathname.split('/').at(-1);
  const game = async () => ((await (await organiser.request.get(`${server.origin}/api/page/events/${id}`)).json()) as EventAnswer).event?.rounds[0]?.boards[0]?.games[0]?.game;
  await expect.poll(game).toBeTruthy();
  const begun = await game();
  for (const player of players) await player.goto(`${server.origin}/game/${begun}`);
  const seats = players.map((player) => new Board(player)) as [Board, Board];
  for (const board of seats) await board.isReady();
  await play(seats, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await expect(score(organiser)).toContainText(/Berg\s*0 – 1\s*Tal/);
  await organiser.getByLabel('Result on board 2').selectOption('1/2-1/2');
  await expect(score(organiser)).toContainText(/Berg\s*½ – 1½\s*Tal/);
  await expect(organiser.getByText('finished')).toBeVisible();
  await players[1]!.goto(address);
  await expect(score(players[1]!)).toContainText(/Berg\s*½ – 1½\s*Tal/);
  await expect(players[1]!.getByRole('table', { name: 'Standings' }).getByRole('row').nth(1)).toContainText(names[1]!);
});

test('long and ordinary names, the score of a match, and tie-breaks, have room on a phone and with large letters', async ({ server, person }) => {
  const organiser = await person({ viewport: { width: 320, height: 844 } });
  await makeAdmin(organiser, server);
  const names = ['Christopher Featherstone', 'Wolfeschlegelsteinhausenbergerdorff', 'Anna-Magdalena Schmidt-Rottenburger', 'Li'];
  const makes = async (wish: object, players: EventAct[]) => {
    const headers = { origin: server.origin };
    const all = { time: { initial_ms: 600_000, increment_ms: 0 }, rated: false, over_the_board: true, open: false, ...wish };
    const { id } = (await (await organiser.request.post(`${server.origin}/api/page/events`, { headers, data: all })).json()) as { id: string };
    const acts: EventAct[] = [...players, { do: 'pair' }, { do: 'publish' }, { do: 'start' }, { do: 'result', round: 1, board: 1, outcome: '1/2-1/2' }];
    for (const act of acts) {
      const call = `${server.origin}/api/page/events/${id}`;
      const { event } = (await (await organiser.request.get(call)).json()) as EventAnswer;
      expect((await organiser.request.post(call, { headers, data: { seen: event!.number, act } })).status()).toBe(200);
    }
    return id;
  };
  const cup = await makes(
    { name: 'Cup', format: { kind: 'team_match', games: 1, boards: 0, everyone: false }, teams: ['Schachfreunde Unterpfaffenhofen', 'Tal'] },
    names.map((name, place) => ({ do: 'enter', name, rating: 2000, team: place % 2 === 0 ? 'first' : 'second' }) satisfies EventAct),
  );
  const open = await makes({ name: 'Open', format: { kind: 'swiss', rounds: 3 } }, names.map((name) => ({ do: 'enter', name, rating: 2000 }) satisfies EventAct));

  const sizes: [number, string][] = [[320, ''], [390, ''], [390, '200%'], [820, ''], [1280, '']];
  const fits = async (what: string) => {
    for (const [width, size] of sizes) {
      await organiser.evaluate((size) => void (document.documentElement.style.fontSize = size), size);
      await resize(organiser, width, 844);
      expect.soft(await broken(organiser), `${what}, ${width} px ${size}`).toEqual([]);
      expect.soft((await cramped(organiser)).filter((found) => !/takes \d+ lines$/.test(found)), `${what}, ${width} px ${size}`).toEqual([]);
    }
    await organiser.evaluate(() => void (document.documentElement.style.fontSize = ''));
  };
  for (const id of [cup, open]) {
    await visit(organiser, `/event/${id}`);
    for (const part of ['Standings', 'Pairings', 'Crosstable']) {
      await organiser.getByRole('radio', { name: part }).check();
      await fits(`${part} of ${id === cup ? 'the match' : 'the open'}`);
    }
    await visit(organiser, `/event/${id}#results`);
    await fits(`results of ${id === cup ? 'the match' : 'the open'}`);
  }
  // Whole names are read in the title; an ordinary one is there as a whole.
  await resize(organiser, 320, 844);
  const boards = organiser.getByRole('list', { name: 'Boards' });
  const cut = (name: string) => boards.locator(`.person:has(bdi[title="${name}"])`).evaluate((place) => place.scrollWidth > place.clientWidth);
  expect([await cut(names[0]!), await cut(names[1]!)]).toEqual([false, true]);

  // Columns of tie-breaks have no room there: they are shown on a press.
  await visit(organiser, `/event/${open}`);
  const standings = organiser.getByRole('table', { name: 'Standings' });
  await expect(standings.getByText('BH/C1').filter({ visible: true })).toHaveCount(0);
  await organiser.getByRole('button', { name: 'Tie-breaks' }).click();
  await expect(standings.getByText('BH/C1').filter({ visible: true })).toHaveCount(4);
  await fits('standings with tie-breaks');
});

test('an event of Chess960 that asks for a code, and what is changed about it after its first round', async ({ server, person, provokes }) => {
  // The code is asked for once the server wants it, and a wrong one is refused.
  provokes(answered(403));
  const organiser = await person();
  await makeAdmin(organiser, server);
  await organiser.goto(`${server.origin}/events/new`);
  await organiser.getByLabel('Name').fill('Club night');
  await organiser.getByLabel('Rounds').fill('8');
  await expect(organiser.getByText('8 rounds need at least 9 players')).toBeVisible();
  await organiser.getByLabel('Rounds').fill('1');
  await organiser.getByRole('radio', { name: 'Days per move' }).check();
  await organiser.getByText('More settings', { exact: true }).click();
  await organiser.getByRole('switch', { name: 'Chess960' }).check();
  await organiser.getByRole('switch', { name: 'Joining needs a code' }).check();
  await organiser.getByRole('button', { name: 'Remove Buchholz (BH)' }).click();
  await organiser.getByRole('combobox', { name: 'Add a tie-break' }).selectOption('WON');
  expect(await cramped(organiser)).toEqual([]);
  await organiser.getByRole('button', { name: 'Create event' }).click();
  await expect(organiser.getByText('Swiss, 1 round · Chess960 · 3 days per move')).toBeVisible();
  const code = (await organiser.getByText(/^Entry code:/).locator('strong').textContent()) ?? '';

  // A phone.
  const player = await person(DEVICES.phone);
  const name = await register(player);
  await player.goto(organiser.url());
  await expect(player.getByText('To join you need the entry code')).toBeVisible();
  await player.getByRole('button', { name: 'Join' }).click();
  const dialog = player.getByRole('dialog', { name: 'Entry code' });
  await dialog.getByLabel('The code that the organiser gave you').fill('0000 0000 0000');
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This isn’t the entry code');
  await dialog.getByLabel('The code that the organiser gave you').fill(code.toLowerCase());
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect(player.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const other = await register(await person());
  await organiser.getByText('Add an account', { exact: true }).click();
  await organiser.getByLabel('Account name').fill(other);
  await organiser.getByRole('button', { name: 'Add an account' }).click();
  const list = organiser.getByRole('table', { name: 'Starting list' });
  for (const one of [name, other]) await expect(list.getByText(one)).toBeVisible();

  for (const step of ['Pair next round', 'Publish', 'Start round']) await organiser.getByRole('button', { name: step }).click();
  await organiser.getByRole('button', { name: 'Change event' }).click();
  const change = organiser.getByRole('dialog', { name: 'Change event' });
  await expect(change.getByRole('switch', { name: 'Rated' })).toHaveCount(0);
  await change.getByLabel('Rounds').fill('3');
  await expect(change.getByText('2 players have entered, enough for 1 round at most.')).toBeVisible();
  await change.getByLabel('Rounds').fill('1');
  await change.getByRole('switch', { name: 'Players can join by themselves' }).uncheck();
  await change.getByText('More settings', { exact: true }).click();
  await expect(change.getByText('the tournament file says so')).toBeVisible();
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(change).toHaveCount(0);
  await expect(organiser.getByText(/^Entry code:/)).toHaveCount(0);
});
