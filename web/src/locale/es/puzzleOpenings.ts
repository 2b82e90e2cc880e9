// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('es');

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Apertura',
  any: 'Todas las aperturas',
  variation: 'Variante',
  all: 'Todas las variantes',
  cut: (count: number) => `Hay más aperturas. Estas son las primeras ${number(count)} por nombre.`,
};
export default puzzleOpenings;
