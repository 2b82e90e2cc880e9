// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of games at wooden boards.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('fr');

export const typed: Parts['events']['typed'] = {
  link: 'Partie',
  linkOf: (board) => `Partie de l’échiquier ${board}`,
  type: 'Saisir la partie',
  typeOf: (board) => `Saisir la partie de l’échiquier ${board}`,
  title: (round, board) => `Ronde ${round}, échiquier ${board}`,
  gameOf: (game) => `Partie ${game}`,
  missing: 'Cette partie n’existe pas',
  missingHint: 'Il n’y a pas d’échiquier à cette adresse, ou sa ronde n’est pas publiée.',
  none: 'Personne n’a saisi cette partie.',
  resultFirst: 'La partie peut être saisie une fois son résultat connu. Un forfait n’a pas de partie.',
  toMove: (side, name) => `Trait aux ${side === 'white' ? 'Blancs' : 'Noirs'} : ${name}`,
  notAMove: (text) => `« ${text} » n’est pas un coup possible ici.`,
  move: 'Coup',
  moveHint: 'Nf3, ou plusieurs coups',
  takeBack: 'Annuler le coup',
  paste: 'Coller un PGN',
  pasteLabel: 'Partie en PGN',
  pasteHint: 'Ou les coups seuls. Les commentaires et les variantes sont laissés de côté ; 600 demi-coups au plus.',
  isTyped: 'Quelqu’un d’autre a déjà saisi cette partie. Choisissez-en une autre, ou videz le champ.',
  file: 'Ou choisir un fichier',
  keepPasted: 'Enregistrer la partie collée',
  keep: 'Enregistrer la partie',
  kept: (board) => `La partie de l’échiquier ${board} est enregistrée.`,
  change: 'Corriger la partie',
  remove: 'Supprimer la partie',
  removeNow: 'Supprimer cette partie',
  by: (name, at) => (name === null ? `Saisie le ${moment(at)}` : `Saisie par ${name} le ${moment(at)}`),
};
