// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Ouverture',
  any: 'Toutes les ouvertures',
  variation: 'Variante',
  all: 'Toutes les variantes',
};
export default puzzleOpenings;
