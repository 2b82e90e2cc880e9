// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of games over the board.
import type { Color } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'Blancs', black: 'Noirs' };

const otb: Parts['otb'] = {
  title: 'Deux joueurs, un écran',
  hint: 'Jouez à tour de rôle sur le même appareil. La partie n’est enregistrée que pour vous.',
  offline: 'Une fois cette page ouverte, aucun serveur n’est nécessaire : vous jouez, les pendules tournent et la partie reste dans ce navigateur. Quand le serveur répond de nouveau, il vérifie les coups selon les règles, voit les mats et les nulles, et enregistre la partie.',
  names: (color: Color) => `Nom des ${sides[color]}`,
  you: 'Vous êtes',
  flip: 'Tourner l’échiquier après chaque coup',
  start: 'Commencer la partie',
  toMove: (color: Color, name: string | null) => (name ? `À ${name} de jouer.` : `Trait aux ${sides[color]}.`),
  inCheck: (color: Color, name: string | null) => (name ? `${name} est en échec.` : `Les ${sides[color]} sont en échec.`),
  away: 'Pas de serveur en vue. Continuez : les coups seront vérifiés à son retour.',
  refused: (number: number, why: string) => `Le coup ${number} n’était pas possible, donc la partie reprend avant lui. ${why}`,
  resign: (color: Color, name: string | null) => (name ? `${name} abandonne` : `Les ${sides[color]} abandonnent`),
  draw: 'S’accorder sur la nulle',
  claim: 'Réclamer la nulle',
  timeUp: (color: Color, name: string | null) => (name ? `Temps écoulé pour ${name}.` : `Temps écoulé pour les ${sides[color]}.`),
  saving: 'Enregistrement de la partie.',
  waitingToSave: 'La partie reste dans ce navigateur et sera enregistrée au retour du serveur.',
  failed: 'La partie ne peut pas être enregistrée.',
  open: 'Ouvrir la partie',
  again: 'Une autre partie',
  leave: 'Supprimer la partie',
  ask: { leave: 'Supprimer cette partie ?', yes: 'Oui, supprimer' },
};

export default otb;
