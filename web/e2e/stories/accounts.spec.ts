// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { post } from '../support/calls';
import { create } from '../support/game';
import { choose, enrol, expect, FLOWS, menu, overflow, PASSWORD, register, someName, test } from '../support/people';
import { answered } from '../support/quiet';

for (const [device, options] of FLOWS) {
  test(`somebody registers, logs out and logs in again, ${device}`, async ({ person, provokes }) => {
    provokes(answered(401));
    const page = await person(options);
    const name = someName();
    await page.goto('/');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
    // This server sends no mail, so it asks for no address.
    await expect(page.getByLabel('Email (optional)')).toBeHidden();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(menu(page, name)).toBeFocused();
    await page.reload();
    await expect(menu(page, name)).toBeVisible();
    await choose(page, name, 'Log out');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Name').fill(name.toUpperCase());
    await page.getByLabel('Password').fill('not my password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/./);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(menu(page, name)).toBeVisible();
  });
}

test('a name that is taken is refused at its field', async ({ person, provokes }) => {
  provokes(answered(409));
  const [first, second] = [await person(), await person()];
  const name = await register(first);
  await second.goto('/');
  await second.getByRole('button', { name: 'Register' }).click();
  await second.getByLabel('Name').fill(name.toLowerCase());
  await second.getByLabel('Password').fill(PASSWORD);
  await second.getByRole('button', { name: 'Register' }).click();
  await expect(second.getByLabel('Name')).toHaveAccessibleDescription(/taken/);
  await expect(second.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  // The keyboard is where something is to be changed, also after Enter in another field.
  await expect(second.getByLabel('Name')).toBeFocused();
  await second.getByLabel('Password').press('Enter');
  await expect(second.getByLabel('Name')).toBeFocused();
});

test('the games of a guest belong to the account that the guest registers', async ({ person }) => {
  const page = await person();
  const game = await create(page);
  const name = await register(page);
  await page.goto(`/game/${game}`);
  await expect(page.getByRole('textbox', { name: 'Game link' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('main').locator(`a[href="/game/${game}"]`)).toBeVisible();
  await expect(menu(page, name)).toBeVisible();
});

test('logging in with games of a guest asks what becomes of them', async ({ person }) => {
  const [elsewhere, page] = [await person(), await person()];
  const name = await register(elsewhere);
  await create(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Don’t add' }).click();
  await expect(menu(page, name)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('what one tab does about the account, the other shows', async ({ person, provokes }) => {
  const page = await person();
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto('/settings');
  await expect(other.getByText('You’re not logged in')).toBeVisible();
  const name = someName();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(menu(other, name)).toBeVisible();
  // The other tab may be reading its notices at the moment in which the account goes.
  provokes(answered(401));
  await choose(page, name, 'Log out');
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('an account by keyboard only', async ({ person }) => {
  const page = await person();
  const name = someName();
  await page.goto('/');
  const register = page.getByRole('button', { name: 'Register' });
  // A page that is not there yet has nothing to stop at.
  await expect(register).toBeVisible();
  for (let stop = 0; stop < 10; stop += 1) {
    await page.keyboard.press('Tab');
    if (await register.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(register).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(menu(page, name)).toBeVisible();
  await menu(page, name).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page, name)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeHidden();
});

/** Opens a page and waits until it knows the account, and hears what the server tells it. */
async function follow(page: Page, path: string): Promise<void> {
  const known = page.waitForResponse('**/api/page/me');
  const heard = new Promise<void>((done) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => /"type":"mine"/.test(String(payload)) && done()));
  });
  await page.goto(path);
  await Promise.all([known, heard]);
}

test('a page that is open while its account is closed says so, and goes on as a guest', async ({ person, provokes }) => {
  provokes(answered(401));
  const page = await person();
  const name = await register(page);
  await follow(page, '/watch');
  const other = await page.context().newPage();
  await follow(other, '/watch');
  // Another browser closes it, so no tab here tells this one.
  const elsewhere = await person();
  await post(elsewhere, '/api/login', { name, password: PASSWORD });
  expect(await post(elsewhere, '/api/page/close', { password: PASSWORD })).toEqual([204, '']);
  for (const one of [page, other]) {
    await expect(one.getByText(`The account ${name} was closed. You’re now a guest.`)).toBeVisible();
    await expect(one.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
  }
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(`The account ${name} was closed.`)).toBeHidden();
});

/** The first word of its connection came for somebody else than the page had been told of, and nobody noticed. */
test('an account that is closed while its page is loaded is missed, too', async ({ person, provokes }) => {
  provokes(answered(401));
  const page = await person();
  const name = await enrol(page);
  const elsewhere = await person();
  await post(elsewhere, '/api/login', { name, password: PASSWORD });
  let goOn = () => undefined as void;
  const isClosed = new Promise<void>((done) => (goOn = done));
  await page.routeWebSocket(/\/api\/socket/, async (socket) => {
    await isClosed;
    socket.connectToServer();
  });
  const known = page.waitForResponse((answer) => answer.url().endsWith('/api/page/me'));
  await page.reload();
  await known;
  await expect(menu(page, name)).toBeVisible();
  expect(await post(elsewhere, '/api/page/close', { password: PASSWORD })).toEqual([204, '']);
  goOn();
  await expect(page.getByText(`The account ${name} was closed. You’re now a guest.`)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
});
