// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { post } from '../support/calls';
import { becomeAdmin, makeAdmin, part } from '../support/desk';
import { create, sitDown } from '../support/game';
import { DEVICES, enrol, FLOWS, menu, overflow, PASSWORD, register } from '../support/people';
import { answered, LOST_CONNECTION } from '../support/quiet';
import { sit, take } from '../support/replay';
// What happens here is the whole site's: each of these stories has a server of its own.
import { expect, test } from '../support/test';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

/** As long as a site's name may be. */
const LONG = 'Chess & Co of the Old Riverside, est. 99';

/** Decides that staff need no second factor on this server. */
async function doWithout(page: Page): Promise<void> {
  await page.getByLabel('Type to confirm').fill('no second factor for staff');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('Right now')).toBeVisible();
}

test('the link that makes an admin outlives a reload and an incomplete copy, and takes the keyboard along', async ({ person, server, provokes }) => {
  provokes(answered(400));
  const page = await person();
  const link = await server.adminLink();
  await page.goto('/admin');
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
  // Pasting it into the same tab changes nothing but what stands behind #.
  await page.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf('#')));
  await expect(page.getByLabel('Name')).toBeVisible();
  await expect(page).not.toHaveURL(/#/);
  await page.reload();
  await page.getByLabel('Name').fill('Chief');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Become admin' }).click();
  await expect(page.getByRole('alert')).toHaveText(/./);
  await expect(page.getByRole('button', { name: 'Become admin' })).toBeFocused();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Become admin' }).click();
  await expect(page).toHaveURL(/\/desk$/);
});

test('the link that makes an admin stands on standard output alone, and opens the desk once', async ({ person, server, provokes }) => {
  provokes(answered(400));
  const [page, late] = [await person(), await person()];
  const link = await server.adminLink();
  expect(server.printed).toContain(link);
  expect(server.logged).not.toContain('/admin#');
  expect(server.logged).not.toContain(link.slice(link.indexOf('#') + 1));
  await becomeAdmin(page, server);
  await late.goto(link);
  await late.getByLabel('Name').fill('Second');
  await late.getByLabel('Password').fill(PASSWORD);
  await late.getByRole('button', { name: 'Become admin' }).click();
  await expect(late.getByRole('alert')).toHaveText(/^This link or code is not valid any more/);
  await expect(late).toHaveURL(/\/admin$/);
  await expect(menu(late, 'Second')).toBeHidden();
  // What is logged while somebody uses it tells nobody either.
  expect(server.logged).not.toContain(link.slice(link.indexOf('#') + 1));
});

test('an admin before the server’s own computer stops it', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  await makeAdmin(page, server);
  await page.goto('/desk');
  const stop = page.getByRole('region', { name: 'Stop server' });
  await stop.getByRole('button', { name: 'Stop server' }).click();
  await stop.getByRole('button', { name: 'Yes, stop it' }).click();
  await expect(stop).toContainText('The server has stopped.');
  await expect.poll(() => server.logged).toContain('an admin stops the server');
});

