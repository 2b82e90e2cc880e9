// SPDX-License-Identifier: AGPL-3.0-or-later
// The icons that only the analysis board has, from Lucide (ISC).

/** The strokes of an icon. `build/icons.ts` reads them when the page is built. */
declare function lucide(name: string): string;

export const signs = {
  arrow: lucide('move-up-right'),
  arrows: lucide('git-fork'),
  endless: lucide('infinity'),
  hint: lucide('lightbulb'),
  practise: lucide('dumbbell'),
  redo: lucide('redo-2'),
  threat: lucide('target'),
  trash: lucide('trash-2'),
};
