// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('de');

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Eröffnung',
  any: 'Alle Eröffnungen',
  variation: 'Variante',
  all: 'Alle Varianten',
  cut: (count: number) => `Es gibt noch mehr Eröffnungen. Das sind die ersten ${number(count)} nach dem Namen.`,
};
export default puzzleOpenings;
