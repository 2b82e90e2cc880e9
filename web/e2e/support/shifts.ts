// SPDX-License-Identifier: AGPL-3.0-or-later
// How far a page shifts what it shows while it loads (W3C, Layout Instability).
import type { Page } from '@playwright/test';

/** The most that a page may shift while it loads; below it nobody sees anything jump. */
export const MOST_SHIFT = 0.01;

/** Counts the shifts of each page that is loaded from now on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    const take = (entries: PerformanceEntry[]) => {
      for (const entry of entries) shifts.push((entry as PerformanceEntry & { value: number }).value);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      shift: () => {
        take(observer.takeRecords());
        return shifts.reduce((sum, one) => sum + one, 0);
      },
    });
  });
}

/** How far the page has shifted since it was loaded. */
export const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: () => number }).shift());
