// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { languages } from '../src/locale';
import { Enter } from '../src/people/enter.svelte';
import { account } from '../src/platform/account.svelte';
import type { Me } from '../src/platform/protocol';

const ME: Me = {
  player: '1',
  name: 'Anna',
  role: 'player',
  kid: false,
  second_factor: false,
  password: true,
  email: null,
  email_confirmed: false,
  guest_games: 0,
  settings: {},
};

interface Call {
  path: string;
  body: unknown;
}

/** Answers calls in turn, and keeps what was asked. */
function server(...answers: [number, object | null, HeadersInit?][]): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    calls.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null });
    const [status, body, headers] = answers.shift() ?? [500, null];
    return new Response(body && JSON.stringify(body), { status, headers });
  });
  return calls;
}

const refusal = (code: string, message: string, more = {}) => ({ error: { code, message }, ...more });

function filled(): Enter {
  const enter = new Enter();
  enter.name = ' Anna ';
  enter.password = 'long enough';
  return enter;
}

beforeAll(() => languages.need('enter'));
afterEach(() => vi.unstubAllGlobals());

describe('registering', () => {
  test('sends an e-mail address only where there is one', async () => {
    const calls = server([201, ME], [201, ME]);
    const enter = filled();
    await enter.register();
    expect(calls[0]).toEqual({ path: '/api/register', body: { name: 'Anna', password: 'long enough' } });
    expect(enter.step).toBe('done');
    expect(account.me?.name).toBe('Anna');
    const other = filled();
    other.email = 'a@example.org';
    await other.register();
    expect(calls[1]?.body).toEqual({ name: 'Anna', password: 'long enough', email: 'a@example.org' });
  });

  test('shows a refusal at the field that it is about', async () => {
    server([409, refusal('name_taken', 'the name Anna is taken')], [400, refusal('bad_password', 'choose another')]);
    const enter = filled();
    await enter.register();
    expect(enter.problems).toEqual({ name: 'The name Anna is taken.' });
    await enter.register();
    expect(enter.problems).toEqual({ password: 'Choose another.' });
    expect(enter.busy).toBe(false);
  });

  test('asks for the invitation where the server wants one', async () => {
    const calls = server([403, refusal('forbidden', 'registering needs an invitation', { needs: 'invitation' })], [201, ME]);
    const enter = filled();
    await enter.register();
    expect([enter.isInvited, Object.keys(enter.problems)]).toEqual([true, ['invitation']]);
    enter.invitation = 'abc';
    await enter.register();
    expect(calls[1]?.body).toMatchObject({ invitation: 'abc' });
  });

  test('asks for what is missing before it asks the server', async () => {
    const calls = server();
    const enter = new Enter();
    await enter.register();
    expect(Object.keys(enter.problems)).toEqual(['name', 'password']);
    expect(calls).toEqual([]);
  });
});

describe('logging in', () => {
  test('asks for the second factor when the server does, and says when it was wrong', async () => {
    const needs = refusal('wrong_login', 'a code is needed', { needs: 'code' });
    const calls = server([401, needs], [401, needs], [200, ME]);
    const enter = filled();
    await enter.logIn();
    expect([enter.step, enter.problems]).toEqual(['code', {}]);
    enter.code = '000000';
    await enter.logIn();
    expect(enter.problems.code).toMatch(/is wrong/);
    enter.code = ' 123456 ';
    await enter.logIn();
    expect(calls[2]?.body).toEqual({ name: 'Anna', password: 'long enough', code: '123456' });
    expect(enter.step).toBe('done');
  });

  test('says how long to wait after too many tries', async () => {
    server([429, refusal('too_many_tries', 'wait'), { 'retry-after': '600' }]);
    const enter = filled();
    await enter.logIn();
    expect(enter.problems.form).toContain('10 min');
  });

  test('asks what becomes of the games of the guest', async () => {
    const calls = server([200, { ...ME, guest_games: 2 }], [204, null], [200, ME]);
    const enter = filled();
    await enter.logIn();
    expect([enter.step, enter.guestGames]).toEqual(['guestGames', 2]);
    await enter.answerGuestGames(true);
    expect(calls[1]).toEqual({ path: '/api/page/guest-games', body: { take: true } });
    expect(enter.step).toBe('done');
  });

  test('says that the server can’t be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const enter = filled();
    await enter.logIn();
    expect(enter.problems.form).toContain('can’t be reached');
  });
});
