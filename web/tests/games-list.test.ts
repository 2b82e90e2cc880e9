// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { filtersOf, GameList } from '../src/people/list.svelte';
import { rowOf } from '../src/people/row';
import type { GameRow, PlayerView } from '../src/platform/protocol';

const player = (name: string): PlayerView => ({ kind: 'player', name, title: null, rating: null });

function row(id: string, over: Partial<GameRow> = {}): GameRow {
  return {
    id,
    white: { player: player('Anna'), change: 8 },
    black: { player: player('Boris'), change: -8 },
    result: 'white_wins',
    termination: 'checkmate',
    time: null,
    speed: 'blitz',
    variant: 'standard',
    rated: true,
    plies: 40,
    opening: null,
    end: 0,
    ...over,
  };
}

/** Answers each call when the test says so. */
function server() {
  const calls: { path: string; answer: (body: object, status?: number) => void }[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise<Response>((resolve) => {
      calls.push({ path, answer: (body, status = 200) => resolve(new Response(JSON.stringify(body), { status })) });
    });
  });
  return calls;
}

afterEach(() => vi.unstubAllGlobals());

describe('a list of games', () => {
  test('goes on where the last page ended, and knows the end', async () => {
    const calls = server();
    const list = new GameList('Anna');
    const first = list.more();
    await list.more(); // Already on its way.
    expect(calls.map(({ path }) => path)).toEqual(['/api/page/players/Anna/games']);
    calls[0]?.answer({ games: [row('a')], next: 'k1' });
    await first;
    const second = list.more();
    expect(calls[1]?.path).toBe('/api/page/players/Anna/games?after=k1');
    calls[1]?.answer({ games: [row('b')], next: null });
    await second;
    expect(list.games.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(list.state).toBe('complete');
    await list.more();
    expect(calls).toHaveLength(2);
  });

  test('forgets the answer to filters that have changed since', async () => {
    const calls = server();
    const list = new GameList('Anna');
    const old = list.more();
    const now = list.narrow({ result: 'won' });
    expect(calls[1]?.path).toBe('/api/page/players/Anna/games?result=won');
    calls[1]?.answer({ games: [row('b')], next: null });
    await now;
    calls[0]?.answer({ games: [row('a')], next: 'k' });
    await old;
    expect(list.games.map(({ id }) => id)).toEqual(['b']);
    expect(list.state).toBe('complete');
  });

  test('can be tried again after a failure', async () => {
    const calls = server();
    const list = new GameList('Anna');
    const first = list.more();
    calls[0]?.answer({}, 503);
    await first;
    expect(list.state).toBe('failed');
    const again = list.more();
    calls[1]?.answer({ games: [], next: null });
    await again;
    expect(list.state).toBe('complete');
  });

  test('asks for whole days', () => {
    const list = new GameList('Anna', filtersOf('?from=2026-03-01&to=2026-03-01&nonsense=1'));
    const asked = new URLSearchParams(list.pgnPath.split('?')[1]);
    expect([...asked.keys()]).toEqual(['from', 'to']);
    expect(Number(asked.get('to')) - Number(asked.get('from'))).toBe(24 * 3_600_000 - 1);
    expect(list.query).toBe('?from=2026-03-01&to=2026-03-01');
  });
});

describe('a row', () => {
  test('is seen from the player whose list it is', () => {
    const [white, black] = (['white', 'black'] as const).map((side) => (over: Partial<GameRow> = {}) => rowOf(row('a', { side, ...over })));
    expect(white?.()).toMatchObject({ you: 'white', mark: 'won', own: { change: 8 } });
    expect(black?.()).toMatchObject({ you: 'black', mark: 'lost', own: { change: -8 } });
    expect(black?.({ result: 'draw' }).mark).toBe('drawn');
    expect(black?.({ result: 'aborted', termination: 'abort' })).toMatchObject({ mark: 'none', without: 'aborted' });
    expect(black?.({ result: 'aborted', termination: 'unknown' }).without).toBe('noResult');
    expect(black?.().without).toBeNull();
  });

  test('is seen from that player where the seats have no names or others', () => {
    const guest: PlayerView = { kind: 'guest', name: 'Guest c9c4' };
    const sides = { white: { player: guest, change: -8 }, black: { player: guest, change: 8 } };
    expect(rowOf(row('a', { ...sides, side: 'black', result: 'black_wins' }))).toMatchObject({ you: 'black', mark: 'won', own: { change: 8 } });
  });

  test('of an imported game says nothing of winning and losing, whoever has the name of a player', () => {
    expect(rowOf(row('a', { imported: true }))).toMatchObject({ you: 'white', mark: 'none', without: null });
    expect(rowOf(row('a', { imported: true, result: 'aborted', termination: 'unknown' })).without).toBe('noResult');
  });

  test('of a game that was aborted before a move has no moves', async () => {
    await languages.need('profile');
    expect([0, 1, 2, 3].map((plies) => t.profile.list.moves(plies))).toEqual(['0 moves', '1 move', '1 move', '2 moves']);
  });
});
