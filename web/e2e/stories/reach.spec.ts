// SPDX-License-Identifier: AGPL-3.0-or-later
// What a hand needs, and where: large enough to be hit, in one line, and within reach of a thumb.
import type { Locator, Page } from '@playwright/test';
import { Board, create, play, sitDown } from '../support/game';
import { meet } from '../support/opponent';
import { DEVICES, expect, register, someName, test } from '../support/people';
import { swept } from '../support/sweep';
import { resize, visit } from '../support/visit';

const CLOCK = { initial_ms: 600_000, increment_ms: 0 };
const FINGER = 44;
const TABLET = { viewport: { width: 820, height: 1180 } };

/** The buttons and the links of the page that a finger may miss; links inside a sentence are as high as their line. */
const missed = (page: Page): Promise<string[]> =>
  page.locator('button, a, select, input:not([type=radio], [type=checkbox])').evaluateAll(
    (all, least) =>
      all
        .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // Squares are as large as the board allows; a large way in is pressed on its whole card, a command by keyboard.
        .filter((each) => getComputedStyle(each).display !== 'inline' && !each.closest('[role=grid], .way, .command'))
        .map((each) => ({ name: each.getAttribute('aria-label') ?? each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width < least || box.height < least)
        .map(({ name, box }) => `${name}: ${box.width}×${box.height}`),
    FINGER,
  );

test('a finger hits every button on a tablet and on a phone', async ({ person, opponent }) => {
  const [anna, name] = [await person({ ...TABLET, hasTouch: true }), someName('Boris')];
  await register(anna);
  const look = async (what: string) => {
    for (const { viewport } of [TABLET, DEVICES.phone]) {
      await resize(anna, viewport.width, viewport.height);
      await expect.soft.poll(() => missed(anna), `${what}, ${viewport.width} px`).toEqual([]);
    }
  };
  await meet(anna, await opponent(name), { time: CLOCK });
  await look('a game');
  for (const path of ['/', '/watch', '/board', `/@/${name}`, '/players']) {
    await visit(anna, path);
    await look(path);
  }
});

/** Whether the words of a button hang out of it, and whether its row is one line. */
async function standsInLine(row: Locator, what: string): Promise<void> {
  const boxes = await row.locator('button').evaluateAll((all) =>
    all.filter((button) => button.checkVisibility()).map((button) => {
      const { left, right, top } = button.getBoundingClientRect();
      // A button with its picture alone has words for assistive technology only.
      const words = button.querySelector('span:not(.visually-hidden)');
      const seen = words?.checkVisibility() ? words.getBoundingClientRect() : null;
      const isCut = seen !== null && (seen.left < left || seen.right > right || (words?.scrollWidth ?? 0) > seen.width + 1);
      return { left, right, top, isCut };
    }),
  );
  expect(boxes.length, what).toBeGreaterThan(2);
  expect.soft(new Set(boxes.map(({ top }) => Math.round(top))).size, `${what}: one line`).toBe(1);
  expect.soft(boxes.some(({ isCut }) => isCut), `${what}: words that are cut off`).toBe(false);
  for (const [at, box] of boxes.entries()) expect.soft(box.left, what).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0);
}

for (const language of swept(['de'], ['en', 'es', 'fr'])) {
  test(`what can be done in a game stands in one line (${language})`, async ({ person }) => {
    const [white, black] = [await person({ locale: language }), await person()];
    const id = await create(black, { time: CLOCK });
    await white.goto(`/game/${id}`);
    await white.locator('.join').click();
    await expect(white.locator('.join')).toBeHidden();
    for (const [width, height] of [[1440, 900], [1024, 768], [820, 1180], [390, 844], [320, 568]] as const) {
      await white.setViewportSize({ width, height });
      // A busy page takes its new size a little later.
      await expect.poll(() => white.evaluate(() => innerWidth)).toBe(width);
      await expect(white.locator('.actions .draw')).toBeVisible();
      await standsInLine(white.locator('.actions-area'), `${width} px`);
    }
  });
}

test('on a phone the chat is opened beside the actions, which count what is new', async ({ person }) => {
  const [white, black] = [await person(DEVICES.phone), await person()];
  const boards = await sitDown(white, black, { time: CLOCK });
  await play(boards, ['e2e4']);
  // What was said before a page has opened the chat is not new.
  await expect(white.getByRole('button', { name: 'Chat' })).toBeVisible();
  await black.getByRole('button', { name: 'Chat' }).click();
  await black.getByRole('button', { name: 'Good luck', exact: true }).click();
  const button = white.getByRole('button', { name: 'Chat 1 new message' });
  await expect(button).toBeVisible();
  const box = await button.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0), 'without scrolling').toBeLessThanOrEqual(DEVICES.phone.viewport.height);
  expect(await white.evaluate(() => window.scrollY)).toBe(0);
  await button.tap();
  await expect(white.getByRole('log')).toContainText('Good luck');
  await expect(white.getByRole('textbox', { name: 'Message' })).toBeInViewport();
  await expect(white.getByText('1 new message')).toHaveCount(0);
});

test('nobody is offered a chat with the computer', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 1 }, time: CLOCK });
  await visit(page, `/game/${id}`);
  for (const { width, height } of [{ width: 1440, height: 900 }, DEVICES.phone.viewport]) {
    await resize(page, width, height);
    await new Board(page).isReady();
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Chat' })).toHaveCount(0);
    await expect(page.getByRole('log')).toHaveCount(0);
  }
});
