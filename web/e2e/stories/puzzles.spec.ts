// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles, as people solve them: on a phone and at a desk, wrong first and then right, with a hint, by theme.
import type { APIRequestContext, Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { DEVICES, enrol, expect, FLOWS, openTimes, test } from '../support/people';
import { LOST_CONNECTION } from '../support/quiet';
import { tabTo, tabToBoard, type } from '../support/typing';
import { resize } from '../support/visit';

/** The solution of the puzzle on the page, as the server tells it to somebody else. */
async function solutionOf(page: Page, other: APIRequestContext): Promise<string[]> {
  await expect(page).toHaveURL(/\/puzzles#\w+$/);
  const id = new URL(page.url()).hash.slice(1);
  const origin = new URL(page.url()).origin;
  const answer = await other.post(`${origin}/api/page/puzzles/${id}/solution`, { headers: { origin }, data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
  const { line } = (await answer.json()) as { line: { uci: string }[] };
  return line.filter((_, index) => index % 2 === 0).map(({ uci }) => uci);
}

const said = (page: Page) => page.locator('.puzzle-notice');
const ready = (page: Page) => expect(said(page)).toContainText('Find the best move');

/** Plays the solution, by mouse or by finger. */
async function solve(page: Page, moves: string[], device: string): Promise<void> {
  const board = new Board(page);
  for (const [index, uci] of moves.entries()) {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    if (device === 'phone') {
      await board.tap(from);
      await board.tap(to);
    } else await board.drag(from, to);
    if (uci.length === 5) await page.getByRole('button', { name: 'Queen', exact: true }).click();
    const played = page.getByRole('region', { name: 'Moves' }).locator('[data-ply]');
    await expect(played).toHaveCount(2 * index + (index + 1 === moves.length ? 2 : 3));
  }
}

/** The solver's rating, as the page shows it. */
async function ratingOf(page: Page): Promise<number> {
  const shown = page.getByText(/^Your rating: \d+\?$/);
  return Number((await shown.innerText()).replaceAll(/\D/g, ''));
}

for (const [device, options] of FLOWS) {
  test(`a puzzle is failed, explained and solved, and the next one counts, on a ${device}`, async ({ person, request: other }) => {
    const page = await person(options);
    await enrol(page);
    // On a phone the start page leads there, elsewhere the header.
    await page.getByRole('banner').getByRole('link', { name: 'Puzzles', exact: true }).click();
    await ready(page);
    await expect(page.getByText('Your rating: 1500?')).toBeVisible();
    // The buttons are reached by the keyboard, too.
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };

    /** Where the first of the buttons is. */
    const first = async () => (await page.locator('.actions-area button').first().boundingBox())?.y;
    const firstAt = await first();
    const { from, to } = await wrongMove(page, other);
    const moves = await solutionOf(page, other);
    const board = new Board(page);
    if (device === 'phone') {
      await board.tap(from);
      await board.tap(to);
    } else await board.drag(from, to);
    await expect(said(page)).toHaveText('That’s not it.');
    if (device === 'phone') expect(await first(), 'it stays under the thumb').toBe(firstAt);
    await expect(page.getByText('Rated · your rating is still settling')).toBeVisible();
    await expect.poll(() => ratingOf(page)).toBeLessThan(1500);
    const failed = await ratingOf(page);
    await page.getByRole('button', { name: 'Why not?', exact: true }).click();
    await expect(said(page)).not.toHaveText(/^(That’s not it\.|Looking for the reply…)$/);
    const played = page.getByRole('region', { name: 'Moves' }).locator('[data-ply]');
    await expect.poll(() => played.count(), 'the answer is played').toBeGreaterThanOrEqual(3);
    await press('Try again');
    await ready(page);
    await expect(played).toHaveCount(1);
    await solve(page, moves, device);
    await expect(said(page)).toHaveText('That’s it.');
    if (device === 'phone') expect(await first()).toBe(firstAt);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await ready(page);
    const hinted = await solutionOf(page, other);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await expect(said(page)).toHaveText(`Try the piece on ${hinted[0]?.slice(0, 2)}.`);
    await solve(page, hinted, device);
    await expect(said(page)).toHaveText('That’s it.');
    // After a hint nothing is won.
    expect(await ratingOf(page)).toBe(failed);

    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await ready(page);
    const then = await solutionOf(page, other);
    await solve(page, then, device);
    await expect(said(page)).toHaveText('Solved.');
    await expect.poll(() => ratingOf(page)).toBeGreaterThan(failed);

    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await ready(page);
    const skipped = page.url();
    await press('Skip');
    await expect(page).not.toHaveURL(skipped);
    await ready(page);
    await press('Show solution');
    await expect(said(page)).toHaveText('This is the solution.');
    await page.getByRole('link', { name: 'Analyse', exact: true }).last().click();
    await expect(page).toHaveURL(/\/analysis#fen=/);
  });
}

/** A move that loses the puzzle on the page, as the server tells somebody else. */
async function wrongMove(page: Page, other: APIRequestContext): Promise<{ id: string; from: string; to: string }> {
  await expect(page).toHaveURL(/\/puzzles#\w+$/);
  const { hash, origin } = new URL(page.url());
  const id = hash.slice(1);
  const puzzle = (await (await other.get(`${origin}/api/page/puzzles/${id}`)).json()) as { position: { legal: string[] } };
  for (const uci of puzzle.position.legal.filter((move) => move.length === 4)) {
    const answer = await other.post(`${origin}/api/page/puzzles/${id}/move`, { headers: { origin }, data: { moves: [uci] } });
    const { verdict } = (await answer.json()) as { verdict: { kind: string } };
    if (verdict.kind === 'wrong') return { id, from: uci.slice(0, 2), to: uci.slice(2, 4) };
  }
  throw new Error(`every move solves ${id}`);
}

test('a puzzle is failed, explained and solved by the keyboard alone, and each word of it is announced', async ({ person, request: other }) => {
  const page = await person();
  await page.goto('/puzzles');
  await ready(page);
  const { id, from, to } = await wrongMove(page, other);
  const moves = await solutionOf(page, other);
  const { solver: side } = (await (await other.get(`${new URL(page.url()).origin}/api/page/puzzles/${id}`)).json()) as { solver: 'white' | 'black' };
  // What a screen reader says by itself: the sentence below the board, and the last move.
  const announced = page.getByRole('main').getByRole('status').filter({ hasText: /./ }).first();
  const move = page.locator('main > p[aria-live=polite]');
  const board = new Board(page);
  const press = async (name: string) => {
    await tabTo(page, new RegExp(`^${name}$`));
    await page.keyboard.press('Enter');
  };
  await expect(announced).toHaveText(`Find the best move for ${side === 'white' ? 'White' : 'Black'}.`);

  await tabToBoard(page);
  await type(board, from, to, side);
  await expect(announced).toHaveText('That’s not it.');
  await press('Why not[?]');
  await expect(announced).not.toHaveText(/^\s*(That’s not it\.|Looking for the reply…)$/);
  await expect(announced).toHaveText(/^\s*\S.+\.$/);
  await press('Try again');
  await ready(page);
  await press('Hint');
  await expect(announced).toHaveText(`Try the piece on ${moves[0]?.slice(0, 2)}.`);

  for (const [index, uci] of moves.entries()) {
    const before = await move.innerText();
    await tabToBoard(page);
    await type(board, uci.slice(0, 2), uci.slice(2, 4), side);
    if (uci.length === 5) await press('Queen');
    await expect(page.getByRole('region', { name: 'Moves' }).locator('[data-ply]')).toHaveCount(2 * index + (index + 1 === moves.length ? 2 : 3));
    await expect(move).not.toHaveText(before);
    await expect(move).toHaveText(/^(White|Black)\b.+/);
  }
  await expect(announced).toHaveText('That’s it.');
  await press('Next puzzle');
  await expect(page).not.toHaveURL(new RegExp(`#${id}$`));
  await ready(page);
});

test('a streak goes on after the server was away, ends with the first wrong move, and the history gives its puzzle back', async ({ person, provokes, request: other }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await enrol(page);
  // The header leads there on a desktop.
  await page.getByRole('banner').getByRole('link', { name: 'Puzzles', exact: true }).click();
  await ready(page);
  // What is to be done stands beside the board, where a laptop shows it without scrolling.
  const [task, board] = [await said(page).boundingBox(), await page.locator('.board-area').boundingBox()];
  expect(task?.x).toBeGreaterThan((board?.x ?? 0) + (board?.width ?? 0));
  await expect(said(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Streak', exact: true }).click();
  await expect(page.getByRole('timer')).toHaveText('Streak: 0');
  await ready(page);
  // Its button stands below the board.
  await expect(page.locator('.board-area')).toBeInViewport({ ratio: 0.98 });
  // The server is away for a moment. The bar that says so is hidden beside a board, and goes when the server is back.
  provokes(LOST_CONNECTION);
  const bar = page.locator('.trouble');
  await page.context().setOffline(true);
  await page.getByText('Puzzles you tried').click();
  await expect(bar).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('timer'), 'it goes on').toHaveText('Streak: 0');
  await page.getByText('Puzzles you tried').click();
  const { id, from, to } = await wrongMove(page, other);
  await new Board(page).drag(from, to);
  await expect(said(page)).toHaveText('Streak over: 0 solved. Your best: 0.');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Leave streak' }).click();
  await ready(page);
  await expect(page.getByText('Your rating: 1500?')).toBeVisible();
  await page.getByText('Puzzles you tried').click();
  await page.getByRole('button', { name: `Try again: puzzle ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`#${id}$`));
  await expect(page.getByText(/You missed this on .+ Not rated\./)).toBeVisible();

  await page.getByRole('button', { name: 'Daily puzzle' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Rush', exact: true }).click();
  await expect(page.getByRole('timer')).toHaveText(/^Rush: 0 · [23]:\d\d$/);
});

test('a search that goes on beside a puzzle lies over none of its buttons', async ({ person }) => {
  // Of a phone only the size: a browser of a phone that is resized keeps its zoom.
  const page = await person({ viewport: DEVICES.phone.viewport });
  await page.goto('/');
  await openTimes(page);
  await page.getByRole('button', { name: '15+10', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Looking for an opponent' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Puzzles', exact: true }).click();
  await ready(page);
  const pill = page.getByRole('button', { name: 'Challenges and searches', exact: true });
  for (const [width, height] of [[390, 844], [390, 664], [320, 568], [820, 1180]] as const) {
    await resize(page, width, height);
    await expect(pill).toBeInViewport({ ratio: 1 });
    // The board is measured anew after the window has its size.
    const below = () => pill.evaluate((button) => {
      const one = (button.parentElement ?? button).getBoundingClientRect();
      const others = document.querySelectorAll('main :is(button, a, summary, select), .board-area');
      return [...others].filter((other) => {
        const { left, top, right, bottom } = other.getBoundingClientRect();
        return left < one.right && right > one.left && top < one.bottom && bottom > one.top;
      }).map((other) => other.textContent);
    });
    await expect.poll(below, `${width}×${height}`).toEqual([]);
  }
  await pill.click();
  await page.getByRole('region', { name: 'Challenges and searches' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(pill).toHaveCount(0);
});
