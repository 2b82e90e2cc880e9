// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, type Page } from '@playwright/test';
import { post } from './calls';
import { PASSWORD } from './people';
import type { Server } from './server';

/** Makes the page's person the first admin without a page, for stories that go elsewhere than to the desk. */
export async function makeAdmin(page: Page, server: Server): Promise<void> {
  const link = await server.adminLink();
  const token = link.slice(link.indexOf('#') + 1);
  const [status, text] = await post(page, '/api/page/admin-link', { token, name: 'Chief', password: PASSWORD });
  expect(status, text).toBeLessThan(300);
}

/** Opens the link that the server has printed, and makes the first admin. */
export async function becomeAdmin(page: Page, server: Server): Promise<void> {
  await page.goto(await server.adminLink());
  await page.getByLabel('Name').fill('Chief');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Become admin' }).click();
  await expect(page).toHaveURL(/\/desk$/);
}

/** Opens one of the desk's pages. */
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }).click();