for (const [device, options] of FLOWS) {
  test(`an admin makes players with cards, and one of them logs in, ${device}`, async ({ person, server, provokes }) => {
    // A name twice, and a name that has a card.
    provokes(answered(400), answered(409));
    const [page, pupil] = [await person(options), await person(DEVICES.phone)];
    await makeAdmin(page, server);
    await page.goto('/desk/cards');
    await expect(page.getByRole('button', { name: 'Make cards' }), 'there is nothing to count yet').toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Protected accounts' })).toBeChecked();
    // The server is reached by a number that leads every other device to itself.
    await expect(page.getByRole('note')).toContainText('which only this computer can open');
    await page.getByLabel('Names, one per line').fill('Lena\nYusuf\n\nLENA');
    await page.getByRole('button', { name: 'Make 3 cards' }).click();
    await expect(page.getByRole('alert')).toHaveText('"LENA" stands twice in the list.');
    await page.getByLabel('Names, one per line').fill('Lena\nYusuf');
    await page.getByRole('button', { name: 'Make 2 cards' }).click();
    await expect(page.getByRole('img', { name: 'QR code of Lena' })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const cardsOf = (name: string) => page.getByRole('listitem').filter({ has: page.locator('strong', { hasText: name }) });
    const code = await cardsOf('Lena').locator('code').innerText();

    await pupil.goto(`/card#${code}`);
    await pupil.getByRole('button', { name: 'Log in' }).click();
    await expect(menu(pupil, 'Lena')).toBeVisible();
    await expect.poll(() => pupil.url()).not.toContain(code);
    // The lobby tells strangers nothing of a protected player, and the player that it is so.
    await pupil.getByRole('button', { name: 'Find an opponent', exact: true }).click();
    await pupil.getByRole('button', { name: '3+2', exact: true }).click();
    await expect(pupil.getByRole('listitem').filter({ hasText: 'Lena' })).toContainText('(you)');
    await expect(pupil.getByText('Waiting for your class and for players you follow.')).toBeVisible();

    // A player with a card can download the own data, and is told how to close the account.
    await pupil.goto('/settings');
    await expect(pupil.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/api/page/export');
    await expect(pupil.getByText('Set a password above first')).toBeVisible();

    // Another list leaves the cards that may not have been printed yet.
    await page.getByLabel('Names, one per line').fill('Zora');
    await page.getByRole('button', { name: 'Make 1 card', exact: true }).click();
    await expect(page.getByRole('img', { name: 'QR code of Zora' })).toBeVisible();
    await expect(cardsOf('Lena').locator('code')).toHaveText(code);

    // A list with a name that has a card asks first, and then shows all of its own cards.
    await page.getByLabel('Names, one per line').fill('Emil\nlena');
    await page.getByRole('button', { name: 'Make 2 cards' }).click();
    await expect(page.getByRole('alert')).toContainText('Lena has a card already');
    await expect(cardsOf('Lena').locator('code'), 'nothing is replaced unasked').toHaveText(code);
    await page.getByRole('button', { name: 'Make new cards for these players, too' }).click();
    await expect(page.getByRole('img', { name: 'QR code of Emil' })).toBeVisible();
    const [newer, older] = [cardsOf('Lena').first(), cardsOf('Lena').last()];
    await expect(newer.locator('code')).not.toHaveText(code);
    await expect(older).toContainText('Replaced by a newer card');
    await expect(cardsOf('Yusuf').locator('code')).toBeVisible();
    await pupil.goto(`/card#${await newer.locator('code').innerText()}`);
    await pupil.getByRole('button', { name: 'Log in' }).click();
    await expect(menu(pupil, 'Lena')).toBeVisible();

    await part(page, 'Users');
    await page.getByLabel('Search by name').fill('yu');
    await expect(page.getByText('Lena', { exact: true })).toBeHidden();
    await page.getByText('Yusuf', { exact: true }).click();
    await page.getByRole('button', { name: 'New card' }).click();
    await expect(page.getByText('Yusuf’s current card will stop working.')).toBeVisible();
    await page.getByRole('button', { name: 'Make new card' }).click();
    await expect(page.getByText(/The new card’s code is/)).toBeVisible();
    // A second click at the same place does not answer the question.
    await page.getByRole('button', { name: 'Close account' }).dblclick();
    await expect(page.getByText(/Yusuf will be logged out everywhere/)).toBeVisible();
    await expect(page.getByText('Closed', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Yes, close Yusuf' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expect(page.locator('summary').filter({ hasText: 'Yusuf' })).toHaveText(/^\s*Yusuf\s*.*Closed\s*$/);
    await part(page, 'Log');
    await expect(page.getByText(/Chief closed the account of Yusuf/)).toBeVisible();
    await expect(page.getByText('Chief made cards: 2', { exact: true }).first()).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: 'Chief closed the account of Yusuf' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Entry \d+: Chief closed the account of Yusuf$/)).toBeVisible();
  });
}

test('the printed cards stand beside each other, dark on white and alone on the page', async ({ person, server }) => {
  const page = await person({ colorScheme: 'dark' });
  await makeAdmin(page, server);
  await page.goto('/desk/cards');
  await page.getByLabel('Names, one per line').fill('Noah\nEmma\nMaximiliane-Sophia\nVera  Ann\nPaul\nTom\nYusuf');
  await page.getByRole('button', { name: 'Make 7 cards' }).click();
  // Lists of a class have first and last names.
  await expect(page.getByRole('img', { name: 'QR code of Vera Ann' })).toBeVisible();
  await expect(page.getByText('Username: Vera_Ann')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // What A4 and US Letter have between their margins, and A4 across.
  for (const [width, inRow] of [[718, 2], [739, 2], [1040, 3]] as const) {
    await page.setViewportSize({ width, height: 1040 });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeHidden();
    const cards = page.getByRole('listitem').filter({ has: page.locator('code') });
    const columns = async () => {
      const boxes = await Promise.all((await cards.all()).map(async (card) => await card.boundingBox()));
      return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size;
    };
    // A busy page takes its new width a little later.
    await expect.poll(columns, `${width} px`).toBe(inRow);
    for (const card of await cards.all()) {
      expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth), `${width} px`).toBeLessThanOrEqual(0);
    }
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(255, 255, 255)');
  }
});

/** The codes went when the part of the desk that shows them was made anew: nobody can be shown them again. */
test('cards stay while the server is away, and on a walk to another page and back', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  await makeAdmin(page, server);
  await page.goto('/desk/cards');
  const list = page.getByLabel('Names, one per line');
  await list.fill('Anna M.\nJean Luc\nYusuf');
  await expect(page.getByText('Anna M. → Anna_M')).toBeVisible();
  await page.getByRole('button', { name: 'Make 3 cards' }).click();
  await expect(page.getByRole('img', { name: 'QR code of Anna M.' })).toBeVisible();
  await expect(page.locator('code')).toHaveCount(3);
  const codes = await page.locator('code').allInnerTexts();
  await list.fill('Zora\nEmil B.');
  // The field has the focus no more: the page may be made anew when the server is back.
  await page.getByRole('heading', { level: 1 }).click();

  await server.kill();
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText(/No server in reach/).first()).toBeVisible();
  // The page has asked in vain whether the server is back.
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await server.restart();
  await expect(page.getByText(/No server in reach/)).toHaveCount(0, { timeout: 40_000 });
  await part(page, 'Code cards');
  await expect(page.locator('code')).toHaveText(codes);
  await expect(list).toHaveValue('Zora\nEmil B.');

  // The class, of which each child can have a new card, which works.
  const pupil = page.getByRole('region', { name: 'Your class' }).getByRole('listitem').filter({ hasText: 'Anna_M' });
  await pupil.getByRole('button', { name: 'New card' }).click();
  await pupil.getByRole('button', { name: 'Make new card' }).click();
  await expect(page.locator('code')).toHaveCount(3);
  await expect(page.locator('code').first()).not.toHaveText(codes[0] ?? '');
  await expect(page.getByText('Replaced by a newer card')).toBeVisible();
  const all = await page.locator('code').allInnerTexts();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Watch' }).click();
  await expect(page).toHaveURL(/\/watch$/);
  await page.goBack();
  await part(page, 'Code cards');
  await expect(page.locator('code')).toHaveText(all);
  const child = await person();
  await child.goto(`/card#${all[0]}`);
  await child.getByRole('button', { name: 'Log in' }).click();
  await expect(menu(child, 'Anna_M')).toBeVisible();
});

