// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { play, sitDown } from '../support/game';
import { expect, test } from '../support/test';

const REMATCHES = 100;

/** What a page holds once nobody needs the rest: memory in bytes, and nodes of the document. */
async function held(page: Page): Promise<{ bytes: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  await devtools.detach();
  return { bytes: usedSize, nodes };
}

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--max-games-per-minute', '1000', '--max-games-per-hour', '10000'] });

test(`a page holds no more after ${REMATCHES} rematches than after the first ten`, async ({ person }) => {
  test.setTimeout(1_800_000);
  const pages = [await person(), await person()] as const;
  const boards = await sitDown(...pages);
  let before = { bytes: 0, nodes: 0 };
  for (let count = 1; count <= REMATCHES; count += 1) {
    // Sides change with each game.
    await play(count % 2 === 1 ? boards : [boards[1], boards[0]], ['e2e4', 'e7e5']);
    await pages[0].getByRole('button', { name: 'Resign', exact: true }).click();
    await pages[0].getByRole('button', { name: 'Yes, resign' }).click();
    const last = pages[0].url();
    for (const page of pages) await page.getByRole('button', { name: 'Rematch', exact: true }).click();
    for (const page of pages) await expect(page).not.toHaveURL(last);
    for (const board of boards) await board.shows('e2', 'white pawn');
    if (count === 10) before = await held(pages[0]);
  }
  const after = await held(pages[0]);
  const found = `${before.bytes} bytes and ${before.nodes} nodes after 10, ${after.bytes} bytes and ${after.nodes} nodes after ${REMATCHES}`;
  test.info().annotations.push({ type: 'held', description: found });
  console.log(found);
  expect(after.bytes, found).toBeLessThan(before.bytes * 1.25);
  expect(after.nodes, found).toBeLessThan(before.nodes * 1.25);
});
