// SPDX-License-Identifier: AGPL-3.0-or-later
// What the board offers besides moving, and what is chosen about it.
import type { Page } from '@playwright/test';
import { rests } from '../support/analysis';
import { findings } from '../support/axe';
import { Board, create, Finger, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { listen } from '../support/sounds';

const COMPUTER = { opponent: { kind: 'computer', level: 1 } } as const;

async function open(page: Page, wish: Parameters<typeof create>[1] = COMPUTER): Promise<Board> {
  const id = await create(page, wish);
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  return board;
}

/** Keeps a choice as a guest's browser does, before the page is loaded. */
async function choose(page: Page, texts: Record<string, string>): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('tabiya.settings', value), JSON.stringify(texts));
}

/** The colours of what is drawn, in the order of drawing. */
const strokes = (page: Page) =>
  page.locator('.cg-shapes g > g').evaluateAll((all) => all.map((one) => one.firstElementChild?.tagName ?? ''));

test('arrows and circles are drawn by right-drag in four colours, however quick, and cleared by a click', async ({ person }) => {
  const page = await person();
  const board = await open(page);
  const drawn: string[] = [];
  const drag = async (from: string, to: string) => {
    const [start, end] = [await board.centre(from), await board.centre(to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(end.x, end.y, { steps: 5 });
    drawn.push(from === to ? 'circle' : 'line');
    await page.mouse.up({ button: 'right' });
  };
  await drag('e2', 'e4');
  await page.keyboard.down('Shift');
  await drag('d5', 'd5');
  await page.keyboard.up('Shift');
  await page.keyboard.down('Alt');
  await drag('g1', 'f3');
  await page.keyboard.down('Shift');
  await drag('a1', 'a8');
  await page.keyboard.up('Shift');
  await page.keyboard.up('Alt');
  await expect.poll(() => strokes(page)).toEqual(['line', 'circle', 'line', 'line']);
  // Firefox keeps Shift and the right button for a menu of its own: Ctrl draws in red, too.
  await page.keyboard.down('Control');
  await drag('h1', 'h1');
  await page.keyboard.up('Control');
  await expect.poll(() => strokes(page)).toEqual(drawn);
  const colours = await page.locator('.cg-shapes line, .cg-shapes circle').evaluateAll((all) => all.map((one) => one.getAttribute('stroke')));
  expect(new Set(colours).size).toBe(4);
  expect(colours.at(-1), 'by Ctrl as by Shift').toBe(colours[1]);
  await board.click('h5');
  await expect.poll(() => strokes(page)).toEqual([]);
  // An arrow whose end comes before the next picture is no circle.
  await page.evaluate(
    (places) => {
      for (const [type, { x, y }] of [['mousedown', places[0]], ['mousemove', places[1]], ['mouseup', places[1]]] as const) {
        const press = { bubbles: true, cancelable: true, button: 2, buttons: type === 'mouseup' ? 0 : 2, clientX: x, clientY: y };
        document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent(type, press));
      }
    },
    [await board.centre('a1'), await board.centre('a4')] as const,
  );
  await expect.poll(() => strokes(page)).toEqual(['line']);
});

test('the draw button draws by touch and by keyboard', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const board = await open(page);
  await page.locator('.controls').getByRole('button', { name: 'Settings' }).tap();
  await page.getByRole('button', { name: 'Arrows and circles' }).tap();
  await page.getByRole('button', { name: 'Red' }).tap();
  await board.tap('e5');
  await expect.poll(() => strokes(page)).toEqual(['circle']);
  await board.square('g1').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('From g1: choose where the arrow ends.')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => strokes(page)).toEqual(['circle', 'line']);
  await board.shows('g1', 'white knight');
  await page.getByRole('button', { name: 'Clear' }).tap();
  await expect.poll(() => strokes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop drawing' }).tap();
  await board.tap('e2');
  await board.tap('e4');
  await board.shows('e4', 'white pawn');
});

