// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of conditional moves and private lines beside a correspondence game.
import type { Parts } from '../dictionary';

const lines: Parts['lines'] = {
  title: 'Coups conditionnels',
  /** The same after the game. */
  titleAfter: 'Vos variantes',
  count: (lines: number, most: number) => `${lines} sur ${most}`,
  none: 'Indiquez ce que vous répondez à tel ou tel coup. Le serveur le joue dès que c’est possible, même en votre absence. Vous seul le voyez.',
  make: 'Entrer une variante',
  board: 'Échiquier pour votre variante',
  trying: 'Jouez pour les deux camps. Rien de tout cela n’est joué dans la partie.',
  first: 'Commencez par le coup de votre adversaire.',
  addReply: 'Ajoutez maintenant votre réponse.',
  ownTurn: 'C’est à vous de jouer. Jouez d’abord, puis indiquez la suite. Vous pouvez garder ceci comme variante privée.',
  notNow: 'Les coups conditionnels partent de la dernière position de la partie. Vous pouvez garder ceci comme variante privée.',
  save: 'Enregistrer les coups conditionnels',
  keep: 'Garder comme variante privée',
  back: 'Annuler',
  forward: 'Rétablir',
  close: 'Fermer',
  waits: 'Une nulle est proposée ou une reprise de coup est demandée. Ces variantes attendent la réponse.',
  remove: (line: string) => `Supprimer ${line}`,
  removeShort: 'Supprimer',
  /** Before a line that was played to its end, or no longer applies. */
  past: (kind: string) =>
    ({ played: 'Jouée pour vous :', taken_back: 'Abandonnée, car des coups ont été repris :', game_over: 'Abandonnée, car la partie est terminée :' })[kind] ??
    'Abandonnée, car un autre coup a été joué :',
  clear: 'Effacer',
  soFar: (moves: string) => `(Déjà joué : ${moves})`,
  private: 'Variantes privées',
  show: 'Montrer sur l’échiquier',
  analyse: (line: string) => `Ouvrir ${line} sur l’échiquier d’analyse`,
  analyseShort: 'Ouvrir sur l’échiquier d’analyse',
  tooLong: (most: number) => `Une variante compte au plus ${most} demi-coups.`,
  errors: {
    game_over: 'Cette partie est terminée : plus rien n’est enregistré.',
    line_of_computer: 'L’ordinateur répond aussitôt : il n’y a rien à préparer.',
    line_too_long: 'Cette variante est trop longue. Raccourcissez-la.',
    line_illegal: 'Un coup de cette variante n’est plus possible.',
    line_after_end: 'La partie serait finie avant la fin de cette variante. Annulez les coups qui suivent.',
    line_on_own_turn: 'C’est à vous de jouer. Jouez d’abord, puis indiquez la suite.',
    line_without_reply: 'Cette variante se termine par un coup de votre adversaire. Ajoutez votre réponse.',
    line_taken_back: 'Des coups ont été repris : cette variante ne convient plus. Vous pouvez la garder comme variante privée.',
    line_overtaken: 'Votre adversaire vient de jouer un autre coup : cette variante ne convient plus. Vous pouvez la garder comme variante privée.',
    line_played: 'Tous les coups de cette variante viennent d’être joués.',
    too_many_lines: 'Vous avez atteint le nombre maximal de variantes. Supprimez-en une d’abord.',
    line_contradicts: 'Vos variantes donnent deux réponses différentes dans la même position. Supprimez l’autre, ou modifiez celle-ci.',
    line_of_other_game: 'Cette position n’est plus dans la partie. Partez d’une position de la partie.',
  },
};

export default lines;
