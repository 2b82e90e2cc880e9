// SPDX-License-Identifier: AGPL-3.0-or-later
// One picture of each page, for docs/pages.md; every page in every size and theme where a folder is given for them.
import type { BrowserContextOptions, Page } from '@playwright/test';
import { create } from '../support/game';
import { enrol, PASSWORD } from '../support/people';
import { answered } from '../support/quiet';
import { GAME, MIDDLE, replay, sit, take } from '../support/replay';
import { expect, test } from '../support/test';
import { onNetwork } from '../support/visit';
import { ALL, photograph } from './photograph';

// Every picture of one look comes from one server with one small club.
test.use({ flags: ['--unlimited-addresses', '127.0.0.1'] });
test.setTimeout(240_000);

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;
const LOOKS = Object.keys(SIZES).flatMap((size) => (['light', 'dark'] as const).map((theme) => [size as keyof typeof SIZES, theme] as const));
const SHOWN = [['desktop', 'light'] as const, ['phone', 'dark'] as const];

const BLITZ = { initial_ms: 180_000, increment_ms: 2000 };
const RAPID = { initial_ms: 900_000, increment_ms: 10_000 };

/** What a program of another site asks for. */
const PROGRAM = {
  response_type: 'code',
  client_id: 'board.example',
  redirect_uri: 'https://board.example/back',
  code_challenge_method: 'S256',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  scope: 'board:play challenge:write',
};

/** A rated game that its loser resigns after a few moves. */
async function resigned(white: Page, black: Page, moves: number): Promise<void> {
  const id = await create(white, { time: BLITZ, rated: true });
  await sit(black, id);
  await replay(white, black, id, GAME, moves);
  await take(moves % 2 === 0 ? white : black, id, { type: 'resign' });
}

