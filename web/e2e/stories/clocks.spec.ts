// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { test as ownServer } from '../support/test';

test('under a delay the clock waits, and says so; both players see the lag that the server measured', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { time: { initial_ms: 300_000, delay_ms: 60_000 } });
  await expect(white.getByText('5 min, 60 s delay')).toBeVisible();
  await play(boards, ['e2e4', 'e7e5']);
  const bar = black.getByRole('region', { name: 'White' });
  await expect(bar.getByText(/^Delay \d+\ss$/)).toBeVisible();
  await expect(bar.getByRole('timer')).toHaveText('5:00');
  await play(boards, ['g1f3']);
  await expect(bar.getByRole('timer'), 'no time is lost').toHaveText('5:00');
  await expect(black.getByRole('region', { name: 'Black' }).getByText(/^Delay/)).toBeVisible();
  for (const page of [white, black]) {
    await page.getByText('Connection', { exact: true }).click();
    const measured = page.getByRole('table').getByRole('row').filter({ hasText: /\d ms|\d s/ });
    await expect(measured).toHaveCount(2);
  }
});

test('time odds are set in the dialog and shown to both', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await white.goto('/');
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await white.getByRole('radio', { name: 'Custom' }).check();
  await white.getByLabel('Time odds: a different clock for each side').check();
  await white.getByLabel('White: minutes').fill('1');
  await white.getByLabel('White: seconds per move').fill('0');
  await white.getByLabel('Black: minutes').fill('5');
  await white.getByLabel('Black: seconds per move').fill('3');
  await white.getByRole('button', { name: 'Create game' }).click();
  await expect(white.getByText('White 1+0, Black 5+3')).toBeVisible();
  await expect(white).toHaveURL(/\/game\//);
  await black.goto(white.url());
  await black.getByRole('button', { name: 'Join game' }).click();
  for (const page of [white, black]) {
    await expect(page.getByRole('timer', { name: 'White’s clock' })).toHaveText('1:00');
    await expect(page.getByRole('timer', { name: 'Black’s clock' })).toHaveText('5:00');
  }
});

test('a correspondence game is created and shows its days', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await white.goto('/');
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await white.getByRole('radio', { name: 'Days' }).check();
  await white.getByLabel('Days per move').fill('15');
  await white.getByRole('button', { name: 'Create game' }).click();
  await expect(white.getByRole('alert')).toHaveText('Choose 1 to 14 days.');
  await white.getByLabel('Days per move').fill('3');
  await white.getByRole('button', { name: 'Create game' }).click();
  await expect(white.getByText('3 days per move')).toBeVisible();
  await expect(white).toHaveURL(/\/game\//);
  await black.goto(white.url());
  await black.getByRole('button', { name: 'Join game' }).click();
  await expect(black.getByRole('timer', { name: 'White’s clock' })).toHaveText(/^\s*(3d|2d 23h)$/);
});

ownServer.describe('where nobody waits long', () => {
  // Long enough that a busy page still shows the countdown.
  ownServer.use({ flags: ['--absence-seconds', '12'] });

  ownServer('an opponent who leaves is counted out, and the game is claimed', async ({ person }) => {
    const [white, black] = [await person(), await person()];
    const boards = await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
    await play(boards, ['e2e4', 'e7e5']);
    await expect(black.getByRole('button', { name: 'Claim win' })).toBeHidden();
    const game = white.url();
    await white.goto('about:blank');
    await expect(black.getByText(/has left\. You can claim the game in/)).toBeVisible();
    await expect(black).toHaveTitle(/^.+ has left · /);
    await expect(black.getByRole('button', { name: 'Claim draw' })).toBeVisible({ timeout: 40_000 });

    await white.goto(game);
    await expect(black.getByRole('button', { name: 'Claim win' })).toBeHidden();
    await white.goto('about:blank');
    await black.getByRole('button', { name: 'Claim win' }).click({ timeout: 40_000 });
    await expect(black.getByText('You won because your opponent left.', { exact: true })).toBeVisible();
  });
});

test('below ten seconds a clock is red, in both themes', async ({ person }) => {
  const [white, black] = [await person({ colorScheme: 'light' }), await person({ colorScheme: 'dark' })];
  const time = { white: { initial_ms: 9_000, increment_ms: 0 }, black: { initial_ms: 60_000, increment_ms: 0 } };
  await sitDown(white, black, { time });
  for (const page of [white, black]) {
    const color = (side: string) =>
      page.getByRole('timer', { name: `${side}’s clock` }).evaluate((clock) => {
        const sample = document.createElement('i');
        sample.style.color = 'var(--danger)';
        clock.append(sample);
        const danger = getComputedStyle(sample).color;
        sample.remove();
        const { color, borderColor } = getComputedStyle(clock);
        return { isText: color === danger, isBorder: borderColor === danger };
      });
    // No clock runs before the first move, so both stand as long as anybody looks.
    await expect(page.getByRole('timer', { name: 'White’s clock' })).toHaveText('9.0');
    await expect.poll(() => color('White')).toEqual({ isText: true, isBorder: true });
    await expect.poll(() => color('Black')).toEqual({ isText: false, isBorder: false });
  }
});
