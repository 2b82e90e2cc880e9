// SPDX-License-Identifier: AGPL-3.0-or-later
// A round while the arbiter pairs it by hand: everybody has one place, and two exchange theirs.

export interface Pairs {
  /** White and Black of each board. */
  boards: [number, number][];
  /** Who has the bye. */
  byes: number[];
  /** Who is not paired. */
  out: number[];
}

const exchanged = (id: number, one: number, other: number): number => (id === one ? other : id === other ? one : id);

/** The same with two players in each other's place; on one board that turns the colours. */
export function exchange({ boards, byes, out }: Pairs, one: number, other: number): Pairs {
  const each = (id: number): number => exchanged(id, one, other);
  return { boards: boards.map(([white, black]) => [each(white), each(black)]), byes: byes.map(each), out: out.map(each) };
}

/** The same without a board: both its players are not paired. */
export function separate({ boards, byes, out }: Pairs, board: number): Pairs {
  return { boards: boards.filter((_, place) => place !== board), byes, out: [...out, ...(boards[board] ?? [])] };
}

/** The same with a new last board, for two who have none. */
export function join({ boards, byes, out }: Pairs, white: number, black: number): Pairs {
  const stays = (id: number): boolean => id !== white && id !== black;
  return { boards: [...boards, [white, black]], byes: byes.filter(stays), out: out.filter(stays) };
}

/** The same with the bye for somebody who has no board; who has the bye gives it back. */
export function toggleBye({ boards, byes, out }: Pairs, id: number): Pairs {
  return byes.includes(id)
    ? { boards, byes: byes.filter((one) => one !== id), out: [...out, id] }
    : { boards, byes: [...byes, id], out: out.filter((one) => one !== id) };
}

/** Whether two pairings are the same, also in who has the bye. */
export const isSame = (one: Pairs, other: Pairs): boolean =>
  one.boards.join(' ') === other.boards.join(' ') && [...one.byes].sort().join() === [...other.byes].sort().join();

/** The boards, from 1, that the other pairing does not have. */
export function differing(mine: Pairs, other: Pairs): number[] {
  const known = new Set(other.boards.map((pair) => pair.join()));
  return mine.boards.flatMap((pair, place) => (known.has(pair.join()) ? [] : [place + 1]));
}

/** The boards, from 1, whose two have met before. */
export function rematches({ boards }: Pairs, before: readonly { boards: readonly { white: number; black: number }[] }[]): number[] {
  const key = (one: number, other: number): string => (one < other ? `${one} ${other}` : `${other} ${one}`);
  const met = new Set(before.flatMap((round) => round.boards.map(({ white, black }) => key(white, black))));
  return boards.flatMap(([white, black], place) => (met.has(key(white, black)) ? [place + 1] : []));
}
