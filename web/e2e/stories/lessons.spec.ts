// SPDX-License-Identifier: AGPL-3.0-or-later
// A teacher's puzzles: a set that a class gets by a date, and positions of the pupils' own games, on the screen and on paper.
import { findings } from '../support/axe';
import { post } from '../support/calls';
import { makeAdmin } from '../support/desk';
import { DEVICES, overflow } from '../support/people';
import { expect, test } from '../support/test';
import { visit } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

/** Two games that were lost at one stroke: each allows a mate by the queen, Ben on move 3 and Ann on move 4. Longer ones take seconds more. */
const GAMES = `[White "AnnBerg"]
[Black "BenCole"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Berg, Ann"]
[Black "BenCole"]
[Result "0-1"]

1. a3 e5 2. e4 Qh4 3. Nc3 Bc5 4. Nf3 Qxf2# 0-1
`;

test('a teacher gives the class a set and everyone the own mistakes, and pupils find both', async ({ person, server }) => {
  // An engine looks at two games.
  test.slow();
  const [teacher, ann, ben] = [await person({ viewport: { width: 1440, height: 900 } }), await person({ viewport: { width: 1440, height: 900 } }), await person(DEVICES.phone)];
  await makeAdmin(teacher, server);
  const { cards } = JSON.parse((await post(teacher, '/api/page/desk/players', { names: ['AnnBerg', 'BenCole'], kid: false }))[1]) as { cards: { name: string; code: string }[] };
  for (const pupil of [ann, ben]) expect((await post(pupil, '/api/card', { code: cards[pupil === ann ? 0 : 1]?.code }))[0]).toBe(200);

  await visit(teacher, '/puzzles#/sets');
  await teacher.getByLabel('Name', { exact: true }).fill('Tuesday’s puzzles');
  await teacher.getByRole('button', { name: 'Make set' }).click();
  await expect(teacher.getByRole('heading', { name: 'Tuesday’s puzzles' })).toBeVisible();
  await teacher.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(teacher.getByText(/^Assigned, due by /)).toBeVisible();
  const teacherSet = teacher.url();
  // The name is kept before another page is opened: it is by this that the lesson finds the games.
  const named = teacher.waitForResponse((answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/page/puzzle-pupils');
  await teacher.getByRole('textbox', { name: /AnnBerg/ }).fill('Ann Berg');
  await teacher.getByRole('textbox', { name: /AnnBerg/ }).blur();
  expect((await named).ok()).toBe(true);

  await visit(teacher, '/puzzles#/today');
  await teacher.getByLabel('Other games, as PGN').fill(GAMES);
  await teacher.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(teacher.getByText('Ready: positions for 2 of 2 players.')).toBeVisible({ timeout: 120_000 });
  await expect(teacher.getByText(/^Played: ♘f6\s*Better: /)).toBeVisible();
  await expect(teacher.getByText(/^Played: ♘f3\s*Better: /)).toBeVisible();
  await expect(teacher.getByRole('heading', { name: /^Ann Berg/ })).toBeVisible();
  await expect(teacher.getByText('Game 1 against Ann Berg, move 3')).toBeVisible();
  expect(await findings(teacher)).toEqual([]);
  // What is printed is for each player, without a name, and what the screen has is left out.
  await teacher.emulateMedia({ media: 'print' });
  await expect(teacher.getByText('Find a better move.').first()).toBeVisible();
  await expect(teacher.getByText('Game 1, move 3', { exact: true })).toBeVisible();
  await expect(teacher.getByText('Ann Berg').filter({ visible: true })).toHaveCount(0);
  await expect(teacher.getByRole('button', { name: 'Print sheets' })).toBeHidden();
  await teacher.emulateMedia({ media: 'screen' });

  for (const pupil of [ann, ben]) {
    await visit(pupil, '/puzzles');
    const set = pupil.getByRole('link', { name: 'Tuesday’s puzzles' });
    await set.scrollIntoViewIfNeeded();
    // A name of two words takes two lines at most, also in the narrow column beside a board.
    expect((await set.boundingBox())?.height).toBeLessThan(60);
    expect(await overflow(pupil)).toBe(0);
    await pupil.getByRole('link', { name: /^\d+ \w+ \d{4}$/ }).click();
    await expect(pupil.locator('.puzzle-notice')).toContainText('In your game you played');
  }

  // The bell leads to the set itself, also from the page of puzzles, and the header back to any puzzle.
  const set = teacherSet.split('/').at(-1) ?? '';
  await ann.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  await ann.getByRole('banner').getByRole('link', { name: /Tuesday’s puzzles/ }).click();
  await expect(ann).toHaveURL(new RegExp(`#/in/${set}/\\w+$`));
  await expect(ann.getByRole('link', { name: /^Tuesday’s puzzles: 1\// })).toBeVisible();
  await ann.getByRole('banner').getByRole('link', { name: 'Puzzles', exact: true }).click();
  await expect(ann).toHaveURL(/\/puzzles#\w+$/);
  await expect(ann.getByText(/^Your rating: /)).toBeVisible();
});
