// SPDX-License-Identifier: AGPL-3.0-or-later
// The analysis board, as people use it: after a game, on a phone, by keyboard alone, without a network.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board, play, sitDown } from '../support/game';
import { expect, register, test } from '../support/people';
import { answered, LOST_CONNECTION } from '../support/quiet';
import { replay, take } from '../support/replay';
import { test as alone } from '../support/test';

const tree = (page: Page) => page.getByRole('tree', { name: 'Moves' });
const move = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });
const report = (page: Page) => page.getByRole('region', { name: 'Computer analysis' });
const engine = (page: Page) => page.getByRole('region', { name: 'Engine' });

/** A browser in which the engine was switched off: a story that does not look at it need not pay for its search. */
const rests = (page: Page) => page.addInitScript(() => localStorage.setItem('tabiya.analysis.engine', '{"isOn":false}'));

/** Drags a move and waits until it stands in the tree. The rules may still be asked which moves there are: then it is dragged again. */
async function drag(page: Page, from: string, to: string, name: string): Promise<void> {
  await expect(async () => {
    await new Board(page).drag(from, to);
    await expect(move(page, name)).toHaveAttribute('aria-current', 'true', { timeout: 3_000 });
  }).toPass();
}

test('a finished game is analysed: a variation, the engine, undo, PGN out and in, and back to the game', async ({ person }) => {
  const [anna, ben] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  await rests(ben);
  const boards = await sitDown(anna, ben);
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  await ben.getByRole('button', { name: 'Resign', exact: true }).click();
  await ben.getByRole('button', { name: 'Yes, resign' }).click();
  // A piece that is dragged on the board of the finished game begins a line.
  // What makes the board take it comes with what follows the game.
  await expect(ben.locator('section.after')).toBeAttached();
  await boards[1].drag('b8', 'c6');
  await expect(ben).toHaveURL(/\/analysis\//);
  await expect(move(ben, '2… Nc6')).toHaveAttribute('aria-current', 'true');
  await anna.getByRole('main').getByRole('link', { name: 'Analyse', exact: true }).click();
  await expect(anna).toHaveURL(/\/analysis\//);
  await expect(move(anna, '2. Nf3')).toHaveAttribute('aria-current', 'true');

  // The engine is there at once, in words and in lines.
  await expect(engine(anna).getByText(/^Depth \d+$/)).toBeVisible();
  await expect(engine(anna).getByText(/^(Even|White|Black).*[+−]?\d\.\d$/)).toBeVisible();
  await engine(anna).getByLabel('Lines', { exact: true }).selectOption('3');
  await expect(engine(anna).getByRole('listitem')).toHaveCount(3);
  await expect(engine(anna).getByRole('listitem').nth(2).getByRole('button').first()).toBeVisible();
  // A move of a line shows its position while the pointer is on it. The threat is White's, who has just moved.
  await engine(anna).getByRole('listitem').first().getByRole('button').nth(1).hover();
  await expect(engine(anna).locator('.mini piece.white.king')).toBeVisible();
  await engine(anna).getByRole('button', { name: 'Show threat' }).click();
  await expect(engine(anna).getByRole('listitem').first()).toContainText('3. ');
  await expect(engine(anna).locator('.mini')).toHaveCount(0);
  await engine(anna).getByRole('button', { name: 'Show threat' }).click();
  await expect(engine(anna).getByRole('listitem').first()).toContainText('2… ');
  await engine(anna).getByRole('switch', { name: 'Engine' }).uncheck();

  // A variation, and an illegal move with its reason.
  await move(anna, '1. e4').click();
  await drag(anna, 'c7', 'c5', '1… c5');
  await new Board(anna).drag('g1', 'g3');
  await expect(anna.getByText(/^A knight moves in an L/)).toBeVisible();
  await drag(anna, 'b1', 'c3', '2. Nc3');
  await expect(anna).toHaveURL(/#moves=e2e4\.c7c5\.b1c3$/);
  await anna.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(move(anna, '2. Nc3')).toHaveCount(0);
  await anna.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(move(anna, '2. Nc3')).toBeVisible();
  await move(anna, '2. Nc3').click();
  await anna.getByRole('button', { name: 'Interesting move' }).click();
  await anna.getByRole('textbox', { name: 'Comment after the move' }).fill('The closed Sicilian.');
  await anna.getByRole('textbox', { name: 'Comment after the move' }).blur();
  await expect(tree(anna)).toContainText('The closed Sicilian.');

  // The address shows the same position to somebody else, and the work is there after a reload.
  await expect(anna).toHaveURL(/#moves=e2e4\.c7c5\.b1c3$/);
  await ben.goto(anna.url());
  await new Board(ben).shows('c3', 'white knight');
  await expect(tree(ben)).not.toContainText('The closed Sicilian.');
  await anna.reload();
  await expect(tree(anna)).toContainText('The closed Sicilian.');
  await new Board(anna).shows('c3', 'white knight');
  await anna.getByRole('button', { name: 'Back to the game' }).click();
  await expect(move(anna, '1. e4')).toHaveAttribute('aria-current', 'true');

  // The PGN is carried away and brought back whole, to the free board.
  await anna.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => anna.evaluate(() => navigator.clipboard.readText());
  await anna.getByRole('button', { name: 'Copy PGN' }).click();
  await expect.poll(clipboard).toMatch(/\(\s*1\.\.\.\s+c5\s+2\.\s+Nc3/);
  const pgn = await clipboard();
  expect(pgn.replaceAll(/\s+/g, ' ')).toContain('The closed Sicilian.');
  await anna.evaluate(() => navigator.clipboard.writeText('nothing'));
  await anna.getByRole('button', { name: 'Import', exact: true }).click();
  await anna.getByLabel('Game in PGN, or a FEN').fill(pgn);
  await anna.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(anna).toHaveURL(/\/analysis(#.*)?$/);
  await expect(tree(anna)).toContainText('The closed Sicilian.');
  await anna.getByRole('button', { name: 'Copy PGN' }).click();
  await expect.poll(clipboard).toBe(pgn);
});

// Enough for a mate in one.
alone.use({ flags: ['--analysis-nodes', '20000'] });

alone('two people see where their game turned, and one of them learns from a mistake', async ({ person }) => {
  alone.slow();
  const [anna, ben] = [await person(), await person({ viewport: { width: 1440, height: 900 } })];
  for (const page of [anna, ben]) await rests(page);
  const name = await register(ben);
  const boards = await sitDown(anna, ben);
  await play(boards, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
  // One press away, where the result is.
  for (const page of [anna, ben]) {
    await expect(page.getByRole('main').getByText(/by checkmate/).first()).toBeInViewport();
    const analyse = page.getByRole('main').getByRole('link', { name: 'Analyse', exact: true });
    await expect(analyse).toBeInViewport({ ratio: 1 });
    await analyse.click();
  }

  // What it offers is in view at once.
  await expect(report(ben).getByRole('button', { name: 'Request computer analysis' })).toBeInViewport({ ratio: 1 });
  // One asks for it, and both see it.
  await expect(report(ben).getByText(/^\d+ of \d+ analyses left today$/)).toBeVisible();
  await expect(report(anna).getByRole('button', { name: 'Request computer analysis' })).toBeVisible();
  // Nothing below it moves, from the press to the last number.
  // In the column, not on the screen: the column scrolls to what is pressed.
  const below = () => ben.getByRole('button', { name: 'Copy PGN' }).evaluate((button) => button.getBoundingClientRect().y + (button.closest('.facts-area')?.scrollTop ?? NaN) + scrollY);
  const place = await below();
  expect(place).toBeGreaterThan(0);
  await report(ben).getByRole('button', { name: 'Request computer analysis' }).click();
  for (const page of [anna, ben]) {
    await expect(report(page).getByRole('button', { name: /^Learn from / }).first()).toBeVisible({ timeout: 60_000 });
    await expect(report(page).getByRole('row', { name: /^Accuracy/ })).toHaveText(/[\d.]+ %\s*[\d.]+ %$/);
  }
  expect(await below()).toBe(place);
  for (const part of [report(ben).getByRole('slider'), report(ben).getByRole('row', { name: /^Accuracy/ })]) await expect(part).toBeInViewport({ ratio: 1 });
  await report(ben).getByRole('button', { name: `${name}: 1 blunder. Go to the next one` }).click();
  await expect(move(ben, '3… Nf6, Blunder')).toHaveAttribute('aria-current', 'true');
  await expect(report(ben).getByRole('button', { name: /^3… Nf6 ?Blunder\. Allows mate in 1\. Better: / })).toHaveAttribute('aria-current', 'true');

  // A wrong try, a hint, a right one, and the solution.
  await report(ben).getByRole('button', { name: 'Learn from your mistakes', exact: true }).click();
  const lesson = ben.getByRole('region', { name: 'Learn from your mistakes' });
  await expect(lesson.getByText('You played 3… Nf6. What would have been better?')).toBeVisible();
  const board = new Board(ben);
  await board.shows('g8', 'black knight');
  // What is played on stands on the screen, and the keyboard goes on beside it.
  expect((await ben.locator('cg-board').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await expect(ben.locator('.far-area:focus')).toHaveCount(1);
  await board.drag('a7', 'a6');
  await expect(lesson.getByText('There’s a better move. Try again.')).toBeVisible({ timeout: 30_000 });
  await lesson.getByRole('button', { name: 'Hint' }).click();
  await expect(lesson.getByText(/^Hint: move the piece on [a-h][1-8]\.$/)).toBeVisible();
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

alone('by keyboard alone, with all of it told, somebody learns from two mistakes', async ({ person }) => {
  alone.slow();
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
  /** Goes on by Tab to what has this name, and presses it. */
  const tabTo = async (name: string, key = 'Tab') => {
    for (let stop = 0; stop < 60; stop += 1) {
      await press(key);
      if (await focused.evaluate((one, name) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name, name)) return;
    }
    throw new Error(`${key} never reached ${name}`);
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

  await ben.getByRole('main').getByRole('link', { name: 'Analyse', exact: true }).focus();
  await press('Enter');
  await expect(report(ben).getByText(/left today$/)).toBeVisible();
  await tabTo('Request computer analysis');
  await press('Enter');
  await expect(report(ben).getByRole('button', { name: 'Learn from your mistakes' })).toBeVisible({ timeout: 60_000 });
  // The graph says in words what is seen, and goes with the arrow keys.
  const graph = report(ben).getByRole('slider', { name: 'Winning chances over the game' });
  await graph.focus();
  await press('ArrowLeft');
  await expect(graph).toHaveAttribute('aria-valuenow', '6');
  await expect(graph).toHaveAttribute('aria-valuetext', /^After 6 half-moves: Guest \w+ [\d.]+ %/);
  await expect(move(ben, '3… Nc6, Blunder')).toHaveAttribute('aria-current', 'true');

  await report(ben).getByRole('button', { name: 'Learn from your mistakes' }).focus();
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
  await expect(said).toContainText('Hint: move the piece on ');
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

test('a game goes out as a file with all that is written about it, and comes back whole', async ({ person }) => {
  const [page, other] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  for (const one of [page, other]) await rests(one);
  const board = new Board(page);
  await page.goto('/analysis#moves=e2e4.c7c5.g1f3');
  await expect(move(page, '2. Nf3')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Good move' }).click();
  await page.getByRole('textbox', { name: 'Comment after the move' }).fill('Open or closed: White chooses.');
  await page.getByRole('textbox', { name: 'Comment after the move' }).blur();
  const [from, to] = [await board.centre('f3'), await board.centre('d4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await move(page, '1. e4').click();
  await drag(page, 'e7', 'e5', '1… e5');
  await drag(page, 'f1', 'c4', '2. Bc4');
  // A key that was held for a colour folds nothing when it is let go.
  const target = await board.centre('f7');
  await page.keyboard.down('Control');
  await page.mouse.click(target.x, target.y, { button: 'right' });
  await page.keyboard.up('Control');
  await expect(page.locator('.cg-shapes circle')).toHaveCount(1);
  await expect(move(page, '2. Bc4')).toBeVisible();

  const saved = async (from: Page): Promise<string> => {
    const download = from.waitForEvent('download');
    await from.getByRole('button', { name: 'Download PGN' }).click();
    return (await download).path();
  };
  const file = await saved(page);
  const pgn = await readFile(file, 'utf8');
  for (const part of [/\$1\s/, /Open or closed:\s+White\s+chooses\./, /\[%cal Gf3d4\]/, /\(\s*1\.\.\.\s+e5\s+2\.\s+Bc4\s+\{\[%csl Rf7\]\}\s*\)/]) expect(pgn).toMatch(part);

  await other.goto('/analysis');
  await other.getByRole('button', { name: 'Import', exact: true }).click();
  const choosing = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles({ name: 'game.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(pgn) });
  await expect(other.getByLabel('Game in PGN, or a FEN')).toHaveValue(/Open or closed/);
  await other.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(other.getByRole('treeitem', { selected: true }), 'the keyboard is at the game that came').toBeFocused();
  await expect(move(other, '2. Nf3, Good move')).toBeVisible();
  await expect(move(other, '2. Bc4')).toHaveAttribute('aria-level', '2');
  expect(await readFile(await saved(other), 'utf8')).toBe(pgn);
  // A link that leads elsewhere does not take the place of the work unasked.
  const asks = page.getByRole('dialog', { name: 'Open the linked line?' });
  await page.goto('/analysis#moves=d2d4');
  await asks.getByRole('button', { name: 'Keep my board' }).click();
  await expect(move(page, '2. Bc4')).toBeVisible();
  await page.goto('/analysis#moves=d2d4.d7d5');
  await asks.getByRole('button', { name: 'Open the line' }).click();
  await expect(move(page, '1… d5')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Queen\'s Pawn Game', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(move(page, '2. Bc4')).toBeVisible();
  // What was replaced comes back.
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tree(other).getByRole('treeitem')).toHaveCount(0);
});

test('a phone has it too, and axe finds nothing', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true });
  await page.goto('/analysis');
  const board = new Board(page);
  await board.shows('e2', 'white pawn');
  await expect(engine(page).getByText(/^Depth \d+$/)).toBeVisible();
  for (const [from, to, name] of [['e2', 'e4', '1. e4'], ['e7', 'e5', '1… e5'], ['g1', 'f3', '2. Nf3']] as const) {
    await board.tap(from);
    await board.tap(to);
    await expect(move(page, name)).toHaveAttribute('aria-current', 'true');
  }
  await move(page, '1. e4').tap();
  await board.tap('c7');
  await board.tap('c5');
  await expect(move(page, '1… c5')).toHaveAttribute('aria-level', '2');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
});

test('by keyboard alone: moves, forks, the list, the menu', async ({ person }) => {
  const page = await person();
  await page.goto('/analysis');
  const board = new Board(page);
  await board.shows('e2', 'white pawn');
  // Before that the rules may not have said which moves there are.
  await expect(engine(page).getByText(/^Depth \d+$/)).toBeVisible();
  await engine(page).getByRole('switch', { name: 'Engine' }).uncheck();
  const byKeys = async (from: string, to: string, name: string) => {
    await board.square(from).focus();
    await page.keyboard.press('Enter');
    await expect(board.square(from)).toHaveAttribute('aria-pressed', 'true');
    await board.square(to).focus();
    await page.keyboard.press('Enter');
    await expect(move(page, name)).toBeVisible();
  };
  await byKeys('e2', 'e4', '1. e4');
  await byKeys('e7', 'e5', '1… e5');
  await move(page, '1… e5').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(move(page, '1. e4')).toBeFocused();
  await byKeys('c7', 'c5', '1… c5');
  await move(page, '1… c5').focus();
  // Back, and on again into the same variation; at the fork the other move is chosen.
  await page.keyboard.press('ArrowLeft');
  await expect(move(page, '1. e4')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(move(page, '1… c5')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(move(page, '1. e4')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(move(page, '1… e5')).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(move(page, '1… c5')).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(move(page, '1… e5')).toBeFocused();
  await page.keyboard.press('2');
  await expect(move(page, '1… e5, Mistake')).toBeFocused();
  await page.getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete from here' }).focus();
  await page.keyboard.press('Enter');
  await expect(move(page, '1… e5, Mistake')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(move(page, '1… e5, Mistake')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('a move is replaced and the rest stays; somebody practises without a network', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  await page.goto('/analysis#moves=e2e4.e7e5.g1f3.b8c6');
  await expect(move(page, '2… Nc6')).toHaveAttribute('aria-current', 'true');
  await expect(engine(page).getByText(/^Depth \d+$/)).toBeVisible();
  await page.context().setOffline(true);
  await move(page, '2. Nf3').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Replace move' }).click();
  await expect(page.getByText('Play the move that replaces 2. Nf3.')).toBeVisible();
  await new Board(page).drag('b1', 'c3');
  await expect(move(page, '2. Nc3')).toBeVisible();
  await expect(move(page, '2… Nc6')).toBeVisible();
  await expect(move(page, '2. Nf3')).toHaveCount(0);

  await page.getByRole('button', { name: 'Practise from here' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('Your move.')).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Move the piece on [a-h][1-8]\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Play \S+\.$/)).toBeVisible();
  const before = await tree(page).getByRole('treeitem').count();
  await new Board(page).drag('d7', 'd6');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before + 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before);
  await page.getByRole('button', { name: 'Stop practising' }).click();
  await expect(move(page, '2. Nc3')).toBeVisible();
});

test('a typed score sheet becomes a game with names and result', async ({ person }) => {
  const page = await person();
  const name = await register(page);
  await page.goto('/analysis#moves=f2f3.e7e5.g2g4.d8h4');
  await expect(page.getByText('Checkmate.')).toBeVisible();
  await page.getByRole('button', { name: 'Save as a game' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a game' });
  await dialog.getByLabel('White', { exact: true }).fill('Weber, Anna');
  await dialog.getByLabel('Black', { exact: true }).fill('Ott, Ben');
  await dialog.getByRole('radio', { name: '0–1' }).check();
  await dialog.getByRole('button', { name: 'Save as a game' }).click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.getByText('Weber, Anna').first()).toBeVisible();
  // Its row in the list of games leads to its analysis.
  await page.goto(`/@/${name}/games`);
  await page.getByRole('main').getByRole('link', { name: 'Analyse', exact: true }).click();
  await expect(move(page, '2… Qh4#')).toBeVisible();
  await expect(page.getByText('Weber, Anna').first()).toBeVisible();
});

test('while a game runs it has no analysis, and its player no engine', async ({ person, provokes }) => {
  provokes(answered(404));
  const [anna, ben] = [await person(), await person()];
  // A window that was there before the game began.
  const before = await anna.context().newPage();
  await before.goto('/analysis');
  await expect(engine(before).getByText(/^Depth \d+$/)).toBeVisible();
  const boards = await sitDown(anna, ben, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5']);
  await expect(before.getByText('You are playing a game, so the engine is off until it ends.')).toBeVisible({ timeout: 20_000 });
  await expect(engine(before).getByText(/^Depth \d+$/)).toHaveCount(0);
  await before.close();
  const id = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
  const visitor = await person();
  await visitor.goto(`/analysis/${id}`);
  await expect(visitor.getByText('This game is still being played.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'To the game' })).toBeVisible();
  await visitor.goto('/analysis/AAAAAAAA');
  await expect(visitor.getByRole('heading', { name: /no such game/i })).toBeVisible();
  await anna.goto('/analysis');
  await expect(anna.getByText('You are playing a game, so the engine is off until it ends.')).toBeVisible();
  await expect(anna.getByRole('switch', { name: 'Engine' })).toBeDisabled();
  await expect(anna.getByRole('button', { name: 'Practise from here' })).toBeDisabled();
  await ben.getByRole('button', { name: 'Resign', exact: true }).click();
  await ben.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(engine(anna).getByText(/^Depth \d+$/)).toBeVisible();
  // By correspondence it is off near the game's positions, and nowhere else.
  await play(await sitDown(anna, ben, { time: { days: 3 } }), ['e2e4', 'e7e5', 'g1f3']);
  const near = anna.getByText('so the engine is off here.');
  const look = async (moves: string) => {
    await anna.goto(`/analysis#moves=${moves}`);
    // The line from the link takes the place of the one before, once that is there.
    if (moves === 'e2e4') await expect(move(anna, '1. e4')).toBeVisible();
    else await anna.getByRole('button', { name: 'Open the line' }).click();
  };
  for (const moves of ['e2e4', 'e2e4.e7e5.g1f3.b8c6', 'g1f3.e7e5.e2e4']) {
    await look(moves);
    await expect(near, moves).toBeVisible();
  }
  await expect(anna.getByRole('button', { name: 'Practise from here' })).toBeDisabled();
  // Mate in one: the engine's line is one move, and leads into no position of the game, where White's e-pawn has moved.
  await look('f2f3.e7e5.g2g4');
  await expect(engine(anna).getByText(/^Depth \d+$/)).toBeVisible();
  await expect(near).toHaveCount(0);
});

test('copying works on a network without encryption', async ({ person, server }) => {
  const page = await person({ baseURL: server.lanOrigin });
  await page.goto('/analysis#moves=e2e4');
  await expect(move(page, '1. e4')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await expect(engine(page).getByText(/^Depth \d+$/)).toBeVisible();
});
