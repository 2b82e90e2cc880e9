// SPDX-License-Identifier: AGPL-3.0-or-later
// "Find a player": word by word, in any order, however the letters are written.
import { expect, it } from 'vitest';
import { found } from '../src/events/arbiter/find';
import type { EntrantView } from '../src/platform/protocol';

const NAMES = ['Müller, Jürgen', 'O’Brien, Sean', 'Weiß, Anna', 'Sørensen, Lars', 'Åberg, Eva', 'Mueller, Max', 'Ann Berg', 'Lindberg, Ann', 'Susan Kay'];
const all = NAMES.map((name, place) => ({ id: place + 1, name }) as EntrantView);

it.each([
  ['jürgen mü', ['Müller, Jürgen']],
  ['müller, jürgen', ['Müller, Jürgen']],
  ['jurgen muller', ['Müller, Jürgen']],
  ['juergen mueller', ['Müller, Jürgen']],
  ['müller', ['Mueller, Max', 'Müller, Jürgen']],
  ['muel', ['Mueller, Max', 'Müller, Jürgen']],
  ["o'brien", ['O’Brien, Sean']],
  ['obrien', ['O’Brien, Sean']],
  ['sean o’b', ['O’Brien, Sean']],
  ['weiss', ['Weiß, Anna']],
  ['Weiß', ['Weiß, Anna']],
  ['sorensen', ['Sørensen, Lars']],
  ['soerensen', ['Sørensen, Lars']],
  ['sörensen', ['Sørensen, Lars']],
  ['aberg', ['Åberg, Eva']],
  ['äberg', ['Åberg, Eva']],
  ['berg ann', ['Ann Berg', 'Lindberg, Ann']],
  ['sue', []],
  [', .', NAMES],
])('%s', (typed, names) => {
  const sorted = found(all, typed).map(({ name }) => name);
  expect(names === NAMES ? sorted.length : sorted).toEqual(names === NAMES ? NAMES.length : names);
});
