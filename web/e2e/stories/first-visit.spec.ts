// SPDX-License-Identifier: AGPL-3.0-or-later
// What a first visit found, each as a story of its own.
import type { Page } from '@playwright/test';
import { Board, create, Finger, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { LOST_CONNECTION } from '../support/quiet';
import { replay } from '../support/replay';
import { resize } from '../support/visit';

const CLOCKS = { time: { initial_ms: 600_000, increment_ms: 0 } };
/** Knights out and home again: any number of legal moves, until the fifth repetition. */
const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const SHUFFLE = [...DANCE, ...DANCE, ...DANCE].slice(0, 12);
const LONG = ['e2e4', 'e7e5', 'd2d4', 'd7d5', 'a2a3', 'a7a6', 'h2h3', 'h7h6', 'b2b3', 'b7b6', ...SHUFFLE];

/** The texts in the players' bars that are wider than their place. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.player .text')]
      .filter((text) => text.scrollWidth > text.clientWidth)
      .map((text) => text.innerText),
  );

/** How far the middle of a name, with what was captured below it, is from the middle of the clock beside it, with its bar. */
const askew = (page: Page) =>
  page.locator('.player').evaluateAll((bars) => {
    const middle = (bar: Element, what: string) => {
      const { top = 0, bottom = 0 } = bar.querySelector(what)?.getBoundingClientRect() ?? {};
      return (top + bottom) / 2;
    };
    return Math.max(...bars.map((bar) => Math.abs(middle(bar, '.who') - middle(bar, '.clock-side'))));
  });

/** How far a piece is from its square, at most. */
const worst = (page: Page) =>
  page.evaluate(() => {
    const squares = [...document.querySelectorAll('[data-square]')].map((square) => square.getBoundingClientRect());
    const offsets = [...document.querySelectorAll('cg-board piece')].map((piece) => {
      const { x, y } = piece.getBoundingClientRect();
      return Math.min(...squares.map((square) => Math.hypot(square.x - x, square.y - y)));
    });
    return Math.max(...offsets);
  });

test('in a window of any size pieces stand on their squares, below the coordinates, and names whole beside the clocks', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 8 }, time: { initial_ms: 3_600_000, increment_ms: 0 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  await expect(page.getByText('Computer, level 8').first()).toBeVisible();
  const [above, piece] = await page.evaluate(() =>
    ['.coordinates', 'cg-board piece'].map((what) => Number(getComputedStyle(document.querySelector(what) as Element).zIndex)),
  );
  expect(above).toBeGreaterThan(piece ?? 99);
  for (const [width, height] of [[1440, 900], [1280, 800], [390, 1180], [412, 1180], [820, 1180], [390, 844], [844, 390], [320, 640]] as const) {
    await resize(page, width, height);
    await expect.poll(() => worst(page), `${width} by ${height}`).toBeLessThan(0.5);
    await expect.poll(() => cutOff(page), `${width} by ${height}`).toEqual([]);
    await expect.poll(() => askew(page), `${width} by ${height}`).toBeLessThanOrEqual(2);
  }
  // A classic scrollbar takes nothing from the board. Headless browsers draw scrollbars over the page; a frame as narrow as beside
  // a classic one is the same.
  await resize(page, 400, 500);
  await page.evaluate(() => (document.documentElement.style.paddingRight = '15px'));
  await expect(async () => {
    const [left, right] = [await board.square('a1').boundingBox(), await board.square('h1').boundingBox()];
    expect(left?.x).toBeGreaterThanOrEqual(0);
    expect((right?.x ?? 999) + (right?.width ?? 0)).toBeLessThanOrEqual(385.5);
  }).toPass();
});

test('the move that is looked at stays in sight when the window changes', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1280, height: 800 } }), await person()];
  await sitDown(white, black);
  await replay(white, black, white.url().split('/').at(-1) ?? '', LONG, LONG.length);
  const current = white.locator('.moves [aria-current]');
  await expect(current).toHaveText('Ng8');
  for (const [width, height] of [[390, 844], [844, 390], [1280, 420]] as const) {
    await white.setViewportSize({ width, height });
    await expect(current).toBeInViewport({ ratio: 0.9 });
  }
});

