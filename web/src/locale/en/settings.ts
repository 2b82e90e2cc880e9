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
  challenges: 'Who can challenge you',
  messages: 'Who can write to you',
  online: 'Who can see that you’re online',
  notices: 'Notifications',
  device: 'This device',
  awake: 'Keep the screen on during my games',
  install: 'Install Tabiya',
  deviceHint: {
    offered: 'You can add Tabiya to your home screen. The start page and over-the-board games also open offline.',
    trusted: 'The start page and over-the-board games open offline. To have Tabiya on your home screen, use “Add to home screen” in your browser’s menu.',
    insecure: 'Installing the app and keeping the screen on need HTTPS with a certificate this device trusts. This page has none.',
  },
  noticesHint: {
    ask: 'The bell in the header always tells you. Your browser can too, while Tabiya is open in a tab.',
    granted: 'Your browser shows notifications while Tabiya is open in a tab.',
    denied: 'The bell in the header tells you. Notifications are blocked in your browser’s settings for this site.',
    insecure: 'The bell in the header tells you. Browsers only show notifications for sites with HTTPS, and this one has none.',
    missing: 'The bell in the header tells you. This browser has no notifications.',
  },
  allowNotices: 'Allow notifications',
  push: 'Tell me on this device when it’s my move or I’m challenged, even with Tabiya closed',
  pushed: { turn: 'It’s your move.', challenge: 'Somebody wants to play with you.' },
  pushHint: {
    insecure: 'With Tabiya closed, this device can only be told over HTTPS with a certificate it trusts, and this page has none.',
    missing: 'With Tabiya closed, this browser can’t be told anything. On an iPhone or iPad it can once Tabiya is on the home screen.',
  },
  mailYourMove: 'Email me when it’s my move in a correspondence game',
  mailNotices: 'Email me about challenges, results and messages I haven’t read',
  bio: 'About you',
  bioHint: (most: number) => `Shown on your profile. Up to ${most} characters.`,
  password: 'Password',
  passwordHint: 'Changing it logs you out everywhere else.',
  oldPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  setPassword: 'Set password',
  noPassword: 'You log in with a card. Once you set a password, you can log in with that too.',
  yourPassword: 'Your password',
  email: 'Email',
  emailHint: (address: string | null, confirmed: boolean) => {
    if (!address) return 'For resetting a forgotten password, and for the reminders you choose.';
    return confirmed ? `${address} is confirmed.` : `Open the link sent to ${address} to confirm it.`;
  },
  address: 'Address',
  changeEmail: 'Save address',
  factor: {
    title: 'Two-factor login',
    isOn: 'To log in, you need your password and a code from your authenticator app.',
    isOff: 'Protect your account with an authenticator app as well as your password.',
    begin: 'Set up',
    scan: 'Scan this with your authenticator app, then enter the code it shows.',
    qr: 'QR code for your authenticator app',
    byHand: 'Or enter it by hand:',
    code: 'Code',
    confirm: 'Turn on',
    remove: 'Turn off',
    recovery: 'Each of these codes logs you in once without your phone. Keep them somewhere safe: they won’t be shown again.',
    copy: 'Copy codes',
    toDesk: 'Go to the desk',
  },
  sessions: 'Where you are logged in',
  sessionsHint: 'Log out devices you don’t recognise.',
  thisDevice: 'This device',
  lastUsed: (at: number) => `Last used ${date(at)}`,
  loggedInBy: {
    password: 'Logged in with password',
    card: 'Logged in with a card',
    link: 'Logged in by link',
    register: 'Account created here',
  } as Record<LoggedInByView, string>,
  end: 'Log out',
  endOf: (device: string) => `Log out ${device}`,
  endOthers: 'Log out all other devices',
  tokens: {
    title: 'Access tokens',
    hint: 'A token lets a program act for you: a bot, a board, a script. Anyone who has it can do what it allows.',
    name: 'Token name',
    scopes: 'What it allows',
    make: 'Create token',
    made: 'Copy it now. It won’t be shown again.',
    token: 'Your new token',
    copy: 'Copy',
    unnamed: 'Unnamed',
    never: 'Never used',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke token ${name}`,
  },
  data: 'Your data',
  dataHint: 'Everything stored about you, with your games as PGN, in one archive. What you wrote in chats stays with the games.',
  export: 'Download',
  close: 'Close account',
  closeHint: 'You won’t be able to log in again, and no one else can take your name. Your games stay, under “Closed account”. Daily backups may hold your name and email address for about five weeks; backups made by hand, until they’re deleted.',
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
