// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the settings.
import type { LoggedInByView } from '../../platform/protocol';
import { forms } from '../forms';

const { date } = forms('en-GB');

export const settings = {
  title: 'Settings',
  groups: { display: 'Display and language', board: 'Board and sounds', people: 'Profile and privacy', account: 'Account and security', data: 'Apps and data' },
  guest: 'You’re not logged in, so these settings are kept in this browser only.',
  appearance: 'Appearance',
  theme: 'Theme',
  confirm_resign: 'Ask before resigning',
  confirm_draw: 'Ask before offering a draw',
  confirm_abort: 'Ask before aborting a game',
  language: 'Language',
  choices: {
    theme: { system: 'System', light: 'Light', dark: 'Dark' },
    whom: { everyone: 'Everyone', followed: 'Followed', nobody: 'Nobody' },
    mailYourMove: { off: 'Never', '1h': 'After 1 hour', '6h': 'After 6 hours', '24h': 'After a day' },
  },
  privacy: 'Privacy',
  challenges: 'Who may challenge you',
  messages: 'Who may write to you',
  online: 'Who sees whether you are online',
  notices: 'Notices',
  device: 'This device',
  awake: 'Keep the screen on while my game runs',
  install: 'Install Tabiya',
  deviceHint: {
    offered: 'Tabiya can open from your home screen, and the first page and the board for two open without a connection.',
    trusted: 'The page opens without a connection. To have it on your home screen, use “Add to home screen” in your browser’s menu.',
    insecure: 'Installing and keeping the screen on need HTTPS with a certificate that this device trusts. This page has none.',
  },
  noticesHint: {
    ask: 'The bell in the header always tells you. The browser can show notices too while a tab of this page is open.',
    granted: 'The browser shows notices while a tab of this page is open.',
    denied: 'The bell in the header tells you. You have forbidden notices in the browser’s settings for this page.',
    insecure: 'The bell in the header tells you. Browsers show notices only for pages with https, and this one has none.',
    missing: 'The bell in the header tells you. This browser shows no notices.',
  },
  allowNotices: 'Allow notices',
  mailYourMove: 'E-mail when it is your move in correspondence',
  mailNotices: 'E-mail about challenges, results and messages that you have not read',
  bio: 'About you',
  bioHint: (most: number) => `Stands on your profile. At most ${most} characters.`,
  password: 'Password',
  passwordHint: 'A new password logs you out everywhere else.',
  oldPassword: 'Password now',
  newPassword: 'New password',
  changePassword: 'Change password',
  setPassword: 'Set password',
  noPassword: 'Your card logs you in. With a password you can do without it.',
  yourPassword: 'Your password',
  email: 'E-mail',
  emailHint: (address: string | null, confirmed: boolean) => {
    if (!address) return 'To set a new password when you have forgotten yours, and for reminders that you choose.';
    return confirmed ? `${address} is confirmed.` : `Open the link that was sent to ${address} to confirm it.`;
  },
  address: 'Address',
  changeEmail: 'Save address',
  factor: {
    title: 'Second factor',
    isOn: 'To log in you need your password and a code from your authenticator.',
    isOff: 'An authenticator on your phone can guard your account in addition to the password.',
    begin: 'Set up',
    scan: 'Scan this with your authenticator, then type the code that it shows.',
    qr: 'QR code for your authenticator',
    byHand: 'Or type it by hand:',
    code: 'Code',
    confirm: 'Switch on',
    remove: 'Switch off',
    recovery: 'Each of these codes logs you in once without your phone. Keep them in a safe place: they are not shown again.',
    copy: 'Copy codes',
    toDesk: 'To the desk',
  },
  sessions: 'Where you are logged in',
  sessionsHint: 'End what you do not know.',
  thisDevice: 'This device',
  lastUsed: (at: number) => `Last used ${date(at)}`,
  loggedInBy: {
    password: 'Logged in with the password',
    card: 'Logged in with a card',
    link: 'Logged in by a link',
    register: 'Logged in by making the account',
  } as Record<LoggedInByView, string>,
  end: 'End',
  endOf: (device: string) => `End the session on ${device}`,
  endOthers: 'End all others',
  tokens: {
    title: 'Access tokens',
    hint: 'With a token, a program acts for you: a bot, a board, a script. Whoever has it can do what it allows.',
    name: 'Name of the token',
    scopes: 'What it allows',
    make: 'Make a token',
    made: 'Copy it now. It is not shown again.',
    token: 'Your new token',
    copy: 'Copy',
    unnamed: 'Without a name',
    never: 'Never used',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke the token ${name}`,
  },
  data: 'Your data',
  dataHint: 'What is stored about you, with your games in PGN, as one archive. What you wrote in chats stays with the games.',
  export: 'Download',
  close: 'Close account',
  closeHint: 'You can’t log in any more, and your name stays taken. Your games stay; in place of your name they say “Closed account”.',
  closeByCard: 'Set a password above first: a card alone can’t close an account.',
  closeNow: 'Yes, close my account',
  newPasswordHint: 'At least 8 characters.',
};
export default settings;

declare module '../dictionary' {
  interface Parts {
    settings: Worded<typeof settings>;
  }
}
