// SPDX-License-Identifier: AGPL-3.0-or-later
import { rests } from '../support/analysis';
import { findings } from '../support/axe';
import { create } from '../support/game';
import { exchange, meet } from '../support/opponent';
import { FLOWS, register, test as shared } from '../support/people';
import { componentOf, everyAddress } from '../support/pages';
import { partsOf } from '../support/parts';
import { answered } from '../support/quiet';
import { countShifts, MOST_SHIFT, shiftOf } from '../support/shifts';
import { expect, test } from '../support/test';
import { visit } from '../support/visit';

/** What TypeScript's own library does not describe yet (W3C, Layout Instability). */
interface LayoutShift extends PerformanceEntry {
  sources: LayoutShiftAttribution[];
}

interface LayoutShiftAttribution {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

/** The game page in all, compressed as it comes over the wire, headers included. */
const MOST_BYTES = 100_000;

test('the game page weighs at most 100 kB', async ({ person }) => {
  const [alice, visitor] = [await person(), await person()];
  const id = await create(alice);
  const devtools = await visitor.context().newCDPSession(visitor);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await visitor.goto(`/game/${id}`);
  await expect(visitor.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('the start page weighs at most 100 kB, its board included', async ({ person }) => {
  const page = await person();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  devtools.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

shared('nothing jumps while a game runs', async ({ person, opponent }) => {
  const [white, black] = [await person(), await opponent()];
  const board = await meet(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await white.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const describe = ({ node, previousRect, currentRect }: LayoutShiftAttribution) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const rect = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
      return `${element?.tagName}.${element?.className}: ${rect(previousRect)} → ${rect(currentRect)}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) shifts.push(...entry.sources.map(describe));
    }).observe({ type: 'layout-shift' });
  });
  await exchange([board, black], ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5a5']);
  await board.drag('a1', 'a5');
  // A refusal that comes after the offer would stand in its place.
  await expect(white.locator('.line.refusal')).toBeVisible();
  await black.act({ type: 'offer_draw' });
  await expect(white.getByRole('button', { name: 'Accept draw', exact: true })).toBeVisible();
  await exchange([board, black], ['d2d4', 'c7c6']);
  const shifts = await white.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  expect(shifts).toEqual([]);
});

// Axe looks at each page here, because to load them all once more costs more than to look. It comes in as a script of its own, which
// the page's own policy would refuse. How they load in the window of a desktop is seen where they are looked at for cramped words.
for (const [device, options] of FLOWS) {
  test(`a page is still while it loads, loads its own parts alone, and axe finds nothing on it, ${device}`, async ({ person, opponent, provokes }) => {
    // The page that asks whether a program may act for the player is opened here without a program, and is told 400.
    // There is no event with the game's id.
    provokes(answered(400), answered(404));
    test.slow();
    const [anna, boris] = [await person({ ...options, bypassCSP: true }), await opponent('Boris')];
    await register(anna, 'Anna');
    const board = await meet(anna, boris, { time: { initial_ms: 600_000, increment_ms: 0 }, rated: true });
    const id = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
    await exchange([board, boris], ['e2e4', 'e7e5']);
    await boris.act({ type: 'resign' });
    await expect(anna.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
    await boris.create({ opponent: { kind: 'computer', level: 1 } });
    // The words of a running engine change for as long as one looks.
    await rests(anna);
    await countShifts(anna);
    for (const [page, path] of everyAddress({ id, name: 'Boris', category: 'blitz', part: 'users' })) {
      // A player's running game is a game.
      const own = page === 'tv' ? [componentOf('game'), componentOf(page)] : [componentOf(page)];
      const parts = partsOf(anna);
      await visit(anna, path);
      expect.soft(await findings(anna), path).toEqual([]);
      // By now whatever comes late has come.
      expect.soft(parts(), path).toEqual(own.sort());
      expect.soft(await shiftOf(anna), path).toBeLessThanOrEqual(MOST_SHIFT);
    }
  });
}
