// SPDX-License-Identifier: AGPL-3.0-or-later
// A window of 320 px with the usual text, and a phone with letters of twice the size, as the browser's settings make them, and as
// a style sheet of the person's own does: rules that ask for the window's width in `em` see only the first.
import type { CDPSession, Page } from '@playwright/test';
import { post } from '../support/calls';
import { cramped } from '../support/cramped';
import { create } from '../support/game';
import { everyAddress } from '../support/pages';
import { overflow, PASSWORD, register } from '../support/people';
import { answered } from '../support/quiet';
import { spills } from '../support/spills';
import { swept } from '../support/sweep';
import { expect, test } from '../support/test';
import { visit, walker } from '../support/visit';

/** The browser's own sizes of letters, those of a text and of a table of fixed width, that of a style sheet, and the window that must have room. */
const LOOKS = [
  { what: 'the usual text', standard: 16, fixed: 13, styled: '', width: 320 },
  { what: 'twice the text', standard: 32, fixed: 26, styled: '', width: 390 },
  { what: 'twice the text by a style', standard: 16, fixed: 13, styled: '200%', width: 390 },
] as const;

test.use({ flags: ['--unlimited-addresses', '127.0.0.1'] });

/** What is open, in each look. */
async function inEachLook(page: Page, devtools: CDPSession, see: (what: string) => Promise<void>): Promise<void> {
  for (const { what, standard, fixed, styled, width } of LOOKS) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed } });
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), styled);
    const now = () => page.evaluate(() => [innerWidth, getComputedStyle(document.documentElement).fontSize]);
    await expect.poll(now).toEqual([width, styled === '' ? `${standard}px` : '32px']);
    await see(what);
  }
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
}

for (const locale of swept(['de'], ['en', 'fr', 'es'])) {
  test(`no page is wider than 320 px with the usual text, or 390 px with twice the text (${locale})`, async ({ person, provokes }) => {
    // There is no event with a game's id.
    provokes(answered(400), answered(404));
    // Some twenty pages, one after the other.
    test.slow();
    const [page, other] = [await person({ viewport: { width: 320, height: 844 }, hasTouch: true, locale }), await person()];
    const devtools = await page.context().newCDPSession(page);
    let go = (path: string) => visit(page, path);
    const fits = async (path: string) => {
      await go(path);
      await inEachLook(page, devtools, async (what) => {
        await expect.soft.poll(() => overflow(page), `${path}, ${what}`).toBeLessThanOrEqual(0);
        // Large letters may wrap in their buttons; they leave nothing, and nothing is cut.
        const spilt = async () => (await cramped(page)).filter((found) => !/takes \d+ lines$/.test(found));
        await expect.soft.poll(spilt, `${path}, ${what}`).toEqual([]);
      });
    };
    for (const path of ['/settings', '/card', '/']) await fits(path);
    await page.locator('.way button').nth(2).click();
    await expect(page.locator('.find')).toBeVisible();
    await inEachLook(page, devtools, async (what) => {
      await expect.soft.poll(() => overflow(page), `the lobby, ${what}`).toBeLessThanOrEqual(0);
      await expect.soft.poll(() => cramped(page), `the lobby, ${what}`).toEqual([]);
    });
    // The words of the times stay in their tiles.
    await page.locator('.way button').first().click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeAttached();
    await inEachLook(page, devtools, async (what) => {
      const labels = async () => (await cramped(page)).filter((found) => /^label/.test(found));
      await expect.soft.poll(labels, `a dialog, ${what}`).toEqual([]);
    });
    await page.keyboard.press('Escape');

    await register(page, 'Maximiliane');
    await register(other, 'Boris');
    go = walker(page);
    const game = await create(page, { opponent: { kind: 'computer', level: 1 } });
    const all = everyAddress({ id: game, name: 'Boris', category: 'blitz', part: 'users' });
    for (const path of [...all.map(([, path]) => path), '/@/Maximiliane']) await fits(path);
    // A second device, which the settings offer to log out.
    const [status] = await post(await person(), '/api/login', { name: 'Maximiliane', password: PASSWORD });
    expect(status).toBe(200);
    await fits('/settings');
    const logOut = page.locator('.others');
    await expect(logOut).toBeVisible();
    const beyond = () => logOut.evaluate((button) => Math.max(button.scrollWidth - button.clientWidth, button.scrollHeight - button.clientHeight));
    await inEachLook(page, devtools, (what) => expect.soft.poll(beyond, `its words, ${what}`).toBeLessThanOrEqual(1));
    await fits(`/game/${await create(page)}`);
    const id = await create(other, { time: { initial_ms: 600_000, increment_ms: 0 } });
    await page.goto(`/game/${id}`);
    await page.locator('.join').click();
    await expect(page.locator('.join')).toBeHidden();
    // Loaded again, as a player.
    go = walker(page);
    await fits(`/game/${id}`);
    // The ways to take a game along.
    await page.locator('.share').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inEachLook(page, devtools, async (what) => {
      const cut = async () => (await cramped(page)).filter((found) => !/takes \d+ lines$/.test(found));
      await expect.soft.poll(cut, `sharing, ${what}`).toEqual([]);
      const beyond = () => page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      await expect.soft.poll(beyond, `sharing, ${what}`).toBeLessThanOrEqual(0);
    });
    // What comes forward on other pages: the running game, and a challenge.
    await fits('/players');
    await expect(page.locator('.running a')).toBeVisible();
    const terms = { time: { initial_ms: 600_000, increment_ms: 0 }, color: 'random', start: { kind: 'standard' }, rated: true };
    expect((await post(other, '/api/page/challenges', { to: 'Maximiliane', terms }))[0]).toBe(201);
    const card = page.locator('.challenge');
    await expect(card).toBeVisible();
    const out = async () => (await spills(page)).filter((found) => /challenge|the page/.test(found));
    await inEachLook(page, devtools, (what) => expect.soft.poll(out, `a challenge, ${what}`).toEqual([]));
  });
}

test('the bar of a running game fits a phone with twice the text, in words longer than the German ones', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const devtools = await page.context().newCDPSession(page);
  await create(page, { opponent: { kind: 'computer', level: 1 }, time: { initial_ms: 600_000, increment_ms: 0 } });
  await visit(page, '/players');
  const bar = page.locator('.running');
  await expect(bar.getByText('Back to the game')).toBeVisible();
  await inEachLook(page, devtools, async (what) => {
    await expect.soft.poll(() => overflow(page), what).toBeLessThanOrEqual(0);
    const inside = () => bar.locator('strong, .back').evaluateAll((words) => words.every((word) => word.getBoundingClientRect().left >= 0 && word.getBoundingClientRect().right <= innerWidth));
    await expect.soft.poll(inside, what).toBe(true);
  });
});
