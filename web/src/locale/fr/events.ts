// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of events.
import type { Side } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { arbiter } from './events/arbiter';
import { fees } from './events/fees';
import { journal } from './events/journal';
import { entrant } from './events/entrant';
import { memberList } from './events/memberList';
import { members } from './events/members';
import { more } from './events/more';
import { own } from './events/own';
import { refused } from './events/refused';
import { report } from './events/report';
import { sections } from './events/sections';
import { typed } from './events/typed';
import { venue } from './events/venue';
import { waits } from './events/waits';

const { number, plural, time } = forms('fr');
const sides: Record<Side, string> = { white: 'les Blancs', black: 'les Noirs' };

const events: Parts['events'] = {
  title: 'Tournois',
  newEvent: 'Nouveau tournoi',
  logInToJoin: 'Se connecter pour participer',
  logInFirst: 'Connectez-vous comme organisateur pour créer des tournois.',
  all: 'Tous les tournois',
  past: 'Tournois passés',
  site: 'Page web de ce tournoi',
  calendar: 'S’abonner au calendrier',
  needsFactor: 'Activez la connexion en deux étapes pour organiser des tournois',
  noneYet: 'Aucun tournoi pour le moment. Les organisateurs les créent ici.',
  noneYetForStaff: 'Aucun tournoi pour le moment. Créez le premier.',
  unknown: 'Tournoi introuvable',
  unknownHint: 'Il n’y a pas de tournoi à cette adresse.',
  ghost: 'Compte fermé',
  stages: { announced: 'pas encore commencé', running: 'en cours', finished: 'terminé', cancelled: 'annulé' },
  kinds: { swiss: 'Système suisse', round_robin: 'Toutes rondes', double_round_robin: 'Toutes rondes, aller-retour', knock_out: 'Élimination directe', keizer: 'Keizer', arena: 'Arène', team_match: 'Match par équipes' },
  format: (format) => {
    if (format.kind === 'swiss') return `Système suisse, ${plural(format.rounds, { one: '# ronde', other: '# rondes' })}`;
    if (format.kind === 'arena') return `Arène, ${plural(format.minutes, { one: '# minute', other: '# minutes' })}`;
    if (format.kind === 'keizer') return `Keizer, ${plural(format.rounds, { one: '# ronde', other: '# rondes' })}`;
    if (format.kind === 'team_match') return format.everyone ? 'Match par équipes, tous contre tous' : 'Match par équipes';
    if (format.kind === 'knock_out') return 'Élimination directe';
    return format.cycles === 2 ? 'Toutes rondes, aller-retour' : 'Toutes rondes';
  },
  players: (count) => plural(count, { one: '# joueur', other: '# joueurs' }),
  roundOf: (round, rounds) => (rounds > 0 ? `ronde ${round} sur ${rounds}` : `ronde ${round}`),
  round: (round) => `Ronde ${round}`,
  roundAndBoard: (round, board) => `, ronde ${round}, table ${board}`,
  roundLabel: 'Ronde',
  draft: 'brouillon',
  name: 'Nom',
  formatLabel: 'Formule',
  rounds: 'Rondes',
  minutes: 'Minutes',
  seconds: 'Secondes par coup',
  overTheBoard: 'Sur l’échiquier',
  overTheBoardHint: 'Les résultats sont saisis à la main et les joueurs n’ont pas besoin de compte.',
  rated: 'Classé',
  open: 'Les joueurs peuvent s’inscrire eux-mêmes',
  openHint: 'Sinon, seuls les organisateurs ajoutent des joueurs.',
  arena: {
    duration: 'Durée en minutes',
    start: 'Lancer l’arène',
    finish: 'Terminer l’arène maintenant',
    ends: (at) => `Se termine à ${time(at)}`,
    running: (count) => plural(count, { one: '# partie en cours', other: '# parties en cours' }),
    waiting: 'Vous attendez votre prochaine partie. Elle commencera d’elle-même.',
    toGame: 'Vers votre partie',
    berserk: 'Berserk',
    berserkHint: 'La moitié de votre temps, sans incrément. Une victoire en sept coups au moins rapporte un point de plus.',
    allowBerserk: 'Berserk autorisé',
    allowBerserkHint: 'La moitié du temps, sans incrément, pour un point de plus.',
    games: (name) => `Parties de ${name}`,
    noGames: 'Pas encore de parties.',
    plays: 'en cours',
    profile: 'Profil',
    void: 'ne compte pas',
  },
  teams: {
    first: 'Première équipe',
    second: 'Deuxième équipe',
    team: 'Équipe',
    boards: 'Échiquiers (0 : tous les joueurs)',
    games: 'Parties par paire, couleurs alternées',
    everyone: 'Tous contre tous',
    everyoneHint: 'Système Scheveningen : chaque joueur d’une équipe rencontre chaque joueur de l’autre.',
    score: 'Score du match',
    join: (team) => `Jouer pour ${team}`,
    change: (team) => `Passer à ${team}`,
    substitute: 'Remplaçant',
    without: 'Sans équipe',
    up: (name) => `Monter ${name} d’un échiquier`,
    moves: (name, team) => `Mettre ${name} dans ${team}`,
    noOpponent: 'sans adversaire',
    uneven: (team, players, boards) =>
      `${team} a ${plural(players, { one: '# joueur', other: '# joueurs' })} pour ${plural(boards, { one: '# échiquier', other: '# échiquiers' })}. Un échiquier vide est perdu par forfait.`,
  },
  beside: 'À côté du tournoi',
  topGame: 'Partie de tête',
  chat: 'Discussion',
  programme: {
    title: 'Programme',
    start: 'Début',
    round: (number) => `Ronde ${number}`,
    rounds: (first, last) => `Rondes ${first} à ${last}`,
    paired: 'Appariée',
    played: 'Jouée',
    allPlayed: 'Jouées',
    running: 'En cours',
    pause: 'Entre les rondes',
    minutes: (count) => plural(count, { one: '# minute', other: '# minutes' }),
    seconds: (count) => plural(count, { one: '# seconde', other: '# secondes' }),
    defaultTime: 'Délai de forfait',
    edit: 'Modifier le programme',
  },
  series: {
    title: 'Séries',
    repeats: 'Répétition',
    every: { once: 'Aucune', day: 'Chaque jour', week: 'Chaque semaine' },
    day: 'Jour',
    days: ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'],
    clock: 'Heure',
    hint: 'Le serveur crée chaque tournoi à l’avance. Les joueurs du dernier reçoivent un rappel.',
    time: (hour, minute) => time(new Date(2026, 0, 1, hour, minute).getTime()),
    daily: (clock) => `Chaque jour à ${clock}`,
    weekly: (day, clock) => `Chaque ${day.toLowerCase()} à ${clock}`,
    next: (when) => `Prochain : ${when}`,
    stop: 'Arrêter la série',
    stops: 'Plus aucun tournoi ne sera créé. Les tournois sans joueurs seront annulés.',
    rests: 'Pas de nouveaux tournois pour le moment : le propriétaire n’a plus le droit d’en créer ici.',
  },
  keizer: {
    title: 'Keizer',
    hint: 'Une victoire rapporte la valeur de l’adversaire. Les quatre parts sont des pourcentages de sa propre valeur.',
    fields: {
      top: 'Valeur de la première place (0 : 1½ × nombre de joueurs)',
      step: 'Écart de valeur d’une place à l’autre',
      excused: 'Absence excusée (%)',
      unexcused: 'Absence non excusée (%)',
      club_duty: 'Match pour le club (%)',
      bye: 'Exempt (%)',
      rounds_between: 'Rondes avant une nouvelle rencontre',
    },
  },
  create: 'Créer le tournoi',
  join: 'Participer',
  withdraw: 'Se retirer',
  rejoin: 'Revenir',
  pause: 'Faire une pause',
  shown: 'Affichage',
  standings: 'Classement',
  startingList: 'Liste de départ',
  pairings: 'Appariements',
  crosstable: 'Grille',
  organiser: 'Organisateur',
  pairNext: 'Apparier la ronde suivante',
  pairing: (paired, players, seconds) => (players > 0 ? `Appariement : ${number(paired)} sur ${number(players)}` : `Appariement … ${seconds} s`),
  publish: 'Publier',
  undoPairing: 'Annuler l’appariement',
  startRound: 'Lancer la ronde',
  takeBack: 'Retirer',
  reason: 'Motif',
  takeBackRound: (round) => `Retirer la ronde ${round}`,
  roundWithdrawn: (reason) => `Les appariements ont été retirés : ${reason}`,
  draftDiscarded: 'Le projet de la ronde suivante est donc abandonné. Refaites l’appariement.',
  arbiter,
  category: 'Catégorie',
  allPlayers: 'Tous les joueurs',
  fees,
  report,
  journal,
  entrant,
  memberList,
  members,
  more,
  own,
  refused,
  sections,
  typed,
  venue,
  waits,
  change: {
    title: 'Modifier le tournoi',
    save: 'Enregistrer les modifications',
    discards: 'Le brouillon de la première ronde sera abandonné.',
  },
  cancel: {
    title: 'Annuler le tournoi',
    hint: 'Tous les inscrits verront le motif sur cette page. Cette action est définitive.',
    now: 'Annuler ce tournoi',
    because: (reason, isEmpty) => (reason === '' ? (isEmpty ? 'Ce tournoi est annulé : personne n’était inscrit.' : 'Ce tournoi est annulé.') : `Ce tournoi est annulé : ${reason}`),
    remove: 'Supprimer le tournoi',
    removeHint: 'Personne n’est inscrit. Le tournoi disparaîtra de la liste.',
    removeNow: 'Supprimer ce tournoi',
  },
  helpers: 'Assistants',
  helpersHint: 'Les assistants peuvent apparier, publier, lancer les rondes et saisir les résultats.',
  helper: 'Nom de l’assistant',
  removeHelper: (name) => `Retirer ${name}`,
  enterResult: 'Saisir le résultat',
  playLater: 'Jouer plus tard',
  playAgain: 'Rejouer',
  podium: 'Podium',
  you: 'Vous',
  compare: 'comparer avec moi',
  compareRow: 'comparer',
  compareWith: (name) => `${name} : appuyez sur les points d’un autre joueur pour comparer.`,
  whyAboveMe: (name) => `Pourquoi suis-je derrière ${name} ?`,
  whyBelowMe: (name) => `Pourquoi suis-je devant ${name} ?`,
  whyBelow: (one, other) => `Pourquoi ${one} est-il derrière ${other} ?`,
  whyAbove: (one, other) => `Pourquoi ${one} est-il devant ${other} ?`,
  lastDecides: 'La dernière ligne fait la différence.',
  nothingDecides: 'Rien ne vous départage : vous partagez la place.',
  nothingBetween: 'Rien ne les départage : la place est partagée.',
  working: {
    open: (what) => `${what} : voir le calcul`,
    round: 'Ronde',
    theirs: 'Score de l’adversaire',
    own: 'Points',
    adds: 'Compte',
    cut: 'retiré',
    value: 'Valeur',
    noOpponent: 'sans adversaire',
    none: 'Il n’y a rien à additionner ici.',
    direct: 'Ne départage pas ici : les ex æquo ne se sont pas tous rencontrés, ou ont autant de points entre eux.',
    dummy: 'Dans une ronde sans partie, un adversaire fictif remplace l’adversaire (C.07, article 16.4).',
  },
  hold: 'Ne pas lancer automatiquement',
  timetable: 'Horaires',
  startsAt: 'Début du tournoi',
  byThemselves: 'Les rondes se lancent automatiquement',
  byThemselvesHint: 'La première au début du tournoi, les suivantes dès que toutes les parties sont finies.',
  pauseMinutes: 'Minutes entre les rondes',
  nextRoundAt: 'Début de la prochaine ronde',
  set: 'Fixer',
  save: 'Enregistrer',
  nextRound: 'Prochaine ronde',
  beginsIn: (round, clock) => (round === 0 ? `Début dans ${clock}` : `Ronde ${round} dans ${clock}`),
  beginsAt: (round, when) => (round === 0 ? `Début le ${when}` : `Ronde ${round} le ${when}`),
  beginsNow: (round) => (round === 0 ? 'Va commencer' : `La ronde ${round} va commencer`),
  draftHint: 'Seuls les organisateurs voient ce brouillon.',
  waitsForResults: 'La ronde suivante pourra être appariée quand tous les résultats seront connus.',
  lastRound: 'C’est la dernière ronde. Le tournoi se termine quand tous les résultats sont connus.',
  allRoundsPlayed: 'Toutes les rondes sont jouées. Le tournoi se termine quand les parties reportées ont leurs résultats.',
  addPlayer: 'Ajouter un joueur',
  rating: 'Elo',
  add: 'Ajouter',
  notAdded: (name, why) => `Impossible d’ajouter ${name}. ${why}`,
  noPlayers: 'Pas encore de joueurs.',
  noRounds: 'La première ronde n’est pas encore appariée.',
  rank: 'Place',
  player: 'Joueur',
  points: 'Points',
  tieBreaksTitle: 'Départages',
  tieBreaks: {
    DE: 'Résultat particulier',
    'BH/C1': 'Buchholz tronqué',
    BH: 'Buchholz',
    SB: 'Sonneborn-Berger',
    KS: 'Koya',
    'BH/C2': 'Buchholz sans les deux plus bas',
    'BH/M1': 'Buchholz médian',
    FB: 'Buchholz anticipé',
    'FB/C1': 'Buchholz anticipé tronqué',
    AOB: 'Moyenne des Buchholz des adversaires',
    'SB/C1': 'Sonneborn-Berger tronqué',
    WIN: 'Victoires',
    WON: 'Victoires sur l’échiquier',
    BPG: 'Parties avec les Noirs',
    BWG: 'Victoires avec les Noirs',
    PS: 'Score progressif',
    'PS/C1': 'Score progressif sans la première ronde',
    REP: 'Rondes jouées',
    STD: 'Points standard',
    ARO: 'Classement moyen des adversaires',
    'ARO/C1': 'Classement moyen des adversaires, tronqué',
    PTP: 'Performance parfaite',
    APRO: 'Performance moyenne des adversaires',
    APPO: 'Performance parfaite moyenne des adversaires',
    RTNG: 'Classement',
    TPN: 'Numéro de départ',
    VALUE: 'Valeur',
    TPR: 'Performance',
    GAMES: 'Parties',
    BERSERK: 'Parties en berserk',
  },
  cells: '12w1 : victoire contre le numéro 12 avec les Blancs. = est une nulle, + et − sont des forfaits, ½ est un bye d’un demi-point.',
  resultOf: (board) => `Résultat à la table ${board}`,
  playing: 'en cours',
  later: 'plus tard',
  bye: 'exempt',
  whyThis: 'Pourquoi cet adversaire ?',
  whyBye: 'Pourquoi exempt ?',
  why: {
    later: 'Les raisons sont encore en cours de calcul. Revenez dans un instant.',
    table: (player, number, opponent, other) =>
      opponent === null
        ? `${player} a le numéro ${number} ; la table de Berger ne lui donne pas d’adversaire à cette ronde.`
        : `${player} a le numéro ${number} et ${opponent} le numéro ${other} dans la table de Berger.`,
    team: {
      board: (player, opponent, board) => `${player} et ${opponent} jouent tous deux à l’échiquier ${board} de leur équipe.`,
      everyone: (player, board, team, opponent, theirs, other) => `Tous se rencontrent : ${player} est le numéro ${board} de ${team}, ${opponent} le numéro ${theirs} de ${other}.`,
      alone: (player, board, other) => `${player} joue à l’échiquier ${board}, et ${other} n’y a personne. L’échiquier est gagné par forfait.`,
      colour: (player, side) => `${player} a ${sides[side]}.`,
      colours: (first) => `${first} a les Blancs aux échiquiers impairs à la première ronde ; les couleurs changent à chaque ronde.`,
      coloursOfAll: (first) => `${first} a les Blancs quand la somme des deux numéros est paire ; la deuxième fois, c’est l’inverse.`,
    },
    bracket: (player, seed, opponent, other) =>
      opponent === null
        ? `${player} (tête de série ${seed}) n’a pas d’adversaire à cette ronde et passe au tour suivant.`
        : `${player} (tête de série ${seed}) et ${opponent} (tête de série ${other}) sont voisins dans le tableau.`,
    bye: (player, points) => `${player} (${points}) est exempt.`,
    same: (player, opponent, points) => `${player} et ${opponent} ont tous deux ${/^(0|1|½|1½)$/.test(points) ? `${points} point` : `${points} points`}.`,
    down: (player, points, opponent, other) =>
      `${player} (${points}) flotte vers le bas et rencontre ${opponent} (${other}) : tous ne pouvaient pas être appariés à ${points}.`,
    up: (player, points, opponent, other) => `${player} (${points}) rencontre ${opponent} (${other}), qui flotte vers le bas.`,
    colour: (player, side, wanted, wish) => {
      if (wanted === null || wish === 'none') return `${player} a ${sides[side]} ; aucune couleur n’était due.`;
      const due = { mild: 'étaient dus', strong: 'étaient fortement dus', absolute: 'étaient dus sans exception' }[wish];
      return `${player} a ${sides[side]} ; ${sides[wanted]} ${due}.`;
    },
    keizer: {
      meets: (player, place, value, opponent, theirs, worth) =>
        `${player} (place ${place}, valeur ${value}) rencontre ${opponent} (place ${theirs}, valeur ${worth}). Une victoire rapporte ${worth}, une nulle la moitié.`,
      leftOver: (player, place, value) => `${player} (place ${place}, valeur ${value}) est exempt.`,
      colour: (player, side) => `${player} a ${sides[side]}.`,
      colours: {
        fewer_whites: 'Celui qui a eu le moins souvent les Blancs les a.',
        alternate: 'Les couleurs alternent.',
        board: 'Rien ne départage les deux joueurs : les couleurs alternent d’un échiquier à l’autre.',
      },
      passed: (nearer, because) => `${nearer} est plus proche au classement, mais ${because}.`,
    },
    colours: {
      both_wishes: 'Chacun a la couleur qui lui était due (5.2.1).',
      stronger: 'La préférence la plus forte a décidé des couleurs (5.2.2).',
      alternate: 'Les couleurs alternent par rapport à la dernière ronde où elles différaient (5.2.3).',
      higher_ranked: 'La préférence du joueur le mieux classé a décidé des couleurs (5.2.4).',
      number: 'Le numéro de départ du joueur le mieux classé a décidé des couleurs (5.2.5).',
    },
    opponent: {
      first: 'Cet adversaire vient en premier dans l’ordre d’appariement (article 3.3).',
      left_over: 'L’ordre d’appariement laissait ce joueur de côté, et les autres paires lui ont fait place (article 3.3).',
      bye: 'L’exempt a le score le plus bas qui le permet, pourvu que tous les autres puissent être appariés (C2, C5).',
    },
    notFirst: (first, because) => `${first} vient en premier dans l’ordre d’appariement, mais ${because}.`,
    not: (because) => {
      switch (because.kind) {
        case 'met':
          return `ils se sont rencontrés à la ronde ${because.round} (C1)`;
        case 'same_colour':
          return `tous deux doivent avoir ${sides[because.side]} (C3)`;
        case 'forbidden':
          return 'l’organisateur les tient à l’écart';
        case 'absent':
          return 'ce joueur n’est pas apparié à cette ronde';
        case 'no_completion':
          return 'alors tous les autres ne pourraient pas être appariés (C4)';
        case 'had_bye':
          return 'il y a déjà eu une exemption ou une victoire par forfait (C2)';
        case 'no_bye':
          return 'le nombre de joueurs est pair';
        case 'worse':
          return `le critère ${because.criterion} serait moins bien respecté`;
        case 'later':
          return 'avec cette paire la ronde dans son ensemble n’est pas meilleure et vient plus tard dans l’ordre (article 4)';
      }
    },
  },
};
export default events;
