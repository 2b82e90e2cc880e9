// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts that tell players what the next round waits for.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural, list } = forms('fr');

/** A few boards by their numbers, many by their count. */
const playing = (boards: number[]): string =>
  boards.length > 4 ? plural(boards.length, { other: 'On joue encore sur # échiquiers' }) : `On joue encore ${plural(boards.length, { one: 'à l’échiquier', other: 'aux échiquiers' })} ${list(boards.map(String))}`;

export const waits: Parts['events']['waits'] = {
  boards: (boards, next) => `${playing(boards)}. Ensuite vient la ronde ${next}.`,
  last: (boards) => `${playing(boards)}, dans la dernière ronde.`,
  start: (round) => `La ronde ${round} est appariée. L’organisateur la lancera.`,
  pair: (round) => `La prochaine ronde est la ${round}. L’organisateur fera les appariements.`,
  own: (round, board) => `Votre partie à l’échiquier ${board} de la ronde ${round} se joue plus tard. Jusqu’à son résultat, elle compte comme une nulle pour les appariements.`,
  place: (round, board) => `échiquier ${board} de la ronde ${round}`,
  postponed: (games) => `${plural(games.length, { one: 'Partie reportée', other: 'Parties reportées' })} : ${list(games)}. Le classement final en dépend.`,
};