/** Whoever opened a tablet of the class played as the child before. */
test('a tablet that a class shares asks who is there', async ({ person, server }) => {
  const [teacher, pupil] = [await person(), await person(DEVICES.phone)];
  await makeAdmin(teacher, server);
  const [, made] = await post(teacher, '/api/page/desk/players', { names: ['Lena', 'Yusuf'], kid: true });
  const [first, second] = (JSON.parse(made) as { cards: { code: string }[] }).cards;
  await pupil.goto(`/card#${first?.code}`);
  await pupil.getByRole('button', { name: 'Log in' }).click();
  await expect(menu(pupil, 'Lena')).toBeVisible();
  await pupil.goto('/players');
  await expect(pupil.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pupil.getByText('Playing as Lena. Not you?'), 'whoever has just logged in is asked nothing').toHaveCount(0);
  // The next child opens the page.
  const next = await pupil.context().newPage();
  await next.goto('/');
  await expect(next.getByText('Playing as Lena. Not you?')).toBeVisible();
  expect(await overflow(next)).toBeLessThanOrEqual(0);
  await next.getByRole('link', { name: 'Switch player' }).click();
  await expect(next).toHaveURL(/\/card$/);
  await next.getByLabel('Code').fill(second?.code ?? '');
  await next.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(menu(next, 'Yusuf')).toBeVisible();
  await expect(next.getByText(/Not you\?/)).toHaveCount(0);
  const third = await pupil.context().newPage();
  await third.goto('/');
  await third.getByRole('button', { name: 'It’s me' }).click();
  await expect(third.getByText(/Not you\?/)).toHaveCount(0);
  await third.reload();
  await expect(menu(third, 'Yusuf')).toBeVisible();
  await expect(third.getByText(/Not you\?/)).toHaveCount(0);
});

