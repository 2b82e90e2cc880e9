// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { DEVICES, FLOWS, openTimes, overflow, register } from '../support/people';
import { LOST_CONNECTION } from '../support/quiet';
import { expect, test } from '../support/test';

/** Opens the times to search with. */
async function find(page: Page): Promise<void> {
  await page.goto('/');
  await openTimes(page);
}

/** The same for an account: waits for what guests don't have. */
async function findRated(page: Page): Promise<void> {
  await find(page);
  await expect(page.getByRole('switch', { name: 'Rated' })).toBeVisible();
}

const press = (page: Page, preset: string) => page.getByRole('button', { name: preset, exact: true }).click();
const searching = (page: Page) => page.getByRole('status').filter({ hasText: 'Looking for an opponent' });

/** Both are at the same board, and a game runs. */
async function meet(one: Page, other: Page): Promise<void> {
  await expect(one).toHaveURL(/\/game\//);
  await expect(other).toHaveURL(one.url());
  for (const page of [one, other]) await new Board(page).isReady();
}

for (const [device, options] of FLOWS) {
  test(`two guests meet by one press each, and again, ${device}`, async ({ person }) => {
    const [one, other] = [await person(options), await person(options)];
    await find(one);
    await find(other);
    await press(one, '3+2');
    await expect(searching(one)).toBeVisible();
    await expect(one.getByRole('button', { name: '3+2', exact: true })).toHaveAttribute('aria-pressed', 'true');
    expect(await overflow(one)).toBeLessThanOrEqual(0);
    // The other one sees who waits.
    await expect(other.getByRole('button', { name: /^Play Guest \w+, 3\+2 · casual$/ })).toBeVisible();
    await press(other, '3+2');
    await meet(one, other);
    const first = one.url();
    await one.getByRole('button', { name: 'Abort game' }).click();
    await one.getByRole('button', { name: 'Yes, abort' }).click();
    for (const page of [one, other]) {
      await find(page);
      await press(page, '3+2');
    }
    await expect(one).not.toHaveURL(first);
    await meet(one, other);
  });
}

test('a search goes on when its page is loaded again, and is joined by keyboard alone', async ({ person }) => {
  const [one, other] = [await person(), await person()];
  await find(one);
  await press(one, '3+2');
  await expect(searching(one)).toBeVisible();
  await one.reload();
  await expect(searching(one)).toBeVisible();
  await other.goto('/');
  await other.getByRole('button', { name: 'Find an opponent', exact: true }).focus();
  await other.keyboard.press('Enter');
  const preset = other.getByRole('button', { name: '3+2', exact: true });
  await expect(preset).toBeVisible();
  for (let step = 0; step < 10 && !(await preset.evaluate((node) => node === document.activeElement)); step += 1) {
    await other.keyboard.press('Tab');
  }
  await other.keyboard.press('Enter');
  await meet(one, other);
  await one.goto('/');
  await expect(one.getByRole('button', { name: 'Find an opponent', exact: true })).toBeVisible();
  await expect(searching(one), 'what has led to a game is over').toHaveCount(0);
});

test('two accounts play rated, and casual when the switch is off', async ({ person }) => {
  const [one, other] = [await person(), await person()];
  for (const page of [one, other]) {
    await register(page);
    // The press may come before the page knows that this is an account.
    await find(page);
    await press(page, '5+3');
  }
  await meet(one, other);
  await expect(one.getByText('Rated').first()).toBeVisible();
  for (const page of [one, other]) {
    await find(page);
    await page.getByRole('switch', { name: 'Rated' }).uncheck();
    await press(page, '10+0');
  }
  await meet(one, other);
  await expect(one.getByText('Rated', { exact: true })).toBeHidden();
});

test('a child is offered those with whom it can play, and no stranger', async ({ person, server: { origin } }) => {
  const [child, stranger, friend] = [await person(), await person(), await person()];
  await register(child);
  const [unknown, known] = [await register(stranger), await register(friend)];
  const follow = await child.request.post(`${origin}/api/page/players/${known}/follow`, { headers: { origin } });
  expect(follow.status()).toBe(204);
  const made = await child.request.post(`${origin}/api/page/tokens`, { headers: { origin }, data: { note: 'kid', scopes: 'preference:write' } });
  const { token } = (await made.json()) as { token: string };
  const kid = await child.request.post(`${origin}/api/account/kid?v=true`, { headers: { authorization: `Bearer ${token}` } });
  expect(kid.status()).toBe(200);
  for (const [page, preset] of [[stranger, '3+2'], [friend, '10+5']] as const) {
    await findRated(page);
    await press(page, preset);
    await expect(searching(page)).toBeVisible();
  }
  await find(child);
  const play = (name: string) => child.getByRole('button', { name: new RegExp(`^Play ${name}`) });
  await expect(play(known)).toBeEnabled();
  await expect(play(unknown)).toBeDisabled();
  await expect(play(unknown)).toHaveAccessibleDescription(/your class and players you follow/);
  await play(known).click();
  await meet(child, friend);
});

test('an account alone is offered the guest who waits, and plays casual', async ({ person }) => {
  const [guest, account] = [await person(), await person()];
  await register(account);
  await find(guest);
  await press(guest, '3+2');
  await expect(searching(guest)).toBeVisible();
  await findRated(account);
  await expect(account.getByRole('button', { name: /^Play Guest \w+, 3\+2 · casual$/ })).toBeVisible();
  await press(account, '3+2');
  await expect(account.getByText(/Guest \w+ is waiting for a casual game, 3\+2\./)).toBeVisible();
  await account.getByRole('button', { name: 'Play casual' }).click();
  await meet(guest, account);
});

test('an open seek is played with one press, with its colour and rating range', async ({ person }) => {
  const [one, other] = [await person(), await person()];
  await find(one);
  await one.getByRole('button', { name: 'Custom' }).click();
  const dialog = one.getByRole('dialog', { name: 'Find an opponent' });
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await dialog.getByLabel('Minutes').fill('7');
  await dialog.getByLabel('Seconds per move').fill('4');
  await dialog.getByRole('radio', { name: 'Black' }).check();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(one.getByText('Looking for an opponent: 7+4, casual')).toBeVisible();
  await find(other);
  await other.getByRole('button', { name: /^Play Guest \w+, 7\+4 · casual · plays Black$/ }).click();
  await meet(one, other);
  await expect(one.getByRole('button', { name: 'Resign' }).or(one.getByRole('button', { name: 'Abort game' })).first()).toBeVisible();
  await expect(other.getByText('You play White').first()).toBeAttached();
});

test('an open seek tells which ratings it wants, no guest can take it, and axe finds nothing in the lobby', async ({ person }) => {
  const look = { bypassCSP: true };
  const [one, other, guest] = [await person(look), await person(), await person({ ...look, ...DEVICES.phone })];
  const anna = await register(one);
  await register(other);
  await find(one);
  await one.getByRole('button', { name: 'Custom' }).click();
  const dialog = one.getByRole('dialog', { name: 'Find an opponent' });
  await dialog.getByRole('radio', { name: '5+3' }).check();
  await dialog.getByLabel('From').fill('1400');
  await dialog.getByLabel('To', { exact: true }).fill('1600');
  await dialog.getByRole('button', { name: 'Search' }).click();
  const play = new RegExp(`^Play ${anna}.*, 5\\+3 · rated · 1400–1600$`);
  await find(guest);
  await expect(guest.getByRole('button', { name: play })).toBeDisabled();
  // The page says why, for the eye and for whoever reaches the button.
  await expect(guest.getByText('Log in to play rated games.')).toBeVisible();
  await expect(guest.getByRole('button', { name: play })).toHaveAccessibleDescription('Log in to play rated games.');
  await press(guest, '3+2');
  for (const page of [one, guest]) {
    await expect(searching(page)).toBeVisible();
    expect(await findings(page)).toEqual([]);
  }
  await find(other);
  await other.getByRole('button', { name: play }).click();
  await meet(one, other);
});

test('one’s own search is shown as such in another tab, and as a guest after the first press', async ({ person }) => {
  const [one, guest] = [await person(), await person()];
  const anna = await register(one);
  await findRated(one);
  await press(one, '5+0');
  await expect(searching(one)).toBeVisible();
  const second = await one.context().newPage();
  await findRated(second);
  const row = second.getByRole('listitem').filter({ hasText: anna });
  await expect(row).toContainText('(you)');
  await expect(row.getByRole('button')).toBeHidden();
  await find(guest);
  await press(guest, '30+20');
  await expect(searching(guest)).toBeVisible();
  const other = await guest.context().newPage();
  await find(other);
  await other.getByRole('button', { name: /^Play Guest \w+, 30\+20 · casual$/ }).click();
  await expect(other.getByRole('listitem').filter({ hasText: '30+20' })).toContainText('(you)');
  await expect(other.getByText('This is your own search.')).toBeHidden();
});

test('a search is cancelled, and ends with its tab', async ({ person }) => {
  const [one, other] = [await person(), await person()];
  await find(one);
  await find(other);
  await press(one, '1+0');
  const open = other.getByRole('button', { name: /^Play Guest/ });
  await expect(open).toBeVisible();
  await one.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(open).toBeHidden();
  await press(one, '1+0');
  await expect(open).toBeVisible();
  await one.close();
  await expect(open).toBeHidden();
  await expect(other.getByText('No one is waiting. Pick a time to start.')).toBeVisible();
});

test('a search goes on while another page is open, and after a restart of the server', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const [one, other] = [await person(), await person()];
  await find(one);
  await press(one, '15+10');
  await expect(searching(one)).toBeVisible();
  await one.getByRole('link', { name: 'Watch' }).first().click();
  const notices = one.getByRole('region', { name: 'Challenges and searches' });
  await expect(notices.getByText('Looking for an opponent: 15+10, casual')).toBeVisible();
  // A page that is opened while the server is away comes as soon as it is back.
  await server.kill();
  await one.getByRole('link', { name: 'Players' }).first().click();
  await server.restart();
  await expect(one.getByRole('heading', { name: 'Players', exact: true })).toBeVisible();
  await find(other);
  await press(other, '15+10');
  await meet(one, other);
});

