// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, create, play, sitDown } from '../support/game';
import { exchange, meet } from '../support/opponent';
import { DEVICES, expect, register, someName, test } from '../support/people';
import { resize } from '../support/visit';
import type { Page } from '@playwright/test';

const CLOCK = { initial_ms: 300_000, increment_ms: 2_000 };

test('a takeback is declined, proposed again and accepted, and time is given', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { time: CLOCK });
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  const propose = async () => {
    await white.getByRole('button', { name: 'More', exact: true }).click();
    await white.getByRole('menuitem', { name: 'Propose takeback' }).click();
  };
  await propose();
  await expect(black.getByText(/asks for a takeback\./)).toBeVisible();
  await black.getByRole('button', { name: 'Decline takeback' }).click();
  await expect(white.getByText(/declined the takeback\./).first()).toBeVisible();
  // The keyboard's place is kept: it does not fall to the page's beginning.
  expect(await black.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await propose();
  await expect(white.getByText(/again after your next move/)).toBeVisible();
  await play([boards[1], boards[0]], ['b8c6', 'f1b5']);
  await propose();
  await black.getByRole('button', { name: 'Accept takeback' }).click();
  for (const board of boards) {
    await board.shows('f1', 'white bishop');
    await board.shows('b5', 'empty');
  }
  await expect(white.getByText('Your move was taken back.')).toBeVisible();
  await play(boards, ['f1c4', 'g8f6']);
  await white.getByRole('button', { name: 'More', exact: true }).click();
  await white.getByRole('menuitem', { name: 'Give time' }).click();
  await expect(black.getByText(/gave you 15 seconds\./)).toBeVisible();
});

test('a press that meant a takeback does not accept the draw that takes its place', async ({ person, opponent }) => {
  const [white, black] = [await opponent(), await person()];
  const board = await meet(black, white, { time: CLOCK, color: 'black' });
  await exchange([white, board], ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6']);
  await white.act({ type: 'propose_takeback' });
  await white.act({ type: 'offer_draw' });
  const accept = black.getByRole('button', { name: 'Accept takeback' });
  // Both are asked, each in a place of its own.
  const draw = black.getByRole('button', { name: 'Accept draw' });
  for (const each of [accept, draw]) await expect(each).toBeVisible();
  const [one, other] = [await accept.boundingBox(), await draw.boundingBox()];
  expect((other?.x ?? 9999) + (other?.width ?? 0)).toBeLessThan(one?.x ?? 0);
  // Words first, then the answers: also where the line is narrow.
  const isBehindWords = (answer: string) =>
    black.getByRole('button', { name: answer }).evaluate((button) => {
      const words = button.closest('.offers')?.querySelector('p')?.getBoundingClientRect();
      return words !== undefined && words.width > 1 && words.right <= button.getBoundingClientRect().left;
    });
  // With twice the text no answer lies over one to the other question.
  await resize(black, 390, 844);
  await black.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const answers = black.locator('.offers button');
  await expect(answers).toHaveCount(4);
  await expect(async () => {
    let end = 0;
    for (const { left, right } of await answers.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))) {
      expect(left).toBeGreaterThanOrEqual(end);
      end = right;
    }
    expect(end).toBeLessThanOrEqual(390);
  }).toPass();
  await black.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await resize(black, 1280, 800);
  await accept.hover();
  // As soon as the question is another one, the pointer that waits over the first one presses.
  await black.evaluate(() => {
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll('button')].find((each) => each.ariaLabel === 'Accept draw');
      if (!button) return;
      button.click();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true });
  });
  await white.play('b5a4');
  await expect(black.getByText(/offers a draw\./)).toBeVisible();
  await board.shows('a4', 'white bishop');
  await expect(black.getByRole('button', { name: 'Accept draw' })).toBeEnabled();
  const size = black.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [size.width, 390, 320]) {
    await black.setViewportSize({ width, height: size.height });
    await expect.poll(() => isBehindWords('Accept draw'), `${width} px`).toBe(true);
    const far = await draw.boundingBox();
    // Where "Accept takeback" stands, a draw is not accepted.
    if (width === size.width) expect((far?.x ?? 9999) + (far?.width ?? 0)).toBeLessThan(one?.x ?? 0);
  }
  await black.setViewportSize(size);
  await exchange([board, white], ['b7b5', 'a4b3']);
});

test('against the computer a takeback is free', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.shows('e2', 'white pawn');
  await board.click('e2');
  await board.click('e4');
  // The computer has answered: it is one's move before one's own, too.
  await expect(page.locator('.moves [data-ply="2"]')).toBeVisible();
  await expect(page.getByText('Your move.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Take back' }).click();
  await board.shows('e2', 'white pawn');
  await board.shows('e4', 'empty');
});