test('the move list is one stop for Tab, the wheel turns the pages, and without clocks words say whose turn it is', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  const toMove = (side: string) => white.getByRole('region', { name: side }).getByText('To move');
  await expect(toMove('White')).toBeVisible();
  await play(boards, ['e2e4']);
  await expect(toMove('Black')).toBeVisible();
  await expect(toMove('White')).toBeHidden();
  const { x, y } = await boards[0].centre('d5');
  await white.mouse.move(x, y);
  await white.mouse.wheel(0, -100);
  await boards[0].shows('e4', 'empty');
  await white.mouse.wheel(0, 100);
  await boards[0].shows('e4', 'white pawn');

  await play([boards[1], boards[0]], ['e7e5']);
  await play(boards, ['g1f3', 'b8c6']);
  const stops = white.getByRole('region', { name: 'Moves' }).locator('[tabindex="0"], button:not([tabindex])');
  await expect(stops).toHaveCount(1);
  await expect(stops).toHaveText('Nc6');
  await stops.focus();
  await white.keyboard.press('ArrowLeft');
  await expect(white.getByRole('button', { name: 'Nf3' })).toBeFocused();
  await boards[0].shows('c6', 'empty');
  await white.keyboard.press('ArrowUp');
  await expect(white.getByRole('button', { name: 'e4', exact: true })).toBeFocused();
  await white.keyboard.press('End');
  await expect(white.getByRole('button', { name: 'Nc6' })).toBeFocused();
  await boards[0].shows('c6', 'black knight');
});

test('with a browser font of 200 % nothing is cut and the buttons stay on the page', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1280, height: 800 } }), await person()];
  const devtools = await white.context().newCDPSession(white);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const boards = await sitDown(white, black, CLOCKS);
  await play(boards, ['e2e4', 'e7e5']);
  expect(await white.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const outside = () =>
    white.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.clock, .actions .button')]
        .filter((part) => {
          const { right, left } = part.getBoundingClientRect();
          return left < 0 || right > innerWidth || part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
        })
        .map((part) => part.innerText),
    );
  const overflow = () => white.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const names = white.locator('.player .name .text');
  const lines = () => names.evaluateAll((all) => all.map((name) => Math.round(name.getBoundingClientRect().height / (1.15 * parseFloat(getComputedStyle(name).fontSize)))));
  for (const [width, height] of [[1280, 800], [1440, 900], [844, 390], [820, 1180], [390, 844]] as const) {
    await white.setViewportSize({ width, height });
    // A busy page takes its new size a little later.
    await expect.poll(outside, `${width} by ${height}`).toEqual([]);
    await expect.poll(overflow, `${width} by ${height}`).toBeLessThanOrEqual(0);
    await expect.poll(lines, `names at ${width} by ${height}`).toEqual([1, 1]);
    const facts = async () => (await white.locator('.facts-area').boundingBox())?.x ?? -1;
    await expect.poll(facts, `the facts at ${width} by ${height}`).toBeGreaterThanOrEqual(0);
  }
});

test('what follows a game leaves the board and both clocks where they were, and is whole or can be scrolled to', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  const boards = await sitDown(white, black, CLOCKS);
  const places = async () => {
    const all = [white.getByRole('timer', { name: /clock$/ }).first(), white.getByRole('timer', { name: /clock$/ }).last(), white.locator('.board-area')];
    return Promise.all(all.map((one) => one.boundingBox()));
  };
  await play(boards, ['f2f3', 'e7e5']);
  const before = await places();
  await play(boards, ['g2g4', 'd8h4']);
  await expect(white.getByRole('status').getByText('You lost by checkmate.', { exact: true })).toBeVisible();
  await expect(white.getByRole('img', { name: /: .+ in total, longest / })).toBeVisible();
  await expect(white.getByRole('textbox', { name: 'Message' })).toBeInViewport();
  await expect.poll(places).toEqual(before);
  const send = white.getByRole('button', { name: 'Send' });
  for (const height of [900, 768]) {
    await white.setViewportSize({ width: 1440, height });
    const parts = () => white.locator('.facts-area > *, .facts-area .presets, .facts-area form').evaluateAll((all) =>
      all.filter((part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).display !== 'contents').map((part) => part.className),
    );
    await expect.poll(parts, `nothing is cut off inside the column at ${height}`).toEqual([]);
    await send.scrollIntoViewIfNeeded();
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(async () => {
      const [field, footer] = [await send.boundingBox(), await white.locator('.foot-area footer').boundingBox()];
      expect(footer?.y ?? 0, `the footer at ${height}`).toBeGreaterThanOrEqual((field?.y ?? 999) + (field?.height ?? 0));
    }).toPass();
  }
});

