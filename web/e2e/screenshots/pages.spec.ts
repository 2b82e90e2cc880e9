// SPDX-License-Identifier: AGPL-3.0-or-later
import type { BrowserContextOptions, Page } from '@playwright/test';
import { Board, create, sitDown } from '../support/game';
import { GAME, MIDDLE, replay } from '../support/replay';
import { expect, test } from '../support/test';
import { ALL, photograph } from './photograph';

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;

const CLOCKS = { initial_ms: 900_000, increment_ms: 10_000 };

// States that only whoever looks for faults wants to see.
test.skip(ALL === undefined, 'taken only into a folder');

const shoot = photograph;

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
  await expect(page.getByText('Mira to move.')).toBeVisible();
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
      await expect(alice.getByText(/^You won by resignation/)).toBeVisible();
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
