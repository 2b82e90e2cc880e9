// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { START_FEN } from '../src/board/fen';
import ChallengeCard from '../src/lobby/ChallengeCard.svelte';
import { challenges } from '../src/lobby/challenges.svelte';
import { languages } from '../src/locale';
import type { ChallengeView, LiveGame } from '../src/platform/protocol';
import LiveCard from '../src/watch/LiveCard.svelte';

const [ANNA, BORIS] = [{ kind: 'guest', name: 'Anna' }, { kind: 'guest', name: 'Boris' }] as const;

const shown: Record<string, unknown>[] = [];

function show<Props extends Record<string, unknown>>(component: Parameters<typeof mount<Props, object>>[0], props: Props): Element {
  const target = document.body.appendChild(document.createElement('div'));
  shown.push(mount(component, { target, props } as never));
  flushSync();
  return target;
}

beforeEach(async () => {
  await languages.need('lobby');
  await languages.need('boards');
});
afterEach(async () => {
  for (const each of shown.splice(0)) await unmount(each);
  document.body.replaceChildren();
  challenges.problem = null;
  vi.unstubAllGlobals();
});

test('a live game shows seconds also when little time is left', () => {
  const clocks = { white_ms: 3_700, black_ms: 83_000, running: null };
  const game = { id: 'abc', fen: START_FEN, last_move: null, white: ANNA, black: BORIS, time: null, speed: 'blitz', clocks };
  const card = show(LiveCard, { game: game as unknown as LiveGame });
  expect([...card.querySelectorAll('.clock')].map(({ textContent }) => textContent)).toEqual(['1:23', '0:04']);
});

const challengeOf = (id: number): ChallengeView => ({
  id,
  version: 3,
  from: ANNA,
  to: BORIS,
  terms: { time: null, rated: false, color: 'random', start: { kind: 'standard' }, private: false } as ChallengeView['terms'],
  yours: true,
  expires: 0,
});

const button = (card: Element, name: string) =>
  [...card.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);

/** A server that notes what it is told, and answers so. */
function answerWith(response: () => Response) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(String(init.body))]);
    return response();
  });
  return sent;
}

describe('a challenge', () => {
  test('tells of a failed answer on its own card alone', async () => {
    answerWith(() => Response.json({ error: { code: 'odd', message: 'the server is full' } }, { status: 503 }));
    const [one, other] = [challengeOf(1), challengeOf(2)];
    const cards = [show(ChallengeCard, { challenge: one }), show(ChallengeCard, { challenge: other })];
    await challenges.accept(other);
    flushSync();
    expect(cards.map((card) => card.querySelector('[role=alert]')?.textContent)).toEqual([undefined, 'The server is full.']);
  });
});
