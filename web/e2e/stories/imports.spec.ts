// SPDX-License-Identifier: AGPL-3.0-or-later
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { expect, FLOWS, overflow, test } from '../support/people';
import { answered } from '../support/quiet';

const PGN = `[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 1-0
`;

for (const [device, options] of FLOWS) {
  test(`a pasted game becomes a game to look at, ${device}`, async ({ person, provokes }) => {
    provokes(answered(400));
    const [page, friend] = [await person(options), await person()];
    await page.goto('/');
    await page.getByRole('button', { name: 'Import a game' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a game' });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByText('Paste a game first.')).toBeVisible();
    await expect(dialog.getByLabel('Game in PGN')).toBeFocused();
    await dialog.getByLabel('Game in PGN').fill('1. e4 e5 2. Ke3');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByText(/^Line 1, column 13: .*Ke3/)).toBeVisible();
    await expect(dialog.getByLabel('Game in PGN')).toBeFocused();
    expect(await findings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByLabel('Game in PGN').fill(PGN);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Anderssen, Adolf').first()).toBeVisible();
    await new Board(page).shows('f1', 'white king');
    await friend.goto(page.url());
    await new Board(friend).shows('f1', 'white king');
    // A record has no spectators, and nobody to talk to.
    await expect(page.getByRole('complementary', { name: 'Game', exact: true })).not.toContainText('watch');
    await expect(page.getByRole('button', { name: 'Chat' })).toHaveCount(0);
  });
}

test('a game from a file is private where that is wanted, and stands among the person’s own', async ({ person, provokes }) => {
  provokes(answered(404));
  const [page, friend] = [await person(), await person()];
  await page.goto('/');
  await page.getByRole('button', { name: 'Import a game' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a game' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(PGN) });
  await expect(dialog.getByLabel('Game in PGN')).toHaveValue(PGN);
  await dialog.getByRole('switch', { name: 'Private' }).check();
  await expect(dialog.getByText('Only you can see it.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Black' }).check();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await new Board(page).shows('f1', 'white king');
  await friend.goto(page.url());
  await expect(friend.getByRole('heading', { name: /no such game/i })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Anderssen, Adolf.*1–0.*Imported/ })).toBeVisible();
});

test('a file of an older program is read as Windows-1252, and the dialog says so', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Import a game' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a game' });
  const take = async (buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await (await choosing).setFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer });
  };
  const text = '[White "Müller, José"]\n\n1. e4 *\n';
  await take(Buffer.from(text, 'latin1'));
  await expect(dialog.getByLabel('Game in PGN')).toHaveValue(text);
  await expect(dialog.getByText('This file isn’t UTF-8, so it was read as Windows-1252.')).toBeVisible();
  // What Windows has in place of the control characters of ISO 8859-1.
  await take(Buffer.from([0x93, 0x65, 0x34, 0x94]));
  await expect(dialog.getByLabel('Game in PGN')).toHaveValue('“e4”');
  await take(Buffer.from(text));
  await expect(dialog.getByLabel('Game in PGN')).toHaveValue(text);
  await expect(dialog.getByText('Windows-1252')).toBeHidden();
});

test('the dialog and the editor fit on a phone on its side', async ({ person }) => {
  const page = await person({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Import a game' }).click();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeInViewport({ ratio: 1 });
  await page.goto('/editor');
  const [first, last] = [page.getByRole('button', { name: /^a8, / }), page.getByRole('button', { name: /^h1, / })];
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(((await last.boundingBox())?.x ?? 0) - ((await first.boundingBox())?.x ?? 999)).toBeGreaterThan(260);
});
