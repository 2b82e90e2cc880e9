// SPDX-License-Identifier: AGPL-3.0-or-later
import { create } from '../support/game';
import { expect, test } from '../support/test';

test('a tab has one socket, whatever games it looks at', async ({ person }) => {
  const page = await person();
  const first = await create(page, { opponent: { kind: 'computer', level: 1 } });
  const second = await create(page, { opponent: { kind: 'computer', level: 1 } });
  // The page that made them may still be about to open its own.
  await page.goto('about:blank');
  const sockets: string[] = [];
  const topics: string[] = [];
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()).pathname);
    socket.on('framesent', ({ payload }) => {
      const { type, topic } = JSON.parse(String(payload)) as { type: string; topic?: string };
      if (type !== 'ping' && topic !== 'me') topics.push(`${type} ${topic}`);
    });
  });
  await page.goto('/');
  for (const id of [first, second]) {
    await page.locator(`a.card[href="/game/${id}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/game/${id}$`));
    await expect(page.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
    await page.getByRole('link', { name: 'Tabiya' }).click();
    await expect(page.getByRole('button', { name: 'Play a friend' })).toBeVisible();
  }
  // Who plays the computer has no chat.
  const wanted = [first, second].flatMap((id) => [`subscribe game:${id}`, `unsubscribe game:${id}`]);
  await expect.poll(() => topics).toEqual(wanted);
  expect(sockets).toEqual(['/api/socket']);
});
