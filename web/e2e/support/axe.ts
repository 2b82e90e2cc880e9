// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The rules that may answer differently in another theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds against WCAG 2.0 to 2.2, A and AA, in the light theme, and by the rules about colours in the dark one: one line
 * for each rule, with where.
 */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'));
  const light = await asked(page, 'light', { runOnly: { type: 'tag', values: TAGS } });
  const dark = await asked(page, 'dark', { runOnly: { type: 'rule', values: COLOURS } });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((found) => `dark: ${found}`)];
}

async function asked(page: Page, colorScheme: 'light' | 'dark', rules: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const drawn = () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    // The theme is on screen with the frame after the next.
    await drawn();
    // A colour that is fading has no contrast of its own, so it is taken to its end. Waiting would not do: in a closed part of the
    // page a colour moves only while somebody asks for it, and may never arrive.
    for (const animation of document.getAnimations()) {
      if (Number(animation.effect?.getComputedTiming().endTime) < Infinity) animation.finish();
    }
    await drawn();
  });
  const results = await page.evaluate(
    // What passes is not asked where it stands, which costs more than to look at it.
    (options) => (window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { ...rules, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join('; ')}`);
}
