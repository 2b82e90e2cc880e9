// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { detailsOf, wordOf } from '../src/desk/deeds';
import { languages, t } from '../src/locale';
import type { DeedView, SiteView } from '../src/platform/protocol';

const before: SiteView = {
  name: 'Club',
  rules: '',
  colour: null,
  announcement: 'Hi: a → b',
  play: 'everyone',
  watch: 'everyone',
  register: 'everyone',
  chat: true,
};

const DEEDS: DeedView[] = [
  { did: 'site', before, after: { ...before, chat: false, play: 'accounts', colour: 120, announcement: '' } },
  { did: 'role', before: 'player', after: 'moderator' },
  {
    did: 'rating',
    category: 'blitz',
    before: { points: 1500, deviation: 350 },
    after: { points: 1600, deviation: 50 },
  },
  { did: 'kid', on: true },
  { did: 'undo', act: 12 },
  { did: 'report', number: 5 },
  { did: 'stop' },
  { did: 'add', role: 'moderator' },
  { did: 'token', scopes: 'board:play' },
];

describe('the log of the desk', () => {
  test('says in words what the server tells by fields', async () => {
    await languages.speak('en');
    await languages.need('desk');
    expect(DEEDS.map(detailsOf)).toEqual([
      'Colour: nothing → 120\nAnnouncement: Hi: a → b → nothing\nWho can play: Everyone → Accounts\nChat: on → off',
      'Player → Moderator',
      'Blitz 1500 ±350 → Blitz 1600 ±50',
      'on',
      'Entry 12',
      'Report 5',
      '',
      'Moderator',
      'board:play',
    ]);
  });

  test('shows a line of an earlier version as the text that it is', () => {
    const old: DeedView = { did: 'words', word: 'role', details: 'player → moderator' };
    expect([wordOf(old), detailsOf(old)]).toEqual(['role', 'player → moderator']);
  });

  test.each(['de', 'es', 'fr'])('speaks %s', async (tag) => {
    await languages.need('desk');
    await languages.speak(tag);
    for (const deed of DEEDS) expect(t.desk.log.did[wordOf(deed)]).toMatch(/ /);
    for (const deed of DEEDS) expect(detailsOf(deed)).not.toMatch(/true|false|everyone|moderator|blitz |null/);
  });
});
