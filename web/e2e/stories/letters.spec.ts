// SPDX-License-Identifier: AGPL-3.0-or-later
// What comes by e-mail, followed to the end of each way; and accounts of children, to which nothing comes.
import type { Page } from '@playwright/test';
import { makeAdmin } from '../support/desk';
import { MailServer } from '../support/mail';
import { menu, PASSWORD, register } from '../support/people';
import { answered } from '../support/quiet';
import { Server } from '../support/server';
import { expect, test as base } from '../support/test';

const NEW = 'quite other unrelated words';

const test = base.extend<{ mail: MailServer; server: Server }>({
  // Playwright wants a pattern here, an empty one too.
  mail: async ({}, use) => {
    const mail = await MailServer.start();
    await use(mail);
    mail.stop();
  },
  // Letters name the server by its address.
  server: async ({ mail }, use) => {
    const post = ['--smtp-from', 'Chess club <club@chess.test>', '--smtp-server', `smtp+plain://127.0.0.1:${mail.port}`];
    const server = await Server.startKnowing((origin) => ['--public-url', origin, '--staff-totp', 'off', ...post]);
    await use(server);
    await server.dispose();
  },
});

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
}

test('an address is given when registering, confirmed by the letter, and opens the way back to a forgotten password', async ({ person, mail, provokes }) => {
  provokes(answered(400), answered(401));
  const [page, other] = [await person(), await person()];
  await page.goto('/');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill('Lena');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Email (optional)').fill('lena@example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await expect(menu(page, 'Lena')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText('Open the link sent to lena@example.org to confirm it.')).toBeVisible();

  const link = await mail.linkFor('lena@example.org', '/confirm');
  await page.goto(link);
  // Mail programs that open links by themselves confirm nothing.
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  expect(page.url()).not.toContain('#');
  await page.goto('/settings');
  await expect(page.getByText('lena@example.org is confirmed.')).toBeVisible();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByRole('alert'), 'the link works once').toHaveText(/./);

  await other.goto('/');
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByRole('link', { name: 'Forgot password?' }).click();
  await other.getByLabel('Address').fill('lena@example.org');
  await other.getByRole('button', { name: 'Send link' }).click();
  await expect(other.getByText('a link is on its way')).toBeVisible();
  const reset = await mail.linkFor('lena@example.org', '/reset');
  await other.goto(reset);
  await other.getByLabel('New password').fill('password');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByRole('alert'), 'which everybody would guess').toHaveText(/./);
  await other.getByLabel('New password').fill(NEW);
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByText('Your password has been changed. Log in with it.')).toBeVisible();

  // All sessions have ended, and the old password opens nothing.
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
  await logIn(page, 'Lena', PASSWORD);
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/./);
  await page.getByLabel('Password').fill(NEW);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await expect(menu(page, 'Lena')).toBeVisible();
  await page.goto(reset);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert'), 'the link works once').toHaveText(/./);
});

test('a protected account has neither e-mail nor a text about itself', async ({ person, server }) => {
  const [chief, page] = [await person(), await person()];
  await makeAdmin(chief, server);
  await register(page, 'Lena');
  const [bio, email] = [page.getByRole('textbox', { name: 'About you' }), page.getByRole('region', { name: 'Email', exact: true })];
  await page.goto('/settings');
  await bio.fill('I am eleven.');
  await bio.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(email).toBeVisible();

  await protect(chief, server.origin, 'Lena');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Password', exact: true })).toBeVisible();
  await expect(bio).toHaveCount(0);
  await expect(email).toHaveCount(0);
  const put = async (path: string, data: object) => {
    const answer = await page.request.put(`${server.origin}${path}`, { headers: { origin: server.origin }, data });
    return [answer.status(), await answer.text()] as const;
  };
  expect(await put('/api/page/email', { email: 'lena@example.org', password: PASSWORD })).toEqual([403, expect.stringContaining('no e-mail')]);
  expect(await put('/api/page/bio', { text: 'I am eleven.' })).toEqual([403, expect.stringContaining('kid mode')]);
  // What was written before is shown to nobody.
  await chief.goto('/@/Lena');
  await expect(chief.getByRole('heading', { name: 'Lena' })).toBeVisible();
  await expect(chief.getByText('I am eleven.')).toHaveCount(0);
});

/** Puts an account into kid mode: the desk has a switch for it only where the account was made by a list. */
async function protect(chief: Page, origin: string, name: string): Promise<void> {
  const answer = await chief.request.post(`${origin}/api/page/desk/users/${name}/kid`, { headers: { origin }, data: { kid: true } });
  expect(answer.status(), await answer.text()).toBe(204);
}
