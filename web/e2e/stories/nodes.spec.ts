// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { becomeAdmin } from '../support/desk';
import { Board, create, play } from '../support/game';
import { Nats } from '../support/nats';
import { DEVICES, overflow } from '../support/people';
import { Postgres } from '../support/postgres';
import { Proxy } from '../support/proxy';
import { LOST_CONNECTION } from '../support/quiet';
import { Server } from '../support/server';
import { expect, test, withPeople } from '../support/test';

test('two people play through different nodes, the one that owns the game is killed, and both play on without a reload', async ({ browser, provokes }) => {
  provokes(LOST_CONNECTION);
  const [postgres, nats] = [await Postgres.start(), await Nats.start()];
  const nodes: Server[] = [];
  let proxy: Proxy | undefined;
  try {
    test.skip(!postgres, 'NOT TESTED: there is no PostgreSQL here; install the package postgresql');
    test.skip(!nats, 'NOT TESTED: there is no nats-server here; cargo xtask test installs it, or NATS_SERVER names it');
    if (!postgres || !nats) return;
    const node = (name: string) => Server.start(['--database', postgres.url, '--bus', nats.url, '--node', name]);
    const [one, two] = [await node('one'), await node('two')];
    nodes.push(one, two);
    proxy = await Proxy.start(one.origin, two.origin);
    await withPeople(browser, proxy.origin, async (person) => {
      const [white, black] = [await person(), await person({ ...DEVICES.phone, baseURL: two.origin })];
      // The node that makes a game owns it.
      const id = await create(white, { time: { initial_ms: 600_000, increment_ms: 0 } });
      await white.goto(`/game/${id}`);
      await black.goto(`/game/${id}`);
      await black.getByRole('button', { name: 'Join game' }).click();
      const boards: [Board, Board] = [new Board(white), new Board(black)];
      for (const board of boards) await board.isReady();
      await play(boards, ['e2e4', 'e7e5']);
      for (const page of [white, black]) await page.evaluate(() => Object.assign(window, { sameDocument: true }));

      await one.kill();
      await play(boards, ['g1f3', 'b8c6']);
      for (const page of [white, black]) expect(await isSameDocument(page), 'nobody had to reload').toBe(true);
    });
  } finally {
    proxy?.dispose();
    for (const node of nodes) await node.dispose();
    nats?.dispose();
    await postgres?.dispose();
  }
});

const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test('an admin reads on the desk which nodes have noticed that the database lacks moves, and what to do', async ({ browser }) => {
  const postgres = await Postgres.start();
  const nodes: Server[] = [];
  try {
    test.skip(!postgres, 'NOT TESTED: there is no PostgreSQL here; install the package postgresql');
    if (!postgres) return;
    nodes.push(await Server.start(['--database', postgres.url, '--node', 'one', '--staff-totp', 'off']));
    const [one] = nodes;
    if (!one) return;
    await withPeople(browser, one.origin, async (person) => {
      const page = await person({ ...DEVICES.phone, bypassCSP: true });
      await becomeAdmin(page, one);
      const section = page.getByRole('region', { name: 'Nodes' });
      await expect(section).toContainText('this one');
      await expect(section).not.toContainText('lacks moves');
      const left = async (text: string | RegExp) => (await section.getByText(text, { exact: true }).boundingBox())?.x;
      expect(await left(/^Plays · /), 'what it does stands below its name').toBe(await left('one'));
      const found = `{"one": [${Date.now()}, 12], "two": [${Date.now()}, 1]}`;
      postgres.sql(`UPDATE site SET value = (value::jsonb || '{"since": 1, "set_back": ${found}}')::text WHERE name = 'database-copy'`);
      // The desk looks by itself.
      await expect(section).toContainText('The database lacks moves that players had already seen.');
      await expect(section).toContainText(/Noticed by node one on .+, in 12 games\.Noticed by node two on .+, in 1 game\./);
      await expect(section).toContainText('stop all nodes now');
      expect(await overflow(page)).toBe(0);
      expect(await findings(page)).toEqual([]);
    });
  } finally {
    for (const node of nodes) await node.dispose();
    await postgres?.dispose();
  }
});
