// SPDX-License-Identifier: AGPL-3.0-or-later
// No text is cut, hangs out or breaks into lines inside buttons, tiles and dialogs, on any page, at five sizes. Nor do
// pages jump while they load, or load more than their own parts, in the window of a desktop.
import type { Page } from '@playwright/test';
import type { Route } from '../../src/platform/routes';
import { rests } from '../support/analysis';
import { cramped } from '../support/cramped';
import { becomeAdmin } from '../support/desk';
import { Board, create } from '../support/game';
import { exchange, meet } from '../support/opponent';
import { componentOf, everyAddress } from '../support/pages';
import { partsOf } from '../support/parts';
import { register, test as shared } from '../support/people';
import { answered } from '../support/quiet';
import { countShifts, MOST_SHIFT, shiftOf } from '../support/shifts';
import { SWEEPS_ALL, swept } from '../support/sweep';
import { expect, test } from '../support/test';
import { letThrough, onNetwork, resize, visit } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

/** Left edge and width of every page without a board, in the widest of these windows. */
const COLUMN = [170, 1100];
const [DESKTOP, PHONE] = [[1440, 900], [390, 844]] as const;
const SIZES = [[1440, 900], [1366, 768], [820, 1180], [390, 844], [320, 568]] as const;
/** On every page an ordinary run leaves out the size that is most like another one. */
const SIZES_OF_PAGES = SIZES.filter(([width]) => SWEEPS_ALL || width !== 1366);

/** Where a page without a board begins, and how wide it is; null for a page with a board. */
const column = (page: Page) =>
  page.locator('main').first().evaluate((main) => {
    const { left, width } = main.getBoundingClientRect();
    return main.classList.contains('page') ? [left, width] : null;
  });

/** Looks at a page in all these sizes. */
async function look(page: Page, what: string, sizes: readonly (readonly [number, number])[] = SIZES): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Whoever turns a page sees only the content change.
    if (width === 1440) await expect.soft.poll(async () => (await column(page)) ?? COLUMN, what).toEqual(COLUMN);
    await expect.soft.poll(() => cramped(page), `${what}, ${width} by ${height}`).toEqual([]);
  }
}

test('pages', async ({ person, opponent, server, provokes }) => {
  provokes(answered(400), answered(404));
  test.slow();
  const [page, boris] = [await person(), await opponent('Boris')];
  await becomeAdmin(page, server);
  await exchange([await meet(page, boris, { time: { initial_ms: 600_000, increment_ms: 0 }, rated: true }), boris], ['e2e4', 'e7e5']);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await boris.act({ type: 'resign' });
  await expect(page.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
  const onDesk = ['overview', 'reports', 'cards', 'site', 'log'].map((part) => ['deskPart', `/desk/${part}`] as const);
  await rests(page);
  await countShifts(page);
  /** Loads a page in a window of this size, and sees that it is still meanwhile, and loads its own parts alone. */
  const load = async (each: Route['page'], path: string, [width, height]: readonly [number, number]) => {
    // A player's running game is a game.
    const own = each === 'tv' ? [componentOf('game'), componentOf(each)] : [componentOf(each)];
    const what = `${path} loads in ${width} by ${height}`;
    // A page that takes its new size while it loads would shift.
    await resize(page, width, height);
    // Where nothing of it has been fetched yet the start page shifts by 0.018 now and then. Whoever comes back sees it still.
    if (path === '/') await visit(page, path);
    const parts = partsOf(page);
    await visit(page, path);
    expect.soft(parts(), what).toEqual(own.sort());
    expect.soft(await shiftOf(page), what).toBeLessThanOrEqual(MOST_SHIFT);
  };
  for (const [each, path] of [...everyAddress({ id, name: 'Boris', category: 'blitz', part: 'users' }), ...onDesk]) {
    // Only an admin sees the desk, so no other story looks at it on a phone.
    for (const size of path.startsWith('/desk') ? [DESKTOP, PHONE] : [DESKTOP]) await load(each, path, size);
    await look(page, path, SIZES_OF_PAGES);
  }
  // The page is another one while he plays.
  await boris.create({ opponent: { kind: 'computer', level: 1 } });
  await load('tv', '/@/Boris/tv', DESKTOP);
  const invitation = await create(page);
  await page.goto(`/game/${invitation}`);
  await expect(page.getByText('This link only works on this computer')).toBeVisible();
  await look(page, 'an invitation without a network');
  await onNetwork(page, 'http://192.168.178.100:8080');
  await page.goto(`/game/${invitation}`);
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await look(page, 'an invitation');
  await letThrough(page);
  await page.goto('/board');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('Chief to move.')).toBeVisible();
  await look(page, 'a game over the board');
  await page.getByRole('button', { name: 'Chief resigns' }).click();
  await expect(page.locator('.deeds a')).toBeVisible();
  await look(page, 'a game over the board that is saved');
});