/** Nothing said what one could do about it. */
test('whoever’s account is closed is told how to appeal', async ({ person, server, provokes }) => {
  provokes(answered(401), answered(403));
  const [page, ben] = [await person(), await person()];
  await makeAdmin(page, server);
  await page.goto('/desk/site');
  const contact = page.getByRole('textbox', { name: 'Contact' });
  await contact.fill('chess@example.org');
  await contact.blur();
  await expect(page.getByRole('region', { name: 'About this site' }).getByText('Saved')).toBeVisible();
  const name = await enrol(ben, 'Benedikt');
  await part(page, 'Users');
  await page.getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: 'Close account' }).click();
  await page.getByRole('button', { name: `Yes, close ${name}` }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  const appeal = 'If you think that’s a mistake, contact chess@example.org.';
  await expect(ben.getByText(appeal)).toBeVisible();
  await ben.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  const dialog = ben.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByText(`This account is closed. ${appeal}`)).toBeVisible();
});

test('a backup that was downloaded is the last one at once', async ({ person, server }) => {
  const page = await person();
  // What the page waits for, in milliseconds.
  await page.addInitScript(() => {
    const [later, waits] = [window.setTimeout, [] as (number | undefined)[]];
    window.setTimeout = ((run: TimerHandler, ms?: number) => (waits.push(ms), later(run, ms))) as typeof setTimeout;
    Object.assign(window, { waits });
  });
  const waits = () => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  await makeAdmin(page, server);
  await page.goto('/desk');
  await expect(page.getByText('None yet')).toBeVisible();
  // As they always are, the figures are read again in 5 s; after a download at once.
  expect(await waits()).not.toContain(500);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  await expect.poll(waits).toContain(500);
  await (await download).path();
  await expect(page.getByText('Just now')).toBeVisible();
  await expect(page.getByText(/There is no backup yet/)).toHaveCount(0);
});

