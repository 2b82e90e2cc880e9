// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles, a race, a lesson's sheet and a tournament, for docs/puzzles.md and docs/events.md; in every size and theme where a folder is given for them.
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { EventAnswer, EventView } from '../../src/platform/protocol';
import { post } from '../support/calls';
import { becomeAdmin } from '../support/desk';
import { register, someName } from '../support/people';
import { expect, test } from '../support/test';
import { ALL, photograph } from './photograph';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });
test.setTimeout(240_000);

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;
const LOOKS = Object.keys(SIZES).flatMap((size) => (['light', 'dark'] as const).map((theme) => [size as keyof typeof SIZES, theme] as const));

const PLAYERS = 'name;rating;club\nAda Moreau;2010;Wasa\nBjörn Öst;1930;\nCid Rodrigo;1885;Wasa\nDora Lind;1790;\nEmil Krantz;1710;Wasa\nFay Okoro;1655;\nGus Hale;1580;\nHana Ito;1490;Wasa\n';
/** Of two rounds of four boards. */
const RESULTS = [['1-0', '1-0', '1/2-1/2', '0-1'], ['1-0', '1/2-1/2', '0-1', '1-0']];

/** Ben allows a mate on move 3, Ann takes on f7. */
const GAMES = `[White "AnnBerg"]
[Black "BenCole"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "AnnBerg"]
[Black "BenCole"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
`;

for (const [size, colorScheme] of ALL === undefined ? [['desktop', 'light'] as const, ['phone', 'light'] as const] : LOOKS) {
  test(`a puzzle and an event, ${size}, ${colorScheme}`, async ({ person, server }) => {
    const look = { ...SIZES[size], colorScheme, reducedMotion: 'reduce' as const };
    const shoot = (page: Page, name: string) => photograph(page, name, `${size}-${colorScheme}`);
    const [visitor, organiser] = [await person(look), await person()];
    await visitor.goto('/puzzles');
    await expect(visitor.locator('.puzzle-notice')).toContainText('Find the best move');
    await visitor.getByRole('button', { name: 'Hint', exact: true }).click();
    await expect(visitor.locator('.puzzle-notice')).toContainText('Try the piece on');
    await shoot(visitor, 'puzzles');
    // The documentation shows the rest as a desktop has it.
    if (ALL === undefined && size === 'phone') return;

    await visitor.getByRole('link', { name: 'Race', exact: true }).click();
    await visitor.getByRole('button', { name: 'Make link' }).click();
    for (const name of ['AdaMoreau', 'CidRodrigo']) {
      const other = await person();
      // Several looks share a server.
      await register(other, ALL === undefined ? name : someName(name.slice(0, 3)));
      await other.goto(visitor.url());
      await other.getByRole('button', { name: 'Join', exact: true }).click();
    }
    await visitor.getByRole('button', { name: 'Join', exact: true }).click();
    await visitor.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(visitor.locator('.puzzle-notice')).toContainText('Find the best move', { timeout: 15_000 });
    await shoot(visitor, 'puzzle-race');

    await becomeAdmin(organiser, server);
    await post(organiser, '/api/page/desk/players', { names: ['AnnBerg', 'BenCole'], kid: false });
    await organiser.goto('/puzzles#/today');
    await organiser.getByLabel('Other games, as PGN').fill(GAMES);
    await organiser.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(organiser.getByText('Ready: positions for 2 of 2 players.')).toBeVisible({ timeout: 120_000 });
    // The first sheet as paper has it.
    await organiser.emulateMedia({ media: 'print' });
    await organiser.setViewportSize({ width: 720, height: 636 });
    await shoot(organiser, 'puzzle-lesson');
    await organiser.emulateMedia({ media: 'screen' });
    await organiser.setViewportSize({ width: 1280, height: 720 });

    const wish = { name: 'Club championship', format: { kind: 'swiss', rounds: 5 }, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: true };
    const { id } = JSON.parse((await post(organiser, '/api/page/events', wish))[1]) as { id: string };
    await organiser.goto(`/event/${id}`);
    await organiser.getByRole('navigation', { name: 'Arbiter’s desk' }).getByRole('link', { name: 'Check-in' }).click();
    await organiser.getByLabel('List of players').fill(PLAYERS);
    await organiser.getByRole('button', { name: 'Add players' }).click();
    await expect(organiser.getByText('8 players added.')).toBeVisible();
    await organiser.goto(`/event/${id}`);
    const view = async (): Promise<EventView> => ((await (await visitor.request.get(`/api/page/events/${id}`)).json()) as EventAnswer).event!;
    for (const [round, results] of RESULTS.entries()) {
      await organiser.getByRole('button', { name: 'Pair next round' }).click();
      await organiser.getByRole('button', { name: 'Publish' }).click();
      await organiser.getByRole('button', { name: 'Start round' }).click();
      await organiser.getByRole('radio', { name: 'Pairings' }).check();
      for (const [board, result] of results.entries()) await organiser.getByLabel(`Result on board ${board + 1}`).selectOption(result);
      await expect.poll(async () => (await view()).rounds[round]?.boards.every(({ games }) => games[0]?.outcome)).toBe(true);
    }
    await visitor.goto(`/event/${id}`);
    await expect(visitor.getByRole('table', { name: 'Standings' }).getByText('Ada Moreau')).toBeVisible();
    await shoot(visitor, 'event');
  });
}
