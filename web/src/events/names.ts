// SPDX-License-Identifier: AGPL-3.0-or-later
// Names of players: as people say them, and in the order in which lists have them.

/** A name as people say it: `Ann Berg` for `Berg, Ann`. A name with several commas stays as it was typed. */
export function spoken(name: string): string {
  const parts = name.split(',').map((part) => part.trim());
  const [surname, first] = parts;
  return parts.length === 2 && surname && first ? `${first} ${surname}` : name;
}

/** By what a list of names is sorted: the surname, which stands before a comma or at the end. */
export function surnameFirst(name: string): string {
  if (name.includes(',')) return name;
  const words = name.trim().split(/\s+/);
  const surname = words.pop() ?? '';
  return [surname, ...words].join(' ');
}

/** A name as a list by surname has it, so that it looks as it is sorted: `Berg, Ann` for `Ann Berg`. */
export function listed(name: string): string {
  if (name.includes(',')) return name;
  const [surname, ...first] = surnameFirst(name).split(' ');
  return first.length > 0 ? `${surname}, ${first.join(' ')}` : name;
}

/** Whether one name stands before another in a list by surname: as `sort` wants it. */
export const bySurname = (one: string, other: string): number => surnameFirst(one).localeCompare(surnameFirst(other));
