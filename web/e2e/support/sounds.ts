// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, type Page } from '@playwright/test';

/** Notes the lowest tone of each knock, by which a cue is known. */
export async function listen(page: Page): Promise<(tone: number) => Promise<void>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(globalThis, { heard });
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const oscillator = create.call(this);
      const { frequency } = oscillator;
      frequency.setValueAtTime = (tone) => (heard.push(tone), frequency);
      return oscillator;
    };
  });
  const heard = (tone: number) => page.evaluate((tone) => (globalThis as unknown as { heard: number[] }).heard.includes(tone), tone);
  return (tone) => expect.poll(() => heard(tone), `a knock of ${tone} Hz`).toBe(true);
}
