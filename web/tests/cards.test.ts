// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { languages } from '../src/locale';
import type { LiveGame } from '../src/platform/protocol';
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
  await languages.need('boards');
});
afterEach(async () => {
  for (const each of shown.splice(0)) await unmount(each);
  document.body.replaceChildren();
});

test('a live game shows seconds also when little time is left', () => {
  const clocks = { white_ms: 3_700, black_ms: 83_000, running: null };
  const game = { id: 'abc', fen: START_FEN, last_move: null, white: ANNA, black: BORIS, time: null, speed: 'blitz', clocks };
  const card = show(LiveCard, { game: game as unknown as LiveGame });
  expect([...card.querySelectorAll('.clock')].map(({ textContent }) => textContent)).toEqual(['1:23', '0:04']);
});
