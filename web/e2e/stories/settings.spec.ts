// SPDX-License-Identifier: AGPL-3.0-or-later
import { createHmac } from 'node:crypto';
import { findings } from '../support/axe';
import { post } from '../support/calls';
import { expect, FLOWS, menu, overflow, PASSWORD, register, test } from '../support/people';
import { answered } from '../support/quiet';

/** The code that an authenticator shows (RFC 6238), so many steps of 30 seconds from now. */
function totp(secret: string, steps: number): string {
  const bits = [...secret.replace(/=+$/, '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const bytes: number[] = [];
  let [rest, left] = [0, 0];
  for (const five of bits) {
    [rest, left] = [(rest << 5) | five, left + 5];
    if (left >= 8) {
      left -= 8;
      bytes.push((rest >> left) & 255);
    }
  }
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

for (const [device, options] of FLOWS) {
  test(`a guest keeps choices in the browser, ${device}`, async ({ person }) => {
    const page = await person(options);
    await page.goto('/settings');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.getByText('Saved')).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect.poll(ground).toBe(dark);
    await page.getByRole('radio', { name: 'Light' }).check();
    await expect.poll(ground).not.toBe(dark);
  });
}

test('an account finds its choices in another browser', async ({ person }) => {
  const [first, second] = [await person(), await person()];
  const name = await register(first);
  await first.goto('/settings');
  await first.getByRole('group', { name: 'Squares' }).getByRole('radio', { name: 'Wood' }).check();
  await expect(first.getByText('Saved')).toBeVisible();
  await second.goto('/');
  await second.getByRole('button', { name: 'Log in' }).click();
  await second.getByLabel('Name').fill(name);
  await second.getByLabel('Password').fill(PASSWORD);
  await second.getByRole('button', { name: 'Log in' }).click();
  await expect(menu(second, name)).toBeVisible();
  await expect(second.locator('html')).toHaveAttribute('data-board', 'wood');
});

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ person, provokes }) => {
  provokes(answered(403), answered(401));
  const [page, other] = [await person(), await person()];
  const name = await register(page);
  await page.goto('/settings');
  const factor = page.locator('section', { has: page.getByRole('heading', { name: 'Two-factor login' }) });
  await factor.getByLabel('Your password').fill('not this one');
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(factor.getByText(/not your password/i)).toBeVisible();
  await factor.getByLabel('Your password').fill(PASSWORD);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.locator('form code').innerText();
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 0));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('status').locator('code');
  await expect(codes.first()).toBeVisible();
  const recovery = await codes.first().innerText();

  await other.goto('/');
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByLabel('Code').fill('000000');
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other.getByLabel('Code')).toHaveAccessibleDescription(/is wrong/);
  await other.getByLabel('Code').fill(recovery);
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(menu(other, name)).toBeVisible();
});

test('a password is changed, and the other browser is logged out', async ({ person, provokes }) => {
  provokes(answered(403));
  const [page, other] = [await person(), await person()];
  const name = await register(page);
  expect((await post(other, '/api/login', { name, password: PASSWORD }))[0]).toBe(200);
  await page.goto('/settings');
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Current password').fill('something else');
  await page.getByLabel('New password').fill('battery horse correct');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('region', { name: 'Password' }).getByText('Saved')).toBeVisible();
  await other.goto('/');
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('an account is closed only with its password', async ({ person, provokes }) => {
  provokes(answered(403));
  const page = await person();
  await register(page);
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Close account' });
  await section.getByRole('button', { name: 'Close account' }).click();
  await section.getByLabel('Your password').fill('wrong password');
  await section.getByRole('button', { name: 'Yes, close my account' }).click();
  await expect(section.getByRole('alert')).toBeVisible();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Yes, close my account' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('axe finds nothing in the dialogs and the settings', async ({ person }) => {
  const page = await person({ bypassCSP: true });
  await page.goto('/');
  for (const name of ['Log in', 'Register']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto('/settings');
  await expect(page.getByRole('group', { name: 'Squares' }).getByRole('radio', { name: 'Wood' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const name = await register(page);
  await page.reload();
  await menu(page, name).click();
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const factor = page.locator('section', { has: page.getByRole('heading', { name: 'Two-factor login' }) });
  await factor.getByLabel('Your password').fill(PASSWORD);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
