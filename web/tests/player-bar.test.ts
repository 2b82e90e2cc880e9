// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands beside a player's name.
import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import PlayerBar from '../src/live/PlayerBar.svelte';
import { t } from '../src/locale';
import { newGameAsWhite } from './support';

test('nobody is said to be there, or to have left, while the page has no connection', async () => {
  const { game } = newGameAsWhite({ white: { kind: 'player', name: 'Anna', title: null, rating: null } });
  for (const isThere of [true, false]) {
    game.presence = { white: isThere, black: false };
    for (const [link, word] of [
      ['online', isThere ? t.player.online : t.player.offline],
      ['lost', ''],
      ['connecting', ''],
    ] as const) {
      const shown = mount(PlayerBar, { target: document.body, props: { game, color: 'white', link } });
      const dot = document.querySelector('.presence');
      expect([dot?.getAttribute('title'), dot?.textContent, dot?.classList.contains('here')]).toEqual([word, word, isThere && link === 'online']);
      await unmount(shown);
    }
  }
});
