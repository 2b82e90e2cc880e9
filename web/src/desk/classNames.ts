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

/**
 * What of a written name a username can have. The server says what is still wrong with it, also that it is too long: cut, the
 * names of two children might become one.
 */
export function usernameOf(written: string): string {
  const plain = written
    .normalize('NFC')
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, (signs) => (/^[-‐‑]$/.test(signs) ? '-' : '_'));
  return plain.replace(/^[_-]+|[_-]+$/g, '');
}

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
  return names
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter((written) => written !== '')
    .map((written) => ({ written, name: usernameOf(written) || written }));
}
