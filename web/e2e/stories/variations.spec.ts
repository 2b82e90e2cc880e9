// SPDX-License-Identifier: AGPL-3.0-or-later
// A game with nested variations, as analysis, studies and finished games will show it: in a list, and in a strip on phones.
import { expect, type Page } from '@playwright/test';
import { findings } from '../support/axe';
import { fixture, openFixture } from '../support/fixture';
import { test } from '../support/quiet';
import { resize } from '../support/visit';

const FOLDER = process.env.TABIYA_SCREENSHOTS;
let files: Map<string, string>;
test.beforeAll(async () => {
  files = await fixture('tree');
});

const moves = (page: Page) => page.getByRole('region', { name: 'Moves' });
/** The move that is looked at. */
const here = (page: Page) => moves(page).locator('[aria-current]');
const square = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });

/** What is done in each window, with the list of moves or with their strip. */
async function walks(page: Page, width: number, isStrip: boolean): Promise<void> {
  const list = moves(page);
  await expect(list.getByRole('button', { name: 'Variation d4', exact: true }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/tree-${width}.png` });

  // By keys: into a variation, on, and out of it.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(here(page)).toHaveText('e4');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(here(page)).toHaveText('1.d4');
  await expect(square(page, 'd4')).toHaveAccessibleName('d4, white pawn');
  await page.keyboard.press('ArrowRight');
  await expect(here(page)).toHaveText('d5');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(here(page)).toHaveText('e4');

  // The keyboard stays with the move inside the list.
  await here(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(here(page)).toBeFocused();
  await expect(here(page)).toHaveText('1.d4');
  expect(await list.locator('button[data-ply][tabindex="0"]').count(), 'one stop for Tab').toBe(1);

  // Three deep, by mouse or finger; folded ones are opened first.
  const press = (name: string) => {
    const one = list.getByRole('button', { name, exact: true }).last();
    return isStrip ? one.tap() : one.click();
  };
  const open = async (name: string) => {
    const fold = list.getByRole('button', { name: `Variation ${name}`, exact: true });
    if ((await fold.getAttribute('aria-expanded')) === 'false') await (isStrip ? fold.tap() : fold.click());
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
  };
  for (const name of ['c5', 'Nc6', 'Bb5', 'e6']) await open(name);
  await press('Nge7');
  await expect(square(page, 'e7')).toHaveAccessibleName('e7, black knight');
  await expect(square(page, 'e6')).toHaveAccessibleName('e6, black pawn');
  await expect(here(page)).toBeInViewport();
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/tree-${width}-deep.png` });

  // Folding it leads back to the move that it replaces.
  const outer = list.getByRole('button', { name: 'Variation c5', exact: true });
  await (isStrip ? outer.tap() : outer.click());
  await expect(outer).toHaveAttribute('aria-expanded', 'false');
  await expect(list.getByRole('button', { name: 'Nge7' })).toHaveCount(0);
  await expect(here(page)).toHaveText('e5');
  expect(await findings(page)).toEqual([]);
}

test('variations are drawn and walked', async ({ browser }) => {
  // A mouse and a list; then fingers and a strip.
  for (const isStrip of [false, true]) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: isStrip, bypassCSP: true });
    const page = await context.newPage();
    await openFixture(page, files);
    for (const [width, height] of isStrip ? ([[390, 844], [820, 1180]] as const) : ([[1440, 900]] as const)) {
      await resize(page, width, height);
      await walks(page, width, isStrip);
    }
    await context.close();
  }
});
