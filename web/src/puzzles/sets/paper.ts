// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands on a printed sheet of puzzles.
import { t } from '../../locale';
import type { Color, PuzzleOnPaper } from '../../platform/protocol';
import { withFigures } from './sets.svelte';

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

/** Diagrams on a page of A4: two in a line. */
const DIAGRAMS = 6;
/** Lines of solutions on a page. A title is as high as two of them. */
const LINES = 30;

/** One page, which says of how many of its kind it is the which one: pages are mixed up when they are copied. */
export interface PaperPage extends PaperSheet {
  page: number;
  pages: number;
  /** The number of its first diagram. */
  first: number;
}

/** The pages of a sheet. */
export function pagesOf(sheet: PaperSheet): PaperPage[] {
  const pages = Math.max(1, Math.ceil(sheet.diagrams.length / DIAGRAMS));
  return Array.from({ length: pages }, (_, at) => ({
    head: sheet.head,
    diagrams: sheet.diagrams.slice(at * DIAGRAMS, (at + 1) * DIAGRAMS),
    page: at + 1,
    pages,
    first: at * DIAGRAMS + 1,
  }));
}

/** Solutions with the number of the first of these lines. */
export interface SolutionsOnPage extends PaperSolutions {
  first: number;
}

/** The solutions page by page. Those of one sheet stay together where a page can hold them. */
export function solutionPages(solutions: readonly PaperSolutions[]): SolutionsOnPage[][] {
  const pages: SolutionsOnPage[][] = [];
  let left = 0;
  for (const { title, lines } of solutions) {
    const above = title === '' ? 0 : 2;
    const parts = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, at) => lines.slice(at * LINES, (at + 1) * LINES));
    for (const [at, part] of parts.entries()) {
      if (left < part.length + above) {
        pages.push([]);
        left = LINES + above;
      }
      pages.at(-1)?.push({ title, lines: part, first: at * LINES + 1 });
      left -= part.length + above;
    }
  }
  return pages;
}

/** The words beside a diagram: the last move, where it may be taken en passant. */
export function wordsOn({ fen }: PuzzleOnPaper): string[] {
  const [file, rank] = fen.split(' ')[3] ?? '';
  return file === undefined || rank === undefined ? [] : [t.puzzles.sets.lastMove(file + (rank === '3' ? '4' : '5'))];
}

/** The solution on the sheet of the teacher, who counts any mate. */
export const solutionOf = ({ solution }: PuzzleOnPaper): string => withFigures(solution).replaceAll('... ', '…\u00a0') + (solution.endsWith('#') ? ` (${t.puzzles.sets.anyMate})` : '');
