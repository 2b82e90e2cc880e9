// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of one entrant: what an organiser changes about them, and the rounds in which they don't play.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('fr');

export const entrant: Parts['events']['entrant'] = {
  more: (name) => `Modifier l’inscription de ${name}`,
  states: { present: 'Participe.', paused: 'Fait une pause et n’est pas apparié pour le moment.', withdrawn: 'A quitté le tournoi.' },
  takeOut: 'Retirer',
  takeOutAsk: (name, comesBack) =>
    comesBack ? `${name} quitte le tournoi et n’est plus apparié. Vous pourrez faire revenir ${name} plus tard.` : `${name} quitte le tournoi. Vous pourrez faire revenir ${name} seulement jusqu’à la publication de la ronde suivante.`,
  takeOutNow: (name) => `Retirer ${name}`,
  pause: 'Mettre en pause',
  bringBack: 'Faire revenir',
  correct: 'Corriger les données',
  ofAccount: 'Le nom est celui du compte.',
  title: 'Titre',
  federation: 'Fédération',
  fide: 'Numéro FIDE',
  nationalId: 'Numéro national',
  nationalRating: 'Classement national',
  sex: 'Sexe',
  sexes: { none: 'non indiqué', m: 'homme', w: 'femme' },
  saved: 'Enregistré.',
  counts: 'Cela compte dès le prochain appariement. Les rondes publiées restent telles quelles.',
  discards: 'Si l’ordre des joueurs change, le brouillon est abandonné : appariez de nouveau la ronde.',
  fixed: { title: 'Toujours au même échiquier', label: 'Numéro de l’échiquier', fix: 'Fixer l’échiquier', free: 'N’importe quel échiquier', hint: 'Pour quelqu’un qui ne peut pas accéder à toutes les tables. Cela compte dès le prochain appariement, et un brouillon est renuméroté aussitôt. Les rondes publiées restent telles quelles.', taken: (name: string, board: number, here: number) => `Une autre section joue encore à l’échiquier ${board} : ${name} joue donc cette ronde à l’échiquier ${here}. Une fois cette partie terminée, annulez l’appariement et appariez de nouveau.` },
  byes: {
    title: 'Byes',
    absences: 'Absences',
    half: 'un demi-point',
    nothing: 'aucun point',
    kinds: { excused: 'excusée', unexcused: 'non excusée', club_duty: 'joue pour le club' },
    kind: 'Type d’absence',
    kindIn: (round) => `Type d’absence à la ronde ${round}`,
    ask: 'Demander un bye',
    give: 'Donner un bye',
    away: 'Je ne serai pas là',
    note: 'Noter l’absence',
    cancel: 'Annuler',
    cancelIn: (round) => `Annuler pour la ronde ${round}`,
    left: (count, last) => `Encore ${plural(count, { one: '# bye d’un demi-point', other: '# byes d’un demi-point' })}, jusqu’à la ronde ${last}. Tout autre bye ne rapporte rien.`,
    noneLeft: 'Plus de bye d’un demi-point : un autre ne rapporte rien.',
  },
};
