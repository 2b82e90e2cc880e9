// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people';
import type { Server } from './server';

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
