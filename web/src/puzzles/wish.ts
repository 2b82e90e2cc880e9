// SPDX-License-Identifier: AGPL-3.0-or-later
// Which puzzle is wanted. What is chosen is kept for this tab: it stays so when the page is loaded again, and after a look at the
// analysis, and nobody finds it next week.
import { recallInTab, rememberInTab } from '../platform/storage';

export interface Wish {
  themes: readonly string[];
  /** Of a game with this opening; empty for any. */
  opening: string;
  shift: -1 | 0 | 1;
}

const NAME = 'puzzles.wish';
/** So many themes the server takes. */
const MOST = 20;

const isName = (name: unknown): name is string => typeof name === 'string' && /^[\w-]{1,80}$/.test(name);

/** What was chosen in this tab. Whatever else stands there is not sent. */
export function wishBefore(): Wish {
  const kept = recallInTab<Partial<Wish>>(NAME);
  const themes = Array.isArray(kept?.themes) ? kept.themes.filter(isName).slice(0, MOST) : [];
  return { themes, opening: isName(kept?.opening) ? kept.opening : '', shift: 0 };
}

export const rememberWish = ({ themes, opening }: Wish): void => rememberInTab(NAME, { themes, opening });
