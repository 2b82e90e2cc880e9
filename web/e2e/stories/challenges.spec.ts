// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board, sitDown } from '../support/game';
import { DEVICES, enrol, expect, FLOWS, overflow, register, someName, test } from '../support/people';
import { answered } from '../support/quiet';
import { letThrough, resize } from '../support/visit';

/** Challenges somebody from their profile. */
async function challenge(page: Page, name: string, choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => undefined) {
  await page.goto(`/@/${name}`);
  await page.getByRole('button', { name: 'Challenge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Challenge ${name}` });
  await choose(dialog);
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  await expect(dialog).toBeHidden();
}

const from = (page: Page, name: string) => page.getByRole('article', { name: `Challenge from ${name}` });
const to = (page: Page, name: string) => page.getByRole('article', { name: `Challenge to ${name}` });

async function meet(one: Page, other: Page): Promise<void> {
  await expect(one).toHaveURL(/\/game\//);
  await expect(other).toHaveURL(one.url());
  for (const page of [one, other]) await new Board(page).isReady();
}

for (const [device, options] of FLOWS) {
  test(`a challenge is accepted, ${device}`, async ({ person }) => {
    const [one, other] = [await person(options), await person(options)];
    const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
    await challenge(one, boris, async (dialog) => {
      await dialog.getByRole('radio', { name: '5+3' }).check();
      await dialog.getByRole('radio', { name: 'White' }).check();
      await expect(dialog.getByRole('switch', { name: 'Rated' })).toBeChecked();
    });
    await expect(to(one, boris)).toBeVisible();
    // Wherever the other one is.
    const card = from(other, anna);
    await expect(card.getByText('5+3 · rated · you play Black')).toBeVisible();
    expect(await overflow(other)).toBeLessThanOrEqual(0);
    await card.getByRole('button', { name: 'Accept' }).click();
    await meet(one, other);
    await expect(one.getByText('You play White').first()).toBeAttached();
    await expect(to(one, boris)).toBeHidden();
  });
}

test('a challenge is one line until it is opened', async ({ person }) => {
  const [one, other] = [await person(), await person({ viewport: { width: 320, height: 568 }, hasTouch: true })];
  const [anna, boris] = [await register(one, someName('Wwwwwwwwwww')), await enrol(other, someName('Boris'))];
  await challenge(one, boris);
  const card = from(other, anna);
  const sizes = [[320, 568], [844, 390]] as const;
  for (const [width, height] of sizes) {
    await resize(other, width, height);
    for (const name of ['Accept', 'Decline']) await expect(card.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThanOrEqual(width < 480 ? 110 : 66);
    await card.getByRole('button', { name: 'More' }).click();
    await expect(card.getByRole('button', { name: 'Change' })).toBeInViewport({ ratio: 1 });
    await card.getByRole('button', { name: 'More' }).click();
    await expect(card.getByRole('button', { name: 'Change' })).toBeHidden();
  }
  // Nothing but a button lies beside the clocks of a board.
  await other.goto('/board');
  await other.getByRole('button', { name: 'Start' }).click();
  const pill = other.getByRole('button', { name: `Challenge from ${anna}` });
  for (const [width, height] of sizes) {
    await resize(other, width, height);
    await expect(pill).toBeInViewport({ ratio: 1 });
    await expect(card).toBeHidden();
  }
  // It can be put away, and is back where there is no clock.
  await other.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(pill).toBeHidden();
  await other.goto('/');
  for (const [width, height] of sizes) {
    await resize(other, width, height);
    await expect(card.getByRole('button', { name: 'Accept' })).toBeVisible();
  }
});

test('somebody is challenged by name from the first page, to a private game', async ({ person }) => {
  const [one, other, third] = [await person(), await person(), await person()];
  const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
  await one.goto('/');
  await one.getByRole('button', { name: 'Play a friend' }).click();
  const dialog = one.getByRole('dialog', { name: 'Play a friend' });
  await dialog.getByRole('radio', { name: 'By name' }).check();
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a player’s name.');
  const field = dialog.getByRole('combobox', { name: 'Name' });
  await field.fill(boris.slice(0, -2));
  await expect(dialog.locator(`option[value="${boris}"]`)).toBeAttached();
  await field.fill(boris);
  await expect(dialog.getByRole('switch', { name: 'Rated' })).toBeChecked();
  await dialog.getByRole('switch', { name: 'Private' }).check();
  await expect(dialog.getByRole('switch', { name: 'Rated' })).not.toBeChecked();
  await expect(dialog.getByText('Rated games are public.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  await expect(dialog).toBeHidden();
  await expect(to(one, boris)).toBeVisible();
  await expect(from(other, anna).getByText(/casual · private/)).toBeVisible();
  await from(other, anna).getByRole('button', { name: 'Accept' }).click();
  await meet(one, other);
  await expect(one.getByText('Private', { exact: true })).toBeVisible();
  expect((await third.request.get(one.url())).status()).toBe(404);
});

test('during a game a challenge waits behind one button, beside board and clocks', async ({ person }) => {
  const [ann, ben, cleo] = [await person(DEVICES.phone), await person(), await person()];
  const name = await register(ann);
  await register(ben);
  await register(cleo);
  const [board] = await sitDown(ann, ben, { time: { initial_ms: 300_000, increment_ms: 0 } });
  await challenge(cleo, name);
  const waits = ann.getByRole('button', { name: /^Challenge from / });
  await expect(waits).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Accept', exact: true })).toBeHidden();
  await expect(async () => {
    const box = await waits.boundingBox();
    const resign = await ann.getByRole('button', { name: 'Resign', exact: true }).boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan((resign?.y ?? 0) + (resign?.height ?? 0));
  }).toPass();
  await board.tap('e2');
  await board.tap('e4');
  await board.shows('e4', 'white pawn');
  await waits.click();
  await expect(ann.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
});

test('a challenge is declined with a reason, another taken back by whoever sent it, and a third one accepted on other terms', async ({ person, provokes }) => {
  const [one, other] = [await person(), await person()];
  const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
  await challenge(one, boris);
  await from(other, anna).getByRole('button', { name: 'Decline with a reason' }).click();
  const why = from(other, anna).getByLabel('Reason');
  await expect(why).toBeFocused();
  // By keyboard each arrow turns to the next reason; only the button declines.
  await why.press('ArrowDown');
  await why.selectOption('Too slow for me');
  await from(other, anna).getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(one.getByText(`${boris} declined: too slow for me.`)).toBeVisible();
  await expect(from(other, anna)).toBeHidden();
  await one.getByRole('button', { name: 'Close' }).click();
  await expect(one.getByText(`${boris} declined`)).toBeHidden();

  // It is gone, also for whoever was about to accept it.
  provokes(answered(409));
  await challenge(one, boris);
  await expect(from(other, anna)).toBeVisible();
  // The word that it is gone is still on its way.
  await other.route('**/accept', async (route) => {
    await to(one, boris).getByRole('button', { name: 'Cancel' }).click();
    await expect(to(one, boris)).toBeHidden();
    await route.continue();
  });
  await from(other, anna).getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText(`${anna} cancelled the challenge.`)).toBeVisible();
  await expect(from(other, anna)).toBeHidden();
  await expect(other).not.toHaveURL(/\/game\//);
  await letThrough(other);

  await challenge(one, boris, (dialog) => dialog.getByRole('radio', { name: '1+0' }).check());
  await from(other, anna).getByRole('button', { name: 'Change' }).click();
  const dialog = other.getByRole('dialog', { name: `Propose changes to ${anna}` });
  await expect(dialog.getByRole('radio', { name: '1+0' })).toBeChecked();
  await dialog.getByRole('radio', { name: '30+20' }).check();
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(to(other, anna).getByText(/^30\+20 · rated/)).toBeVisible();
  await expect(from(one, boris).getByText(/^30\+20 · rated/)).toBeVisible();
  await from(one, boris).getByRole('button', { name: 'Accept' }).click();
  await meet(one, other);
});

test('whoever is blocked hears that it can not be', async ({ person, provokes }) => {
  provokes(answered(403));
  const [one, other] = [await person(), await person()];
  const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
  await other.goto(`/@/${anna}`);
  await other.getByRole('button', { name: 'Block' }).click();
  await expect(other.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await one.goto(`/@/${boris}`);
  await one.getByRole('button', { name: 'Challenge', exact: true }).click();
  const dialog = one.getByRole('dialog', { name: `Challenge ${boris}` });
  await dialog.getByRole('button', { name: 'Send challenge' }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(from(other, anna)).toBeHidden();
});

test('axe finds nothing in challenges', async ({ person }) => {
  const look = { bypassCSP: true };
  const [one, other] = [await person(look), await person({ ...look, ...DEVICES.phone })];
  const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
  await challenge(one, boris);
  await expect(from(other, anna)).toBeVisible();
  expect(await findings(one)).toEqual([]);
  expect(await findings(other)).toEqual([]);
  await from(other, anna).getByRole('button', { name: 'More' }).click();
  await from(other, anna).getByRole('button', { name: 'Decline with a reason' }).click();
  await expect(from(other, anna).getByLabel('Reason')).toBeVisible();
  expect(await findings(other)).toEqual([]);
});
