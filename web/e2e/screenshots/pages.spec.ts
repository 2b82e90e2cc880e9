// SPDX-License-Identifier: AGPL-3.0-or-later
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { Board, create, sitDown } from '../support/game';
import { replay } from '../support/replay';
import { expect, test } from '../support/test';

/** Where every state in every look is wanted; the documentation shows only some. */
const ALL = process.env.TABIYA_SCREENSHOTS;
const FOLDER = ALL ?? resolve(import.meta.dirname, '../../../docs/screenshots');
const SHOWN_IN_EVERY_LOOK = ['home', 'game'];
const SHOWN_FOR_ALL_STATES = ['desktop-light', 'phone-dark'];

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;

/** Kasparov against Topalov, Wijk aan Zee 1999. */
const GAME = (
  'e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1e3 f8g7 d1d2 c7c6 f2f3 b7b5 g1e2 b8d7 e3h6 g7h6 d2h6 c8b7 a2a3 e7e5 e1c1 d8e7 ' +
  'c1b1 a7a6 e2c1 e8c8 c1b3 e5d4 d1d4 c6c5 d4d1 d7b6 g2g3 c8b8 b3a5 b7a8 f1h3 d6d5 h6f4 b8a7 h1e1 d5d4 c3d5 b6d5 ' +
  'e4d5 e7d6 d1d4 c5d4 e1e7 a7b6 f4d4 b6a5 b2b4 a5a4 d4c3 d6d5 e7a7 a8b7 a7b7 d5c4 c3f6 a4a3 f6a6 a3b4 c2c3 b4c3 ' +
  'a6a1 c3d2 a1b2 d2d1 h3f1 d8d2 b7d7 d2d7 f1c4 b5c4 b2h8 d7d3 h8a8 c4c3 a8a4 d1e1 f3f4 f7f5 b1c1 d3d2 a4a7'
).split(' ');
/** Half-moves after which most pieces are in the fight. */
const MIDDLE = 46;
const CLOCKS = { initial_ms: 900_000, increment_ms: 10_000 };

async function shoot(page: Page, state: string, look: string): Promise<void> {
  const shown = SHOWN_IN_EVERY_LOOK.includes(state) || SHOWN_FOR_ALL_STATES.includes(look);
  if (ALL === undefined && !shown) return;
  await mkdir(FOLDER, { recursive: true });
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${state}-${look}.png`), animations: 'disabled' });
}

/** The dialog for a friend, with the ways of keeping time that need more than a click. */
async function shootDialogs(page: Page, look: string): Promise<void> {
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await page.getByRole('radio', { name: 'Days' }).check();
  await shoot(page, 'dialog-days', look);
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByRole('radio', { name: 'Delay' }).check();
  await shoot(page, 'dialog-delay', look);
  await page.getByRole('radio', { name: 'Increment' }).check();
  await page.getByLabel('Time odds: a different clock for each side').check();
  await shoot(page, 'dialog-odds', look);
  await page.keyboard.press('Escape');
}

/** The pages around boards, while a game is running. */
async function shootBoards(page: Page, look: string): Promise<void> {
  await page.goto('/editor?fen=r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7');
  await expect(page.getByText('A game can begin here.')).toBeVisible();
  await shoot(page, 'editor', look);
  await page.goto('/board');
  await page.getByRole('radio', { name: '10+0' }).check();
  await shoot(page, 'over-the-board-setup', look);
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('White to move.')).toBeVisible();
  await shoot(page, 'over-the-board', look);
}

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no piece is caught on its way.
    const look = { ...options, colorScheme, reducedMotion: 'reduce' as const };
    const name = `${size}-${colorScheme}`;

    test(`${size}, ${colorScheme}`, async ({ person }) => {
      const [alice, bob] = [await person(look), await person(look)];
      await alice.goto('/');
      await expect(alice.getByRole('button', { name: 'Play a friend' })).toBeVisible();
      await shoot(alice, 'home-empty', name);
      await shootDialogs(alice, name);

      const waiting = await create(alice, { time: CLOCKS });
      await alice.goto(`/game/${waiting}`);
      await expect(alice.getByRole('textbox', { name: 'Game link' })).toBeVisible();
      await shoot(alice, 'waiting', name);
      await bob.goto(alice.url());
      await expect(bob.getByRole('button', { name: 'Join game' })).toBeVisible();
      await shoot(bob, 'joining', name);

      const [board] = await sitDown(alice, bob, { time: CLOCKS });
      const id = new URL(alice.url()).pathname.split('/').at(-1) ?? '';
      await replay(alice, bob, id, GAME, MIDDLE);
      await board.shows('d6', 'black queen');
      await shoot(alice, 'game', name);

      await board.drag('d5', 'd6');
      await expect(alice.getByText(/pawn/i).first()).toBeVisible();
      await shoot(alice, 'illegal', name);

      await bob.getByRole('button', { name: 'Offer draw', exact: true }).click();
      await bob.getByRole('button', { name: 'Yes, offer' }).click();
      await expect(alice.getByRole('button', { name: /accept/i })).toBeVisible();
      await shoot(alice, 'offer', name);

      await replay(alice, bob, id, GAME, GAME.length);
      await new Board(bob).shows('a7', 'white queen');
      await bob.getByRole('button', { name: 'Resign', exact: true }).click();
      await bob.getByRole('button', { name: 'Yes, resign' }).click();
      await expect(alice.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
      await expect(alice.getByRole('heading', { name: 'You won by resignation' })).toBeVisible();
      await shoot(alice, 'finished', name);
      await alice.getByRole('button', { name: 'Share' }).click();
      await expect(alice.getByRole('dialog')).toBeVisible();
      await shoot(alice, 'share', name);
      await shootBoards(alice, name);

      await sitDown(alice, bob, { opponent: { kind: 'friend' }, fen: 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7' });
      await alice.goto('/');
      await expect(alice.getByRole('link').first()).toBeVisible();
      await shoot(alice, 'home', name);

      await sitDown(alice, bob, { time: CLOCKS });
      await alice.goto('/watch');
      await expect(alice.getByRole('heading', { name: 'Rapid' })).toBeVisible();
      await shoot(alice, 'watch', name);
    });
  }
}
