// SPDX-License-Identifier: AGPL-3.0-or-later
import type { BrowserContextOptions, Page } from '@playwright/test';
import { enrol, expect, test } from '../support/people';
import { ALL, photograph } from './photograph';

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;

// States that only whoever looks for faults wants to see.
test.skip(ALL === undefined, 'taken only into a folder');

const shoot = photograph;

async function find(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Find an opponent', exact: true }).click();
}

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { ...options, colorScheme, reducedMotion: 'reduce' as const };
    const name = `${size}-${colorScheme}`;
    test(`the lobby and a challenge, ${name}`, async ({ person }) => {
      const [anna, boris, guest, other] = [await person(look), await person(look), await person(), await person()];
      const names = [await enrol(anna, `Anna${size[0]}${colorScheme[0]}`), await enrol(boris, `Boris${size[0]}${colorScheme[0]}`)];
      await find(guest);
      await guest.getByRole('button', { name: '5+3', exact: true }).click();
      await find(other);
      await other.getByRole('button', { name: '10+5', exact: true }).click();
      await find(boris);
      await boris.getByRole('button', { name: '3+2', exact: true }).click();
      await find(anna);
      await expect(anna.getByRole('button', { name: /^Play Boris/ })).toBeVisible();
      await shoot(anna, 'lobby', name);
      await anna.getByRole('button', { name: '15+10', exact: true }).click();
      await expect(anna.getByText('Looking for an opponent')).toBeVisible();
      await shoot(anna, 'lobby-searching', name);
      await anna.getByRole('button', { name: '10+5', exact: true }).click();
      await expect(anna.getByText(/waits for a casual game/)).toBeVisible();
      await shoot(anna, 'lobby-offer', name);
      await anna.getByRole('button', { name: 'Cancel', exact: true }).click();
      await anna.getByRole('button', { name: 'Custom' }).click();
      await shoot(anna, 'lobby-custom', name);
      await anna.keyboard.press('Escape');
      await anna.goto(`/@/${names[1]}`);
      await anna.getByRole('button', { name: 'Challenge', exact: true }).click();
      await shoot(anna, 'challenge-dialog', name);
      await anna.getByRole('button', { name: 'Send challenge' }).click();
      await expect(anna.getByRole('article')).toBeVisible();
      await shoot(anna, 'challenge-sent', name);
      await expect(boris.getByRole('article')).toBeVisible();
      await shoot(boris, 'challenge', name);
      await boris.getByRole('button', { name: 'Decline with a reason' }).click();
      await shoot(boris, 'challenge-declining', name);
    });
  }
}
