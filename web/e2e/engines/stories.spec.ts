// SPDX-License-Identifier: AGPL-3.0-or-later
// What everybody meets first, in the engines that Playwright does not drive.
import { Person } from '../support/engines/person';
import { wrongSquares } from '../support/engines/probe';
import { expect, test } from '../support/engines/test';
import { Board, create } from '../support/game';
import { Postgres } from '../support/postgres';
import { LOST_CONNECTION } from '../support/quiet';
import { Server } from '../support/server';
import { SWEEPS_ALL } from '../support/sweep';

const PHONE = { width: 390, height: 844 };

/** Where the board with this selector is. */
async function place(person: Person, selector: string) {
  return person.run((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, width, height };
  }, selector);
}

/** Waits until every square of a board is drawn in its colour. Its pieces must stand as at the start of a game. */
async function isCheckered(person: Person, selector: string): Promise<void> {
  await expect(async () => {
    const board = await place(person, selector);
    expect(board.width).toBeGreaterThan(100);
    expect(wrongSquares(await person.picture(), board, (_, row) => row > 1 && row < 6)).toEqual([]);
  }).toPass({ timeout: 20_000 });
}

/** Waits until a piece stands on a square. */
async function shows(person: Person, square: string, piece: string): Promise<void> {
  await expect.poll(async () => (await person.pieces()).get(square), `${square} of the board`).toBe(piece);
}

