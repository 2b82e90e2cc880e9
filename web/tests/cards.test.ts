// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount, type Component, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { START_FEN } from '../src/board/fen';
import ChallengeCard from '../src/lobby/ChallengeCard.svelte';
import { challenges } from '../src/lobby/challenges.svelte';
import { languages } from '../src/locale';
import Notices from '../src/lobby/Notices.svelte';
import type { ChallengeView, LiveGame } from '../src/platform/protocol';
import { router } from '../src/platform/router.svelte';
import { PAGES } from '../src/subjects';
import LiveCard from '../src/watch/LiveCard.svelte';

const [ANNA, BORIS] = [{ kind: 'guest', name: 'Anna' }, { kind: 'guest', name: 'Boris' }] as const;

const shown: object[] = [];

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): Element {
  const target = document.body.appendChild(document.createElement('div'));
  shown.push(mount(component, { target, props }));
  flushSync();
  return target;
}

beforeEach(async () => {
  await languages.need('lobby');
  await languages.need('watch');
  await languages.need('home');
});
afterEach(async () => {
  for (const each of shown.splice(0)) await unmount(each);
  document.body.replaceChildren();
  challenges.problem = null;
  challenges.open = [];
  vi.unstubAllGlobals();
});

test('a live game shows seconds also when little time is left', () => {
  const clocks = { white_ms: 3_700, black_ms: 83_000, running: null };
  const game = { id: 'abc', fen: START_FEN, last_move: null, white: ANNA, black: BORIS, time: null, speed: 'blitz', clocks };
  const card = show(LiveCard, { game: game as unknown as LiveGame });
  expect([...card.querySelectorAll('.clock')].map(({ textContent }) => textContent)).toEqual(['1:23', '0:04']);
});

const challengeOf = (id: string): ChallengeView => ({
  id,
  game: id,
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
  test.each([
    ['puzzles', true],
    ['players', false],
  ] as const)('covers no puzzle, where it waits behind a button: %s, %s', (page, isFolded) => {
    router.go({ page });
    challenges.open = [challengeOf('one')];
    const notices = show(Notices, { about: PAGES[page] });
    expect(notices.querySelector('.fold') !== null).toBe(isFolded);
    expect(button(notices, 'Decline') === undefined).toBe(isFolded);
  });

  test('waits on the page of an old game, but the way to a game that began does not', () => {
    router.go({ page: 'game', id: 'oldGame1' });
    challenges.open = [challengeOf('one')];
    challenges.news = { kind: 'began', game: 'newGame1', opponent: ANNA };
    const notices = show(Notices, { about: PAGES.game });
    expect(notices.querySelector('.fold')).not.toBeNull();
    expect(notices.querySelector('.began p')?.textContent).toBe('Your game with Anna has begun.');
    const way = notices.querySelector<HTMLAnchorElement>('.began a');
    expect(way?.getAttribute('href')).toBe('/game/newGame1');
    way?.click();
    flushSync();
    expect([notices.querySelector('.began'), router.route]).toEqual([null, { page: 'game', id: 'newGame1' }]);
  });

  test('that a game began is no news once its page was opened, also when the game is over', () => {
    router.go({ page: 'game', id: 'newGame1' });
    challenges.news = { kind: 'began', game: 'newGame1', opponent: ANNA };
    const notices = show(Notices, { about: PAGES.game });
    expect(notices.querySelector('.began')).toBeNull();
    router.go({ page: 'players' });
    flushSync();
    expect(notices.querySelector('.began')).toBeNull();
  });

  test('stays as it is, half answered, when the page is told everything anew', () => {
    router.go({ page: 'players' });
    challenges.open = [challengeOf('one'), challengeOf('two')];
    const notices = show(Notices, { about: PAGES.players });
    const card = notices.querySelector('article');
    challenges['hear']({ type: 'mine', challenges: ['one'] });
    flushSync();
    challenges['hear']({ type: 'challenge', challenge: challengeOf('one') });
    flushSync();
    expect([...notices.querySelectorAll('article')]).toEqual([card]);
    expect(notices.querySelector('article')).toBe(card);
  });

  test('tells of a failed answer on its own card alone', async () => {
    answerWith(() => Response.json({ error: { code: 'odd', message: 'the server is full' } }, { status: 503 }));
    const [one, other] = [challengeOf('one'), challengeOf('two')];
    const cards = [show(ChallengeCard, { challenge: one }), show(ChallengeCard, { challenge: other })];
    await challenges.accept(other);
    flushSync();
    expect(cards.map((card) => card.querySelector('[role=alert]')?.textContent)).toEqual([undefined, 'The server is full.']);
  });

  test('is declined by one press', async () => {
    const sent = answerWith(() => new Response(null, { status: 204 }));
    const card = show(ChallengeCard, { challenge: challengeOf('one') });
    button(card, 'Decline')?.click();
    await vi.waitFor(() => expect(sent).toEqual([['/api/page/challenges/one/decline', { version: 3, reason: 'none' }]]));
  });

  test('is declined by the button, not by a key that turns to another reason', async () => {
    const sent = answerWith(() => new Response(null, { status: 204 }));
    const card = show(ChallengeCard, { challenge: challengeOf('one') });
    card.querySelector<HTMLElement>('.why')?.click();
    flushSync();
    const select = card.querySelector('select');
    if (!select) throw new Error('there is no field for the reason');
    expect([select.value, document.activeElement]).toEqual(['none', select]);
    for (const reason of ['later', 'too_fast']) {
      select.value = reason;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
    flushSync();
    expect(sent).toEqual([]);
    button(card, 'Decline')?.click();
    await vi.waitFor(() => expect(sent).toEqual([['/api/page/challenges/one/decline', { version: 3, reason: 'too_fast' }]]));
  });

  test('that is not declined after all can be accepted', async () => {
    const card = show(ChallengeCard, { challenge: challengeOf('one') });
    card.querySelector<HTMLElement>('.why')?.click();
    flushSync();
    expect(button(card, 'Accept')).toBeUndefined();
    button(card, 'Back')?.click();
    flushSync();
    expect(button(card, 'Accept')).toBeDefined();
    await tick();
    expect(document.activeElement).toBe(card.querySelector('.why'));
  });
});
