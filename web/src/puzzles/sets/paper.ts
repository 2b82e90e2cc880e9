// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands on a printed sheet of puzzles.
import type { Color } from '../../platform/protocol';

export interface PaperSheet {
  /** The two parts of the line below the title, such as a place for the name and one for the date. */
  head: readonly [string, string];
  diagrams: readonly {
    id: string;
    fen: string;
    /** Who is to move. The board is seen from this side. */
    side: Color;
    /** Lines of text beside the diagram. */
    words: readonly string[];
  }[];
}

export interface PaperSolutions {
  /** Whose they are; empty where there is one sheet. */
  title: string;
  /** One for each diagram. */
  lines: readonly string[];
}