for (const locale of swept(['de'], ['en', 'fr', 'es'])) {
  test(`after a game the result and one row of actions stay while a rematch is offered (${locale})`, async ({ person }) => {
    const [anna, boris] = [await person({ locale, hasTouch: true }), await person({ locale, hasTouch: true })];
    await register(anna, 'Annamarie');
    await register(boris, 'Boris');
    const id = await create(anna, { time: { initial_ms: 600_000, increment_ms: 0 }, rated: true });
    for (const page of [anna, boris]) await page.goto(`/game/${id}`);
    await boris.locator('.join').click();
    await expect(boris.locator('.join')).toBeHidden();
    const boards = [new Board(anna), new Board(boris)] as const;
    for (const [mover, [from, to]] of [['e2', 'e4'], ['e7', 'e5']].entries()) {
      const pawn = await boards[0].pieceOn(from ?? '');
      for (const square of [from, to]) await boards[mover]?.click(square ?? '');
      for (const board of boards) await expect.poll(() => board.pieceOn(to ?? '')).toBe(pawn);
    }
    await boris.locator('.actions .button').nth(1).click();
    await boris.locator('.actions .button').first().click();
    const line = (page: Page) => page.locator('.notice-area .line');
    await expect(line(anna)).toHaveClass(/result/);
    for (const page of [anna, boris]) await page.setViewportSize({ width: 390, height: 844 });
    const told = await Promise.all([anna, boris].map((page) => line(page).locator('p').innerText()));
    const height = await line(anna).evaluate((one) => one.clientHeight);
    await boris.locator('.actions .primary').click();
    await expect(line(anna).getByRole('button')).toHaveCount(2);
    await expect(boris.locator('.actions .own')).toBeVisible();
    for (const [width, tall] of [[390, 844], [320, 568]] as const) {
      for (const [index, page] of [anna, boris].entries()) {
        const what = `${index === 0 ? 'is asked' : 'has asked'}, ${width} px`;
        await page.setViewportSize({ width, height: tall });
        // The sentence about the result comes before the one about the rating, which gives way.
        const ending = line(page).locator('p > span');
        await expect.soft(ending, what).toBeVisible();
        expect.soft(told[index], what).toContain((await ending.innerText()).trim());
        await expect.soft.poll(() => line(page).evaluate((one) => one.clientHeight), `${what}: nothing jumps`).toBe(height);
        const rows = () => page.locator('.actions-area').evaluate((area) => new Set([...area.querySelectorAll('.button, .icon-button')].filter((one) => one.checkVisibility()).map((one) => Math.round((one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2))).size);
        await expect.soft.poll(rows, `${what}: one row`).toBe(1);
        await expect.soft.poll(() => cramped(page), what).toEqual([]);
      }
    }
  });
}

shared('dialogs', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  for (const button of ['Play a friend', 'Play the computer', 'Import a game', 'Log in', 'Register']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, button);
    await page.setViewportSize({ width: 1440, height: 900 });
    const custom = page.getByRole('radio', { name: 'Custom' });
    if (await custom.count()) {
      await custom.check();
      await look(page, `${button}, custom`);
    }
    await page.keyboard.press('Escape');
  }
});

shared('a low window shows without scrolling whether a game with a clock of one’s own is rated', async ({ person }) => {
  const page = await person({ viewport: { width: 1366, height: 768 } });
  await register(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play a friend', exact: true }).click();
  await page.getByRole('radio', { name: 'Custom' }).check();
  const rated = page.getByRole('switch', { name: 'Rated' });
  await expect(rated).toBeInViewport({ ratio: 1 });
  // The way to create the game stays at the lower edge, and lies over what is below it.
  const free = () => rated.evaluate((one) => (one.closest('form')?.querySelector('.foot')?.getBoundingClientRect().top ?? 0) - one.getBoundingClientRect().bottom);
  await expect.poll(free).toBeGreaterThanOrEqual(0);
});

shared('a code to scan is whole in a window of 320 px', async ({ person }) => {
  const page = await person({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await onNetwork(page, 'http://192.168.178.100:8080');
  await page.goto(`/game/${await create(page)}`);
  const code = page.getByRole('img', { name: 'QR code of the link' });
  // What comes later may push it down.
  await expect(async () => {
    await code.scrollIntoViewIfNeeded();
    await expect(code).toBeInViewport({ ratio: 1, timeout: 1_000 });
  }).toPass();
  // Nothing is hidden behind a second scroll bar on the board.
  await expect.poll(() => page.locator('.veil').evaluate((veil) => veil.scrollHeight - veil.clientHeight)).toBeLessThanOrEqual(0);
  const isSeen = () => code.evaluate((picture) => {
    const { left, right, top, bottom } = picture.getBoundingClientRect();
    const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]] as const;
    return corners.every(([x, y]) => picture.contains(document.elementFromPoint(x, y)));
  });
  await expect.poll(isSeen).toBe(true);
  // Nor does the code hide what can be done below it.
  await page.getByRole('button', { name: 'Abort game' }).tap({ trial: true });
});
