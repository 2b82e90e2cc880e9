// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the chat beside a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('de');

const chat: Parts['chat'] = {
  players: 'Chat',
  spectators: 'Chat der Zuschauer',
  message: 'Nachricht',
  send: 'Senden',
  empty: 'Noch keine Nachrichten.',
  ready: 'Fertige Nachrichten',
  logIn: 'Zum Schreiben anmelden',
  mute: 'Stummschalten',
  muteName: (name: string) => `${name} stummschalten`,
  report: 'Melden',
  reportLine: (name: string) => `Nachricht von ${name} melden`,
  reported: 'Gemeldet. Die Leitung sieht es sich an.',
  hidden: (count: number) => plural(count, { one: '# Person ist stumm.', other: '# Personen sind stumm.' }),
  showAll: 'Alle zeigen',
  said: (name: string, text: string) => `${name} sagt: ${text}`,
  presets: {
    Hello: 'Hallo',
    'Good luck': 'Viel Glück',
    'Have fun': 'Viel Spaß',
    'Good game': 'Gute Partie',
    'Well played': 'Gut gespielt',
    Thanks: 'Danke',
    Sorry: 'Entschuldigung',
    Bye: 'Tschüss',
  },
};
export default chat;
