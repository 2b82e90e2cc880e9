// SPDX-License-Identifier: AGPL-3.0-or-later
// An arbiter's evening, all of it in the browser: a pasted list, check-in by keyboard, a late entry, a pairing by hand, results at
// the desk and by a helper's phone, paper, and the wall.
import type { EventAct, EventAnswer, EventView } from '../../src/platform/protocol';
import { makeAdmin } from '../support/desk';
import { Board } from '../support/game';
import { DEVICES, PASSWORD, register } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { resize, visit } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

const LIST = 'Members 2026\nname;rating;club\n"Berg, Ann";1900;Wasa\nCid Rodrigo;1800;\nDora Lind;1700;Wasa\nBjörn Öst;1600;\nEva Away;1500;\n';

test('an arbiter’s evening, from the pasted list to the wall', async ({ server, person, provokes }) => {
  // A list that can't be read, and a phone whose code was revoked.
  provokes(answered(400), answered(403));
  const arbiter = await person();
  await makeAdmin(arbiter, server);
  const format = { kind: 'swiss', rounds: 3 };
  const wish = { name: 'Friday evening', format, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: true };
  const created = await arbiter.request.post(`${server.origin}/api/page/events`, { headers: { origin: server.origin }, data: wish });
  const { id } = (await created.json()) as { id: string };
  const address = `${server.origin}/event/${id}`;
  const read = async (): Promise<EventView> => ((await (await arbiter.request.get(`${server.origin}/api/page/events/${id}`)).json()) as EventAnswer).event!;
  const go = (name: string) => arbiter.getByRole('navigation', { name: 'Arbiter’s desk' }).getByRole('link', { name }).click();

  await arbiter.goto(address);
  await go('Check-in');
  await arbiter.getByLabel('List of players').fill('name;rating\nAnn;strong\n');
  await arbiter.getByRole('button', { name: 'Add players' }).click();
  await expect(arbiter.getByRole('alert').getByText('line 2: "strong" isn\'t a rating')).toBeVisible();
  await arbiter.getByLabel('List of players').fill(LIST);
  await arbiter.getByRole('button', { name: 'Add players' }).click();
  await expect(arbiter.getByText('5 players added.')).toBeVisible();

  // Three letters and Enter for each, accents or not.
  const find = arbiter.getByRole('searchbox', { name: 'Find a player' });
  const counts = arbiter.getByRole('region', { name: 'Players' }).getByRole('status');
  await find.fill('ber');
  await find.press('Shift+Enter');
  for (const letters of ['cid', 'lin', 'ost']) {
    await expect(find).toHaveValue('');
    await find.fill(letters);
    await find.press('Enter');
  }
  await expect(counts).toContainText('4 of 5 present · 1 paid');
  const dora = arbiter.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: 'Dora' });
  await expect(dora.getByLabel('Present')).toBeChecked();
  await dora.getByLabel('Paid').check();
  await expect(counts).toContainText('2 paid');
  // Cid is taken out by mistake and comes back, with another rating.
  await arbiter.getByRole('button', { name: 'Change Cid Rodrigo’s entry' }).click();
  const cid = arbiter.getByRole('dialog', { name: 'Cid Rodrigo' });
  await cid.getByRole('button', { name: 'Withdraw' }).click();
  await cid.getByRole('button', { name: 'Withdraw Cid Rodrigo' }).click();
  await cid.getByRole('button', { name: 'Bring back' }).click();
  await cid.getByRole('button', { name: 'Correct details' }).click();
  await cid.getByLabel('Rating', { exact: true }).fill('1850');
  await cid.getByRole('button', { name: 'Save' }).click();
  await expect(cid.getByText('Saved.')).toBeVisible();
  await arbiter.keyboard.press('Escape');
  await expect(arbiter.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: 'Cid' })).toContainText('1850');
  await find.focus();
  await find.fill('Zoe Late');
  await expect(arbiter.getByLabel('Player’s name')).toHaveValue('Zoe Late');
  await arbiter.getByRole('button', { name: 'Add late entry' }).click();
  await expect(counts).toContainText('5 of 6 present');
  await arbiter.getByRole('button', { name: 'Close check-in' }).click();
  await expect(arbiter.getByText('1 player isn’t present and won’t be paired.')).toBeVisible();
  await arbiter.getByRole('button', { name: 'Close now' }).click();
  await expect(arbiter.getByText('The check-in is closed.')).toBeVisible();

  // Who looks from outside sees no fee and no tick.
  const guest = await person();
  const outside = (await (await guest.request.get(`${server.origin}/api/page/events/${id}`)).json()) as EventAnswer;
  expect(outside.event!.entrants.map(({ desk }) => desk)).toEqual(Array.from({ length: 6 }, () => null));
  expect([outside.event!.facts.check_in, outside.event!.facts.codes]).toEqual([null, []]);

  await go('Pair manually');
  await arbiter.getByRole('button', { name: 'Begin manual pairing' }).click();
  await expect(arbiter.getByText('The same as the pairing by the rules.')).toBeVisible();
  await arbiter.getByRole('button', { name: 'Swap colours' }).first().click();
  await expect(arbiter.getByText('Different from the pairing by the rules: board 1.')).toBeVisible();
  await arbiter.getByRole('button', { name: 'End manual pairing' }).click();
  await expect(arbiter.getByText('This draft was paired by hand.')).toBeVisible();
  await arbiter.getByRole('button', { name: 'Publish' }).click();
  await expect(arbiter.getByRole('button', { name: 'Start round' })).toBeVisible();

  // Eva comes after all, and meets the player with the bye.
  await go('Check-in');
  await arbiter.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: 'Eva' }).getByLabel('Present').check();
  await expect(counts).toContainText('6 of 6 present');
  await go('Pair manually');
  const late = arbiter.getByRole('region', { name: 'Late for this round' });
  await late.getByLabel('White').selectOption('Eva Away');
  await late.getByLabel('Black').selectOption({ index: 1 });
  await late.getByRole('button', { name: 'Add to the round' }).click();
  await expect(late).toHaveCount(0);
  expect((await read()).rounds[0]!.boards).toHaveLength(3);

  await go('Enter results');
  const [board, result] = [arbiter.getByRole('spinbutton', { name: 'Board' }), arbiter.getByRole('textbox', { name: 'Result' })];
  await board.fill('2');
  await board.press('Enter');
  await result.fill('won');
  await result.press('Enter');
  await expect(arbiter.getByText('“won” is not a result.')).toBeVisible();
  await result.fill('1');
  await result.press('Enter');
  await expect(arbiter.getByText('2 results are missing.')).toBeVisible();
  await expect(board).toHaveValue('3');
  await board.fill('2');
  await board.press('Enter');
  await result.fill('5');
  await arbiter.getByRole('button', { name: 'Enter result' }).click();
  await expect.poll(async () => (await read()).rounds[0]!.boards[1]!.games[0]!.outcome).toBe('1/2-1/2');

  // A helper fills in the first board from a phone, and nothing else.
  await go('Helpers’ codes');
  await arbiter.getByLabel('Who it’s for').fill('Bo');
  await arbiter.getByLabel('To board').fill('2');
  await arbiter.getByRole('button', { name: 'Create code' }).click();
  const code = (await arbiter.getByRole('region', { name: 'Code for Bo' }).locator('output').innerText()).replaceAll(/\D/g, '');
  expect(code).toMatch(/^\d{8}$/);
  const qr = await arbiter.getByRole('region', { name: 'Code for Bo' }).getByRole('img').getAttribute('aria-label');
  const phone = await person(DEVICES.phone);
  await phone.goto(qr!);
  const boards = phone.getByRole('list', { name: 'Boards' }).getByRole('button');
  await expect(boards).toHaveCount(2);
  await expect(boards.nth(1)).toBeDisabled();
  await boards.first().tap();
  await phone.getByRole('button', { name: 'won, White' }).tap();
  await phone.getByRole('button', { name: 'Yes, enter it' }).tap();
  await expect(boards.first()).toContainText('1–0');
  await arbiter.getByRole('button', { name: 'Revoke' }).click();
  await expect(arbiter.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  const after = await phone.request.post(`${server.origin}/api/page/events/${id}/results`, { headers: { origin: server.origin }, data: { code } });
  expect(after.status()).toBe(403);

  await go('Print');
  const what = arbiter.getByLabel('What to print');
  await expect(arbiter.getByRole('article', { name: 'Pairings by board, Round 1' })).toContainText('Ann Berg (1900)');
  await what.selectOption('Pairings by name');
  await expect(arbiter.getByRole('article').getByRole('row')).toHaveCount(7);
  await what.selectOption('Result slips');
  await expect(arbiter.getByRole('article')).toHaveCount(3);
  // Two on a page of A5, and no blank page behind them.
  const pdf = await arbiter.pdf({ format: 'A5' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  await what.selectOption('Table cards');
  await expect(arbiter.getByRole('article').getByRole('img', { name: address })).toHaveCount(3);
  // This server listens on its own computer alone.
  await expect(arbiter.getByRole('note')).toContainText('only this computer can open');
  for (const [sheet, name] of [['Standings', 'Zoe Late'], ['Crosstable', 'Zoe Late'], ['Check-in list', 'Late, Zoe']] as const) {
    await what.selectOption(sheet);
    await expect(arbiter.getByRole('article', { name: sheet })).toContainText(name);
  }

  // In the second round one plays from home: a player in the hall opens that game with the code of the seat.
  const act = async (what: EventAct) => {
    const data = { seen: (await read()).number, act: what };
    expect((await arbiter.request.post(`${server.origin}/api/page/events/${id}`, { headers: { origin: server.origin }, data })).status()).toBe(200);
  };
  await act({ do: 'result', round: 1, board: 3, outcome: '1-0' });
  const home = await person();
  const far = await register(home);
  await home.goto(address);
  await home.getByRole('button', { name: 'Join' }).click();
  await expect(home.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  const [ids, players] = [(await read()).entrants.map((one) => one.id), (await read()).entrants];
  const me = players.find(({ name }) => name === far)!.id;
  await act({ do: 'plays', entrant: me, over_the_board: false });
  await act({ do: 'pair' });
  await act({ do: 'pair_by_hand', boards: `${ids[0]}-${me} ${ids[1]}-${ids[2]} ${ids[3]}-${ids[4]}`, byes: String(ids[5]) });
  await act({ do: 'publish' });
  await go('Print');
  await what.selectOption('Result slips');
  const slip = arbiter.getByRole('article').filter({ hasText: far });
  await expect(arbiter.getByRole('article')).toHaveCount(3);
  await expect(slip.getByRole('img', { name: `${address}#seat=` })).toBeVisible();
  await go('Enter results');
  const seats = arbiter.getByRole('region', { name: 'Codes for players at the venue' });
  const digits = (await seats.getByRole('status').innerText()).replaceAll(/\D/g, '');
  const hall = await person();
  await hall.goto(`${address}#seat`);
  await hall.getByLabel('Your 8-digit code').fill(digits);
  await hall.getByRole('button', { name: 'Open' }).click();
  await expect(hall.getByText(`You have White against ${far}.`)).toBeVisible();
  await arbiter.getByRole('button', { name: 'Start round' }).click();
  await expect(hall).toHaveURL(/\/game\//);
  const seat = new Board(hall);
  await seat.isReady();
  // A game keeps its names for good, so it is short.
  await expect(hall.getByText('Ann B.', { exact: true }).first()).toBeVisible();
  await seat.drag('e2', 'e4');
  await seat.shows('e4', 'white pawn');
  await home.goto(hall.url());
  await new Board(home).isReady();
  await new Board(home).drag('e7', 'e5');
  await seat.shows('e5', 'black pawn');

  // The player there calls the arbiter.
  const wanted = arbiter.getByRole('region', { name: 'The arbiter is wanted' });
  await hall.getByRole('button', { name: 'Call arbiter' }).click();
  await expect(wanted.getByText('Board 1 calls the arbiter.')).toBeVisible();
  // The event's own page says so, too.
  await arbiter.getByRole('link', { name: 'Back to the event' }).click();
  await expect(wanted.getByText('Board 1 calls the arbiter.')).toBeVisible();
  await wanted.getByRole('button', { name: 'Done' }).click();
  await expect(wanted).toHaveCount(0);
  await go('Enter results');

  // The arbiter pauses the clocks, sets one, and lets them run on.
  const clocks = arbiter.getByRole('region', { name: 'Clocks of games on this server' });
  await clocks.getByLabel('Reason (optional)').fill('A phone rang');
  await clocks.getByRole('button', { name: 'Pause the clocks of board 1' }).click();
  await expect(clocks.getByText('Clocks paused: A phone rang')).toBeVisible();
  for (const one of [hall, home]) await expect(one.getByText('The arbiter has paused the clocks.')).toBeVisible();
  await clocks.getByLabel('Clock of').selectOption({ label: far });
  await clocks.getByLabel('Shows (minutes:seconds)').fill('1:30');
  await clocks.getByRole('button', { name: 'Set clock' }).click();
  for (const one of [hall, home]) await expect(one.getByRole('timer').filter({ hasText: '1:30' })).toHaveCount(1);
  await clocks.getByRole('button', { name: 'Resume the clocks of board 1' }).click();
  await expect(hall.getByText('The arbiter has paused the clocks.')).toHaveCount(0);
  await seat.drag('g1', 'f3');
  await new Board(home).shows('f3', 'white knight');

  // A result that the arbiter enters ends a running game, once the question is answered.
  await board.fill('1');
  await result.fill('0');
  await result.press('Enter');
  await arbiter.getByRole('dialog', { name: 'Decide board 1?' }).getByRole('button', { name: 'End the game' }).click();
  await expect(board).toBeFocused();
  for (const one of [hall, home]) await expect(one.getByText(/by the arbiter’s decision\./).first()).toBeVisible();
  await expect(clocks).toHaveCount(0);

  // The players of the second board enter their own result, each with a phone, and disagree.
  await go('Enter results');
  await arbiter.getByRole('switch', { name: 'Players enter their own results' }).check();
  await go('Print');
  await what.selectOption('Table cards');
  const code2 = arbiter.getByRole('article').nth(1).getByRole('img', { name: '#table=' });
  await expect(code2).toBeVisible();
  const card = await code2.getAttribute('aria-label');
  const phones = [await person(DEVICES.phone), await person(DEVICES.phone)];
  for (const [one, colour] of [[phones[0]!, 'White'], [phones[1]!, 'Black']] as const) {
    await one.goto(card!);
    await one.getByRole('button', { name: `, ${colour}` }).tap();
    await expect(one.getByText('How did it end?')).toBeVisible();
  }
  await phones[0]!.getByRole('button', { name: 'won, White' }).tap();
  await phones[0]!.getByRole('button', { name: 'Yes, enter it' }).tap();
  await expect(phones[1]!.getByText('Result: 1–0, entered by')).toBeVisible();
  await phones[1]!.getByRole('button', { name: 'Dispute result' }).tap();
  await phones[1]!.getByRole('button', { name: 'Yes' }).tap();
  await expect(phones[1]!.getByText('The arbiter will come to your board.')).toBeVisible();
  await expect(wanted.getByText('Board 2: 1–0 is disputed.')).toBeVisible();
  await wanted.getByRole('button', { name: 'Result stands' }).click();
  await expect(wanted).toHaveCount(0);

  await go('Prizes');
  await arbiter.getByLabel('List of prizes').fill('category;prizes;sharing\nAll;30 20;equal\nWasa;12.50;equal\n');
  await arbiter.getByRole('button', { name: 'Set prizes' }).click();
  await expect(arbiter.getByRole('region', { name: 'All' }).getByRole('listitem').first()).toContainText(/\p{L}.*\d/u);

  await guest.goto(`${address}#projector`);
  const wall = guest.getByRole('main', { name: 'Projector' });
  await expect(wall.getByText('Ann Berg')).toBeVisible();
  await expect(wall.getByRole('button')).toHaveCount(0);
  await guest.goto(`${address}#checkin`);
  await expect(guest.getByText('Only the organisers of this event see this page.')).toBeVisible();
});

test('every sheet fills its pages, and no blank one comes out behind it', async ({ server, person }) => {
  const arbiter = await person();
  await makeAdmin(arbiter, server);
  const wish = { name: 'Friday evening of the chess club in the old town hall', format: { kind: 'swiss', rounds: 3 }, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: true };
  const headers = { origin: server.origin };
  const { id } = (await (await arbiter.request.post(`${server.origin}/api/page/events`, { headers, data: wish })).json()) as { id: string };
  const path = `${server.origin}/api/page/events/${id}`;
  const read = async (): Promise<EventView> => ((await (await arbiter.request.get(path)).json()) as EventAnswer).event!;
  const act = async (what: EventAct) => {
    const answer = await arbiter.request.post(path, { headers, data: { seen: (await read()).number, act: what } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await act({ do: 'add_list', text: 'name\n"Berg, Ann"\nCid Rodrigo\nDora Lind\nBjörn Öst\n', present: true });
  await act({ do: 'pair' });
  await act({ do: 'publish' });
  await act({ do: 'result', round: 1, board: 1, outcome: '+/-' });
  await arbiter.goto(`/event/${id}#print`);
  const what = arbiter.getByLabel('What to print');
  /** The pages that a printer gets: on the sheet's own paper, and on what a person has chosen. */
  const pages = async () => {
    const sizes = [{ preferCSSPageSize: true }, { format: 'A4' }, { format: 'A5' }] as const;
    const files = [];
    for (const size of sizes) files.push(await arbiter.pdf(size));
    return files.map((file) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length);
  };
  for (const [sheet, count] of [['Pairings by board', 1], ['Pairings by name', 1], ['Standings', 1], ['Crosstable', 1], ['Result slips', 1], ['Table cards', 2], ['Check-in list', 1]] as const) {
    await what.selectOption(sheet);
    await expect(arbiter.getByRole('article').first()).toBeVisible();
    expect(await pages(), sheet).toEqual([count, count, count]);
  }
  // The signs of forfeits are those of every other sheet.
  await what.selectOption('Crosstable');
  await expect(arbiter.getByRole('article', { name: 'Crosstable' })).toContainText(/\d[wb]\u2212/);
  await act({ do: 'player_results', on: true });
  await what.selectOption('Table cards');
  await expect(arbiter.getByRole('article').first()).toContainText(/\d{4} \d{4}/);
  expect(await pages(), 'table cards with codes').toEqual([2, 2, 2]);

  // On a phone the next act stands first, and the parts of the desk behind one button.
  await act({ do: 'result', round: 1, board: 2, outcome: '1-0' });
  await resize(arbiter, 390, 844);
  await visit(arbiter, `/event/${id}`);
  const [next, desk] = [arbiter.getByRole('button', { name: 'Pair next round' }), arbiter.getByRole('button', { name: 'Arbiter’s desk' })];
  await expect(next).toBeInViewport({ ratio: 1 });
  const tops = await Promise.all([next, desk].map(async (one) => (await one.boundingBox())?.y ?? 0));
  expect(tops[0]).toBeLessThan(tops[1]!);
  await expect(arbiter.getByRole('link', { name: 'Check-in', exact: true })).toBeHidden();
  await desk.click();
  await arbiter.getByRole('link', { name: 'Check-in', exact: true }).click();
  await expect(arbiter.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(4);
});

test('a game from its score sheet, a player who is claimed, and the event as a folder of pages', async ({ server, person, provokes }) => {
  // A guess, and a stranger who wants the folder.
  provokes(answered(403));
  const arbiter = await person();
  await makeAdmin(arbiter, server);
  const wish = { name: 'Score sheets', format: { kind: 'swiss', rounds: 1 }, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: false };
  const headers = { origin: server.origin };
  const { id } = (await (await arbiter.request.post(`${server.origin}/api/page/events`, { headers, data: wish })).json()) as { id: string };
  const call = `${server.origin}/api/page/events/${id}`;
  const acts: EventAct[] = [
    { do: 'add_list', text: 'name;rating\n"Berg, Ann";1900\nBo Lind;1800\n', present: true },
    { do: 'pair' },
    { do: 'publish' },
    { do: 'start' },
    { do: 'result', round: 1, board: 1, outcome: '1-0' },
  ];
  for (const act of acts) {
    const { event } = (await (await arbiter.request.get(call)).json()) as EventAnswer;
    expect((await arbiter.request.post(call, { headers, data: { seen: event!.number, act } })).status()).toBe(200);
  }

  await arbiter.goto(`${server.origin}/event/${id}`);
  await arbiter.getByRole('radio', { name: 'Pairings' }).check();
  await arbiter.getByRole('link', { name: 'Type game, board 1' }).click();
  // Whoever has pressed that types at once.
  const move = arbiter.getByRole('textbox', { name: 'Move' });
  await expect(move).toBeFocused();
  await expect(arbiter.getByRole('button', { name: 'Type game' })).toHaveCount(0);
  await move.fill('1. e4 e5 2. Nf3');
  await move.press('Enter');
  await expect(move).toHaveValue('');
  const board = new Board(arbiter);
  await board.shows('f3', 'white knight');
  await move.fill('Kd4');
  await move.press('Enter');
  await expect(arbiter.getByRole('status').filter({ hasText: 'king' })).toBeVisible();
  await move.fill('Nc6');
  await move.press('Enter');
  await board.shows('c6', 'black knight');
  await arbiter.getByRole('button', { name: 'Save game' }).click();
  await expect(arbiter.getByRole('button', { name: 'Correct game' })).toBeVisible();

  // Everybody reads it.
  const guest = await person(DEVICES.phone);
  await guest.goto(`${server.origin}/event/${id}`);
  await guest.getByRole('radio', { name: 'Pairings' }).check();
  await guest.getByRole('link', { name: 'Game of board 1' }).click();
  await new Board(guest).shows('c6', 'black knight');
  await expect(guest.getByRole('button', { name: 'Correct game' })).toHaveCount(0);

  // The loser of the game has an account, too.
  await arbiter.goto(`${server.origin}/event/${id}#members`);
  const loser = arbiter.getByRole('list', { name: 'Players without account' }).getByRole('listitem').nth(1);
  await loser.getByRole('button', { name: 'Make code' }).click();
  const code = await arbiter.getByRole('region', { name: /^Code for/ }).locator('output').innerText();
  expect(code).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4} [0-9A-Z]{4}$/);
  // They have no account yet, and come back to the field.
  const member = await person();
  await member.goto(`${server.origin}/event/${id}#claim`);
  await member.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await member.getByLabel('Name').fill('Lind');
  await member.getByLabel('Password').fill(PASSWORD);
  await member.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  const typed = member.getByLabel('Your 12-character code');
  await expect(typed).toBeFocused();
  await typed.fill('00000000');
  await member.getByRole('button', { name: 'That’s me' }).click();
  await expect(member.getByRole('alert')).toContainText('doesn’t work here');
  await expect(typed).toBeFocused();
  await typed.fill(code.replaceAll(' ', '').toLowerCase());
  await member.getByRole('button', { name: 'That’s me' }).click();
  await expect(member.getByRole('heading', { name: 'You’re on the list' })).toBeFocused();
  await expect(member.getByText(/^You’re (Ann Berg|Bo Lind) in this event\.$/)).toBeVisible();
  await expect(loser.getByText('an account by a code')).toBeVisible();
  await member.getByRole('link', { name: 'Go to the event' }).click();
  await expect(member.getByRole('heading', { name: 'Score sheets' })).toBeVisible();

  const folder = await arbiter.request.get(`${call}/site/en`);
  expect([folder.status(), (await folder.body()).toString('latin1', 0, 2)]).toEqual([200, 'PK']);
  expect((await guest.request.get(`${call}/site/en`)).status()).toBe(403);
});
