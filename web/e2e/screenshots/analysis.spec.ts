// SPDX-License-Identifier: AGPL-3.0-or-later
// The analysis board, the computer analysis, learning from mistakes, and what a correspondence player prepares, for docs/analysis.md; in
// every size and theme where a folder is given for them.
import type { BrowserContextOptions, Page } from '@playwright/test';
import { post } from '../support/calls';
import { play, sitDown } from '../support/game';
import { expect, test } from '../support/test';
import { ALL, photograph } from './photograph';

test.setTimeout(240_000);

const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;
const LOOKS = Object.keys(SIZES).flatMap((size) => (['light', 'dark'] as const).map((theme) => [size as keyof typeof SIZES, theme] as const));
const SHOWN = [['desktop', 'light'] as const, ['phone', 'dark'] as const];

/** Paris, 1858: mistakes that everybody understands. */
const OPERA = `[White "Paul Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;

/** Stores the game as the dialog for imports does. */
async function imported(page: Page): Promise<string> {
  const [status, text] = await post(page, '/api/page/import', { pgn: OPERA, private_as: null });
  expect(status, text).toBeLessThan(300);
  return (JSON.parse(text) as { id: string }).id;
}

for (const [size, colorScheme] of ALL === undefined ? SHOWN : LOOKS) {
  test(`analysis, ${size}, ${colorScheme}`, async ({ person }) => {
    const look = { ...SIZES[size], colorScheme, reducedMotion: 'reduce' as const };
    const shoot = (page: Page, name: string) => photograph(page, name, `${size}-${colorScheme}`);
    const [anna, ben] = [await person(look), await person()];
    const engine = anna.getByRole('region', { name: 'Engine' });
    const hasThought = () => expect(engine.getByText(/^Depth 1[2-9]$/)).toBeVisible({ timeout: 60_000 });
    await anna.goto(`/analysis/${await imported(anna)}#16`);
    await engine.getByLabel('Lines', { exact: true }).selectOption('3');
    await hasThought();
    await shoot(anna, 'analysis');

    const report = anna.getByRole('region', { name: 'Computer analysis' });
    await report.getByRole('button', { name: 'Request computer analysis' }).click();
    await expect(report.getByRole('button', { name: /^Learn from / }).first()).toBeVisible({ timeout: 120_000 });
    await report.getByRole('button', { name: /^Duke.*: \d+ (mistake|blunder)s?\. Go to the next one$/ }).first().click();
    await hasThought();
    await anna.evaluate(() => scrollTo(0, 0));
    await shoot(anna, 'analysis-mistake');
    // Its card from the top, and no more of the page than it takes.
    await anna.locator('.card.report').evaluate((card) => {
      card.scrollTop = 0;
      card.scrollIntoView({ block: 'nearest' });
    });
    await shoot(anna, 'analysis-report');

    await report.getByRole('button', { name: /^Learn from Duke/ }).click();
    const lesson = anna.getByRole('region', { name: /^Learn from Duke/ });
    await lesson.getByRole('button', { name: 'Hint' }).click();
    await expect(lesson.getByText(/^Hint: /)).toBeVisible();
    await anna.evaluate(() => scrollTo(0, 0));
    await shoot(anna, 'analysis-lesson');

    const boards = await sitDown(anna, ben, { time: { days: 3 } });
    await play(boards, ['e2e4']);
    await expect(anna.getByRole('heading', { name: 'Conditional moves' })).toBeVisible();
    await shoot(anna, 'conditional-moves');
  });
}
