// SPDX-License-Identifier: AGPL-3.0-or-later
// What links call the puzzles, in English.
export default {
  puzzles: 'Puzzles',
};

declare module '../../dictionary' {
  interface Links {
    puzzles: string;
  }
}
