// SPDX-License-Identifier: AGPL-3.0-or-later
// Takes pictures: as large as the screen and without loss into a folder for whoever looks for faults, or small, as WebP,
// for the documentation.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

/** Where every page in every look is wanted; otherwise the pictures are for the documentation. */
export const ALL = process.env.TABIYA_SCREENSHOTS;
const FOLDER = ALL ?? resolve(import.meta.dirname, '../../../docs/screenshots');
/** What the documentation shows: each page once, and some of them as a phone shows them. */
const SHOWN: Record<string, readonly string[]> = {
  'desktop-light': [
    'home', 'lobby', 'friend', 'computer', 'import', 'invitation', 'game', 'finished', 'share', 'watch', 'tv', 'profile', 'games', 'players', 'leaderboard',
    'settings', 'login', 'card', 'confirm', 'reset', 'oauth', 'editor', 'over-the-board-setup', 'over-the-board', 'admin', 'desk', 'desk-users',
    'desk-reports', 'desk-cards', 'desk-cards-made', 'desk-site', 'desk-log', 'analysis', 'analysis-report', 'analysis-lesson', 'conditional-moves',
    'puzzles', 'puzzle-race', 'puzzle-lesson', 'event',
  ],
  'phone-light': ['puzzles'],
  'phone-dark': ['home', 'game', 'analysis-mistake'],
};
/** A picture of the documentation is at most this wide, and at most this large. */
const WIDTH = 1080;
const MOST_BYTES = 60_000;

/** Takes a picture of what a person sees now. */
export async function photograph(page: Page, name: string, look: string): Promise<void> {
  if (ALL === undefined && !SHOWN[look]?.includes(name)) return;
  await mkdir(FOLDER, { recursive: true });
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled' });
  if (ALL !== undefined) await writeFile(join(FOLDER, `${name}-${look}.png`), png);
  else await writeFile(join(FOLDER, `${look === 'desktop-light' ? name : `${name}-phone`}.webp`), await small(page, png));
}

/** The same picture as WebP, drawn by the browser itself in a page of its own; less good until it is small enough. */
async function small(page: Page, png: Buffer): Promise<Buffer> {
  const studio = await page.context().newPage();
  try {
    for (const quality of [0.85, 0.75, 0.6, 0.45]) {
      const url = await studio.evaluate(draw, { png: png.toString('base64'), most: WIDTH, quality });
      const webp = Buffer.from(url.split(',')[1] ?? '', 'base64');
      if (webp.length <= MOST_BYTES) return webp;
    }
  } finally {
    await studio.close();
  }
  throw new Error(`the picture has more than ${MOST_BYTES} bytes`);
}

/** Runs inside a page. */
async function draw({ png, most, quality }: { png: string; most: number; quality: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(most, picture.width);
  canvas.height = Math.round((picture.height * canvas.width) / picture.width);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality);
}
