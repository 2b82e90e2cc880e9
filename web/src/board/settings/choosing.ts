// SPDX-License-Identifier: AGPL-3.0-or-later
// What the board's settings have in common, in the settings page and beside the board.
import { t } from '../../locale';
import { type Chosen, CHOICES, settings } from '../../platform/settings.svelte';
import type { Saving } from '../../ui/saving.svelte';

/** The settings of which one value is chosen out of a few. */
export type Listed = keyof typeof t.board.choices;
/** The settings that are on or off. */
export type Switched = keyof typeof t.board.switches;

/** The values of a setting with their names. */
export function optionsOf(key: Exclude<Listed, 'board'>): { value: string; label: string }[] {
  const labels: Record<string, string> = t.board.choices[key];
  const values: readonly string[] = CHOICES[key];
  return values.filter((value) => key !== 'notation' || isNotationOffered(value)).map((value) => ({ value, label: labels[value] ?? value }));
}

/** Letters of its own are a choice only for a language whose letters are not those of English. */
const isNotationOffered = (value: string): boolean =>
  value !== 'own' || t.pieceLetters.N !== 'N' || settings.get('notation') === 'own';

/** Takes a choice and says whether it was kept. */
export function choose<K extends keyof Chosen>(saving: Saving, key: K, value: string): void {
  void saving.run(() => settings.choose(key, value as Chosen[K]));
}