test('an offered rematch moves nothing, and is declined or accepted where it is offered', async ({ person }) => {
  const size = { viewport: { width: 1440, height: 900 } };
  const [white, black] = [await person(size), await person(size)];
  const boards = await sitDown(white, black);
  await play(boards, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  const ofPage = async (page: Page) => {
    const all = [page.getByRole('button', { name: /^(Cancel r|R)ematch$/ }), page.getByRole('link', { name: 'New opponent' }), page.locator('.near-area'), page.locator('.moves-area')];
    return Promise.all(all.map((one) => one.boundingBox()));
  };
  /** Where everything stands on a desktop and on a phone, on both sides. */
  const places = async () => {
    const found = [];
    for (const [width, height] of [[1440, 900], [390, 844]] as const) {
      for (const page of [white, black]) {
        await resize(page, width, height);
        found.push(await ofPage(page));
      }
    }
    return found;
  };
  for (const page of [white, black]) {
    await expect(page.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
    await expect(page.locator('.after')).toBeAttached();
  }
  const before = await places();
  await black.getByRole('button', { name: 'Rematch', exact: true }).click();
  await expect(black.getByRole('button', { name: 'Cancel rematch' })).toBeVisible();
  await expect(white.getByRole('button', { name: 'Accept rematch' })).toBeVisible();
  const another = (page: Page) => expect(page.getByRole('link', { name: 'New opponent' })).toBeVisible();
  await another(white);
  await expect.poll(places).toEqual(before);
  // Whoever looks at an earlier move learns of it as well.
  await white.keyboard.press('ArrowLeft');
  await expect(white.getByText(/would like a rematch/)).toBeVisible();
  await expect(white.getByRole('button', { name: 'Decline', exact: true })).toBeVisible();
  await expect.poll(places).toEqual(before);
  await white.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(black.getByText(/declined the rematch/)).toBeVisible();
  await another(black);
  await expect.poll(places).toEqual(before);
  const last = white.url();
  await white.getByRole('button', { name: 'Rematch', exact: true }).click();
  await black.getByRole('button', { name: 'Accept rematch' }).click();
  for (const page of [white, black]) await expect(page).not.toHaveURL(last);
  expect(black.url()).toBe(white.url());
});

test('an offered rematch is withdrawn, says that the opponent has left, and leads to the game from every page', async ({ person }) => {
  const [white, black] = [await person(), await person(DEVICES.phone)];
  // As long as names are.
  await register(white, someName('Elisabethvon'));
  await play(await sitDown(white, black, { time: CLOCK }), ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await black.getByRole('button', { name: 'Rematch', exact: true }).click();
  await expect(black.getByText(/^You won by checkmate\. You offered .* a rematch\.$/)).toBeVisible();
  await white.goto('/');
  await expect(black.getByText(/has left\. Your rematch offer still stands\./)).toBeVisible();
  await black.getByRole('button', { name: 'Cancel rematch' }).click();
  await expect(black.getByRole('button', { name: 'Rematch', exact: true })).toBeEnabled();
  await expect(black.getByText(/rematch offer/)).toBeHidden();
  await black.getByRole('button', { name: 'Rematch', exact: true }).click();
  await expect(black.getByText(/Your rematch offer still stands\./)).toBeVisible();
  await black.goto('/puzzles');
  await white.goBack();
  const last = white.url();
  await white.getByRole('button', { name: /^(Accept r|R)ematch$/ }).click();
  await expect(white).not.toHaveURL(last);
  await expect(black.getByRole('link', { name: 'Go to game' })).toBeVisible();
  // The card that says "has begun" must not cover "Back to the game" below it. Their edges may touch.
  await expect(async () => {
    const [card, bar] = [await black.locator('.notice').boundingBox(), await black.locator('aside.running').boundingBox()];
    expect(card!.y + card!.height).toBeLessThanOrEqual(bar!.y + 4);
  }).toPass();
  await black.getByRole('link', { name: 'Go to game' }).click();
  await expect(black).toHaveURL(white.url());
  for (const page of [white, black]) {
    await new Board(page).shows('e2', 'white pawn');
    await expect(page.getByText(/has begun\./)).toHaveCount(0);
  }
});

test('Escape cancels a question, and the keyboard keeps its place', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'e7e5']);
  await white.getByRole('button', { name: 'Resign', exact: true }).focus();
  await white.keyboard.press('Enter');
  await expect(white.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await white.keyboard.press('Escape');
  await expect(white.getByText('Resign this game?')).toBeHidden();
  const place = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
  await expect(white.getByRole('button', { name: 'Resign', exact: true })).toBeFocused();
  await white.getByRole('button', { name: 'Offer draw', exact: true }).focus();
  await white.keyboard.press('Enter');
  await expect(white.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await white.keyboard.press('Shift+Tab');
  await expect(white.getByRole('button', { name: 'Yes, offer' })).toBeFocused();
  await white.keyboard.press('Enter');
  await expect(black.getByText(/offers a draw\./)).toBeVisible();
  await expect.poll(() => place(white)).toBe('BUTTON');
  const decline = black.getByRole('button', { name: 'Decline draw' });
  await expect(decline).toBeEnabled();
  await decline.focus();
  await black.keyboard.press('Enter');
  await expect(black.getByText(/offers a draw\./)).toBeHidden();
  await expect.poll(() => place(black)).not.toBe('BODY');
});
