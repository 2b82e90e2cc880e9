// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Eröffnung',
  any: 'Alle Eröffnungen',
  variation: 'Variante',
  all: 'Alle Varianten',
};
export default puzzleOpenings;
