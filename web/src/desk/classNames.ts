// SPDX-License-Identifier: AGPL-3.0-or-later
// The names of a class as people write them, and the usernames that are made of them. A username has letters and digits of one
// script with single "_" or "-" between them, because it stands in addresses and names that look alike must be told apart.

/** A child of a list. */
export interface Pupil {
  /** As it stands in the list: "Anna M.". */
  written: string;
  /** What the player is called here: "Anna_M". */
  name: string;
}

/** The most characters of a username. */
const LONGEST = 20;

/** What of a written name a username can have. The server says what is still wrong with it. */
export function usernameOf(written: string): string {
  const plain = written
    .normalize('NFC')
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, (signs) => (/^[-‐‑]$/.test(signs) ? '-' : '_'));
  return plain.replace(/^[_-]+|[_-]+$/g, '');
}

/** The beginning of a username that is too long, without half a character at its end. */
function shortened(name: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if ([...short, ...segment].length > LONGEST) break;
    short += segment;
  }
  return short.replace(/[_-]+$/, '');
}

/** Long names are cut, if no other child's name becomes the same by it: the card has the whole one. */
function cut(pupils: Pupil[]): Pupil[] {
  const short = pupils.map(({ name }) => shortened(name));
  const isAlone = (at: number) => short.every((other, place) => place === at || other.toLowerCase() !== short[at]?.toLowerCase());
  return pupils.map((pupil, at) => (isAlone(at) ? { ...pupil, name: short[at] ?? pupil.name } : pupil));
}

/** Whether the server will refuse this username for its length. */
export const isLongOrShort = (name: string): boolean => [...name].length < 2 || [...name].length > LONGEST;

/** "Müller, Anna", as schools write it, is Anna Müller. */
function turned(line: string): string {
  const [last = '', first = ''] = line.split(/[,;]/).map((part) => part.trim());
  return `${first} ${last}`;
}

/**
 * The children of a list, each as often as it stands there: the server says who stands twice. A list has a name a line. In several
 * lines with one comma or semicolon each, last names come first; else these stand between names.
 */
export function readList(list: string): Pupil[] {
  const lines = list.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const isTurned = lines.length > 1 && lines.every((line) => /^[^,;]*[^,;\s][^,;]*[,;][^,;]*[^,;\s][^,;]*$/.test(line));
  const names = isTurned ? lines.map(turned) : lines.flatMap((line) => line.split(/[,;]/));
  return cut(
    names
      .map((name) => name.trim().replace(/\s+/g, ' '))
      .filter((written) => written !== '')
      .map((written) => ({ written, name: usernameOf(written) || written })),
  );
}

/** A refusal as whoever typed the list reads it: with the name that they typed in place of the username that was made of it. */
export function asTyped(refusal: string, pupils: readonly Pupil[]): string {
  return pupils.reduce((text, { written, name }) => (written === name ? text : text.replaceAll(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_-])${name}(?![\\p{L}\\p{M}\\p{N}_-])`, 'gu'), () => written)), refusal);
}
