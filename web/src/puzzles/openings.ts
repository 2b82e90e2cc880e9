// SPDX-License-Identifier: AGPL-3.0-or-later
// Openings by their names in the public CSV: a family (`Sicilian_Defense`), and families with a variation
// (`Sicilian_Defense_Najdorf_Variation`).

export interface Opening {
  opening: string;
  name: string;
}

/** The CSV leaves apostrophes out. Two and more knights are not one's. */
const spelt = (tag: string): string =>
  tag.replaceAll('_', ' ').replaceAll(/\b(Anderssen|King|Petrov|Queen)s\b|\b(Bishop)s(?= Opening)/g, '$1$2’s');
const isBelow = (opening: string, family: string): boolean => opening.startsWith(`${family}_`);

/** The families, by name. What stands below another one is a variation. */
export function familiesOf(openings: readonly string[]): Opening[] {
  const known = new Set(openings);
  const isVariation = (tag: string) => {
    for (let at = tag.lastIndexOf('_'); at > 0; at = tag.lastIndexOf('_', at - 1)) if (known.has(tag.slice(0, at))) return true;
    return false;
  };
  return openings
    .filter((tag) => !isVariation(tag))
    .map((opening) => ({ opening, name: spelt(opening) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The variations of a family, without its name. */
export function variationsOf(openings: readonly string[], family: string): Opening[] {
  return openings
    .filter((opening) => isBelow(opening, family))
    .map((opening) => ({ opening, name: spelt(opening.slice(family.length + 1)) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The family of an opening that was chosen; empty for none. */
export const familyOf = (families: readonly Opening[], chosen: string): string =>
  families.find(({ opening }) => opening === chosen || isBelow(chosen, opening))?.opening ?? '';