async function find(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Find an opponent', exact: true }).click();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

for (const [size, colorScheme] of ALL === undefined ? SHOWN : LOOKS) {
  test(`every page, ${size}, ${colorScheme}`, async ({ person, server, provokes }) => {
    // A game that is not there, and the desk before it is decided about two-factor login.
    provokes(answered(404), answered(403));
    // Without motion no piece is caught on its way.
    const look = { ...SIZES[size], colorScheme, reducedMotion: 'reduce' as const };
    const shoot = (page: Page, name: string) => photograph(page, name, `${size}-${colorScheme}`);
    const [anna, boris, clara, chief, guest, other] = [
      await person(look),
      await person(),
      await person(),
      // By a name that other devices know too: cards lead there.
      await person({ ...look, baseURL: server.lanOrigin }),
      await person(look),
      await person(),
    ];
    await shoot(await visited(guest, '/'), 'home-empty');
    await Promise.all([enrol(anna, 'Anna'), enrol(boris, 'Boris'), enrol(clara, 'Clara')]);
    for (const [white, black, moves] of [
      [anna, boris, 22], [boris, anna, 30], [anna, clara, 25], [clara, boris, 27], [anna, boris, 31], [clara, anna, 20],
    ] as const)
      await resigned(white, black, moves);

    await shootWays(anna, guest, shoot);
    await shootLobby(anna, boris, other, shoot);
    await shootGames(anna, boris, clara, shoot);

    await guest.goto('/');
    for (const [button, name] of [['Log in', 'login'], ['Register', 'register']] as const) {
      await press(guest, button);
      await expect(guest.getByRole('dialog')).toBeVisible();
      await shoot(guest, name);
      await guest.keyboard.press('Escape');
    }
    await shoot(await visited(guest, '/card#abc'), 'card');
    await shoot(await visited(anna, '/@/Boris'), 'profile');
    await shoot(await visited(anna, '/@/Boris/games'), 'games');
    await shoot(await visited(anna, '/settings'), 'settings');
    await shoot(await visited(anna, '/players'), 'players');
    await shoot(await visited(anna, '/players/blitz'), 'leaderboard');
    await shootBoards(guest, shoot);
    await shoot(await visited(guest, '/game/AAAAAAAA'), 'no-such-game');

    await shoot(await visited(guest, '/reset#abc'), 'reset');
    await shoot(await visited(guest, '/confirm#abc'), 'confirm');
    await shoot(await visited(anna, `/oauth?${new URLSearchParams(PROGRAM)}`), 'oauth');

    await chief.goto(await server.adminLink());
    await expect(chief.getByLabel('Name')).toBeVisible();
    await shoot(chief, 'admin');
    await chief.getByLabel('Name').fill('Chief');
    await chief.getByLabel('Password').fill(PASSWORD);
    await press(chief, 'Become admin');
    await chief.getByLabel('Type to confirm').fill('no second factor for staff');
    await chief.getByLabel('Your password').fill(PASSWORD);
    await press(chief, 'Skip');
    await expect(chief.getByText('Right now')).toBeVisible();
    await shoot(chief, 'desk');
    await chief.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Users', exact: true }).click();
    await expect(chief.getByText('Clara', { exact: true })).toBeVisible();
    await shoot(chief, 'desk-users');
    await report(clara, 'Boris', 'He writes the same rude line after every game.\nI have muted him.');
    await report(anna, 'Clara', 'Plays faster than anybody can.');
    await shootDesk(chief, shoot);
  });
}

type Shoot = (page: Page, name: string) => Promise<void>;

/** A page at an address, with all that it fetches. */
async function visited(page: Page, path: string): Promise<Page> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Tells staff about somebody. */
async function report(page: Page, name: string, reason: string): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/api/page/report`, { headers: { origin }, data: { name, reason } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The other parts of the desk, each with something in it. */
async function shootDesk(chief: Page, shoot: Shoot): Promise<void> {
  const part = async (name: string) => {
    await chief.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }).click();
    await expect(chief.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await part('Reports');
  await expect(chief.getByRole('article')).toHaveCount(2);
  await shoot(chief, 'desk-reports');
  await part('Code cards');
  await chief.getByLabel('Names, one per line').fill('Lena\nYusuf\nNoah\nEmma');
  await shoot(chief, 'desk-cards');
  await press(chief, 'Make 4 cards');
  await expect(chief.getByRole('img', { name: 'QR code of Emma' })).toBeVisible();
  await shoot(chief, 'desk-cards-made');
  await part('Site');
  const news = chief.getByRole('textbox', { name: 'Announcement' });
  await news.fill('Club evening on Thursday at seven.');
  await news.blur();
  await expect(chief.getByRole('region', { name: 'Announcement' }).getByText('Saved')).toBeVisible();
  await chief.evaluate(() => scrollTo(0, 0));
  await shoot(chief, 'desk-site');
  await part('Users');
  await chief.getByText('Boris', { exact: true }).click();
  await chief.getByLabel('Warning').fill('Please be kind.');
  await press(chief, 'Send warning');
  await expect(chief.getByLabel('Warning')).toHaveValue('');
  await shoot(chief, 'desk-user');
  await part('Log');
  await expect(chief.getByRole('main').getByText(/Chief warned/)).toBeVisible();
  await shoot(chief, 'desk-log');
}

/** The dialogs behind the ways into a game. */
async function shootWays(anna: Page, guest: Page, shoot: Shoot): Promise<void> {
  await anna.goto('/');
  await press(anna, 'Play a friend');
  await shoot(anna, 'friend');
  await anna.getByRole('radio', { name: 'By name' }).check();
  await anna.getByRole('combobox', { name: 'Name' }).fill('Boris');
  await shoot(anna, 'friend-by-name');
  await anna.keyboard.press('Escape');
  await guest.goto('/');
  await press(guest, 'Play the computer');
  await shoot(guest, 'computer');
  await guest.getByRole('radio', { name: 'Custom' }).check();
  await shoot(guest, 'computer-custom');
  await guest.keyboard.press('Escape');
  await press(guest, 'Import a game');
  await guest.getByLabel('Game in PGN').fill('[White "Anderssen, Adolf"]\n[Black "Kieseritzky, Lionel"]\n[Result "1-0"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 1-0');
  await shoot(guest, 'import');
  await guest.keyboard.press('Escape');
}

async function shootLobby(anna: Page, boris: Page, other: Page, shoot: Shoot): Promise<void> {
  await find(boris);
  await press(boris, '3+2');
  await find(other);
  await press(other, '10+5');
  await find(anna);
  await expect(anna.getByRole('button', { name: /^Play Boris/ })).toBeVisible();
  await press(anna, '15+10');
  await expect(anna.getByText('Looking for an opponent')).toBeVisible();
  await shoot(anna, 'lobby');
  await press(anna, 'Cancel');
  await press(boris, 'Cancel');
  await press(other, 'Cancel');
}

/** A game before, while and after it is played, with two more that run beside it. */
async function shootGames(anna: Page, boris: Page, clara: Page, shoot: Shoot): Promise<void> {
  const id = await create(anna, { time: RAPID, rated: true });
  await onNetwork(anna, 'http://192.168.178.100:8080');
  await anna.goto(`/game/${id}`);
  await expect(anna.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await shoot(anna, 'invitation');
  await visited(boris, `/game/${id}`);
  await press(boris, 'Join game');
  await replay(anna, boris, id, GAME, MIDDLE);
  await expect(anna.getByRole('button', { name: 'd6, black queen' })).toBeVisible();
  for (const [page, text] of [[boris, 'Good luck'], [anna, 'Thanks, you too']] as const) {
    await page.keyboard.press('/');
    await page.keyboard.type(`say ${text}`);
    await page.keyboard.press('Enter');
    await expect(page.locator('.said')).toHaveText(/^Done/);
    await page.keyboard.press('Escape');
  }
  await shoot(anna, 'game');

  const second = await create(clara, { time: BLITZ });
  await sit(boris, second);
  await replay(clara, boris, second, GAME, 30);
  await anna.goto('/');
  await expect(anna.getByRole('link', { name: /Boris/ }).first()).toBeVisible();
  await shoot(anna, 'home');
  await anna.goto('/watch');
  await expect(anna.getByRole('heading', { name: 'Rapid' })).toBeVisible();
  await shoot(anna, 'watch');
  await anna.goto('/@/Boris/tv');
  await expect(anna.locator('cg-board piece').first()).toBeVisible();
  await shoot(anna, 'tv');

  await anna.goto(`/game/${id}`);
  await replay(anna, boris, id, GAME, GAME.length);
  await take(boris, id, { type: 'resign' });
  await expect(anna.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
  await expect(anna.getByRole('img', { name: /: .+ in total, longest / })).toBeVisible();
  await shoot(anna, 'finished');
  await press(anna, 'Share');
  await expect(anna.getByRole('dialog')).toBeVisible();
  await shoot(anna, 'share');
  await take(clara, second, { type: 'resign' });
}

/** The pages around boards. */
async function shootBoards(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/editor?fen=r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 7');
  await expect(page.getByText('A game can begin here.')).toBeVisible();
  await shoot(page, 'editor');
  await page.goto('/board');
  await page.getByLabel('White’s name').fill('Mira');
  await page.getByLabel('Black’s name').fill('Jon');
  await page.getByRole('radio', { name: '10+0' }).check();
  await shoot(page, 'over-the-board-setup');
  await press(page, 'Start game');
  await expect(page.getByText('Mira to move.')).toBeVisible();
  await shoot(page, 'over-the-board');
}
