import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { post } from '../support/calls';
import { becomeAdmin } from '../support/desk';
import { Board, play, sitDown } from '../support/game';
import { DEVICES, enrol } from '../support/people';
import { expect, test } from '../support/test';
import { visit } from '../support/visit';

const OUT = process.env.LOOK ?? '/root/lead/look39';
test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

async function call(other: Page, id: string, what: string, data: object) {
  const origin = new URL(other.url()).origin;
  return (await other.request.post(`${origin}/api/page/puzzles/${id}/${what}`, { headers: { origin }, data })).json();
}
const said = (page: Page) => page.locator('.puzzle-notice');
const ready = (page: Page) => expect(said(page)).toContainText('Find the best move', { timeout: 20_000 });
const idOf = (page: Page) => new URL(page.url()).hash.slice(1);

async function solutionOf(page: Page, other: Page): Promise<string[]> {
  const { line } = (await call(other, idOf(page), 'solution', {})) as { line: { uci: string }[] };
  return line.filter((_, index) => index % 2 === 0).map(({ uci }) => uci);
}
async function tapMove(page: Page, uci: string) {
  const board = new Board(page);
  await board.tap(uci.slice(0, 2));
  await board.tap(uci.slice(2, 4));
  if (uci.length === 5) await page.getByRole('button', { name: 'Queen', exact: true }).click();
}
async function solve(page: Page, moves: string[]) {
  for (const [index, uci] of moves.entries()) {
    await tapMove(page, uci);
    await expect(page.getByRole('region', { name: 'Moves' }).locator('[data-ply]')).toHaveCount(2 * index + (index + 1 === moves.length ? 2 : 3));
  }
}

const G = (text: string) => text.split(' ');
const GAMES: [string, string[]][] = [
  ['white', G('a2a3 a7a6 a3a4 a6a5 e2e4 e7e5 g1f3 d7d6 f1c4 h7h6 b1c3 c8g4 f3e5 g4d1 c4f7 e8e7 c3d5')],
  ['white', G('a2a3 a7a6 h2h3 h7h6 a3a4 a6a5 h3h4 h6h5 g2g3 g7g6 e2e4 e7e5 f1c4 b8c6 d1f3 c6d4 f3f7')],
];

test('39: the games of the month', async ({ person, server }) => {
  test.setTimeout(2_000_000);
  const [a, b] = [await person(DEVICES.desktop), await person(DEVICES.desktop)];
  await enrol(a);
  await enrol(b);
  for (const [, moves] of GAMES) {
    const boards = await sitDown(a, b);
    await play(boards, moves);
  }
  console.log('played', GAMES.length);
  await a.goto('about:blank');
  await b.goto('about:blank');
  const data = (server as unknown as { data: string }).data;
  const bin = process.env.TABIYA_BIN ?? '';
  const csv = () => execFileSync(bin, ['puzzles', 'export', '--data', data], { encoding: 'utf8' }).split('\n').slice(1).filter(Boolean);
  await a.waitForTimeout(13 * 60_000);
  await server.kill();
  const start = new Set(execFileSync(bin, ['puzzles', 'export', '--data', `${data}-none`], { encoding: 'utf8' }).split('\n').map((l) => l.split(',')[0]));
  const fresh = csv().filter((line) => !start.has(line.split(',')[0]));
  console.log('FROM GAMES', fresh.length, fresh.slice(0, 5));
  await server.restart();
  const c = await person(DEVICES.phone);
  for (const line of fresh.slice(0, 3)) {
    const id = line.split(',')[0] ?? '';
    await c.goto(`${server.origin}/puzzles#${id}`);
    await c.reload();
    await ready(c);
    await c.getByRole('button', { name: 'Show solution', exact: true }).click();
    await expect(said(c)).toHaveText('This is the solution.');
    const link = c.locator('a[href^="/game/"]');
    console.log('LINK', await link.count(), await link.first().getAttribute('href'));
    await c.screenshot({ path: `${OUT}/site-${id}.png`, fullPage: true });
    await link.first().click();
    await c.waitForTimeout(2000);
    await c.screenshot({ path: `${OUT}/site-${id}-game.png`, fullPage: true });
  }
  expect(fresh.length).toBeGreaterThan(0);
});
