// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What axe finds against WCAG 2.0 to 2.2, A and AA: one line for each rule, with where. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  // A colour that is fading has no contrast of its own.
  await page.evaluate(async () => {
    const ends = (animation: Animation) => Number(animation.effect?.getComputedTiming().endTime) < Infinity;
    await Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
  });
  const results = await page.evaluate(
    (options) => (window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { runOnly: { type: 'tag', values: TAGS } } satisfies RunOptions,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join('; ')}`);
}