test('a phone on its side gives the header’s room to the board', async ({ person }) => {
  const page = await person({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  await expect(async () => {
    const [top, bottom] = [await board.square('a8').boundingBox(), await board.square('a1').boundingBox()];
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0) - (top?.y ?? 0)).toBeGreaterThan(370);
  }).toPass();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a tab has its icon, also where only the old kind is asked for', async ({ person }) => {
  const page = await person();
  for (const [path, kind] of [['/favicon.ico', /icon/], ['/icon.svg', /svg/]] as const) {
    const answer = await page.request.get(path);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringMatching(kind)]);
  }
});

test('one press changes between light and dark', async ({ person }) => {
  const page = await person({ colorScheme: 'light' });
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  await expect(page.getByRole('button', { name: 'Use light colours' })).toBeVisible();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Use light colours' })).toBeVisible();
});

test('a finger turns the pages where it can move no piece', async ({ person }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [white, black, watcher] = [await person(), await person(), await person(phone)];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'e7e5']);
  await watcher.goto(white.url());
  const board = new Board(watcher);
  await board.shows('e5', 'black pawn');
  const finger = await Finger.of(watcher);
  const swipe = async (from: string, to: string) => {
    await finger.down(await board.centre(from));
    await finger.move(await board.centre(to));
    await finger.up();
  };
  // On a busy machine the page may still be busy with its first paint, and take the first stroke for none, or take it late.
  const isTurned = async () => /^e5, empty/.test((await board.square('e5').getAttribute('aria-label')) ?? '');
  await expect(async () => {
    if (!(await isTurned())) await swipe('c4', 'f4');
    await expect.poll(isTurned, { timeout: 10_000 }).toBe(true);
  }).toPass();
  await board.shows('e4', 'white pawn');
  await swipe('c4', 'f4');
  await board.shows('e4', 'empty');
  await swipe('f4', 'c4');
  await board.shows('e4', 'white pawn');
  // Up and down is the page's.
  await swipe('d6', 'd3');
  await board.shows('e4', 'white pawn');
});

test('a game page asks for all its files at once', async ({ person }) => {
  const [page, visitor] = [await person(), await person()];
  const id = await create(page);
  const html = await (await visitor.request.get(`/game/${id}`)).text();
  const named = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? ''));
  const fetched: string[] = [];
  visitor.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) fetched.push(pathname);
  });
  await visitor.goto(`/game/${id}`);
  await expect(visitor.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
  const code = fetched.filter((file) => /\.(js|css)$/.test(file));
  expect(code.length).toBeGreaterThan(2);
  // None of them is found only by reading another one.
  expect(code.filter((file) => !named.has(file))).toEqual([]);
  // With the document itself.
  expect(new Set(fetched).size + 1, fetched.join(' ')).toBeLessThanOrEqual(8);
});

test('the home page’s cards say who, which time, how much is left and how it ended', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 390, height: 844 } }), await person()];
  await play(await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 3000 } }), ['e2e4']);
  await black.goto('/');
  await expect(black.getByRole('link', { name: /Your move.*5\+3 · [45]:\d\d left/ })).toBeVisible();
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await white.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(white.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
  await create(white, { opponent: { kind: 'computer', level: 15 } });
  await white.goto('/');
  await expect(white.getByRole('link', { name: /You lost · resignation.*5\+3/ })).toBeVisible();
  const name = white.getByText('Computer, level 15', { exact: true });
  expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
});

test('a clock of one’s own moves nothing in the dialog', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  const heading = page.getByRole('dialog').getByRole('heading');
  const usual = page.getByRole('radio', { name: '10+0' });
  for (const [width, height] of [[1280, 800], [390, 844]] as const) {
    await usual.check();
    await expect(page.getByLabel('Minutes')).toBeHidden();
    await resize(page, width, height);
    await expect(page.getByRole('button', { name: 'Create game' })).toBeVisible();
    const before = await heading.boundingBox();
    await page.getByRole('radio', { name: 'Custom' }).check();
    await expect(page.getByLabel('Minutes')).toBeVisible();
    await expect.poll(() => heading.boundingBox(), `${width} px`).toEqual(before);
    await expect(page.getByRole('button', { name: 'Create game' })).toBeInViewport({ ratio: 1 });
  }
});

test('a style sheet that is lost on its way is asked for again', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  const lost = new Set<string>();
  await page.route('**/*.css', (route) => {
    const url = route.request().url();
    if (lost.has(url)) return route.continue();
    lost.add(url);
    return route.abort('connectionreset');
  });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Play a friend' });
  await expect(button).toBeVisible();
  expect(lost.size).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent'))).not.toBe('');
  await expect(button).not.toHaveCSS('border-style', 'outset');
});
