// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what is decided about an event, of entering by code, and of limits.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { number, plural } = forms('fr');

export const more: Parts['events']['more'] = {
  title: 'Plus de réglages',
  time: 'Cadence',
  kinds: { clock: 'Pendule', days: 'Jours par coup' },
  days: 'Jours pour chaque coup',
  chess960: 'Chess960',
  chess960Hint: 'Chaque partie commence par une position tirée au sort.',
  matchGames: 'Parties par match',
  baku: 'Appariements accélérés (Bakou)',
  bakuHint: 'Aux premières rondes, la moitié supérieure joue comme si elle avait des points d’avance.',
  halfBye: 'L’exempt reçoit un demi-point',
  halfByeHint: 'Avec un nombre impair de joueurs, celui qui n’a pas d’adversaire reçoit un demi-point au lieu d’un point. Ce choix ne change plus une fois la ronde 1 publiée.',
  mostByes: 'Byes d’un demi-point par joueur',
  lastBye: 'Dernière ronde possible',
  lateHalf: 'Retardataires : un demi-point jusqu’à la ronde',
  lateHalfHint: 'Pour chaque ronde manquée. 0 : rien.',
  games: 'Parties par appariement',
  gamesHint: 'Les couleurs changent après chaque partie, et une ronde compte tous les points des deux joueurs.',
  gamesPerPairing: (count) => `${count} parties par appariement`,
  defaultTime: 'Délai de forfait sur l’échiquier',
  defaultTimeHint: 'Qui n’est pas devant son échiquier en bois après ce délai perd par forfait (Règles de la FIDE, 6.7).',
  minutes: (count) => plural(count, { one: '# minute', other: '# minutes' }),
  addTieBreak: 'Ajouter un départage',
  up: (name) => `Monter ${name}`,
  remove: (name) => `Retirer ${name}`,
  tieBreaksLate: 'Une ronde est publiée. Si vous changez les départages maintenant, le fichier du tournoi le dira.',
  byCode: 'Participer demande un code',
  byCodeHint: 'Le serveur crée le code. Les organisateurs le voient sur la page du tournoi et le distribuent.',
  code: 'Code d’inscription',
  codeOf: 'Le code que l’organisateur vous a donné',
  copyCode: 'Copier le code',
  needsCode: 'Pour participer, il faut le code d’inscription de l’organisateur.',
  ratings: (limits) => `Classement : ${limits}`,
  addAccount: 'Ajouter un compte',
  account: 'Nom du compte',
  accountHint: 'Pour les joueurs qui ont un compte ici. Parmi les comptes d’enfants, vous pouvez ajouter ceux dont vous avez créé la carte.',
  limits: {
    players: (format, most) => `${format} : jusqu’à ${number(most)} joueurs.`,
    swiss: (rounds, players) => `${plural(rounds, { one: '# ronde demande', other: '# rondes demandent' })} au moins ${players} joueurs, car personne ne rencontre deux fois le même adversaire.`,
    table: 'Le nombre de rondes dépend des joueurs : à huit, on joue sept rondes.',
    doubleTable: 'Le nombre de rondes dépend des joueurs : à huit, on joue 14 rondes.',
    tooMany: (players, most) => `${plural(players, { one: '# joueur est inscrit', other: '# joueurs sont inscrits' })}, assez pour ${plural(most, { one: '# ronde', other: '# rondes' })} au plus.`,
    many: (enough) => `Plus de ${enough} rondes sont rarement utiles : dix suffisent pour départager 1 000 joueurs.`,
  },
};
