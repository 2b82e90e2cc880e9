// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of choosing puzzles by their opening.
import type { Worded } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('en-GB');

const puzzleOpenings = {
  opening: 'Opening',
  any: 'Any opening',
  variation: 'Variation',
  all: 'All variations',
  cut: (count: number) => `There are more openings. These are the first ${number(count)} by name.`,
};
export default puzzleOpenings;

declare module '../dictionary' {
  interface Parts {
    puzzleOpenings: Worded<typeof puzzleOpenings>;
  }
}
