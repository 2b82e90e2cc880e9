// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of choosing puzzles by their opening.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('fr');

const puzzleOpenings: Parts['puzzleOpenings'] = {
  opening: 'Ouverture',
  any: 'Toutes les ouvertures',
  variation: 'Variante',
  all: 'Toutes les variantes',
  cut: (count: number) => `Il y a d’autres ouvertures. Voici les ${number(count)} premières par nom.`,
};
export default puzzleOpenings;
