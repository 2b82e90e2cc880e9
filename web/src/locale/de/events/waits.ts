// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts that tell players what the next round waits for.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural, list } = forms('de');

/** A few boards by their numbers, many by their count. */
const playing = (boards: number[]): string =>
  boards.length > 4 ? plural(boards.length, { other: 'An # Brettern wird noch gespielt' }) : `An ${plural(boards.length, { one: 'Brett', other: 'den Brettern' })} ${list(boards.map(String))} wird noch gespielt`;

export const waits: Parts['events']['waits'] = {
  boards: (boards, next) => `${playing(boards)}. Danach kommt Runde ${next}.`,
  last: (boards) => `${playing(boards)}: Das ist die letzte Runde.`,
  start: (round) => `Runde ${round} ist ausgelost. Die Turnierleitung startet sie.`,
  pair: (round) => `Als Nächstes kommt Runde ${round}. Die Turnierleitung lost sie aus.`,
  own: (round, board) => `Deine Partie an Brett ${board} von Runde ${round} wird später gespielt. Bis zum Ergebnis zählt sie beim Auslosen als Remis.`,
  place: (round, board) => `Brett ${board} von Runde ${round}`,
  postponed: (games) => `Verlegt: ${list(games)}. Die Endtabelle wartet auf ${games.length === 1 ? 'diese Partie' : 'diese Partien'}.`,
};
