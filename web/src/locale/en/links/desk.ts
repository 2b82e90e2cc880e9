// SPDX-License-Identifier: AGPL-3.0-or-later
// What links in the header and in the menu call the desk, in English.
export default {
  desk: 'Desk',
};

declare module '../../dictionary' {
  interface Links {
    desk: string;
  }
}
