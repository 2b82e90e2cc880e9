// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts that tell players where they stand in an event, and what their last press has done.
import type { Parts } from '../../dictionary';

export const own: Parts['events']['own'] = {
  /** What stands round the buttons "Join" and "Withdraw". */
  title: 'Votre participation',
  backTo: (name) => `Retour à ${name}`,
  /** Of a game without a first move. */
  forfeit: {
    own: 'Vous n’avez pas joué votre premier coup : partie perdue par forfait.',
    other: (name) => `${name} n’a pas joué le premier coup : partie perdue par forfait.`,
    paused: 'Vous n’êtes plus apparié tant que vous ne revenez pas.',
  },
  paused: 'Vous êtes en pause : vous n’êtes pas apparié tant que vous ne revenez pas.',
  withdrawn: 'Vous vous êtes retiré : vous n’êtes pas apparié tant que vous ne revenez pas.',
  out: 'Vous êtes éliminé.',
  /** What the last press has done. */
  done: {
    join: 'Vous êtes inscrit.',
    withdraw: 'Vous vous êtes retiré.',
    pause: 'Vous êtes en pause.',
    rejoin: 'Vous êtes de retour.',
    pair: (round) => `La ronde ${round} est appariée. Seuls les organisateurs la voient pour l’instant.`,
    publish: (round) => `La ronde ${round} est publiée.`,
    start: (round) => `La ronde ${round} a commencé.`,
    undo: 'L’appariement est annulé.',
    unpublish: 'La ronde est retirée.',
  },
  starts: (when) => `Début : ${when}`,
  ended: (when) => `Terminé, début : ${when}`,
  entered: 'Vous êtes inscrit',
  onlyStaff: 'Ici, seuls les organisateurs et l’équipe créent des tournois.',
  askAdmin: 'Pour devenir organisateur, demandez à un administrateur de ce site.',
  whyShare: (name) => `Pourquoi est-ce que je partage la place avec ${name} ?`,
  whyShareBoth: (one, other) => `Pourquoi ${one} et ${other} partagent-ils la place ?`,
  morePoints: (name) => `${name} a plus de points.`,
  youMorePoints: 'Vous avez plus de points.',
  play: (opponent, side, board) => `Vous jouez contre ${opponent} avec les ${side === 'white' ? 'Blancs' : 'Noirs'} à l’échiquier ${board}.`,
  bye: (round) => `Vous êtes exempt à la ronde ${round}.`,
  goesOn: (game) => `Le match continue : partie ${game}.`,
  final: 'Finale',
  scoring: 'Une victoire vaut 2 points, une nulle 1. Après deux victoires de suite chaque partie compte double, jusqu’à ce que vous ne gagniez pas.',
  left: (clock) => `encore ${clock}`,
  correct: 'Corriger le résultat',
};