test('a move is played only after a yes where that is wanted; another one is asked about in its place, and an offer stands beside it', async ({ person }) => {
  const [page, other] = [await person(), await person()];
  await choose(page, { confirm_move: 'on' });
  const [board] = await sitDown(page, other);
  await board.drag('d2', 'd4');
  await expect(page.getByRole('group', { name: 'Play d2–d4?' })).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await board.shows('d2', 'white pawn');
  await board.drag('e2', 'e4');
  await expect(page.getByRole('group', { name: 'Play e2–e4?' })).toBeVisible();
  await board.click('g1');
  await board.click('f3');
  await expect(page.getByRole('group', { name: 'Play g1–f3?' })).toBeVisible();
  await board.shows('e2', 'white pawn');
  await board.shows('f3', 'white knight');
  await expect(page.getByRole('region', { name: 'Moves' }).getByRole('button')).toHaveCount(0);
  // The opponent's question and this one are both seen, and nothing moves.
  const places = () => Promise.all(['.board-area', '.notice-area', '.near-area', '.moves-area'].map((part) => page.locator(part).boundingBox()));
  const before = await places();
  await other.getByRole('button', { name: 'Offer draw' }).click();
  await other.getByRole('button', { name: 'Yes, offer' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /offers a draw\./ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept draw' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('group', { name: 'Play g1–f3?' })).toBeVisible();
  await expect.poll(places).toEqual(before);
  // Pressed before it takes presses, it would be scrolled to.
  await expect(page.getByRole('button', { name: 'Decline draw' })).toBeEnabled();
  await page.getByRole('button', { name: 'Decline draw' }).click();
  await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
  await expect.poll(places).toEqual(before);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'Nf3' })).toBeVisible();
});

test('dots show where a piece can go, unless nobody wants them', async ({ person }) => {
  const page = await person();
  const board = await open(page);
  const dots = page.locator('cg-board square.move-dest:visible');
  await board.click('g1');
  await expect(dots).toHaveCount(2);
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Show where a piece can go' }).click();
  await page.goBack();
  await board.isReady();
  await board.click('g1');
  await expect(page.locator('cg-board square.selected')).toBeVisible();
  await expect(dots).toHaveCount(0);
  await board.click('f3');
  await board.shows('f3', 'white knight');
});

