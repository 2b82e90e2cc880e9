// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the desk, where staff work.
import type { Category, RoleView } from '../../platform/protocol';
import { forms } from '../forms';

const { bytes, date, moment, number, plural } = forms('en-GB');

const roles: Record<RoleView, string> = {
  player: 'Player',
  organiser: 'Organiser',
  moderator: 'Moderator',
  admin: 'Admin',
};

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  classical: 'Classical',
  correspondence: 'Correspondence',
  chess960: 'Chess960',
};

export const desk = {
  title: 'Desk',
  notStaffTitle: 'The desk is for staff',
  notStaff: 'Log in with an account that works here.',
  more: 'Show more',
  roles,
  parts: {
    overview: 'Overview',
    users: 'Users',
    reports: 'Reports',
    cards: 'Code cards',
    site: 'Site',
    log: 'Log',
  },

  gate: {
    title: 'A second factor first',
    hint: 'Staff log in with an authenticator besides the password. Set it up, then come back.',
    toSettings: 'To the settings',
    without: 'Do without',
    withoutHint: 'Whoever learns a staff member’s password is then in charge of this server.',
    decide: 'To decide so, type these words:',
    sentence: 'no second factor for staff',
    sentenceLabel: 'The words',
    confirm: 'Do without',
  },

  figures: {
    title: 'Right now',
    games: 'Games',
    online: 'Players here',
    accounts: 'Accounts',
    moves: 'Moves a second',
    p99: 'Slowest of 100 moves',
    data: 'Stored',
    disk: 'Free on disk',
    backup: 'Last backup',
    ms: (value: number) => `${number(value, value < 10 ? 1 : 0)} ms`,
    bytes,
    age: (ms: number | null) => {
      if (ms === null) return 'None yet';
      const hours = ms / 3_600_000;
      if (hours < 1) return 'Just now';
      return hours < 48 ? `${Math.round(hours)} h ago` : plural(Math.round(hours / 24), { one: '# day ago', other: '# days ago' });
    },
    backupOld: 'The last backup is more than a week old. Download one below.',
    backupNone: 'There is no backup yet. Download one below once there is something to lose.',
    databaseOk: 'The database is well.',
    databaseIll: (what: string) => `The database: ${what}`,
  },

  backup: 'Backup',
  backupHint: 'One consistent copy of everything, made while people play on.',
  download: 'Download',

  users: {
    search: 'Name begins with',
    none: 'Nobody’s name begins like this.',
    kid: 'Class',
    closed: 'Closed',
    muted: 'Muted',
    mute: 'Mute',
    unmute: 'Let write again',
    ratingIn: 'Start rating in',
    rating: 'Rating',
    setRating: 'Set rating',
    speeds,
    invite: 'New invitation',
    invitation: 'Invitation',
    inviteHint: 'Whoever opens this link registers with it once, within two weeks.',
    here: 'Online',
    card: 'New card',
    cardIs: (code: string) => `The new card’s code is ${code}. The old one opens nothing any more.`,
    cardAsk: (name: string) => `The card that ${name} has stops working. Make a new one?`,
    cardNow: 'Make new card',
    closeAsk: (name: string) => `Nobody can log in as ${name} any more, and ${name} is logged out everywhere. Close the account?`,
    kidMode: 'Protected account',
    seen: (at: number) => `Seen ${date(at)}`,
    role: 'Role',
    warning: 'Warning',
    warn: 'Send warning',
    newName: 'New name',
    rename: 'Rename',
    reset: 'New password link',
    resetFactor: 'Remove second factor',
    sessions: 'End sessions',
    close: 'Close account',
    closeNow: (name: string) => `Yes, close ${name}`,
    reopen: 'Reopen account',
    link: 'One-time link',
    linkHint: (name: string) => `Give this link to ${name}. It sets a new password once.`,
  },

  reports: {
    none: 'No reports.',
    about: 'About',
    from: (at: number) => `${date(at)}, from`,
    game: 'Open game',
    finish: 'Done',
    unrate: 'Give points back',
    unrated: 'Both players have their points back.',
  },

  cards: {
    make: 'Make players',
    hint: 'Each name gets an account and a card, which logs in without a password. A new card replaces the old one.',
    names: 'Names, one a line',
    until: 'Works until',
    untilHint: 'Empty: until it is replaced.',
    submit: (count: number) => (count === 0 ? 'Make cards' : plural(count, { one: 'Make # card', other: 'Make # cards' })),
    kid: 'Protected accounts',
    kidHint: 'For children: no e-mail, no messages, chat by ready-made sentences alone, games and challenges only with the class, which is everybody for whom you make cards, and with players whom they follow.',
    onlyHere: (host: string) =>
      `These cards would lead to ${host}, which only this computer can open. Open this page by the address that the other devices use, and make the cards there.`,
    once: 'Print the cards now: the codes are not shown again.',
    renew: 'Make new cards for these players, too',
    replaced: 'Replaced by a newer card: this one opens nothing any more.',
    print: 'Print',
    qr: (name: string) => `QR code of ${name}`,
  },

  site: {
    saves: 'What you change counts when you leave its field.',
    about: 'About this site',
    name: 'Name of the site',
    rules: 'Rules of this site',
    ownColour: 'A colour of its own',
    colour: 'Colour',
    access: 'For whom',
    play: 'Who may play',
    watch: 'Who may watch',
    register: 'Who may register',
    audiences: { everyone: 'Everyone', accounts: 'Accounts', invited: 'Invited' },
    chat: 'Chat',
    chatWords: 'Words covered in chats',
    chatWordsHint: 'One a line. Upper and lower case and accents make no difference.',
    staffFactor: 'Staff need a second factor',
    announcement: 'Announcement',
    announcementHint: 'Stands above every page until it is empty again.',
  },

  log: {
    none: 'Nothing has been done yet.',
    undo: 'Undo',
    moment,
    on: 'on',
    off: 'off',
    nothing: 'nothing',
    entry: (number: string) => `Entry ${number}`,
    report: (number: string) => `Report ${number}`,
    did: {
      role: 'changed the role of',
      warn: 'warned',
      rename: 'renamed',
      close: 'closed the account of',
      reopen: 'reopened the account of',
      mute: 'muted',
      unmute: 'let write again',
      rating: 'set the rating of',
      unrate: 'gave the points of a game back:',
      second_factor: 'removed the second factor of',
      reset: 'made a password link for',
      sessions: 'ended the sessions of',
      cards: 'made cards:',
      card: 'made a new card for',
      remove_line: 'removed a chat line of',
      kid: 'changed the protection of',
      invite: 'made an invitation',
      report: 'settled a report about',
      undo: 'undid something about',
      site: 'changed the site',
      chat_words: 'changed the words covered in chats',
      backup: 'took a backup',
    } as Record<string, string>,
  },
};

export default desk;

declare module '../dictionary' {
  interface Parts {
    desk: Worded<typeof desk>;
  }
}
