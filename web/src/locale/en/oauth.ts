// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the page on which a program asks for access.

export const oauth = {
  title: 'A program asks for access',
  asks: (origin: string) => `${origin} wants to act for you here.`,
  allows: 'It could:',
  nothing: 'See your public profile, and nothing else.',
  as: (name: string) => `You are logged in as ${name}.`,
  logIn: 'Log in first. Then you are asked.',
  allow: 'Allow',
  refuse: 'Refuse',
  revoke: 'You can revoke this in the settings at any time.',
  scopes: {
    'board:play': 'Play games with a board',
    'bot:play': 'Play games as a bot',
    'challenge:read': 'See your challenges',
    'challenge:write': 'Make, accept and decline challenges',
    'challenge:bulk': 'Make many games for others',
    'email:read': 'See your e-mail address',
    'preference:read': 'See your settings',
    'preference:write': 'Change your settings',
    'follow:read': 'See whom you follow',
    'follow:write': 'Follow and block players',
    'msg:write': 'Write messages',
  } as Record<string, string>,
};
export default oauth;

declare module '../dictionary' {
  interface Parts {
    oauth: Worded<typeof oauth>;
  }
}
