// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Apertura',
  any: 'Todas las aperturas',
  variation: 'Variante',
  all: 'Todas las variantes',
};
export default puzzleOpenings;
