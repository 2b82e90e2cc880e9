// SPDX-License-Identifier: AGPL-3.0-or-later
// A second language, for the tests only: enough German to be told from English.
import type { Dictionary } from '../src/locale/dictionary';
import { en } from '../src/locale/en';

const german: Dictionary = {
  ...en,
  sides: { white: 'Weiß', black: 'Schwarz' },
  page: { ...en.page, toHome: 'Zur Startseite' },
  refusal: (refusal, message) =>
    refusal.kind === 'not_your_turn' ? `${german.sides[refusal.turn]} ist am Zug.` : message,
};

export default german;
