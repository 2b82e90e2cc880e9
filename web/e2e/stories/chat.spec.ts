// SPDX-License-Identifier: AGPL-3.0-or-later
import { findings } from '../support/axe';
import { play, sitDown } from '../support/game';
import { DEVICES, expect, test } from '../support/people';
import { resize } from '../support/visit';
import type { Locator, Page } from '@playwright/test';

/** Opens the chat where it stands behind a button. */
async function openChat(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Chat' });
  const box = page.getByRole('textbox', { name: 'Message' });
  if (!(await box.isVisible())) await button.click();
}

/** The window as it is when the page is opened in that size. */
async function fresh(page: Page, width: number, height: number): Promise<void> {
  await resize(page, width, height);
  await page.evaluate(() => scrollTo(0, 0));
}

/** A sheet goes by Escape, and hides the button; what lies in the page goes by the button. */
async function closeChat(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  if ((await page.locator('.place.sheet').count()) > 0) await box.press('Escape');
  else await page.getByRole('button', { name: 'Chat' }).click();
  await expect(box).toBeHidden();
}

/** Whether a press on the middle of a button reaches it where the page is scrolled now. */
const isUncovered = (button: Locator): Promise<boolean> =>
  button.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

/** The open chat is seen whole, and both clocks beside it. */
async function coversNoClock(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeInViewport({ ratio: 1 });
  for (const name of ['Hello', 'Good luck']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  const chat = await page.locator('.place').boundingBox();
  if (!chat) throw new Error('there is no chat');
  for (const side of ['White', 'Black']) {
    const clock = await page.getByRole('region', { name: side }).locator('.clock').boundingBox();
    expect(clock?.y, side).toBeGreaterThanOrEqual(0);
    const isApart = !clock || clock.y + clock.height <= chat.y || clock.y >= chat.y + chat.height;
    expect(isApart, side).toBe(true);
  }
}

test('players talk, spectators never read it, and what somebody says is muted, shown again, and reported', async ({ person }) => {
  const [white, black, watcher] = [await person(), await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4']);
  await watcher.goto(white.url());
  // Only what is said from now on is new to Black.
  await expect(black.getByRole('button', { name: 'Chat' })).toBeVisible();
  await openChat(white);
  await white.getByRole('textbox', { name: 'Message' }).fill('Good evening <b>Bob</b>');
  await white.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(white.getByRole('log')).toContainText('Good evening <b>Bob</b>');
  // Nobody mutes or reports themselves.
  await expect(white.getByRole('button', { name: /^(Mute|Report) / })).toHaveCount(0);
  // A dot says that something is new.
  await expect(black.getByText('1 new message')).toBeAttached();
  await openChat(black);
  await expect(black.getByRole('log')).toContainText('Good evening <b>Bob</b>');
  await black.getByRole('button', { name: 'Good luck', exact: true }).click();
  await expect(white.getByRole('log')).toContainText('Good luck');

  const toggle = watcher.getByRole('button', { name: 'Chat' });
  await toggle.click();
  await expect(watcher.getByText('No messages yet.')).toBeVisible();
  await expect(watcher.getByText('Good evening')).toHaveCount(0);
  await expect(watcher.getByRole('textbox', { name: 'Message' })).toHaveCount(0);

  await white.getByRole('textbox', { name: 'Message' }).fill('fish');
  await white.keyboard.press('Enter');
  const log = black.getByRole('log');
  await expect(log).toContainText('fish');
  await log.getByText('fish').hover();
  await black.getByRole('button', { name: /^Report .+’s message$/ }).last().click();
  await expect(black.getByText('Reported. Staff will look into it.')).toBeVisible();
  await white.getByRole('button', { name: 'Hello', exact: true }).click();
  await log.getByText('Hello').hover();
  await black.getByRole('button', { name: /^Mute / }).last().click();
  await expect(log).not.toContainText('fish');
  await black.getByRole('button', { name: 'Show all' }).click();
  await expect(log).toContainText('fish');
});

test('by touch an open chat leaves board and clocks of a running game in view, and on a small screen lies over the page, which stays where it is', async ({ person }) => {
  const [white, black] = [await person({ ...DEVICES.phone, bypassCSP: true }), await person()];
  const boards = await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5']);
  const [button, box] = [white.getByRole('button', { name: 'Chat' }), white.getByRole('textbox', { name: 'Message' })];
  for (const [width, height, told] of [[390, 844, '1 new message'], [820, 1180, '2 new messages']] as const) {
    await fresh(white, width, height);
    await button.tap();
    if (width === 820) await coversNoClock(white);
    const said = `Good evening at ${width} px`;
    await box.fill(said);
    await box.press('Enter');
    await expect(black.getByText(told)).toBeAttached();
    await expect(white.getByRole('log')).toContainText(said);
    await expect(white.getByText(said, { exact: true })).toBeInViewport({ ratio: 1 });
    for (const part of [box, white.locator('.board-area'), ...(await white.getByRole('timer', { name: /clock$/ }).all())]) {
      await expect(part, `${width} px`).toBeInViewport({ ratio: 1 });
    }
    await closeChat(white);
  }

  for (const [width, height] of [[320, 568], [844, 390]] as const) {
    await fresh(white, width, height);
    await button.scrollIntoViewIfNeeded();
    const before = await white.evaluate(() => [scrollY, document.documentElement.scrollHeight]);
    await button.tap();
    await expect(box).toBeInViewport({ ratio: 1 });
    if (width === 320) await coversNoClock(white);
    await expect.poll(() => white.evaluate(() => [scrollY, document.documentElement.scrollHeight])).toEqual(before);
    const said = `Good evening at ${width} px`;
    await box.fill(said);
    await box.press('Enter');
    await expect(white.getByText(said, { exact: true })).toBeInViewport({ ratio: 1 });
    expect(await findings(white)).toEqual([]);
    await expect(white.locator('.board-area')).toBeVisible();
    if (width > height) {
      // On a phone on its side the open chat covers neither board, clocks nor notices.
      const over = await white.locator('.place').boundingBox();
      const parts = [white.locator('.board-area'), white.locator('.notice-area'), ...(await white.getByRole('timer', { name: /clock$/ }).all())];
      for (const part of parts) {
        const [one, other] = [await part.boundingBox(), over];
        if (!one || !other) throw new Error('nothing to be seen');
        const isApart = one.x + one.width <= other.x + 1 || one.y + one.height <= other.y + 1 || other.y + other.height <= one.y + 1;
        expect(isApart, JSON.stringify([one, other])).toBe(true);
        await expect(part).toBeInViewport({ ratio: 0.99 });
      }
    }
    await box.press('Escape');
    await expect(box).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('what is said, the field and Send lie apart and cover no clock, nor what follows the game', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 820, height: 1180 } }), await person()];
  const boards = await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5']);
  const [lines, field, send] = [white.getByRole('log'), white.getByRole('textbox', { name: 'Message' }), white.getByRole('button', { name: 'Send', exact: true })];
  const areApart = async () => {
    const boxes = await Promise.all([lines, field, send].map((part) => part.boundingBox()));
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (!one || !other) throw new Error('nothing to be seen');
        const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
        expect(isApart, JSON.stringify([one, other])).toBe(true);
      }
    }
  };
  const inEachSize = async () => {
    for (const [width, height] of [[820, 1180], [1024, 768], [768, 1024], [700, 900], [844, 390]] as const) {
      await fresh(white, width, height);
      await openChat(white);
      await expect(areApart, `${width} by ${height}`).toPass();
      if (width === 1024) await coversNoClock(white);
      await closeChat(white);
    }
  };
  await inEachSize();
  await openChat(white);
  await expect(white.getByText('No messages yet.')).toBeVisible();
  for (const said of ['Good evening', 'a'.repeat(200)]) {
    await field.fill(said);
    await send.click();
    await expect(lines).toContainText(said);
  }
  await closeChat(white);
  await inEachSize();

  await fresh(white, 820, 1180);
  // Each time it is opened.
  for (const _ of [1, 2]) {
    if (await white.locator('.place.sheet').isVisible()) await closeChat(white);
    await openChat(white);
    await expect(white.locator('.place.sheet')).toBeVisible();
  }
  await black.getByRole('button', { name: 'Resign', exact: true }).click();
  await black.getByRole('button', { name: 'Yes, resign' }).click();
  await expect.poll(() => isUncovered(white.getByRole('button', { name: 'Rematch', exact: true }))).toBe(true);
  // Whoever agrees to a rematch in another tab is led to it there.
  await black.getByRole('button', { name: 'Rematch', exact: true }).click();
  const tab = await white.context().newPage();
  await tab.goto(white.url());
  await tab.getByRole('button', { name: 'Accept rematch' }).click();
  await expect(tab).not.toHaveURL(white.url());
  const next = white.getByRole('button', { name: 'Go to the rematch' });
  await expect.poll(() => isUncovered(next)).toBe(true);
  await next.click();
  await expect(white).toHaveURL(tab.url());
});

