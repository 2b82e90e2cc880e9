// SPDX-License-Identifier: AGPL-3.0-or-later
// What links in the header and in the menu call the running games, in English.
export default {
  watch: 'Watch',
};

declare module '../../dictionary' {
  interface Links {
    watch: string;
  }
}
