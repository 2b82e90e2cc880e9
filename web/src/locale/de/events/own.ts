// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts that tell players where they stand in an event, and what their last press has done.
import type { Parts } from '../../dictionary';

export const own: Parts['events']['own'] = {
  /** What stands round the buttons "Join" and "Withdraw". */
  title: 'Deine Teilnahme',
  backTo: (name) => `Zurück zu ${name}`,
  /** Of a game without a first move. */
  forfeit: {
    own: 'Du hast deinen ersten Zug nicht gemacht: kampflos verloren.',
    other: (name) => `${name} hat den ersten Zug nicht gemacht: kampflos verloren.`,
    paused: 'Du wirst nicht ausgelost, bis du wieder einsteigst.',
  },
  paused: 'Du pausierst und wirst nicht ausgelost, bis du wieder einsteigst.',
  withdrawn: 'Du bist ausgestiegen und wirst nicht ausgelost, bis du wieder einsteigst.',
  out: 'Du bist aus dem K.-o.-Turnier ausgeschieden.',
  /** What the last press has done. */
  done: {
    join: 'Du spielst mit.',
    withdraw: 'Du bist ausgestiegen.',
    pause: 'Du pausierst.',
    rejoin: 'Du bist wieder dabei.',
    pair: (round) => `Runde ${round} ist ausgelost. Noch sieht sie nur die Turnierleitung.`,
    publish: (round) => `Runde ${round} ist veröffentlicht.`,
    start: (round) => `Runde ${round} hat begonnen.`,
    undo: 'Die Auslosung ist verworfen.',
    unpublish: 'Die Runde ist zurückgenommen.',
  },
  starts: (when) => `Beginn: ${when}`,
  ended: (when) => `Beendet, Beginn: ${when}`,
  entered: 'Du bist dabei',
  onlyStaff: 'Nur Veranstalter und die Leitung legen hier Turniere an.',
  askAdmin: 'Wenn du Veranstalter werden möchtest, frag einen Admin dieser Seite.',
  whyShare: (name) => `Warum teile ich mir einen Platz mit ${name}?`,
  whyShareBoth: (one, other) => `Warum teilen sich ${one} und ${other} einen Platz?`,
  morePoints: (name) => `${name} hat mehr Punkte.`,
  youMorePoints: 'Du hast mehr Punkte.',
  play: (opponent, side, board) => `Du spielst mit ${side === 'white' ? 'Weiß' : 'Schwarz'} gegen ${opponent} an Brett ${board}.`,
  bye: (round) => `In Runde ${round} hast du spielfrei.`,
  goesOn: (game) => `Das Match geht weiter: Partie ${game}.`,
  final: 'Finale',
  scoring: 'Ein Sieg bringt 2 Punkte, ein Remis 1. Nach zwei Siegen in Folge zählt jede Partie doppelt, bis du nicht gewinnst.',
  left: (clock) => `noch ${clock}`,
  correct: 'Ergebnis berichtigen',
};
