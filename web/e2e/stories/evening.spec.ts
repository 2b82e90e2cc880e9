// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { Board } from '../support/game';
import { DEVICES, register } from '../support/people';
import { SWEEPS_ALL } from '../support/sweep';
import { expect, test } from '../support/test';

/** A mate and a draw; in a sweep a long evening, in which a game goes each way. */
const GAMES = SWEEPS_ALL ? 10 : 2;

/** A player with the device that the story gives them. */
class Player {
  readonly board: Board;

  constructor(
    readonly page: Page,
    private readonly hasTouch: boolean,
  ) {
    this.board = new Board(page);
  }

  async press(name: string): Promise<void> {
    const button = this.page.getByRole('button', { name, exact: true });
    await (this.hasTouch ? button.tap() : button.click());
  }

  /** Moves by taps or by drag; before the opponent's move this is a premove. */
  async move(move: string): Promise<void> {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    if (!this.hasTouch) return this.board.drag(from, to);
    await this.board.tap(from);
    await this.board.tap(to);
  }
}

/** Plays moves in turn, White's first; each is seen on both boards before the next. */
async function play([white, black]: [Player, Player], moves: string[]): Promise<void> {
  for (const [ply, move] of moves.entries()) {
    const mover = ply % 2 === 0 ? white : black;
    const piece = await mover.board.pieceOn(move.slice(0, 2));
    await mover.move(move);
    for (const { board } of [white, black]) await board.shows(move.slice(2, 4), piece);
  }
}

/** Four ways in which a game goes, each to its end. */
const WAYS: ((players: [Player, Player]) => Promise<void>)[] = [
  // Mate by a premove.
  async ([white, black]) => {
    await play([white, black], ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5']);
    await white.move('h5f7');
    await expect(white.board.square('f7')).toHaveAccessibleName(/premove queen/);
    await black.move('g8f6');
    await expect(white.page.getByText('You won by checkmate.').first()).toBeVisible();
  },
  async ([white, black]) => {
    await play([white, black], ['e2e4', 'c7c5', 'g1f3', 'd7d6']);
    await black.press('Offer draw');
    await black.press('Yes, offer');
    await white.press('Accept draw');
  },
  async ([white, black]) => {
    await play([white, black], ['d2d4', 'd7d5', 'c2c4']);
    await white.press('More');
    await white.page.getByRole('menuitem', { name: 'Propose takeback' }).click();
    await black.press('Accept takeback');
    for (const { board } of [white, black]) await board.shows('c2', 'white pawn');
    await play([white, black], ['g1f3', 'g8f6']);
    await white.press('Resign');
    await white.press('Yes, resign');
  },
  async ([white, black]) => {
    await play([white, black], ['c2c4', 'e7e5']);
    await black.press('Resign');
    await black.press('Yes, resign');
  },
];

test(`two people play ${GAMES} rated games on a laptop and a phone, and a third watches and chats`, async ({ person }) => {
  test.slow();
  const [laptop, phone, third] = [await person({ viewport: { width: 1440, height: 900 } }), await person(DEVICES.phone), await person()];
  const [ann, ben] = [new Player(laptop, false), new Player(phone, true)];
  const names: string[] = [];
  for (const { page } of [ann, ben]) names.push(await register(page));
  await register(third);
  for (const player of [ann, ben]) {
    await player.page.goto('/');
    await player.press('Find an opponent');
    // The switch is there as soon as the page knows the account.
    await expect(player.page.getByRole('switch', { name: 'Rated' })).toBeChecked();
    await player.press('3+2');
  }
  let address = '';
  for (let played = 0; played < GAMES; played += 1) {
    await expect(laptop).not.toHaveURL(address === '' ? '/' : address);
    await expect(laptop).toHaveURL(/\/game\//);
    address = laptop.url();
    await expect(phone).toHaveURL(address);
    for (const { board } of [ann, ben]) await board.isReady();
    await expect(laptop.getByText('Rated').first()).toBeVisible();
    await third.goto(address);
    await expect(third.getByText('You’re watching').first()).toBeVisible();
    if (!(await third.getByRole('log').isVisible())) await third.getByRole('button', { name: 'Chat' }).click();
    await third.getByRole('button', { name: 'Good game', exact: true }).click();
    await expect(third.getByRole('log')).toContainText('Good game');

    await expect(laptop.getByText(/You play (White|Black)/).first()).toBeAttached();
    const annIsWhite = (await laptop.getByText('You play White').count()) > 0;
    await (WAYS[played % WAYS.length] as (typeof WAYS)[number])(annIsWhite ? [ann, ben] : [ben, ann]);
    for (const page of [laptop, phone, third]) await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    // Both see what the game changed; the third one, how it ended.
    for (const { page } of [ann, ben]) await expect(page.getByText(/\d\?? \([+−]\d+\)/).first()).toBeVisible();
    if (played < GAMES - 1) for (const player of [ann, ben]) await player.press('Rematch');
  }
  // After the last game: how all of them have gone.
  await expect(laptop.getByText(/^Score of your games/).locator('..')).toHaveText(new RegExp(`${names[0]} [\\d½]+ – [\\d½]+ ${names[1]}$`));
  await third.goto(`/@/${names[0]}`);
  await expect(third.getByRole('link', { name: /Blitz/ }).or(third.getByText(/Blitz/)).first()).toBeVisible();
  await expect(third.getByText(new RegExp(`\\b${GAMES} games\\b`)).first()).toBeVisible();
});
