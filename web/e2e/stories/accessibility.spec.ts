// SPDX-License-Identifier: AGPL-3.0-or-later
import type { EventAct, EventAnswer } from '../../src/platform/protocol';
import { findings } from '../support/axe';
import { post } from '../support/calls';
import { makeAdmin } from '../support/desk';
import { play, sitDown } from '../support/game';
import { DEVICES, expect, FLOWS, register, test } from '../support/people';
import { answered } from '../support/quiet';
import { test as ownServer } from '../support/test';
import { visit } from '../support/visit';

// A server of its own: where other games run, one of them stands in place of the board to begin on.
ownServer('the home page as assistive technology sees it, and axe finds nothing on it', async ({ person, provokes }) => {
  provokes(answered(404));
  // Axe comes in as a script of its own, which the page's own policy would refuse.
  const page = await person({ bypassCSP: true });
  await page.goto('/');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Tabiya"
      - navigation "Pages":
        - link "Watch"
        - link "Players"
      - button /Turn sound (on|off)/
      - link "Settings"
      - button "Register"
      - button "Log in"
    - main:
      - heading [level=1]
      - button "Play a friend"
      - button "Play the computer"
      - button "Find an opponent"
      - heading "Your games" [level=2]
      - paragraph: No games yet. Start one.
    - contentinfo:
      - link /Source/
      - link "Licences"
  `);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await expect(page.getByRole('button', { name: 'Create game' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing on the game page', async ({ person, provokes }) => {
  provokes(answered(404));
  const [white, black] = [await person(), await person({ bypassCSP: true })];
  const boards = await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'd7d5', 'e4d5']);
  await boards[1].drag('d8', 'd3');
  await expect(black.getByText(/^The queen on d8 is blocked by the pawn on d5/).first()).toBeVisible();
  expect(await findings(black)).toEqual([]);
  await black.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(black.getByRole('button', { name: 'Yes, resign' })).toBeVisible();
  expect(await findings(black)).toEqual([]);
});

/** Behind links in letters, and where nothing is to be seen. On all other pages `weight.spec.ts` asks axe, which loads them anyway. */
const BEHIND_LINKS = ['/reset#token', '/confirm#token', '/admin#token', '/game/AAAAAAAA', '/@/nobody/tv', '/card#abc'];

for (const [device, options] of FLOWS) {
  test(`axe finds nothing on pages behind links, and where nothing is to be seen, ${device}`, async ({ person, provokes }) => {
    provokes(answered(404), answered(400));
    const page = await person({ ...options, bypassCSP: true });
    const name = await register(page);
    for (const path of [...BEHIND_LINKS, `/@/${name}/tv`]) {
      await visit(page, path);
      expect.soft(await findings(page), path).toEqual([]);
    }
  });
}

ownServer.describe('of an event that is played', () => {
  ownServer.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

  ownServer('axe finds nothing on its page and at the desk', async ({ server, person }) => {
    ownServer.slow();
    const arbiter = await person({ ...DEVICES.phone, bypassCSP: true });
    await makeAdmin(arbiter, server);
    const wish = { name: 'Friday evening', format: { kind: 'swiss', rounds: 3 }, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: true };
    const path = `/api/page/events/${(JSON.parse((await post(arbiter, '/api/page/events', wish))[1]) as { id: string }).id}`;
    const act = async (what: EventAct) => {
      const { event } = (await (await arbiter.request.get(`${server.origin}${path}`)).json()) as EventAnswer;
      expect((await post(arbiter, path, { seen: event!.number, act: what }))[0]).toBe(200);
    };
    const acts: EventAct[] = [
      { do: 'add_list', text: 'name;rating;club\n"Berg, Ann";1900;Wasa\nBo Lind;1800;\nCid Rodrigo;;\nDora Ek;1600;\nEva Öst;1500;\n', present: true },
      { do: 'set_fees', full: 2000, reduced: 1000, born_from: '2010', born_until: '' },
      { do: 'set_prizes', text: 'category;prizes;sharing\nAll;20 10;equal\n' },
      { do: 'pair' },
      { do: 'publish' },
      { do: 'start' },
      { do: 'result', round: 1, board: 1, outcome: '1-0' },
    ];
    for (const one of acts) await act(one);
    const page = path.replace('/api/page/events', '/event');
    const look = async (what: string) => expect.soft(await findings(arbiter), what).toEqual([]);

    await visit(arbiter, page);
    await expect(arbiter.getByRole('table', { name: 'Standings' })).toBeVisible();
    await look('standings');
    await arbiter.getByRole('button', { name: 'Tie-breaks' }).click();
    await arbiter.getByRole('button', { name: 'BH: show the working' }).first().click();
    await expect(arbiter.getByRole('dialog').getByRole('rowheader', { name: 'Value' })).toBeVisible();
    await look('working');
    await arbiter.keyboard.press('Escape');
    // Who plays no part compares any two.
    for (const place of [0, 2]) await arbiter.getByRole('button', { name: ', compare' }).nth(place).click();
    await expect(arbiter.getByRole('dialog', { name: /^Why is .+ above .+\?$/ })).toBeVisible();
    await arbiter.keyboard.press('Escape');
    await arbiter.getByRole('radio', { name: 'Pairings' }).check();
    await look('pairings');
    await arbiter.getByRole('radio', { name: 'Crosstable' }).check();
    await look('crosstable');
    for (const part of ['checkin', 'results', 'pair', 'codes', 'prizes', 'members', 'journal', 'print']) {
      await visit(arbiter, `${page}#${part}`);
      await expect(arbiter.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await look(part);
    }
  });
});

test('the game page as assistive technology sees it: the board is a grid of 64 named squares', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await expect(white.getByRole('button', { name: /^[a-h][1-8], (empty|(white|black) \w+)$/ })).toHaveCount(64);
  await expect(white.getByRole('grid')).toHaveCount(1);
  await play(boards, ['e2e4', 'e7e5']);
  await expect(white.getByRole('main')).toMatchAriaSnapshot(`
    - heading /Guest .+ – Guest .+/ [level=1]
    - paragraph: "Black: e5"
    - grid "Board"
    - status: Your move.
    - region "Black"
    - region "White"
    - region "Moves":
      - list:
        - listitem:
          - text: "1"
          - button "e4"
          - button "e5"
    - button "First position"
    - button "Previous move"
    - button "Next move" [disabled]
    - button "Last move" [disabled]
    - button "Flip board"
    - group:
      - button "Offer draw"
      - button "Resign"
  `);
  await expect(white.getByRole('row').nth(6)).toMatchAriaSnapshot(`
    - row:
      - gridcell:
        - button "a2, white pawn"
      - gridcell:
        - button "b2, white pawn"
      - gridcell:
        - button "c2, white pawn"
      - gridcell:
        - button "d2, white pawn"
      - gridcell:
        - button "e2, empty"
      - gridcell:
        - button "f2, white pawn"
      - gridcell:
        - button "g2, white pawn"
      - gridcell:
        - button "h2, white pawn"
  `);
});
