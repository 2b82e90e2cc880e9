// SPDX-License-Identifier: AGPL-3.0-or-later
// Programs that act for a player: tokens made by hand, and a page of another site that asks for one.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findings } from '../support/axe';
import { choose, enrol, expect, FLOWS, overflow, register, test } from '../support/people';

for (const [device, options] of FLOWS) {
  test(`a token is made, works, and is revoked, ${device}`, async ({ person }) => {
    const page = await person(options);
    const name = await enrol(page);
    await choose(page, name, 'Settings');
    await page.getByLabel('Token name').fill('my bot');
    await page.getByLabel('See your settings').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Your new token').innerText();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await findings(page)).toEqual([]);
    const ask = (path: string) =>
      page.request.get(path, { headers: { authorization: `Bearer ${token}` }, failOnStatusCode: false });
    expect(await (await ask('/api/account')).json()).toMatchObject({ username: name });
    expect((await ask('/api/account/preferences')).status()).toBe(200);
    expect((await ask('/api/account/email')).status()).toBe(403);
    await page.getByRole('button', { name: 'Revoke token my bot' }).click();
    await expect(page.getByText('my bot')).toHaveCount(0);
    expect((await ask('/api/account')).status()).toBe(401);
  });
}

test('a page of another site is let in, reads a stream and moves', async ({ person, server: { origin: server } }) => {
  const page = await person();
  const name = await register(page);
  // Another port is another site. Its address is as near as the server's, which browsers ask about else.
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>A board</title>'));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const board = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

  // A page without TLS has no subtle crypto, so the hash is made here.
  const secret = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'board.example',
    redirect_uri: `${board}back`,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(secret).digest('base64url'),
    scope: 'board:play challenge:write',
    state: 'here',
  });
  await page.goto(`${server}/oauth?${query.toString()}`);
  await expect(page.getByText(`${new URL(board).origin} wants to act for you here.`)).toBeVisible();
  await expect(page.getByText('Play games with a board')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${board}back?**`);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('here');

  const seen = await page.evaluate(
    async ({ server, code, secret, board }) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: code ?? '',
        code_verifier: secret,
        redirect_uri: `${board}back`,
        client_id: 'board.example',
      });
      const { access_token } = await (await fetch(`${server}/api/token`, { method: 'POST', body })).json();
      const headers = { authorization: `Bearer ${access_token}` };
      const call = async (path: string, init: RequestInit = {}) => (await fetch(server + path, { ...init, headers })).json();
      const account = await call('/api/account');
      const wish = new URLSearchParams({ level: '1', color: 'white' });
      const game = await call('/api/challenge/ai', { method: 'POST', body: wish });
      const stream = await fetch(`${server}/api/board/game/stream/${game.id}`, { headers });
      const reader = stream.body!.getReader();
      const decoder = new TextDecoder();
      let rest = '';
      // What comes at once may be a part of a line, or several. An empty line only says that the stream is alive.
      const line = async () => {
        for (;;) {
          const end = rest.indexOf('\n');
          const told = rest.slice(0, Math.max(0, end));
          rest = rest.slice(end + 1);
          if (told !== '') return JSON.parse(told);
          if (end >= 0) continue;
          const { done, value } = await reader.read();
          if (done) throw new Error('the stream has ended');
          rest += decoder.decode(value, { stream: true });
        }
      };
      const first = await line();
      const moved = await call(`/api/board/game/${game.id}/move/e2e4`, { method: 'POST' });
      const second = await line();
      await reader.cancel();
      return { name: account.username, first: first.type, moved, moves: second.moves };
    },
    { server, code: answer.get('code'), secret, board },
  );
  expect(seen).toEqual({ name, first: 'gameFull', moved: { ok: true }, moves: 'e2e4' });
  site.close();
});