test('who waits stands right below the board, which stays where it was; a phone says above the times how many, and answers above its bar', async ({ person }) => {
  const [one, phone] = [await person({ viewport: { width: 1440, height: 900 } }), await person(DEVICES.phone)];
  await one.goto('/');
  const board = one.locator('.begin > .board > *').last();
  const before = await board.boundingBox();
  await openTimes(one);
  const list = one.locator('.list');
  await expect(list).toBeVisible();
  const [after, place] = [await board.boundingBox(), await list.boundingBox()];
  expect(after).toEqual(before);
  expect((place?.y ?? 999) - ((after?.y ?? 0) + (after?.height ?? 0))).toBeLessThanOrEqual(32);
  await expect(list.getByRole('heading')).toBeInViewport({ ratio: 1 });

  await find(phone);
  await expect(phone.getByText('No one is waiting.', { exact: true })).toBeInViewport({ ratio: 1 });
  const time = phone.getByRole('button', { name: '10+5', exact: true });
  const placed = await time.boundingBox();
  await press(one, '10+5');
  const line = phone.getByRole('button', { name: '1 waiting' });
  await expect(line).toBeInViewport({ ratio: 1 });
  await expect.poll(() => time.boundingBox()).toEqual(placed);
  await line.click();
  await expect(phone.getByRole('button', { name: /^Play / }).last()).toBeInViewport({ ratio: 1 });
  await one.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(line).toBeHidden();

  await phone.evaluate(() => scrollTo(0, 0));
  await press(phone, '1+0');
  await expect(searching(phone)).toBeVisible();
  const cancel = phone.getByRole('button', { name: 'Cancel', exact: true });
  /** Whether nothing lies over the four corners. */
  const isFree = (button: HTMLElement) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return [[left, top], [right, top], [left, bottom], [right, bottom]].every(([x = 0, y = 0]) => {
      const found = document.elementFromPoint(x + (x === left ? 6 : -6), y + (y === top ? 6 : -6));
      return found !== null && button.contains(found);
    });
  };
  await expect.poll(() => cancel.evaluate(isFree)).toBe(true);
  await expect.poll(() => searching(phone).evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await cancel.click();
  await expect(searching(phone)).toHaveCount(0);
});
