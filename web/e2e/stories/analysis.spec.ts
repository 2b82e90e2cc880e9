// SPDX-License-Identifier: AGPL-3.0-or-later
// The analysis board, as people use it: after a game, on a phone, by keyboard alone, without a network.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drag, engine, move, rests, tree } from '../support/analysis';
import { findings } from '../support/axe';
import { Board, play, sitDown } from '../support/game';
import { expect, register, test } from '../support/people';
import { answered, LOST_CONNECTION } from '../support/quiet';
import { resize } from '../support/visit';

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
  // Where the engine writes the line anew, the move may slip away from under it.
  await expect(async () => {
    await anna.mouse.move(0, 0);
    await engine(anna).getByRole('listitem').first().getByRole('button').nth(1).hover();
    await expect(engine(anna).locator('.mini piece.white.king')).toBeVisible({ timeout: 3_000 });
  }).toPass();
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

test('two tabs with one board take nothing away from each other', async ({ person }) => {
  const page = await person();
  await rests(page);
  await page.goto('/analysis');
  await drag(page, 'e2', 'e4', '1. e4');
  await drag(page, 'e7', 'e5', '1… e5');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tabiya.analysis.board.free'))).toContain('e7e5');
  const other = await page.context().newPage();
  await rests(other);
  await other.goto('/analysis');
  await expect(move(other, '1… e5')).toHaveAttribute('aria-current', 'true');
  await drag(other, 'g1', 'f3', '2. Nf3');
  // The first one shows it, and stays where it was.
  await expect(move(page, '2. Nf3')).toBeVisible();
  await expect(move(page, '1… e5')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('This board was changed in another tab.')).toBeVisible();
  // What it does then is no longer done to an older board.
  await move(page, '2. Nf3').click();
  await drag(page, 'b8', 'c6', '2… Nc6');
  await expect(move(other, '2… Nc6')).toBeVisible();
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(move(other, '2… Nc6')).toHaveCount(0);
  await expect(move(page, '2… Nc6')).toHaveCount(0);
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
  // On the narrowest of them the row of buttons is one row.
  await resize(page, 320, 640);
  const tops = await page.locator('.actions-area button:visible').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(tops.length).toBeGreaterThan(3);
  expect(new Set(tops).size, String(tops)).toBe(1);
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
  // The signs for a move are one stop of the Tab key.
  const signs = page.getByRole('toolbar', { name: 'Glyphs' });
  await signs.getByRole('button', { name: 'Good move', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await expect(signs.getByRole('button', { name: 'Mistake' })).toBeFocused();
  await expect(signs.locator('button[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Comment after the move' })).toBeFocused();
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
  // Hints come from the engine's program: once that is loaded, the search itself may stop.
  await expect(engine(page).getByText(/^Depth \d+$/)).toBeVisible();
  await engine(page).getByRole('switch', { name: 'Engine' }).uncheck();
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
  await expect(page.getByRole('dialog').getByText(/^Level 1: knows how the pieces move\..*About \d+ Elo among engines\.$/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('Your move.')).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Move the (king|queen|rook|bishop|knight|pawn) on [a-h][1-8]\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Play \S+\.$/)).toBeVisible();
  const before = await tree(page).getByRole('treeitem').count();
  await new Board(page).drag('d7', 'd6');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before + 2);
  // Loaded again, it goes on.
  await page.context().setOffline(false);
  await page.reload();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before + 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before);
  await expect(page.locator('.far-area:focus'), 'the keyboard’s place is kept').toHaveCount(1);
  // What was played is not dropped without a question, and kept as far as it goes.
  await new Board(page).drag('d7', 'd6');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(before + 2);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('You are looking back. Go on to the last move to play.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Stop practising' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep this line' }).click();
  await expect(tree(page).getByRole('treeitem', { name: /d6$/ })).toHaveCount(1);
  await expect(move(page, '2. Nc3')).toBeVisible();
});

test('a typed score sheet becomes a game with names and result', async ({ person }) => {
  const page = await person();
  await rests(page);
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