/** A game against the computer, through the dialog. */
async function playComputer(person: Person): Promise<void> {
  await person.click('Play the computer');
  await person.click('White');
  await person.click('Create game');
  // The first page has a board as well.
  await expect.poll(async () => person.run(() => location.pathname)).toMatch(/^\/game\//);
  await person.see('e2, white pawn');
}

async function overflow(person: Person): Promise<number> {
  return person.run(() => document.documentElement.scrollWidth - innerWidth);
}

test('home offers the ways in and has its boards drawn as squares, the dialog opens in the middle, and a game by drag against the computer', async ({ person }) => {
  await person.goto('/');
  await person.see('Play a friend');
  await person.see('Play the computer');
  expect(await overflow(person)).toBeLessThanOrEqual(0);
  await person.click('Play a friend');
  await person.see('Create game');
  await expect(async () => {
    const dialog = await place(person, 'dialog[open]');
    expect(Math.abs(dialog.x + dialog.width / 2 - 640), 'the dialog is in the middle').toBeLessThanOrEqual(10);
    expect(dialog.y).toBeGreaterThanOrEqual(0);
    expect(dialog.y + dialog.height).toBeLessThanOrEqual(800);
  }).toPass({ timeout: 20_000 });
  await person.press('Escape');

  await playComputer(person);
  await isCheckered(person, '.board');
  const game = await person.run(() => location.pathname);
  await person.goto('/');
  await person.see('Play a friend');
  await isCheckered(person, '.mini');
  await person.goto(game);
  await person.drag('e2', 'e4');
  await shows(person, 'e4', 'white pawn');
  const black = async () => [...(await person.pieces())].filter(([square]) => /[3-6]$/.test(square));
  await expect
    .poll(async () => (await black()).some(([, piece]) => piece.startsWith('black')), 'the computer answers')
    .toBe(true);
  // The right button draws: green, and red with Ctrl, because Firefox keeps Shift for a menu of its own.
  await person.draw('a1', 'a4');
  await person.draw('h1', 'h4', 'Control');
  const colours = async () => person.run(() => [...document.querySelectorAll('.cg-shapes line')].map((line) => line.getAttribute('stroke')));
  await expect.poll(colours).toEqual(['#1a7a2a', '#a51d1d']);
});

test('a game in a window as narrow as a phone', async ({ person }) => {
  await person.window.resize(PHONE.width, PHONE.height);
  await person.goto('/');
  await playComputer(person);
  expect(await overflow(person)).toBeLessThanOrEqual(0);
  await expect(async () => {
    const board = await place(person, '.board');
    expect(board.x, 'the board reaches both edges').toBeLessThanOrEqual(8);
    const edge = await person.run(() => document.documentElement.clientWidth);
    expect(edge, 'a scrollbar may take a little').toBeGreaterThanOrEqual(PHONE.width - 20);
    expect(board.x + board.width).toBeGreaterThanOrEqual(edge - 8);
  }).toPass({ timeout: 20_000 });
  await isCheckered(person, '.board');
  await person.drag('d2', 'd4');
  await shows(person, 'd4', 'white pawn');
});

test('the analysis board: rules and engine run in the page, and a piece that may not go there says why', async ({ person }) => {
  await person.goto('/analysis#moves=e2e4.e7e5');
  await shows(person, 'e5', 'black pawn');
  await expect.poll(async () => person.run(() => document.body.innerText), 'the engine has found something').toMatch(/Depth \d+/);
  await person.drag('g1', 'f3');
  await shows(person, 'f3', 'white knight');
  await person.drag('b8', 'b6');
  await person.reads('A knight moves in an L');
  await shows(person, 'b8', 'black knight');
  await expect.poll(async () => person.run(() => location.hash)).toBe('#moves=e2e4.e7e5.g1f3');
  await person.reads('King\'s Knight Opening');
  expect(await overflow(person)).toBeLessThanOrEqual(0);
  // The work is there after a reload.
  await person.goto('/');
  await person.goto('/analysis');
  await shows(person, 'f3', 'white knight');

  // A game that is over: its last position, the engine's line, a variation, and the way back.
  const game = await person.run(() => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/page/import', false);
    request.setRequestHeader('content-type', 'application/json');
    request.send(JSON.stringify({ pgn: '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0', private_as: null }));
    return (JSON.parse(request.responseText) as { id: string }).id;
  });
  await person.goto(`/analysis/${game}`);
  await person.click('3… Nf6');
  await shows(person, 'f6', 'black knight');
  await expect.poll(async () => person.run(() => document.body.innerText), 'the engine sees the mate').toMatch(/Qxf7#/);
  await person.drag('h5', 'h4');
  await shows(person, 'h4', 'white queen');
  await person.click('Back to the game');
  await shows(person, 'h5', 'white queen');
});

test('a puzzle is failed and solved', async ({ person }) => {
  // White's bishop has moved to f6, where it can be taken. The board is seen from Black's side.
  await person.goto('/puzzles#p5Pi2iwx');
  await person.reads('Find the best move for Black.');
  await shows(person, 'f6', 'white bishop');
  await person.drag('h7', 'h6');
  await person.reads('That’s not it.');
  await person.click('Try again');
  await shows(person, 'h7', 'black pawn');
  await person.drag('g7', 'f6');
  await person.reads('That’s it.');
  expect(await overflow(person)).toBeLessThanOrEqual(0);
});

test('two people meet by one press each', async ({ person, shared, browser }) => {
  const context = await browser.newContext({ baseURL: shared.server.origin });
  try {
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Find an opponent', exact: true }).click();
    await person.goto('/');
    await person.click('Find an opponent');
    await person.click('3+2');
    await person.reads('Looking for an opponent: 3+2, casual');
    await other.getByRole('button', { name: '3+2', exact: true }).click();
    await expect(other).toHaveURL(/\/game\//);
    await expect.poll(async () => person.run(() => location.href)).toBe(other.url());
    await shows(person, 'e2', 'white pawn');
  } finally {
    await context.close();
  }
});

test('a premove, a takeback, a game by keyboard and a chat with somebody in Chromium, which goes on after the server was killed', async ({ person, shared, browser, provokes }) => {
  const context = await browser.newContext({ baseURL: shared.server.origin });
  try {
    const white = new Board(await context.newPage());
    const id = await create(white.page);
    await white.page.goto(`/game/${id}`);
    await person.goto(`/game/${id}`);
    await person.click('Join game');
    await white.isReady();
    // White may hear of it first.
    await expect.poll(async () => person.find('Join game')).toBeNull();

    await person.drag('e7', 'e5');
    await person.see('e5, empty, premove pawn');
    await white.drag('e2', 'e4');
    await white.shows('e5', 'black pawn');
    await shows(person, 'e5', 'black pawn');

    await person.click('More');
    await person.click('Propose takeback');
    await white.page.getByRole('button', { name: 'Accept takeback' }).click();
    await shows(person, 'e7', 'black pawn');
    await white.shows('e5', 'empty');

    // The same move typed, and another one over the squares.
    await person.press('/');
    await person.type('e5');
    await white.shows('e5', 'black pawn');
    await person.press('Escape');
    await white.drag('g1', 'f3');
    await shows(person, 'f3', 'white knight');
    await person.focus('[data-square=b8]');
    await person.press('Enter');
    await person.press('ArrowUp', 'ArrowUp', 'ArrowLeft');
    await person.press('Enter');
    await white.shows('c6', 'black knight');

    await person.click('Chat');
    await person.focus('.chat input');
    await person.type('Good evening');
    await white.page.getByRole('button', { name: 'Chat' }).click();
    await expect(white.page.getByRole('log')).toContainText('Good evening');
    await white.page.getByRole('button', { name: 'Have fun', exact: true }).click();
    await expect.poll(async () => person.run(() => document.querySelector('[role=log]')?.textContent ?? '')).toContain('Have fun');

    provokes(LOST_CONNECTION);
    await shared.server.kill();
    await shared.server.restart();
    await white.drag('d2', 'd4');
    await shows(person, 'd4', 'white pawn');
    await person.drag('g8', 'f6');
    await white.shows('f6', 'black knight');
  } finally {
    await context.close();
  }
});

// With PostgreSQL, other stories and tests of the server itself kill it: a sweep brings this engine to it as well.
if (SWEEPS_ALL) {
  test('a game by link goes on after the server was killed, with its log in PostgreSQL', async ({ shared: { engine }, browser, provokes }) => {
    provokes(LOST_CONNECTION);
    const postgres = await Postgres.start();
    test.skip(!postgres, 'NOT TESTED: there is no PostgreSQL here; install the package postgresql');
    if (!postgres) return;
    const server = await Server.start(['--database', postgres.url]);
    const window = await engine.open();
    const context = await browser.newContext({ baseURL: server.origin });
    try {
      const white = new Board(await context.newPage());
      const id = await create(white.page);
      await white.page.goto(`/game/${id}`);
      await window.resize(1280, 800);
      const black = new Person(window, server.origin);
      await black.goto(`/game/${id}`);
      await black.click('Join game');
      await white.isReady();
      await white.drag('e2', 'e4');
      await shows(black, 'e4', 'white pawn');
      await black.drag('e7', 'e5');
      await white.shows('e5', 'black pawn');

      await server.kill();
      await server.restart();
      await white.drag('g1', 'f3');
      await shows(black, 'f3', 'white knight');
      await black.drag('b8', 'c6');
      await white.shows('c6', 'black knight');
    } finally {
      await window.close();
      await context.close();
      await server.dispose();
      await postgres.dispose();
    }
  });
}
