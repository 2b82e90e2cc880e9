// SPDX-License-Identifier: AGPL-3.0-or-later
import type { TimeControlView } from '../../src/platform/protocol';
import { type Locator, type Page, expect } from '@playwright/test';
import { post } from './calls';

/** What `POST /api/games` takes; unlimited time, the standard position and White unless told otherwise. */
export interface Wish {
  opponent?: { kind: 'friend' } | { kind: 'computer'; level: number };
  time?: TimeControlView;
  color?: 'white' | 'black';
  fen?: string;
  /** Both need an account. */
  rated?: boolean;
}

/** The wish as the server takes it. */
export const bodyOf = (wish: Wish) => ({
  opponent: wish.opponent ?? { kind: 'friend' },
  time: wish.time ?? null,
  color: wish.color ?? 'white',
  ...(wish.rated && { rated: true }),
  start: wish.fen === undefined ? { kind: 'standard' } : { kind: 'fen', fen: wish.fen },
});

/** Creates a game in the name of the page's person, without a page, and returns its id. */
export async function create(page: Page, wish: Wish = {}): Promise<string> {
  const [status, text] = await post(page, '/api/games', bodyOf(wish));
  expect(status, text).toBe(201);
  return (JSON.parse(text) as { id: string }).id;
}

/** Two people at one board: the first has created the game and plays White, the second has joined. */
export async function sitDown(white: Page, black: Page, wish: Wish = {}): Promise<[Board, Board]> {
  const id = await create(white, wish);
  await white.goto(`/game/${id}`);
  await black.goto(`/game/${id}`);
  await black.getByRole('button', { name: 'Join game' }).click();
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  return boards;
}

/** The board on a page, as a person uses it. Every action waits until its effect can be seen. */
export class Board {
  constructor(readonly page: Page) {}

  /** The button of a square, whatever stands there. */
  square(name: string): Locator {
    // By its name among assistive technology it would be looked for among all buttons of the page, which costs much. Below the
    // board of a line lies the game's, which is hidden.
    return this.page.locator(`button[data-square=${name}]`).filter({ visible: true });
  }

  /** Waits until the board is there and both seats are taken. */
  async isReady(): Promise<void> {
    await expect(this.square('e4')).toBeVisible();
    await expect(this.page.getByRole('button', { name: 'Join game' })).toBeHidden();
    await expect(this.page.getByRole('textbox', { name: 'Game link' })).toBeHidden();
  }

  /** `shows('e4', 'white pawn')`, `shows('e2', 'empty')`. */
  async shows(square: string, what: string): Promise<void> {
    await expect(this.square(square)).toHaveAccessibleName(new RegExp(`^${square}, ${what}(,|$)`));
  }

  /** The middle of a square on the screen. */
  async centre(square: string): Promise<{ x: number; y: number }> {
    const box = await this.square(square).boundingBox();
    if (box === null) throw new Error(`${square} is not on the screen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Drags by real mouse; the board ignores made-up events. */
  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.centre(from), await this.centre(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Clicks one square by real mouse. */
  async click(square: string): Promise<void> {
    const { x, y } = await this.centre(square);
    await this.page.mouse.click(x, y);
  }

  /** Taps one square; for pages with touch. */
  async tap(square: string): Promise<void> {
    const { x, y } = await this.centre(square);
    await this.page.touchscreen.tap(x, y);
  }

  /** The piece that stands on a square: `white pawn`. */
  async pieceOn(square: string): Promise<string> {
    const name = await this.square(square).getAttribute('aria-label');
    return (name ?? (await this.square(square).innerText())).split(', ')[1] ?? '';
  }
}

/** Plays moves like `e2e4` in turn; the first is the first board's. Both must show each before the next. */
export async function play(boards: [Board, Board], moves: string[]): Promise<void> {
  for (const [ply, move] of moves.entries()) {
    const mover = boards[ply % 2 === 0 ? 0 : 1];
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const piece = await mover.pieceOn(from);
    if (ply % 3 === 0) {
      await mover.drag(from, to);
    } else {
      await mover.click(from);
      await mover.click(to);
    }
    for (const board of boards) {
      await board.shows(to, piece);
      await board.shows(from, 'empty');
    }
  }
}

/** A finger that stays on the screen between its strokes; for pages with touch in Chromium. */
export class Finger {
  private constructor(private readonly send: (type: string, points: { x: number; y: number }[]) => Promise<unknown>) {}

  static async of(page: Page): Promise<Finger> {
    const devtools = await page.context().newCDPSession(page);
    return new Finger((type, touchPoints) => devtools.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints }));
  }

  async down(at: { x: number; y: number }): Promise<void> {
    await this.send('touchStart', [at]);
  }

  async move(to: { x: number; y: number }): Promise<void> {
    await this.send('touchMove', [to]);
  }

  async up(): Promise<void> {
    await this.send('touchEnd', []);
  }
}
