// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the chat beside a game.
import { forms } from '../forms';

const { plural } = forms('en-GB');

export const chat = {
  players: 'Chat',
  spectators: 'Spectators’ chat',
  message: 'Message',
  send: 'Send',
  empty: 'No messages yet.',
  ready: 'Ready-made messages',
  logIn: 'Log in to write here',
  mute: 'Mute',
  muteName: (name: string) => `Mute ${name}`,
  report: 'Report',
  reportLine: (name: string) => `Report ${name}’s message`,
  reported: 'Reported. Staff will look into it.',
  hidden: (count: number) => plural(count, { one: '# person is muted.', other: '# people are muted.' }),
  showAll: 'Show all',
  said: (name: string, text: string) => `${name} says: ${text}`,
  /** What the server knows as ready-made messages, and how each is worded here. */
  presets: {
    Hello: 'Hello',
    'Good luck': 'Good luck',
    'Have fun': 'Have fun',
    'Good game': 'Good game',
    'Well played': 'Well played',
    Thanks: 'Thanks',
    Sorry: 'Sorry',
    Bye: 'Bye',
  } as Record<string, string>,
};
export default chat;

declare module '../dictionary' {
  interface Parts {
    chat: Worded<typeof chat>;
  }
}
