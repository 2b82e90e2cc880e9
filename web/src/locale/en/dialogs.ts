// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of what any page may show: the list of notices, the note that an account was closed, the report of a person.

export const dialogs = {
  notices: {
    fromStaff: 'From staff:',
    none: 'Nothing new.',
    failed: 'Notifications can’t be loaded right now.',
  },
  closedNow: (name: string, appeal: string) => `The account ${name} was closed. You’re now a guest. ${appeal}`,
  playingAs: (name: string) => `Playing as ${name}. Not you?`,
  itsMe: 'It’s me',
  switchPlayer: 'Switch player',
  closeNote: 'Close',
  reportTitle: (name: string) => `Report ${name} to staff`,
  reported: 'Thank you. Staff will look into it.',
  reportHint: 'Only staff read this. Say what happened, and in which game.',
  reportWhat: 'What happened',
  reportSend: 'Send report',
};
export default dialogs;

declare module '../dictionary' {
  interface Parts {
    dialogs: Worded<typeof dialogs>;
  }
}
