// SPDX-License-Identifier: AGPL-3.0-or-later
// The computer analysis of a game, and what is learnt from its mistakes: by hand, by keyboard alone, on a phone.
import type { Locator } from '@playwright/test';
import { move, report, rests, tree } from '../support/analysis';
import { findings } from '../support/axe';
import { Board, play, sitDown } from '../support/game';
import { register } from '../support/people';
import { replay, take } from '../support/replay';
import { expect, test } from '../support/test';
import { resize } from '../support/visit';

// Enough for a mate in one.
test.use({ flags: ['--analysis-nodes', '20000'] });

test('two people see where their game turned, and one of them learns from a mistake', async ({ person }) => {
  test.slow();
  const [anna, ben] = [await person(), await person({ viewport: { width: 1440, height: 900 } })];
  for (const page of [anna, ben]) await rests(page);
  // Two or three times as wide as a column of numbers.
  const [name, other] = ['Benedikt_Wagenknecht', 'Anna_Lindqvist'];
  await register(ben, name);
  await register(anna, other);
  const boards = await sitDown(anna, ben);
  await play(boards, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
  // One press away, where the result is.
  for (const page of [anna, ben]) {
    await expect(page.getByRole('main').getByText(/by checkmate/).first()).toBeInViewport();
    const analyse = page.getByRole('main').getByRole('link', { name: 'Analyse', exact: true });
    await expect(analyse).toBeInViewport({ ratio: 1 });
    await analyse.click();
  }

  // What it offers is in view at once; on a phone less than half a screen below, in a card as high as before and while it grows.
  await resize(anna, 390, 844);
  const ask = report(anna).getByRole('button', { name: 'Request computer analysis' });
  await expect(ask).toBeVisible();
  const reach = await ask.evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
  expect(reach).toBeLessThan(1.5 * 844);
  // One sees what one asks for, and can't use it yet.
  await expect(report(ben).locator('.graph')).toBeInViewport({ ratio: 1 });
  await expect(report(ben).locator('table')).toBeInViewport();
  await expect(report(ben).locator('.found')).toHaveAttribute('inert');
  await expect(report(ben).getByRole('button', { name: 'Request computer analysis' })).toBeInViewport({ ratio: 1 });
  // One asks for it, and both see it.
  await expect(report(ben).getByText(/^\d+ of \d+ analyses left today$/)).toBeVisible();
  await expect(report(anna).getByRole('button', { name: 'Request computer analysis' })).toBeVisible();
  // Nothing below it moves, from the press to the last number.
  // In the column, not on the screen: the column scrolls to what is pressed.
  const below = () => ben.getByRole('button', { name: 'Copy PGN' }).evaluate((button) => button.getBoundingClientRect().y + (button.closest('.facts-area')?.scrollTop ?? NaN) + scrollY);
  const inCard = () => report(ben).locator('.graph').evaluate((graph) => graph.getBoundingClientRect().y - (graph.closest('.card')?.getBoundingClientRect().y ?? NaN));
  const [place, graphAt] = [await below(), await inCard()];
  // On a phone the moves are text in lines, and none of them makes room for a sign.
  const last = () => tree(anna).getByRole('treeitem').last().evaluate((item: HTMLElement) => [item.offsetLeft, item.offsetTop]);
  const lastAt = await last();
  expect(place).toBeGreaterThan(0);
  await report(ben).getByRole('button', { name: 'Request computer analysis' }).click();
  for (const page of [anna, ben]) {
    await expect(report(page).getByRole('button', { name: /^Learn from / }).first()).toBeVisible({ timeout: 60_000 });
    await expect(report(page).getByRole('row', { name: /^Accuracy/ })).toHaveText(/[\d.]+ %\s*[\d.]+ %$/);
  }
  expect(await below()).toBe(place);
  expect(await inCard()).toBe(graphAt);
  await expect(move(anna, '3… Nf6, Blunder')).toBeVisible();
  expect(await last()).toEqual(lastAt);
  // On a phone the whole of it scrolls with the page.
  expect(await anna.locator('.card.report').evaluate((card) => card.scrollHeight - card.clientHeight)).toBe(0);
  // Both names are seen whole, one above the other. Of still longer ones the tooltip has the rest.
  const headers = [name, other].map((called) => report(ben).getByRole('columnheader', { name: called }));
  const cut = (box: Element) => box.scrollWidth - box.clientWidth;
  for (const header of headers) for (const box of [header, header.locator('bdi')]) expect(await box.evaluate(cut)).toBe(0);
  const [blacks = NaN, whites = NaN] = await Promise.all(headers.map(async (header) => (await header.locator('bdi').boundingBox())?.y));
  expect(blacks).toBeGreaterThan(whites);
  await expect(report(ben).getByRole('columnheader', { name })).toHaveAttribute('title', name);
  for (const part of [report(ben).getByRole('slider'), report(ben).getByRole('row', { name: /^Accuracy/ })]) await expect(part).toBeInViewport({ ratio: 1 });
  // Where it turned and why is seen at once, and one press away.
  const turned = report(ben).getByRole('button', { name: /^Where it turned: 3… Nf6 ?Blunder\. Allows mate in 1\. Better: / });
  await expect(turned).toBeInViewport({ ratio: 1 });
  await report(ben).getByRole('button', { name: `${name}: 1 blunder. Go to the next one` }).click();
  await expect(move(ben, '3… Nf6, Blunder')).toHaveAttribute('aria-current', 'true');
  // The reason of the move on the board stands there, too, and in the list.
  await expect(turned).toHaveCount(0);
  const reasons = report(ben).getByRole('button', { name: /^3… Nf6 ?Blunder\. Allows mate in 1\. Better: / });
  await expect(reasons).toHaveCount(2);
  for (const each of [0, 1]) await expect(reasons.nth(each)).toHaveAttribute('aria-current', 'true');
  for (const part of [reasons.first(), report(ben).getByRole('slider')]) await expect(part).toBeInViewport({ ratio: 1 });
  expect(await below()).toBe(place);
  // A press on the graph leaves it under the pointer.
  const slider = report(ben).getByRole('slider');
  await report(ben).evaluate((card) => (card.closest('.card') as HTMLElement).scrollTo(0, 0));
  const width = (await slider.boundingBox())?.width ?? NaN;
  for (const ply of [3, 6]) await slider.click({ position: { x: (width * ply) / 7, y: 20 } });
  await expect(move(ben, '3… Nf6, Blunder')).toHaveAttribute('aria-current', 'true');
  expect([await below(), await inCard()]).toEqual([place, graphAt]);
  await expect(reasons.first()).toBeInViewport({ ratio: 1 });
  // Mate is not looked at deeper.
  await expect(report(ben).getByRole('button', { name: 'Look deeper at 3… Nf6' })).toBeAttached();
  await move(ben, '4. Qxf7#').click();
  await expect(turned).toBeInViewport({ ratio: 1 });
  await expect(report(ben).getByRole('button', { name: /^Look deeper/ })).toHaveCount(0);
  await turned.click();
  await expect(move(ben, '3… Nf6, Blunder')).toHaveAttribute('aria-current', 'true');

  // A wrong try, a hint, a right one, and the solution.
  await report(ben).getByRole('button', { name: 'Learn from your mistakes', exact: true }).click();
  const lesson = ben.getByRole('region', { name: 'Learn from your mistakes' });
  await expect(lesson.getByText('You played 3… Nf6. What would have been better?')).toBeVisible();
  const board = new Board(ben);
  await board.shows('g8', 'black knight');
  // The game's moves before it stand in the list, and it is said whose move it is.
  await expect(tree(ben).getByRole('treeitem')).toHaveCount(5);
  await expect(ben.getByText('Your move.')).toBeVisible();
  await ben.reload();
  await expect(lesson.getByText('You played 3… Nf6. What would have been better?'), 'it goes on where it was').toBeVisible();
  await expect(ben.locator('.far-area:focus')).toHaveCount(1);
  // What is played on stands on the screen, and the keyboard goes on beside it.
  expect((await ben.locator('cg-board').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await expect(ben.locator('.far-area:focus')).toHaveCount(1);
  await board.drag('a7', 'a6');
  await expect(lesson.getByText('There’s a better move. Try again.')).toBeVisible({ timeout: 30_000 });
  await lesson.getByRole('button', { name: 'Hint' }).click();
  await expect(lesson.getByText(/^Hint: move the (king|queen|rook|bishop|knight|pawn) on [a-h][1-8]\.$/)).toBeVisible();
  await board.shows('a7', 'black pawn');
  await board.drag('g7', 'g6');
  await expect(lesson.getByText(/^g6 is (the best move\.|good, but there is better: )/)).toBeVisible({ timeout: 30_000 });
  await expect(lesson.getByText('3… Nf6: Allows mate in 1.')).toBeVisible();
  await lesson.getByRole('button', { name: 'Try again' }).click();
  await lesson.getByRole('button', { name: 'Show solution' }).click();
  await expect(lesson.getByText(/^The best line: 3… /)).toBeVisible();
  await expect(ben.locator('.far-area:focus')).toHaveCount(1);
  await lesson.getByRole('button', { name: 'Finish' }).click();
  await expect(lesson.getByText('You found 0 of 1 better move.')).toBeVisible();
  await lesson.getByRole('button', { name: 'Close' }).click();
  // Nothing of it stands in the game.
  await expect(move(ben, '3… Nf6, Blunder')).toHaveAttribute('aria-current', 'true');
  await expect(tree(ben).getByRole('treeitem')).toHaveCount(7);
});

test('by keyboard alone, with all of it told, somebody learns from two mistakes', async ({ person }) => {
  test.slow();
  const [anna, ben] = [await person(), await person({ viewport: { width: 1440, height: 900 }, bypassCSP: true })];
  for (const page of [anna, ben]) await rests(page);
  await register(ben);
  await sitDown(anna, ben);
  const id = new URL(ben.url()).pathname.split('/').at(-1) ?? '';
  // Black's queen is left to the knight, and left there once more.
  const moves = ['e2e4', 'e7e5', 'g1f3', 'd8g5', 'b1c3', 'b8c6', 'f3g5'];
  await replay(anna, ben, id, moves, moves.length);
  await take(ben, id, { type: 'resign' });
  const focused = ben.locator(':focus');
  const press = async (...keys: string[]) => {
    for (const key of keys) await ben.keyboard.press(key);
  };
  /** Goes on by Tab to this element, or to what has this name. */
  const tabTo = async (wanted: Locator | string, key = 'Tab') => {
    const isThere = () =>
      typeof wanted === 'string'
        ? focused.evaluate((one, name) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name, wanted)
        : wanted.evaluate((one) => one === document.activeElement);
    for (let stop = 0; stop < 90; stop += 1) {
      await press(key);
      if (await isThere()) return;
    }
    throw new Error(`${key} never reached ${String(wanted)}`);
  };
  /** Plays a move with the arrow keys, as Black sees the board. */
  const playByKeys = async (from: string, to: string) => {
    for (let stop = 0; stop < 60 && (await ben.locator('button[data-square]:focus').count()) === 0; stop += 1) await press('Shift+Tab');
    for (const target of [from, to]) {
      const here = (await focused.getAttribute('data-square')) ?? '';
      const [files, ranks] = [0, 1].map((part) => target.charCodeAt(part) - here.charCodeAt(part)) as [number, number];
      await press(...Array<string>(Math.abs(files)).fill(files < 0 ? 'ArrowRight' : 'ArrowLeft'), ...Array<string>(Math.abs(ranks)).fill(ranks < 0 ? 'ArrowUp' : 'ArrowDown'));
      await expect(new Board(ben).square(target)).toBeFocused();
      await press('Enter');
    }
  };

  const analyse = ben.getByRole('main').getByRole('link', { name: 'Analyse', exact: true });
  await expect(analyse).toBeVisible();
  await tabTo(analyse);
  await press('Enter');
  await expect(report(ben).getByText(/left today$/)).toBeVisible();
  const heard = report(ben).getByRole('status');
  await expect(heard).toHaveText('');
  expect(await findings(ben)).toEqual([]);
  await tabTo('Request computer analysis');
  await press('Enter');
  // The focus stays on the analysis, and a screen reader is told that it is done.
  await expect(heard).toHaveText('The analysis is done.', { timeout: 60_000 });
  await expect(report(ben)).toBeFocused();
  await expect(report(ben).getByRole('button', { name: 'Learn from your mistakes' })).toBeVisible();
  // The graph says in words what is seen, and goes with the arrow keys.
  const graph = report(ben).getByRole('slider', { name: 'Winning chances over the game' });
  await tabTo(graph);
  await press('ArrowLeft');
  await expect(graph).toHaveAttribute('aria-valuenow', '6');
  await expect(graph).toHaveAttribute('aria-valuetext', /^After 6 half-moves: Guest \w+ [\d.]+ %/);
  await expect(move(ben, '3… Nc6, Blunder')).toHaveAttribute('aria-current', 'true');

  await tabTo(report(ben).getByRole('button', { name: 'Learn from your mistakes' }), 'Shift+Tab');
  await press('Enter');
  // The keyboard is where it goes on, and hears what it is about.
  const place = ben.getByRole('group', { name: 'Learn from your mistakes' });
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription('Mistake 1 of 2 You played 2… Qg5. What would have been better?');
  const lesson = ben.getByRole('region', { name: 'Learn from your mistakes' });
  const said = lesson.getByRole('status');
  await expect(lesson).toMatchAriaSnapshot(`
    - region "Learn from your mistakes":
      - paragraph: Mistake 1 of 2
      - status:
        - paragraph: You played 2… Qg5. What would have been better?
      - paragraph:
        - button "Hint"
        - button "Show solution"
        - button "Next mistake"
  `);
  await playByKeys('a7', 'a6');
  await expect(said).toContainText('There’s a better move. Try again.', { timeout: 30_000 });
  await new Board(ben).shows('a7', 'black pawn');
  await tabTo('Show solution');
  await press('Enter');
  await expect(said).toContainText(/^The best line: 2… /);
  // The move that is shown is told as any other.
  await expect(ben.getByText(/^Black: /)).toBeAttached();
  await expect(place).toBeFocused();
  await tabTo('Next mistake');
  await press('Enter');
  await expect(said).toHaveText('You played 3… Nc6. What would have been better?');
  await expect(place).toBeFocused();
  await expect(place).toHaveAccessibleDescription('Mistake 2 of 2');
  await tabTo('Hint');
  await press('Enter');
  await expect(said).toContainText(/Hint: move the (king|queen|rook|bishop|knight|pawn) on /);
  await press('Enter');
  await expect(said).toContainText('Hint: from ');
  const [, from = '', to = ''] = /from ([a-h][1-8]) to ([a-h][1-8])/.exec(await said.innerText()) ?? [];
  await playByKeys(from, to);
  await expect(said).toContainText(/ is the best move\./, { timeout: 30_000 });
  // Back to the question and on again, as on any board.
  const piece = await new Board(ben).pieceOn(to);
  await tabTo('Finish');
  await press('ArrowLeft');
  await new Board(ben).shows(from, piece);
  await press('ArrowRight');
  await new Board(ben).shows(to, piece);
  expect(await findings(ben)).toEqual([]);
  await press('Enter');
  await expect(said).toHaveText('You found 1 of 2 better moves.');
  await tabTo('Close');
  await press('Enter');
  await expect(lesson).toHaveCount(0);
  await expect(ben.locator('.far-area:focus')).toHaveCount(1);
  await expect(tree(ben).getByRole('treeitem')).toHaveCount(moves.length);
});
