// SPDX-License-Identifier: AGPL-3.0-or-later
// How fast the analysis board is: its engine's first line, the frames while the engine runs, and a step in a long game. Measure with
// a release build (`TABIYA_BIN`) on a machine that does little else.
import { engine, move, rests, tree } from '../support/analysis';
import { expect, test } from '../support/test';
import { within } from './within';

test('the engine’s first line is on screen within 500 ms', async ({ person }) => {
  const measured: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    // A browser that has nothing of the site yet.
    const page = await person();
    await page.addInitScript(() => {
      const look = () => {
        if (!document.querySelector('.engine [role=listitem] button')) requestAnimationFrame(look);
        else requestAnimationFrame(() => Object.assign(globalThis, { seen: performance.now() }));
      };
      look();
    });
    await page.goto('/analysis', { waitUntil: 'commit' });
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen?: number }).seen ?? 0);
    await expect.poll(seen).toBeGreaterThan(0);
    measured.push(await seen());
    await page.close();
  }
  within('the first line', measured, 500);
});

test('board and lines have 60 frames a second while the engine runs', async ({ person }) => {
  const page = await person();
  await page.goto('/analysis');
  await engine(page).getByLabel('Lines', { exact: true }).selectOption('5');
  await engine(page).getByRole('button', { name: 'Keep thinking' }).click();
  await expect(engine(page).getByRole('listitem').nth(4).getByRole('button').first()).toBeVisible();
  const measured: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    measured.push(
      await page.evaluate(
        () =>
          new Promise<number>((done) => {
            const begun = performance.now();
            let frames = 0;
            const count = () => {
              frames += 1;
              const took = performance.now() - begun;
              if (took < 2_000) requestAnimationFrame(count);
              else done(took / frames);
            };
            requestAnimationFrame(count);
          }),
      ),
    );
  }
  within('a frame', measured, 1_000 / 59);
});

test('a step in a list of 2,000 moves takes at most 16 ms', async ({ person }) => {
  const page = await person();
  await rests(page);
  await page.goto('/analysis');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`${'Nf3 Nf6 Ng1 Ng8 '.repeat(500)}*`);
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(move(page, '1000… Ng8')).toHaveAttribute('aria-current', 'true');
  const measured = await tree(page).evaluate(async (list) => {
    const took: number[] = [];
    for (let step = 0; step < 50; step += 1) {
      const begun = performance.now();
      (document.activeElement ?? list).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }));
      // The page's own work for the key press, and the layout after it.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      void document.body.offsetHeight;
      took.push(performance.now() - begun);
      await new Promise(requestAnimationFrame);
    }
    return took;
  });
  await expect(move(page, '975… Nf6')).toHaveAttribute('aria-current', 'true');
  within('a step', measured, 16);
});
