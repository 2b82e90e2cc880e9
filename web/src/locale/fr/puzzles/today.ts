// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of "From today's games".
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('fr');

export const today: Parts['puzzles']['today'] = {
  title: 'À partir des parties du jour',
  forTeachers: 'Ici, les organisateurs tirent des positions des parties de leur classe.',
  newLesson: 'Nouvelle leçon',
  hint: 'Chaque élève reçoit jusqu’à trois positions de ses propres parties ; sa propre erreur est la mauvaise réponse. Cela prend quelques minutes et fonctionne sans internet.',
  name: 'Nom',
  playedHere: 'Parties jouées sur ce site',
  playedHereHint: 'Parties jouées dans votre classe, avec vous ou contre l’ordinateur. Les parties privées sont laissées de côté.',
  which: 'Quelles parties',
  ofDay: 'Toutes celles d’un jour',
  day: 'Jour',
  pgn: 'Autres parties, en PGN',
  pgnHint: 'Le PGN est le texte dans lequel d’autres sites et logiciels enregistrent les parties. Les élèves sont reconnus à leur nom d’utilisateur ou au vrai nom que vous leur avez donné ; les autres ne reçoivent qu’une feuille.',
  names: 'Vrais noms de vos élèves',
  namesHint: 'Vous seul les voyez. Un PGN peut les contenir à la place des noms d’utilisateur.',
  sameName: 'Deux élèves portent ce nom, donc leurs parties dans un PGN ne vont à aucun des deux. Ajoutez une initiale.',
  make: 'Lancer',
  lessons: 'Vos leçons',
  empty: 'Aucune pour l’instant. Lancez-en une ci-dessus.',
  missing: 'Cette leçon n’existe pas ou n’est pas à vous.',
  refused: {
    lesson_without_games: 'Ce jour-là, votre classe n’a terminé aucune partie, ou seulement des parties privées. Choisissez un autre jour ou collez un PGN.',
    lesson_unreadable: 'Aucune des parties du PGN n’est lisible.',
    lessons_wait: 'Deux de vos leçons sont encore en préparation. Attendez que l’une soit prête.',
    lessons_full: 'Vous avez 100 leçons. Supprimez-en une d’abord.',
  },
  games: (done, all) => (done < all ? `${plural(done, { one: '# partie', other: '# parties' })} sur ${all}` : plural(all, { one: '# partie', other: '# parties' })),
  working: (done, all, left) =>
    `${plural(done, { one: '# partie examinée', other: '# parties examinées' })} sur ${all}${left === null ? '' : `, encore ${plural(left, { one: '# minute', other: '# minutes' })} environ`}. Vous pouvez quitter cette page.`,
  ready: (served, all) => `Prêt : des positions pour ${plural(served, { one: '# joueur', other: '# joueurs' })} sur ${all}.`,
  unread: (count) => plural(count, { one: '# partie du PGN est illisible.', other: '# parties du PGN sont illisibles.' }),
  leftOut: (count) =>
    plural(count, { one: '# partie de plus est laissée de côté : une leçon en prend 90.', other: '# parties de plus sont laissées de côté : une leçon en prend 90.' }),
  print: 'Imprimer les feuilles',
  withNames: 'Noms sur les feuilles',
  withNamesHint: 'Sans eux, une feuille porte un numéro et une ligne où écrire.',
  private: 'Chaque élève ne voit que ses propres positions, sur la page des problèmes.',
  delete: 'Supprimer',
  deleteIt: 'Supprimer définitivement cette leçon',
  keep: 'La garder',
  noAccount: 'sans compte ici',
  nothing: 'Aucune erreur nette.',
  notYet: 'Pas encore examiné.',
  playedMove: (san) => `Joué : ${san}`,
  better: (solution) => `Mieux : ${solution}`,
  find: (san) => `Dans votre partie, vous avez joué ${san}. Trouvez un meilleur coup.`,
  moment: (game, move, opponent) => (opponent === null ? `Partie ${game}, coup ${move}` : `Partie ${game} contre ${opponent}, coup ${move}`),
  solved: (game, solution, played) => `${game === null ? '' : `Partie ${game}\u00a0: `}${solution} (joué\u00a0: ${played})`,
  sheet: (number) => `Feuille ${number}`,
};