test('on a phone on its side an opened chat scrolls nothing, also after the game, where the newest line stays in view beside the result', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 844, height: 390 } }), await person()];
  // With clocks: the times of the moves come after the game.
  const boards = await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 0 } });
  await play(boards, ['f2f3', 'e7e5', 'g2g4']);
  const [button, field] = [white.getByRole('button', { name: 'Chat' }), white.getByRole('textbox', { name: 'Message' })];
  const opens = async (top: number, isOver = false) => {
    await white.evaluate((top) => scrollTo(0, top), top);
    await button.click();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(white.getByRole('log')).toBeInViewport({ ratio: 1 });
    expect(await white.evaluate(() => scrollY)).toBe(top);
    // Nor does it cover what follows the game.
    if (isOver) await expect.poll(() => isUncovered(white.getByRole('button', { name: 'Rematch', exact: true }))).toBe(true);
    await field.press('Escape');
    await expect(field).toBeHidden();
  };
  for (const top of [0, 40]) await opens(top);

  await fresh(white, 1440, 900);
  for (let number = 1; number <= 4; number += 1) {
    await field.fill(`${number} ${'word '.repeat(56)}`);
    await field.press('Enter');
    await expect(white.getByRole('log')).toContainText(`${number} word`);
  }
  const rest = () => white.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
  await expect.poll(rest).toBeLessThan(2);
  const before = (await white.getByRole('log').boundingBox())?.height ?? 0;
  await play(boards.reverse() as typeof boards, ['d8h4']);
  await expect(white.locator('.after')).toBeVisible();
  await expect.poll(async () => (await white.getByRole('log').boundingBox())?.height).toBeLessThan(before);
  await expect.poll(rest).toBeLessThan(2);

  await fresh(white, 844, 390);
  for (const top of [0, 40]) await opens(top, true);
});
