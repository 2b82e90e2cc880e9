// SPDX-License-Identifier: AGPL-3.0-or-later
// Players are called by their names where these are known, else by their colours.
import { expect, test } from 'vitest';
import { languages, t } from '../src/locale';
import type { PlayerView } from '../src/platform/protocol';
import { calledIn } from '../src/ui/called';

const player = (name: string): PlayerView => ({ kind: 'player', name, title: null, rating: null });
const guest = (name: string): PlayerView => ({ kind: 'guest', name });

test('players are called by their names', () => {
  expect(calledIn({ white: player('Anna'), black: guest('Guest 2e5b') })).toEqual({ white: 'Anna', black: 'Guest 2e5b' });
  expect(calledIn({ white: { kind: 'computer', level: 3 }, black: player('Ben') })).toEqual({ white: 'The computer', black: 'Ben' });
});

test('colours are said where a name is missing, or tells nobody apart', () => {
  expect(calledIn(null)).toBeNull();
  expect(calledIn({ white: { kind: 'open' }, black: player('Ben') })).toBeNull();
  expect(calledIn({ white: player('Anna'), black: { kind: 'ghost' } })).toBeNull();
  expect(calledIn({ white: guest('Ben'), black: guest('Ben') })).toBeNull();
});

test('each language says who is meant by the name, and by the colour where there is none', async () => {
  await Promise.all([languages.need('otb'), languages.need('board')]);
  const colours = /white|black|weiß|schwarz|blanc|noir|negr/i;
  for (const tag of languages.offered) {
    await languages.speak(tag);
    const { otb, board: { say } } = t;
    const said = (name: string | null) => [
      ...[otb.toMove, otb.inCheck, otb.resign, otb.timeUp].map((text) => text('white', name)),
      say.clock('black', name, 61_000, true),
      say.captured('black', name, []),
    ];
    for (const text of said('Zoë')) {
      expect(text, tag).toContain('Zoë');
      expect(text, tag).not.toMatch(colours);
    }
    for (const text of said(null)) {
      expect(text, tag).toMatch(colours);
      expect(text, tag).not.toContain('null');
    }
  }
  await languages.speak('en');
});
