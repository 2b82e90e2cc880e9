// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of players without an account.
import { forms } from '../../forms';

const { moment } = forms('en-GB');

export const members = {
  hint: 'Entered by name. With a code, a player links an account of their own and keeps the rounds played here.',
  nobody: 'Everyone here has an account.',
  give: 'Make code',
  revoke: 'Revoke code',
  export: 'Export data',
  erase: 'Erase name',
  eraseNow: 'Erase this name',
  eraseAsk: (name: string, number: number) => `${name} becomes “Player ${number}”, and everything else about them is deleted. This can’t be undone.`,
  made: (name: string) => `Code for ${name}`,
  once: (link: string, until: number) => `Log in, open ${link} and type it, until ${moment(until)}. It works once and is shown only now.`,
  until: (at: number) => `code until ${moment(at)}`,
  claimed: 'an account by a code',
  backups: 'Daily backups may hold an erased name for about five weeks; backups and event files that you made by hand, until you delete them. A game on this server keeps the short name.',
  afterwards: 'Names can be erased once the event is over.',
  claimTitle: 'Are you on the list?',
  claimHint: (name: string) => `Type the code that the organiser has given you. Your account ${name} is that player from then on.`,
  code: 'Your 12-character code',
  claim: 'That’s me',
  youAre: (name: string) => `You’re ${name} in this event.`,
  done: 'Done. This event is one of yours now.',
  doneTitle: 'You’re on the list',
  next: 'Your pairings and results are on the event’s page.',
  toEvent: 'Go to the event',
  logIn: 'Log in or create an account first. Then type the code here.',
};