test('a pawn becomes a queen unasked where that is wanted', async ({ person }) => {
  const page = await person();
  await choose(page, { promotion: 'queen' });
  const board = await open(page, { ...COMPUTER, fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' });
  await board.drag('a7', 'a8');
  await board.shows('a8', 'white queen');
});

test('pieces move by two clicks alone, or by dragging alone', async ({ person }) => {
  const [clicks, drags] = [await person(), await person()];
  await choose(clicks, { moving: 'click' });
  const one = await open(clicks);
  await one.drag('e2', 'e4');
  await one.shows('e2', 'white pawn');
  await one.click('h5');
  await one.click('d2');
  await one.click('d4');
  await one.shows('d4', 'white pawn');
  await choose(drags, { moving: 'drag' });
  const other = await open(drags);
  await other.click('e2');
  await other.click('e4');
  await other.shows('e2', 'white pawn');
  await other.drag('e2', 'e4');
  await other.shows('e4', 'white pawn');
});

test('coordinates stand inside, outside, on all squares or nowhere', async ({ person }) => {
  const page = await person();
  await choose(page, { coordinates: 'outside' });
  const board = await open(page);
  const letters = page.locator('.coordinates span');
  await expect(letters).toHaveCount(16);
  await expect(async () => {
    const [letter, square] = [await page.locator('.files span').first().boundingBox(), await board.square('a1').boundingBox()];
    expect(letter?.y).toBeGreaterThanOrEqual((square?.y ?? 0) + (square?.height ?? 0) - 1);
  }).toPass();
  await page.getByRole('button', { name: 'Settings' }).click();
  const choices = page.getByRole('dialog', { name: 'Board' }).getByRole('group', { name: 'Coordinates' });
  for (const [name, where, count] of [['All squares', 'all', 64], ['None', 'none', 0], ['Inside', 'inside', 16]] as const) {
    await choices.getByRole('radio', { name }).check();
    await expect(page.locator('.board').first()).toContainClass(where);
    await expect(letters, name).toHaveCount(count);
  }
});

test('blindfold hides the pieces and leaves their names', async ({ person }) => {
  const page = await person();
  await choose(page, { blindfold: 'on' });
  const board = await open(page);
  await expect(page.locator('cg-board piece').first()).toHaveCSS('background-image', 'none');
  await board.shows('e2', 'white pawn');
});

test('zen leaves the board, the clocks and what can be done, and gives the header’s height to the board', async ({ person }) => {
  const page = await person({ viewport: { width: 1440, height: 900 } });
  await open(page, { ...COMPUTER, time: { initial_ms: 120_000, increment_ms: 0 } });
  const box = async (what: string) => (await page.locator(what).first().boundingBox()) ?? { y: 0, height: 0, width: 0 };
  const width = async () => (await box('.board-area')).width;
  const [header, before] = [await box('header'), await box('.board-area')];
  expect(before.y - header.y - header.height, 'the board does not touch the header').toBeGreaterThanOrEqual(8);
  await page.getByRole('button', { name: 'Zen' }).click();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Moves' })).toBeHidden();
  await expect(page.getByRole('timer'), 'two minutes are 2:00').toHaveText(['2:00', '2:00']);
  await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
  await expect.poll(width).toBeGreaterThanOrEqual(before.width + 40);
  await page.keyboard.press('z');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect.poll(width).toBe(before.width);
  await page.keyboard.press('z');
  await expect(page.getByRole('banner')).toBeHidden();
  await page.getByRole('button', { name: 'Zen' }).click();
  await expect(page.getByRole('banner'), 'a finger finds the way out too').toBeVisible();
});

test('the board’s size is the player’s, by the handle and by keys, and stays', async ({ person }) => {
  const page = await person();
  const board = await open(page);
  const width = async () => (await page.locator('.board-area').boundingBox())?.width ?? 0;
  const full = await width();
  const handle = page.getByRole('slider', { name: 'Board size' });
  const box = await handle.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 95, (box?.y ?? 0) - 95, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeLessThan(full - 60);
  const small = await width();
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(small);
  const kept = await width();
  await page.reload();
  await board.isReady();
  await expect.poll(width).toBeCloseTo(kept, 0);
  await board.drag('e2', 'e4');
  await board.shows('e4', 'white pawn');
});

test('settings beside the board change it at once, Escape leads back, and single keys work until they are switched off in their own list', async ({ person }) => {
  const page = await person({ bypassCSP: true });
  const board = await open(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog', { name: 'Board' });
  // The players and their clocks stay in view.
  const [top, far] = [await panel.boundingBox(), await page.locator('.far-area').boundingBox()];
  expect(top?.y ?? 0).toBeGreaterThanOrEqual((far?.y ?? 999) + (far?.height ?? 0));
  await panel.getByRole('radio', { name: 'Sea' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'sea');
  const before = await page.locator('cg-board piece.knight').first().evaluate((piece) => getComputedStyle(piece).backgroundImage);
  await panel.getByRole('radio', { name: 'Solid' }).check();
  await expect
    .poll(() => page.locator('cg-board piece.knight').first().evaluate((piece) => getComputedStyle(piece).backgroundImage))
    .not.toBe(before);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  // A key that has opened them gives the keyboard to their button, too.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('s');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();

  await board.square('e2').focus();
  const low = async () => (await board.square('a1').boundingBox())?.y ?? 0;
  const bottom = await low();
  await page.keyboard.press('f');
  await expect.poll(low).toBeLessThan(bottom);
  await page.keyboard.press('f');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys' });
  await expect(list.getByText('flip the board')).toBeVisible();
  // A table: each key stands beside what it does.
  const [key, meaning] = [list.getByRole('term').filter({ hasText: /^F\s*$/ }), list.getByRole('definition').filter({ hasText: /^flip the board$/ })];
  await expect(key).toBeVisible();
  expect((await meaning.boundingBox())?.y).toBeCloseTo((await key.boundingBox())?.y ?? 0, -1);
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect.poll(low).toBeCloseTo(bottom, 0);
});

test('a move whose answer is still awaited has its name on its square', async ({ person }) => {
  const page = await person();
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    // The move never arrives.
    socket.onMessage((message) => {
      if (!String(message).includes('"play"')) server.send(message);
    });
  });
  const board = await open(page);
  await board.drag('e2', 'e4');
  await board.shows('e4', 'white pawn');
  await board.shows('e2', 'empty');
});

test('the square under a finger is enlarged, unless nobody wants it', async ({ person }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await person(phone);
  const board = await open(page);
  const finger = await Finger.of(page);
  const target = page.locator('.target');
  await finger.down(await board.centre('e2'));
  // A piece is lifted with the next picture, which a busy page may still owe: then the finger moves on.
  await expect(async () => {
    await finger.move(await board.centre('e3'));
    await finger.move(await board.centre('e4'));
    await expect(target).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // It may still lie on e3.
  await expect(async () => {
    const [mark, square] = [await target.boundingBox(), await board.square('e4').boundingBox()];
    expect(mark?.width).toBeCloseTo(2 * (square?.width ?? 0), 0);
    expect((mark?.x ?? 0) + (mark?.width ?? 0) / 2).toBeCloseTo((square?.x ?? 0) + (square?.width ?? 0) / 2, 0);
    expect((mark?.y ?? 0) + (mark?.height ?? 0) / 2).toBeCloseTo((square?.y ?? 0) + (square?.height ?? 0) / 2, 0);
  }).toPass();
  await finger.up();
  await board.shows('e4', 'white pawn');
  await expect(target).toHaveCount(0);

  const other = await person(phone);
  await choose(other, { touch_square: 'off' });
  const plain = await open(other);
  const second = await Finger.of(other);
  await second.down(await plain.centre('e2'));
  await second.move(await plain.centre('e4'));
  // The piece follows the finger: it has been lifted.
  await expect(async () => {
    const [piece, square] = [await other.locator('cg-board piece.dragging').boundingBox(), await plain.centre('e4')];
    expect(Math.abs((piece?.y ?? 0) + (piece?.height ?? 0) / 2 - square.y)).toBeLessThan(5);
  }).toPass();
  await expect(other.locator('.target')).toHaveCount(0);
  await second.up();
  await plain.shows('e4', 'white pawn');
});

// What is heard when a clock runs low is told in `chosen.spec.ts`, which waits for one anyway.
test('whatever is heard is also seen', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const hears = await listen(white);
  const id = await create(white, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await white.goto(`/game/${id}`);
  // Browsers are silent until a page was touched.
  await white.getByRole('button', { name: 'Flip board' }).dblclick();
  await black.goto(`/game/${id}`);
  await black.getByRole('button', { name: 'Join game' }).click();
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  const [moves, status] = [white.getByRole('region', { name: 'Moves' }), white.getByRole('status')];

  await hears(260);
  await expect(status.filter({ hasText: /first move/i }), 'the beginning').toBeVisible();
  await play(boards, ['e2e4', 'd7d5']);
  await hears(230);
  await expect(moves.getByRole('button', { name: 'd5', exact: true }), 'a move').toBeVisible();
  await boards[0].drag('g1', 'g3');
  await expect(white.locator('.line.refusal'), 'a refusal').toHaveText(/g1/);
  await hears(120);
  await boards[0].drag('f1', 'b5');
  await hears(520);
  await expect(white.locator('cg-board square.check'), 'a check').toBeVisible();
  await expect(moves.getByRole('button', { name: 'Bb5+' })).toBeVisible();
  await boards[1].shows('b5', 'white bishop');
  await boards[1].drag('c7', 'c6');
  await boards[0].shows('c6', 'black pawn');
  await boards[0].drag('b5', 'c6');
  await hears(310);
  await expect(white.locator('.captured piece.black.pawn'), 'a capture').toBeVisible();
  await boards[1].shows('c6', 'white bishop');
  await black.getByRole('button', { name: 'Offer draw', exact: true }).click();
  await black.getByRole('button', { name: 'Yes, offer' }).click();
  await hears(440);
  await expect(white.getByRole('alert').filter({ hasText: /offers a draw\./ }), 'an offer').toBeVisible();
  await boards[1].drag('b7', 'c6');
  await boards[0].shows('c6', 'black pawn');
  await black.getByRole('button', { name: 'Resign', exact: true }).click();
  await black.getByRole('button', { name: 'Yes, resign' }).click();
  await hears(195);
  await expect(status.filter({ hasText: 'You won by resignation' }), 'the end').toBeVisible();
});

test('an arrow stays while a clock counts down to the first move; a bar below each clock shows how much is left, unless nobody wants it', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await choose(black, { clock_bar: 'off' });
  const boards = await sitDown(white, black, { time: { initial_ms: 60_000, increment_ms: 0 } });
  const [board] = boards;
  const notice = white.locator('.notice-area [role=status]');
  const [from, to] = [await board.centre('e2'), await board.centre('e4')];
  await white.mouse.move(from.x, from.y);
  await white.mouse.down({ button: 'right' });
  await white.mouse.move(to.x, to.y, { steps: 4 });
  await expect(white.locator('.cg-shapes line')).toHaveCount(1);
  await white.mouse.up({ button: 'right' });
  const told = await notice.textContent();
  // Two seconds later it is still there.
  for (const before of [told, null]) await expect(notice).not.toHaveText(before ?? (await notice.textContent()) ?? '');
  await expect(white.locator('.cg-shapes line')).toHaveCount(1);
  // Another position has no use for it.
  await board.click('e2');
  await board.click('e4');
  await expect(white.locator('.cg-shapes line')).toHaveCount(0);

  await board.shows('e4', 'white pawn');
  await play([boards[1], boards[0]], ['e7e5']);
  const share = (bar: string) => white.locator(`.track${bar} .left`).evaluate((left) => left.getBoundingClientRect().width / (left.parentElement?.clientWidth ?? 1));
  await expect(white.locator('.track')).toHaveCount(2);
  const before = await share('.running');
  expect(before).toBeGreaterThan(0.5);
  await expect.poll(() => share('.running'), 'the bar of the side to move shrinks').toBeLessThan(before);
  expect(await share(':not(.running)')).toBeCloseTo(1, 2);
  await expect(black.locator('.track')).toHaveCount(0);
});

test('the tab’s title and icon say when it is the person’s move; last move, selection and premove can be told apart without colour', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await expect(white).toHaveTitle(/^Your move · /);
  const icon = (page: Page) => page.locator('link[rel=icon][type="image/svg+xml"]');
  await expect(icon(white)).toHaveAttribute('href', /^data:/);
  await expect(icon(black)).toHaveAttribute('href', '/icon.svg');
  await play(boards, ['e2e4']);
  await expect(black).toHaveTitle(/^Your move · /);
  // White's board is ahead of the server's word, which the icon waits for.
  await expect(icon(white)).toHaveAttribute('href', '/icon.svg');

  await play([boards[1], boards[0]], ['e7e5', 'g1f3']);
  await boards[0].click('b1');
  await boards[0].click('c3');
  await boards[0].click('d2');
  const looks = (sign: string) =>
    white.locator(`cg-board square.${sign}`).first().evaluate((one) => {
      const { backgroundImage, boxShadow } = getComputedStyle(one);
      return [backgroundImage.split('linear-gradient').length - 1, backgroundImage.includes('repeating'), boxShadow !== 'none'];
    });
  // The board is drawn with the next picture.
  await expect.poll(() => looks('last-move')).toEqual([0, false, true]);
  await expect.poll(() => looks('premoved:not(.move-dest)')).toEqual([1, true, true]);
  await expect.poll(() => looks('selected')).toEqual([8, false, false]);
});

test('zen on a phone keeps no room for the bar with the pages', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await rests(page);
  await page.goto('/analysis');
  await expect(page.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
  const room = () => page.locator('#app').evaluate((app) => parseFloat(getComputedStyle(app).paddingBottom));
  expect(await room()).toBeGreaterThan(40);
  await page.keyboard.press('z');
  await expect.poll(room).toBe(0);
  await page.keyboard.press('z');
  await expect.poll(room).toBeGreaterThan(40);
});
