// SPDX-License-Identifier: AGPL-3.0-or-later
// A race of puzzles between friends, on a link: at a desk and on a phone, with somebody who is removed, and a reload in the middle.
import { type Page, request } from '@playwright/test';
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { DEVICES, expect, overflow, register, test } from '../support/people';
import { tabTo, tabToBoard, type } from '../support/typing';
import { visit } from '../support/visit';

interface Race {
  puzzle: { solver: 'white' | 'black'; position: { legal: string[] } } | null;
}

/** A move that fails the first puzzle. Others who come late have the same one, and try: each until a right move leads on. */
async function wrongMove(origin: string, id: string): Promise<string> {
  const [path, headers] = [`${origin}/api/page/puzzle-races/${id}`, { origin }];
  const tried = new Set<string>();
  for (;;) {
    const newcomer = await request.newContext();
    await newcomer.get(`${origin}/`);
    const joined = await newcomer.post(`${path}/join`, { headers, data: {} });
    expect(joined.status(), await joined.text()).toBe(200);
    const { puzzle } = (await joined.json()) as Race;
    const left = puzzle?.position.legal.filter((move) => move.length === 4 && !tried.has(move)) ?? [];
    expect(left, 'moves that may be wrong').not.toEqual([]);
    for (const uci of left) {
      tried.add(uci);
      const answer = await newcomer.post(`${path}/move`, { headers, data: { number: 1, found: 0, uci } });
      expect(answer.status(), await answer.text()).toBe(200);
      const { verdict } = (await answer.json()) as { verdict: string };
      if (verdict === 'wrong') {
        await newcomer.dispose();
        return uci;
      }
      if (verdict !== 'good') break;
    }
    await newcomer.dispose();
  }
}

const said = (page: Page) => page.locator('.puzzle-notice');
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('friends race on a link, one is removed, and a reload keeps the score', async ({ person, server }) => {
  const [ann, ben, cid] = [await person(), await person(DEVICES.phone), await person()];
  await register(ann);
  await visit(ann, '/puzzles');
  await ann.getByRole('link', { name: 'Race', exact: true }).click();
  await ann.getByRole('button', { name: 'Make link' }).click();
  await expect(ann).toHaveURL(/#\/race\/\w+$/);
  await expect(ann.getByText('No one has joined yet.')).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();

  for (const guest of [ben, cid]) {
    await guest.goto(ann.url());
    await expect(said(guest)).toHaveText('Waiting for the start.');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(row(guest, /\(you\) 0 0$/)).toBeVisible();
  }
  await ann.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(row(ann, /^Guest 1/)).toBeVisible();
  for (const page of [ann, ben]) {
    expect(await findings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }

  // Nobody knows the second guest. One press asks, the next removes.
  await ann.getByRole('button', { name: 'Remove Guest 2' }).click();
  await ann.getByRole('button', { name: 'Keep', exact: true }).click();
  await ann.getByRole('button', { name: 'Remove Guest 2' }).click();
  await ann.getByRole('button', { name: 'Remove Guest 2' }).click();
  await expect(row(ann, /^Guest 2/)).toHaveCount(0);
  await expect(said(cid)).toHaveText('You were removed from this race.');
  await expect(cid.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  await expect(ben.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  await ann.getByRole('button', { name: 'Start', exact: true }).click();
  for (const page of [ann, ben]) await expect(said(page)).toContainText('Find the best move');
  const id = ann.url().split('/').at(-1) ?? '';
  const uci = await wrongMove(server.origin, id);
  await new Board(ann).drag(uci.slice(0, 2), uci.slice(2, 4));
  await expect(said(ann)).toHaveText('Missed. Here is the next one.');
  const missed = /\(you\) 0 1/;
  await expect(row(ann, missed)).toBeVisible();
  await ann.reload();
  await expect(row(ann, missed)).toBeVisible();
  await expect(said(ann)).toContainText('Find the best move');
  // The other one sees the score, and still has the first puzzle.
  await expect(row(ben, / 0 1$/).first()).toBeVisible();
  await expect(row(ben, /\(you\) 0 0$/)).toBeVisible();
});

test('a race is made, joined, started and run by the keyboard alone, and what happens is announced', async ({ person, server }) => {
  const page = await person();
  await visit(page, '/puzzles');
  const press = async (name: string) => {
    await tabTo(page, new RegExp(`^${name}$`));
    await page.keyboard.press('Enter');
  };
  // What a screen reader says by itself: the sentence below the board, and the opponent's last move.
  const announced = page.getByRole('main').getByRole('status').filter({ hasText: /./ }).first();
  const move = page.locator('main > p[aria-live=polite]');
  await press('Race');
  await expect(page.getByRole('heading', { name: 'New race' })).toBeVisible();
  await press('Make link');
  await expect(announced).toHaveText('Send the link, join, and start when everyone is here.');
  await press('Join');
  await expect(row(page, /\(you\) 0 0/)).toBeVisible();
  // The button that was pressed is gone; the next Tab leads to what stands there now.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(announced).toHaveText(/^Find the best move for (White|Black)\.$/);
  await expect(move).toHaveText(/^(White|Black)\b.+/);

  const id = page.url().split('/').at(-1) ?? '';
  const { puzzle } = (await (await page.request.get(`${server.origin}/api/page/puzzle-races/${id}`)).json()) as Race;
  const uci = await wrongMove(server.origin, id);
  await tabToBoard(page);
  await type(new Board(page), uci.slice(0, 2), uci.slice(2, 4), puzzle?.solver);
  await expect(announced).toContainText('Missed. Here is the next one.');
  await expect(row(page, /\(you\) 0 1/)).toBeVisible();
});
