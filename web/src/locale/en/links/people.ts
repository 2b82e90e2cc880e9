// SPDX-License-Identifier: AGPL-3.0-or-later
// What links in the header and in the menu call people’s pages, in English.
export default {
  players: 'Players',
  profile: 'Profile',
  settings: 'Settings',
};

declare module '../../dictionary' {
  interface Links {
    players: string;
    profile: string;
    settings: string;
  }
}
