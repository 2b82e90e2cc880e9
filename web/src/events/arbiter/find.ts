// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is meant by a few letters.
import type { EntrantView } from '../../platform/protocol';
import { bySurname } from '../names';

/** Without capitals and accents: `Müller` is found as `mul`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** The entrants that the letters may mean: first those one of whose names begins so, then those that have them anywhere. */
export function found(entrants: readonly EntrantView[], typed: string): EntrantView[] {
  const letters = plain(typed.trim());
  const all = entrants.filter(({ name }) => name !== null).sort((one, other) => bySurname(one.name ?? '', other.name ?? ''));
  if (letters === '') return all;
  const words = ({ name }: EntrantView): string => ` ${plain(name ?? '').replaceAll(/[,.-]/g, ' ')}`;
  const begins = all.filter((one) => words(one).includes(` ${letters}`));
  return [...begins, ...all.filter((one) => !begins.includes(one) && words(one).includes(letters))];
}
