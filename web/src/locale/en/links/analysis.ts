// SPDX-License-Identifier: AGPL-3.0-or-later
// What links call the analysis board, and that of a finished game, in English.
export default {
  analysis: 'Analyse',
  analysedGame: 'Analyse',
};

declare module '../../dictionary' {
  interface Links {
    analysis: string;
    analysedGame: string;
  }
}
