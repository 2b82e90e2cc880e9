// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { sitDown } from '../support/game';
import { expect, test } from '../support/test';

const FIVE = { initial_ms: 300_000, increment_ms: 0 };
const card = (page: Page, words: RegExp) => page.getByRole('listitem').getByRole('link', { name: words });

test('the start page shows within a moment what happens in one’s own games', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const [board, other] = await sitDown(white, black, { time: FIVE });
  await board.drag('e2', 'e4');
  await other.shows('e4', 'white pawn');
  await white.goto('/');
  await expect(card(white, /Their move/)).toBeVisible();
  await other.drag('e7', 'e5');
  // Nothing is pressed and nothing is loaded again: a clock runs for the reader.
  await expect(card(white, /Your move/)).toBeVisible({ timeout: 5_000 });
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(card(white, /You won · resignation/)).toBeVisible({ timeout: 5_000 });
});
