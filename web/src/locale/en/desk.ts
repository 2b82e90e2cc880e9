// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the desk, where staff work.
import type { Category, NodeState, RoleView } from '../../platform/protocol';
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
  notStaff: 'Log in with a staff account.',
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
    title: 'Set up two-factor login',
    hint: 'Staff log in with an authenticator app as well as a password. Set it up, then come back.',
    toSettings: 'Go to settings',
    without: 'Skip two-factor login',
    withoutHint: 'Anyone with a staff password could take over this server.',
    decide: 'To skip it, type these words:',
    sentence: 'no second factor for staff',
    sentenceLabel: 'Type to confirm',
    password: 'Your password',
    confirm: 'Skip',
  },

  figures: {
    title: 'Right now',
    games: 'Games',
    online: 'Players online',
    accounts: 'Accounts',
    moves: 'Moves per second',
    p99: 'p99 move time',
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
    backupNone: 'There’s no backup yet. Download one below once there’s something to lose.',
    backupDaily: (folder: string) => `A backup is made every day, in the folder ${folder} on the server.`,
    backupSameDisk: 'They lie on the same disk as the data. Download one from time to time, and keep it elsewhere.',
    backupCommand: 'The games are in a PostgreSQL database, so there’s nothing to download here. This command makes a backup:',
    backupProblem: (what: string) => `No backup was made: ${what}`,
    databaseOk: 'Database OK',
    databaseIll: (what: string) => `Database: ${what}`,
  },

  nodes: {
    title: 'Nodes',
    hint: 'This site is several servers. Each plays its share of the games, and the others take them if it dies.',
    isThis: 'this one',
    share: (thousandths: number) => `${number(thousandths / 10, 0)}% of the games`,
    since: (at: number) => `since ${moment(at)}`,
    states: { plays: 'Plays', drains: 'Gives its games to the others', silent: 'Silent: the others take its games' } satisfies Record<NodeState, string>,
    clock: (by: string, isAhead: boolean) =>
      `Its clock is ${by} ${isAhead ? 'ahead of' : 'behind'} the database’s, and games are stored with its times. Set both by a time server (NTP).`,
    setBack: 'The database lacks moves that players had already seen.',
    setBackIn: (node: string, at: number, games: number) =>
      `Noticed by node ${node} on ${moment(at)}, in ${plural(games, { one: '# game', other: '# games' })}.`,
    setBackAdvice:
      'If another database still has these moves, stop all nodes now, make that one the primary and start the nodes again; what was played in between is lost then. If none has them, tell the players: their games go on from what is left. The database is a restored backup, or a standby that was promoted without these moves; each node’s server log names the games. More in docs/clustering.md.',
    unowned: 'Some games have no server right now. That takes a few seconds.',
  },

  backup: 'Backup',
  backupHint: 'One consistent copy of everything, made without interrupting play.',
  download: 'Download',

  users: {
    search: 'Search by name',
    none: 'No one’s name starts like this.',
    kid: 'Class',
    closed: 'Closed',
    muted: 'Muted',
    mute: 'Mute',
    unmute: 'Unmute',
    ratingIn: 'Start rating in',
    rating: 'Rating',
    setRating: 'Set rating',
    speeds,
    invite: 'New invitation',
    invitation: 'Invitation',
    inviteHint: 'Whoever opens this link can register once, within two weeks.',
    here: 'Online',
    card: 'New card',
    cardIs: (code: string) => `The new card’s code is ${code}. The old one no longer works.`,
    cardAsk: (name: string) => `${name}’s current card will stop working. Make a new one?`,
    cardNow: 'Make new card',
    closeAsk: (name: string) => `${name} will be logged out everywhere and won’t be able to log in again. Daily backups may hold the name for about five weeks; backups made by hand, until you delete them. Close the account?`,
    kidMode: 'Protected account',
    seen: (at: number) => `Last seen ${date(at)}`,
    role: 'Role',
    warning: 'Warning',
    warn: 'Send warning',
    newName: 'New name',
    rename: 'Rename',
    reset: 'New password link',
    resetFactor: 'Remove two-factor login',
    sessions: 'Log out everywhere',
    close: 'Close account',
    closeNow: (name: string) => `Yes, close ${name}`,
    reopen: 'Reopen account',
    link: 'One-time link',
    linkHint: (name: string) => `Give this link to ${name}. It works once, to set a new password.`,
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
    hint: 'Each name gets an account and a card that logs in without a password. A new card replaces the old one.',
    names: 'Names, one per line',
    until: 'Works until',
    untilHint: 'Leave empty to keep it until it’s replaced.',
    submit: (count: number) => (count === 0 ? 'Make cards' : plural(count, { one: 'Make # card', other: 'Make # cards' })),
    kid: 'Protected accounts',
    kidHint: 'For children: no email, no messages, ready-made chat only, and games only with their class (everyone you make cards for) and with players they follow.',
    onlyHere: (host: string) =>
      `These cards would lead to ${host}, which only this computer can open. Open this page at the address the other devices use, and make the cards there.`,
    once: 'Print the cards now: the codes won’t be shown again.',
    renew: 'Make new cards for these players, too',
    replaced: 'Replaced by a newer card: this one no longer works.',
    printAll: 'Print all',
    printThese: (count: number) => plural(count, { one: 'Print this card', other: 'Print these # cards' }),
    printOne: (name: string) => `Print ${name}’s card`,
    batch: (count: number, at: number) => `${plural(count, { one: '# card', other: '# cards' })}, made ${moment(at)}`,
    made: (at: number) => `Made on ${date(at)}`,
    worksUntil: (at: number) => `works until ${date(at)}`,
    username: (name: string) => `Username: ${name}`,
    changed: 'Usernames have 2–20 characters, no spaces and no dots. On the cards both names are printed:',
    length: 'Use 2–20 characters.',
    pupils: 'Your class',
    pupilsHint: 'Everyone you’ve made cards for. A new card replaces the old one and works until the date above.',
    never: 'Not logged in yet',
    qr: (name: string) => `QR code of ${name}`,
  },

  site: {
    saves: 'Changes save automatically.',
    about: 'About this site',
    name: 'Site name',
    rules: 'Site rules',
    ownColour: 'Custom colour',
    colour: 'Colour',
    access: 'Access',
    play: 'Who can play',
    watch: 'Who can watch',
    register: 'Who can register',
    audiences: { everyone: 'Everyone', accounts: 'Accounts', invited: 'Invited' },
    chat: 'Chat',
    chatWords: 'Words hidden in chat',
    chatWordsHint: 'One per line. Case and accents are ignored.',
    staffFactor: 'Staff need two-factor login',
    announcement: 'Announcement',
    contact: 'Contact',
    contactHint: 'How players reach you, such as an email address. Shown to people whose account was closed.',
    announcementHint: 'Shown above every page until you clear it.',
  },

  stop: {
    title: 'Stop server',
    hint: 'The server runs on this computer. Running games go on when it’s started again.',
    button: 'Stop server',
    sure: 'Yes, stop it',
    stopped: 'The server has stopped. You can close this page.',
  },

  settings: {
    title: 'Settings of the server',
    hint: 'Set where the server is started, so they can’t be changed here.',
    none: 'All are at their defaults.',
    from: { flag: 'From the command line', environment: 'From the environment', file: 'From the settings file', default: 'Default' },
    hidden: 'Set, not shown',
  },

  first: {
    title: 'First steps',
    progress: (step: number, all: number) => `Step ${step} of ${all}`,
    next: 'Next',
    done: 'Done',
    skip: 'Skip',
    skipAll: 'Skip all',
    name: 'Name and colour',
    nameHint: 'What people see at the top of every page.',
    access: 'Who comes in',
    accessHint: 'You can change this at any time.',
    mail: 'Email',
    mailOn: 'This site sends email: for forgotten passwords, and reminders of games that take days.',
    mailOff: 'This site sends no email. If someone forgets their password, you make a link for them at the desk. To send email, set these where the server is started:',
    backups: 'Backups',
    backupsOff: 'No backups are made, because backups are turned off where the server is started.',
    backupsMove: 'Another disk is safer. To use a folder there, set this where the server is started:',
    invite: 'Invite people',
    inviteHint: 'Give people the address, or print it as a poster.',
    share: 'Share this site',
    inviteOnly: 'Only people you invite can register. Make a link for each of them:',
  },

  log: {
    none: 'Nothing yet.',
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
      unmute: 'unmuted',
      rating: 'set the rating of',
      unrate: 'gave the points of a game back:',
      second_factor: 'removed two-factor login for',
      reset: 'made a password link for',
      sessions: 'logged out',
      cards: 'made cards:',
      card: 'made a new card for',
      remove_line: 'removed a chat line of',
      kid: 'changed the protection of',
      invite: 'made an invitation',
      report: 'settled a report about',
      undo: 'undid something about',
      site: 'changed the site',
      chat_words: 'changed the words hidden in chat',
      backup: 'took a backup',
      stop: 'stopped the server',
      add: 'made an account for',
      token: 'made an access token for',
    } as Record<string, string>,
  },
};

export default desk;

declare module '../dictionary' {
  interface Parts {
    desk: Worded<typeof desk>;
  }
}
