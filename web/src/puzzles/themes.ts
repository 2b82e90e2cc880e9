// SPDX-License-Identifier: AGPL-3.0-or-later
// The names of themes: by the names that the public CSV has for them.
import { t } from '../locale';

/** In the language that is spoken; a theme without a word of its own keeps its key. */
export function themeName(theme: string): string {
  return t.puzzles.themes[theme] ?? theme;
}

/** Themes that say how long a puzzle is, or from whom, are nothing to choose. */
const NOT_CHOSEN = new Set(['master', 'masterVsMaster', 'superGM', 'crushing', 'advantage', 'oneMove', 'short', 'long', 'veryLong']);

/** Those that can be chosen, by their names in the language that is spoken. */
export function choices(themes: readonly string[]): { theme: string; name: string }[] {
  return themes
    .filter((theme) => !NOT_CHOSEN.has(theme))
    .map((theme) => ({ theme, name: themeName(theme) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
