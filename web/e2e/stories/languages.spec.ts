// SPDX-License-Identifier: AGPL-3.0-or-later
// Every page in the longest language, and in one that is longer still and runs from right to left.
import type { Page } from '@playwright/test';
import { create, sitDown } from '../support/game';
import { everyAddress } from '../support/pages';
import { PASSWORD, register } from '../support/people';
import { speakPseudo } from '../support/pseudo';
import { answered } from '../support/quiet';
import { replay } from '../support/replay';
import { spills } from '../support/spills';
import { SWEEPS_ALL, swept } from '../support/sweep';
import { expect, type NewPerson, test } from '../support/test';
import { resize, visit, walker } from '../support/visit';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const OPENING = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6'.split(' ');

/** Reads in both sizes what does not fit; in a sweep it takes a picture for the eye, too. */
async function fits(page: Page, state: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    // A busy page takes its new size a little later.
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(viewport.width);
    await expect.soft.poll(() => spills(page), `${state}, ${size}`).toEqual([]);
    if (SWEEPS_ALL) await page.screenshot({ path: test.info().outputPath(`${state}-${size}.png`), animations: 'disabled' });
  }
}

for (const language of swept(['pseudo'], ['German'])) {
  const isGerman = language === 'German';
  const look = { viewport: SIZES.phone, hasTouch: true, reducedMotion: 'reduce' as const };
  const someone = async (person: NewPerson) => {
    const page = await person({ ...look, locale: isGerman ? 'de-AT' : 'en-GB' });
    if (!isGerman) await speakPseudo(page.context());
    return page;
  };

  test(`a game fits on a phone and a desktop in ${language}`, async ({ person }) => {
    const [white, black] = [await someone(person), await person(look)];
    await white.goto('/');
    await expect(white.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(white.locator('html')).toHaveAttribute('lang', isGerman ? 'de' : 'en');
    await expect(white.locator('html')).toHaveAttribute('dir', isGerman ? 'ltr' : 'rtl');
    await fits(white, 'home-empty');
    await white.locator('.way button').first().click();
    await expect(white.getByRole('dialog')).toBeVisible();
    await fits(white, 'dialog');
    await white.keyboard.press('Escape');

    const waiting = await create(white, { time: { initial_ms: 300_000, delay_ms: 3000 } });
    await white.goto(`/game/${waiting}`);
    await expect(white.getByRole('textbox').first()).toBeVisible();
    await fits(white, 'waiting');

    await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 3000 } });
    const id = new URL(white.url()).pathname.split('/').at(-1) ?? '';
    await replay(white, black, id, OPENING, OPENING.length);
    await expect(white.locator('.moves [data-ply="8"]')).toHaveAttribute('aria-current', 'true');
    await fits(white, 'game');
    for (const viewport of isGerman ? [] : Object.values(SIZES)) {
      await resize(white, viewport.width, viewport.height);
      await readsLeftToRight(white);
    }
    await black.getByRole('button', { name: 'Offer draw', exact: true }).click();
    await black.getByRole('button', { name: 'Yes, offer' }).click();
    await expect(white.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await fits(white, 'offer');
    await black.getByRole('button', { name: 'Resign', exact: true }).click();
    await black.getByRole('button', { name: 'Yes, resign' }).click();
    await expect(white.getByText('1–0').first()).toBeVisible();
    await fits(white, 'finished');
    await white.goto('/');
    await expect(white.locator('main a.card').first()).toBeVisible();
    await fits(white, 'home');
  });

  test(`the pages fit on a phone and a desktop in ${language}`, async ({ person, provokes }) => {
    // There is no event with the game's id.
    provokes(answered(400), answered(404));
    const page = await someone(person);
    await visit(page, '/settings');
    await fits(page, 'settings-guest');
    await register(page, 'Maximiliane');
    const walk = walker(page);
    const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
    for (const [name, path] of everyAddress({ id, name: 'Maximiliane', category: 'blitz', part: 'users' })) {
      await walk(path);
      await fits(page, name);
    }
  });
}

/** In every language files run from a to h, and a clock shows minutes before seconds. */
async function readsLeftToRight(page: Page): Promise<void> {
  const x = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  expect(await x('[data-square="a1"]')).toBeLessThan(await x('[data-square="h1"]'));
  expect(await x('.moves [data-ply="1"]')).toBeLessThan(await x('.moves [data-ply="2"]'));
  for (const selector of ['.clock', '.moves', '.board']) {
    expect(await page.locator(selector).first().evaluate((element) => getComputedStyle(element).direction), selector).toBe('ltr');
  }
}

test('a person chooses a language, and it is kept', async ({ person }) => {
  const page = await person({ locale: 'fr-CH' });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Langue' }).selectOption({ label: 'Español' });
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Un lugar tranquilo para jugar al ajedrez.' })).toBeVisible();
});

test('an account brings its language to another browser', async ({ person }) => {
  const [first, second] = [await person({ locale: 'en-GB' }), await person({ locale: 'en-GB' })];
  await register(first, 'Annika');
  await first.goto('/settings');
  // Before the page knows whose it is, a choice is kept in the browser alone.
  await expect(first.getByRole('banner').getByRole('button', { name: 'Annika' })).toBeVisible();
  const saved = first.waitForResponse((response) => response.url().endsWith('/api/page/settings') && response.ok());
  await first.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await saved;
  await second.goto('/');
  await expect(second.getByRole('heading', { level: 1, name: 'A quiet place to play chess.' })).toBeVisible();
  const origin = new URL(second.url()).origin;
  const login = await second.request.post(`${origin}/api/login`, { headers: { origin }, data: { name: 'Annika', password: PASSWORD } });
  expect(login.ok()).toBe(true);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1, name: 'Ein ruhiger Ort zum Schachspielen.' })).toBeVisible();
});
