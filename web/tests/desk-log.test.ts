// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { detailsOf } from '../src/desk/deeds';
import { languages } from '../src/locale';

const LINES: [string, string][] = [
  ['site', 'chat: true → false\nplay: "everyone" → "accounts"\ncolour: null → 120\nannouncement: "Hi: a → b" → ""'],
  ['role', 'player → moderator'],
  ['rating', 'blitz 1500 ±350 → blitz 1600 ±50'],
  ['kid', 'on'],
  ['undo', '12'],
  ['report', 'report 5'],
];

describe('the log of the desk', () => {
  test('says in words what the server writes in names of fields', async () => {
    await languages.speak('en');
    await languages.need('desk');
    expect(LINES.map((line) => detailsOf(...line))).toEqual([
      'Chat: on → off\nWho can play: Everyone → Accounts\nColour: nothing → 120\nAnnouncement: "Hi: a → b" → nothing',
      'Player → Moderator',
      'Blitz 1500 ±350 → Blitz 1600 ±50',
      'on',
      'Entry 12',
      'Report 5',
    ]);
    expect(detailsOf('warn', 'chat: true → false')).toBe('chat: true → false');
    expect(detailsOf('site', 'later: 1 → 2')).toBe('later: 1 → 2');
  });

  test.each(['de', 'es', 'fr'])('speaks %s', async (tag) => {
    await languages.need('desk');
    await languages.speak(tag);
    for (const line of LINES) expect(detailsOf(...line)).not.toMatch(/true|false|everyone|moderator|blitz |null/);
  });
});