test('the site is renamed, coloured and announces something to everybody', async ({ person, server }) => {
  const [page, guest] = [await person(), await person()];
  await guest.goto('/');
  await expect(guest.getByRole('banner').getByRole('link', { name: 'Tabiya', exact: true })).toBeVisible();
  const accent = (of: Page) => of.getByRole('banner').locator('svg rect').first().evaluate((rect) => getComputedStyle(rect).fill);
  const usual = await accent(guest);
  await makeAdmin(page, server);
  await page.goto('/desk/site');
  const about = page.getByRole('region', { name: 'About this site' });
  const name = about.getByRole('textbox', { name: 'Site name' });
  await name.fill(LONG);
  await name.blur();
  // It says so beside the field, which stays where it is.
  const place = await name.boundingBox();
  await expect(about.getByText('Saved')).toBeVisible();
  expect(await name.boundingBox()).toEqual(place);
  // The page that has named it follows at once.
  await expect(page.getByRole('banner').getByRole('link', { name: LONG, exact: true })).toBeVisible();
  await about.getByRole('switch', { name: 'Custom colour' }).check();
  await expect(about.getByText('Saved')).toBeVisible();
  await about.getByRole('slider', { name: 'Colour' }).fill('20');
  await expect.poll(() => accent(page)).not.toBe(usual);
  const chosen = await accent(page);
  await expect(about.getByText('Saved')).toBeVisible();
  const news = page.getByRole('textbox', { name: 'Announcement' });
  await news.fill('Round two begins at eight.');
  await news.blur();
  await expect(page.getByRole('region', { name: 'Announcement' }).getByText('Saved')).toBeVisible();
  await guest.goto('/');
  await expect(guest.getByRole('complementary', { name: 'Announcement' })).toHaveText('Round two begins at eight.');
  await expect(guest.getByRole('banner').getByRole('link', { name: LONG, exact: true })).toBeVisible();
  await expect(guest).toHaveTitle(LONG);
  await expect.poll(() => accent(guest)).toBe(chosen);
  for (const width of [1280, 480, 390]) {
    await guest.setViewportSize({ width, height: 844 });
    await expect.poll(() => overflow(guest), `a long name at ${width} px`).toBeLessThanOrEqual(0);
  }
  // On phones it has less room, and still stands beside the mark. Two ways in take more of it than an account does.
  for (const [of, width] of [[guest, 390], [page, 390], [page, 360]] as const) {
    await of.setViewportSize({ width, height: 844 });
    const banner = of.getByRole('banner');
    // A busy page takes its new size a little later.
    await expect(async () => {
      const word = (await banner.getByText(LONG).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const mark = (await banner.locator('svg').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const next = await banner.locator('.right').boundingBox();
      expect(word.width, `${width} px`).toBeGreaterThan(30);
      expect(word.x, `${width} px`).toBeGreaterThan(mark.x + mark.width);
      expect(word.y + word.height, `${width} px`).toBeLessThanOrEqual(mark.y + mark.height);
      expect(word.x + word.width, `${width} px`).toBeLessThanOrEqual(next?.x ?? 0);
    }).toPass();
  }
  // So is it called on the home screen.
  const manifest = await guest.request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject({ name: LONG, short_name: LONG });
  await part(page, 'Log');
  await expect(page.getByText('Chief changed the site').first()).toBeVisible();
});

test('the site’s rules are read below each page and before registering, where there are any', async ({ person, server }) => {
  const [page, stranger] = [await person(), await person({ bypassCSP: true })];
  await stranger.goto('/');
  await expect(stranger.getByRole('link', { name: /^Source/ })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Site rules' })).toHaveCount(0);
  await makeAdmin(page, server);
  await page.goto('/desk/site');
  const rules = page.getByRole('textbox', { name: 'Site rules' });
  await rules.fill('Be kind.\nNo <b>engines</b>.');
  await rules.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await stranger.reload();
  await stranger.getByRole('button', { name: 'Site rules' }).click();
  const dialog = stranger.getByRole('dialog', { name: 'Site rules' });
  await expect(dialog.getByText('No <b>engines</b>.')).toBeVisible();
  expect(await dialog.locator('p').innerText(), 'lines stay lines').toBe('Be kind.\nNo <b>engines</b>.');
  await stranger.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await stranger.getByRole('banner').getByRole('button', { name: 'Register' }).click();
  const form = stranger.getByRole('dialog', { name: 'Register' });
  await form.getByLabel('Name').fill('Stranger');
  await expect(form.getByText('By registering you accept the site rules.')).toBeVisible();
  await form.getByRole('button', { name: 'site rules' }).click();
  await expect(dialog).toBeVisible();
  expect(await findings(stranger)).toEqual([]);
  await stranger.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(form.getByLabel('Name'), 'what was typed stays').toHaveValue('Stranger');
  await expect(form.getByRole('button', { name: 'site rules' })).toBeFocused();
});

test('a word that the desk has named is covered in the chat of a game', async ({ person, server }) => {
  const [page, white, black] = [await person(), await person(), await person()];
  await makeAdmin(page, server);
  await page.goto('/desk/site');
  const words = page.getByRole('textbox', { name: 'Words hidden in chat' });
  await words.fill('patzer');
  await words.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await sitDown(white, black);
  // What is typed is answered once, so the chat must be there.
  await expect(white.getByRole('button', { name: 'Chat' })).toBeVisible();
  await white.keyboard.press('/');
  await expect(white.getByRole('textbox', { name: 'Move or command' })).toBeFocused();
  await white.keyboard.type('say What a Patzer');
  await white.keyboard.press('Enter');
  await expect(white.locator('.said')).toHaveText(/^Done/);
  await black.getByRole('button', { name: 'Chat' }).click();
  await expect(black.getByRole('log')).toContainText('What a ••••••');
});

test('staff are told who leaves rated games early, and what the server did about it', async ({ person, server, provokes }) => {
  provokes(answered(429));
  const [page, anna, boris] = [await person(), await person(), await person()];
  await makeAdmin(page, server);
  await Promise.all([enrol(anna, 'Anna'), register(boris, 'Boris')]);
  await page.goto('/desk/reports');
  await expect(page.getByText('No reports.')).toBeVisible();
  const wish = { time: { initial_ms: 300_000, increment_ms: 0 }, rated: true };
  for (let left = 0; left < 3; left += 1) {
    const id = await create(boris, wish);
    await sit(anna, id);
    await take(anna, id, { type: 'resign' });
    // What counts is what the list of her games shows, which comes a moment later.
    await expect.poll(async () => (await anna.request.get('/api/page/players/Anna/games')).text()).toContain(id);
  }
  await anna.goto('/');
  await anna.getByRole('button', { name: 'Play a friend', exact: true }).click();
  await anna.getByRole('switch', { name: 'Rated' }).check();
  await anna.getByRole('radio', { name: '5+3' }).check();
  await anna.getByRole('button', { name: 'Create game', exact: true }).click();
  await expect(anna.getByRole('dialog').getByRole('alert')).toHaveText(/Try again in \d+ min/);
  await page.reload();
  const note = page.getByRole('article');
  await expect(note).toContainText('Anna');
  await expect(note).toContainText('left rated games early: 3 of the last 3; no new rated game for');
  await note.getByRole('button', { name: 'Done' }).click();
  await expect(note.getByRole('button', { name: 'Done' })).toBeHidden();
});

test('a guest finds no desk', async ({ person }) => {
  const page = await person();
  await page.goto('/desk');
  await expect(page.getByRole('heading', { name: 'The desk is for staff' })).toBeVisible();
});

test.describe('where staff need a second factor unless the first admin decides otherwise', () => {
  test.use({ flags: ['--unlimited-addresses', '127.0.0.1'] });
  // The first look at the desk is refused.
  test.beforeEach(({ provokes }) => provokes(answered(403)));

  test('the first admin is led through five steps, and what the server was started with is shown as fixed', async ({ person, server }) => {
    const page = await person();
    await becomeAdmin(page, server);
    await doWithout(page);
    const step = (name: string, number: number) => page.getByRole('region', { name, exact: true }).filter({ hasText: `Step ${number} of 5` });
    const named = step('Name and colour', 1);
    await named.getByLabel('Site name').fill('Chess club');
    await named.getByRole('switch', { name: 'Custom colour' }).check();
    await named.getByRole('button', { name: 'Next' }).click();
    const access = step('Who comes in', 2);
    await access.getByRole('group', { name: 'Who can register' }).getByRole('radio', { name: 'Invited' }).check();
    await access.getByRole('button', { name: 'Next' }).click();
    await expect(step('Email', 3)).toContainText('This site sends no email.');
    // Whoever goes away meanwhile goes on there.
    await page.reload();
    await expect(step('Email', 3)).toContainText('smtp-server');
    await step('Email', 3).getByRole('button', { name: 'Skip', exact: true }).click();
    await step('Backups', 4).getByRole('button', { name: 'Next' }).click();
    const invite = step('Invite people', 5);
    await invite.getByRole('button', { name: 'New invitation' }).click();
    await expect(invite.getByRole('textbox', { name: 'Invitation' })).toHaveValue(/^http/);
    await invite.getByRole('button', { name: 'Done' }).click();
    await expect(invite).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Right now' })).toBeVisible();
    await expect(page.getByText('First steps')).toHaveCount(0);
    const site = await page.evaluate(async () => (await fetch('/api/page/site')).json() as Promise<unknown>);
    expect(site).toMatchObject({ name: 'Chess club', colour: 195, register: 'invited', play: 'everyone' });

    await part(page, 'Site');
    const settings = page.getByRole('region', { name: 'Settings of the server' });
    const fixed = settings.getByRole('listitem').filter({ hasText: 'unlimited-addresses' });
    await expect(fixed).toContainText('From the command line');
  });

  test('the way to the second factor and back', async ({ person, server }) => {
    const page = await person();
    await becomeAdmin(page, server);
    await page.getByRole('link', { name: 'Go to settings' }).click();
    const heading = page.getByRole('heading', { name: 'Two-factor login' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    const index = page.getByRole('navigation', { name: 'Settings' });
    await index.getByRole('link', { name: 'Password', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeFocused();
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeInViewport();
  });

  test('axe finds nothing at the desk', async ({ person, server }) => {
    const page = await person({ bypassCSP: true });
    await becomeAdmin(page, server);
    await expect(page.getByRole('heading', { name: 'Set up two-factor login' })).toBeVisible();
    expect(await findings(page), 'gate').toEqual([]);
    await doWithout(page);
    for (const name of ['Overview', 'Users', 'Reports', 'Code cards', 'Site', 'Log']) {
      await part(page, name);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      // The list comes a little later, and the header has the name too.
      if (name === 'Users') await page.getByRole('main').getByText('Chief', { exact: true }).click();
      if (name === 'Site') await expect(page.getByLabel('Site name')).toBeVisible();
      expect(await findings(page), name).toEqual([]);
    }
  });
});
