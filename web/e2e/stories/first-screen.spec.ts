// SPDX-License-Identifier: AGPL-3.0-or-later
// The first screen has three ways into a game, and what they open says it in words that everybody knows.
import type { Locator } from '@playwright/test';
import { sitDown } from '../support/game';
import { DEVICES, enrol, expect, test } from '../support/people';

/** What these pages once said, and nobody understood. */
const RIDDLES = /all it has|\beither\b|\b0\d:\d\d\b/i;

const WAYS = ['Play a friend', 'Play the computer', 'Find an opponent'];

// The ways in stand beside each other on a desktop, and below each other on a phone.
for (const [device, options] of Object.entries(DEVICES)) {
  test(`the first screen has exactly three ways in, ${device}`, async ({ person }) => {
    const page = await person(options);
    await page.goto('/');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const cards = page.getByRole('main').locator('.ways > *');
    await expect(cards).toHaveCount(WAYS.length);
    await expect(page.getByRole('main').locator('.card').filter({ has: page.getByRole('button') })).toHaveCount(WAYS.length);
    for (const [index, name] of WAYS.entries()) {
      await expect(cards.nth(index).getByRole('button')).toHaveAccessibleName(name);
      await expect(cards.nth(index)).toBeInViewport({ ratio: 1 });
    }
    // Whatever else there is, is smaller than each of them.
    const others = page.getByRole('main').locator('.also').locator('a, button');
    await expect(others).toHaveText(['Two players, one screen', 'Board editor', 'Import a game']);
    const heights = (all: Locator) => all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...(await heights(others)))).toBeLessThan(Math.min(...(await heights(cards))));
  });
}

test('the board is whole on a phone on its side, and the times open below their button with the search in view', async ({ person }) => {
  const page = await person();
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/');
  // One's own to begin on, or that of a game that somebody plays.
  await expect(page.getByRole('main').locator('.board .cg-wrap')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  const way = page.getByRole('button', { name: 'Find an opponent', exact: true });
  await way.click();
  const time = page.getByRole('button', { name: '1+0', exact: true });
  const [above, below] = [await page.locator('.way').last().boundingBox(), await time.boundingBox()];
  const gap = (below?.y ?? 999) - (above?.y ?? 0) - (above?.height ?? 0);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap, 'directly below').toBeLessThanOrEqual(24);
  await time.click();
  await expect(page.getByRole('status').filter({ hasText: 'Looking for an opponent' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('what the ways in open is said in plain words', async ({ person }) => {
  const page = await person();
  await enrol(page);
  const words = async (where: string) => {
    const text = await page.locator('body').innerText();
    expect(text, where).not.toMatch(RIDDLES);
    return text;
  };
  await words('home');
  for (const way of ['Play a friend', 'Play the computer']) {
    await page.getByRole('button', { name: way, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name: 'Random' }), 'the server draws the colour').toBeVisible();
    for (const time of ['Days', 'Custom']) {
      if ((await dialog.getByRole('radio', { name: time, exact: true }).count()) === 0) continue;
      await dialog.getByRole('radio', { name: time, exact: true }).check();
      expect(await words(`${way}, ${time}`)).toContain('Random');
    }
    if (way === 'Play the computer') {
      const level = dialog.getByRole('slider', { name: 'Level' });
      const last = await level.getAttribute('max');
      for (const wanted of ['1', '12', last ?? '']) {
        await level.fill(wanted);
        await expect(dialog.locator('output')).toHaveText(new RegExp(`^\\s*${wanted}, `));
        expect(await words(`level ${wanted}`)).toMatch(/About \d+ Elo among engines/);
      }
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  await expect(page.getByRole('button', { name: '3+2', exact: true })).toBeVisible();
  await words('the lobby');
  await page.getByRole('button', { name: 'Custom' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Random' })).toBeVisible();
  await words('the lobby, custom');
});

test('a dialog opens on its first field, not on the way out', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  for (const [button, role] of [['Play a friend', 'radio'], ['Play the computer', 'slider'], ['Import a game', 'textbox'], ['Log in', 'textbox']] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const first = page.getByRole('dialog').getByRole(role);
    await expect(button === 'Play a friend' ? page.getByRole('dialog').getByRole('radio', { checked: true }).first() : first.first(), button).toBeFocused();
    await page.keyboard.press('Escape');
  }
});

test('whoever played by the times the last time finds them open', async ({ person }) => {
  const page = await person();
  const way = page.getByRole('button', { name: 'Find an opponent', exact: true });
  const time = page.getByRole('button', { name: '3+2', exact: true });
  await page.goto('/');
  await expect(time).toBeHidden();
  await way.click();
  await time.click();
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/players');
  await page.goto('/');
  await expect(time).toBeVisible();
  // Until they are put away, or another way is gone.
  await way.click();
  await page.reload();
  await expect(way).toBeVisible();
  await expect(time).toBeHidden();
});

test('a game of two minutes says 2:00 wherever its clocks are told', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await sitDown(white, black, { time: { initial_ms: 120_000, increment_ms: 0 } });
  for (const side of ['White', 'Black']) await expect(white.getByRole('timer', { name: `${side}’s clock` })).toHaveText('2:00');
  expect(await white.locator('body').innerText()).not.toMatch(RIDDLES);
  await white.goto('/');
  await expect(white.getByRole('main').getByText('2:00').first()).toBeVisible();
  expect(await white.locator('body').innerText()).not.toMatch(RIDDLES);
});
