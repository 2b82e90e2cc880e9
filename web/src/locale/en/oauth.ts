// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the page on which a program asks for access.

export const oauth = {
  title: 'An app is asking for access',
  asks: (origin: string) => `${origin} wants to act for you here.`,
  allows: 'It will be able to:',
  nothing: 'See your public profile, and nothing else.',
  as: (name: string) => `You’re logged in as ${name}.`,
  logIn: 'Log in to continue.',
  allow: 'Allow',
  refuse: 'Refuse',
  revoke: 'You can revoke this at any time in your settings.',
  scopes: {
    'board:play': 'Play games with a board',
    'bot:play': 'Play games as a bot',
    'challenge:read': 'See your challenges',
    'challenge:write': 'Send, accept and decline challenges',
    'challenge:bulk': 'Create games for other players in bulk',
    'email:read': 'See your email address',
    'preference:read': 'See your settings',
    'preference:write': 'Change your settings',
    'follow:read': 'See who you follow',
    'follow:write': 'Follow and block players',
    'msg:write': 'Send messages',
  } as Record<string, string>,
};
export default oauth;

declare module '../dictionary' {
  interface Parts {
    oauth: Worded<typeof oauth>;
  }
}
