// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of choosing puzzles by their opening.
import type { Worded } from '../dictionary';

const puzzleOpenings = {
  opening: 'Opening',
  any: 'Any opening',
  variation: 'Variation',
  all: 'All variations',
};
export default puzzleOpenings;

declare module '../dictionary' {
  interface Parts {
    puzzleOpenings: Worded<typeof puzzleOpenings>;
  }
}
