// SPDX-License-Identifier: AGPL-3.0-or-later
// What players take for granted around a game: Chess960, the next game, a claim, who watches, the opening's name.
import { create, play, sitDown } from '../support/game';
import { meet } from '../support/opponent';
import { expect, register, test } from '../support/people';

/** Knights out and home again. */
const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

test('Chess960 is chosen in the dialog, and castles by the king on its rook', async ({ person }) => {
  const [page, white, black] = [await person(), await person(), await person()];
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.getByText('Starting position:').click();
  await page.getByRole('radio', { name: 'Chess960' }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  await expect(page.getByRole('complementary', { name: 'Game', exact: true }).getByText('Chess960')).toBeVisible();
  // The king stands beside its rook, so only the rook's square can mean castling.
  const boards = await sitDown(white, black, { fen: '1k6/8/8/8/8/8/8/5KR1 w G - 0 1' });
  await boards[0].click('f1');
  await boards[0].click('g1');
  for (const board of boards) {
    await board.shows('g1', 'white king');
    await board.shows('f1', 'white rook');
  }
});

test('the next game in which it is one’s move is one press away', async ({ person, opponent }) => {
  const page = await person();
  const first = await create(page, { opponent: { kind: 'computer', level: 1 } });
  const board = await meet(page, await opponent());
  await board.drag('e2', 'e4');
  await page.getByRole('button', { name: 'Next game' }).click();
  await expect(page).toHaveURL(new RegExp(`/game/${first}$`));
  await board.shows('e2', 'white pawn');
});

test('a third repetition is offered to be claimed, and ends the game', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await expect(white.getByRole('button', { name: 'Claim draw' })).toBeHidden();
  await play(boards, [...DANCE, ...DANCE]);
  await expect(black.getByRole('button', { name: 'Claim draw' })).toBeHidden();
  await white.getByRole('button', { name: 'Claim draw' }).click();
  for (const page of [white, black]) await expect(page.getByText('Draw by threefold repetition.', { exact: true })).toBeVisible();
});

test('players see how many watch, and the names of those who have one', async ({ person }) => {
  const [white, black, guest, known] = [await person(), await person(), await person(), await person()];
  const name = await register(known);
  await sitDown(white, black);
  await guest.goto(white.url());
  await known.goto(white.url());
  await expect(white.getByText(`2 watching, including ${name}`)).toBeVisible();
  await guest.goto('/');
  await expect(white.getByText(`1 watching: ${name}`)).toBeVisible();
});

test('the opening’s name stands beside the game, and follows who looks back', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  const boards = await sitDown(white, black);
  const chat = async () => (await white.getByRole('textbox', { name: 'Message' }).boundingBox())?.y;
  const before = await chat();
  await play(boards, ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'h7h5']);
  await expect(white.getByText('Ruy Lopez', { exact: true })).toBeVisible();
  await expect.poll(chat).toBe(before);
  await white.keyboard.press('Home');
  await white.keyboard.press('ArrowRight');
  await expect(white.getByText("King's Pawn Game", { exact: true })).toBeVisible();
});

test('a browser whose clock is wrong by a day shows the right time left', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await white.addInitScript(() => {
    const DAY = 86_400_000;
    const Right = Date;
    class Wrong extends Right {
      constructor(...given: []) {
        super(...((given.length === 0 ? [Right.now() + DAY] : given) as []));
      }
      static override now = () => Right.now() + DAY;
    }
    globalThis.Date = Wrong as DateConstructor;
  });
  const boards = await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  await expect(white.getByRole('timer', { name: 'White’s clock' })).toHaveText(/^(10:00|9:[0-5]\d)$/);
  await expect(white.getByRole('timer', { name: 'Black’s clock' })).toHaveText(/^(10:00|9:[0-5]\d)$/);
});

test('there are boards and pieces to choose from', async ({ person }) => {
  const page = await person();
  await page.goto('/settings');
  const group = (name: string) => page.getByRole('group', { name }).getByRole('radio');
  await expect.poll(() => group('Squares').count()).toBeGreaterThanOrEqual(6);
  await expect.poll(() => group('Pieces').count()).toBeGreaterThanOrEqual(4);
});

test('the usual times are there, and one’s own', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  const times = ['1+0', '1+1', '2+1', '3+0', '3+2', '5+0', '5+3', '10+0', '10+5', '15+10', '30+0', '30+20'];
  for (const name of times) await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Custom/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Minutes')).toBeVisible();
});
