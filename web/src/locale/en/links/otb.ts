// SPDX-License-Identifier: AGPL-3.0-or-later
// What links call the board for two at one screen, in English.
export default {
  overTheBoard: 'Two players, one screen',
};

declare module '../../dictionary' {
  interface Links {
    overTheBoard: string;
  }
}
