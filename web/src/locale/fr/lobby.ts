// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { forms } from '../forms';

const { number, plural } = forms('fr');

const name = (player: PlayerView): string => texts.player.name(player);
const weight = (rated: boolean): string => (rated ? 'classée' : 'amicale');

const reasons: Record<DeclineReason, string> = {
  none: 'Sans raison',
  later: 'Pas maintenant',
  too_fast: 'Trop rapide pour moi',
  too_slow: 'Trop lente pour moi',
  rated: 'Parties classées seulement',
  casual: 'Parties amicales seulement',
  standard: 'Échecs classiques seulement',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'couleur au hasard';
  return (color === 'white') !== yours ? 'vous jouez les Blancs' : 'vous jouez les Noirs';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Défier',
  invite: 'Inviter',
  byLink: 'Par lien',
  byName: 'Par nom',
  noName: 'Indiquez le nom du joueur.',
  name: 'Nom',
  to: (player: string) => `Défier ${player}`,
  changeTitle: (player: string) => `Autres conditions pour ${player}`,
  send: 'Envoyer le défi',
  propose: 'Proposer',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Défi de ${name(challenge.from)}` : `Défi à ${name(challenge.to)}`,
  challengesYou: 'vous défie',
  waitsFor: 'En attente de',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'chess960') facts.push('Chess960');
    if (terms.start.kind === 'fen') facts.push('à partir d’une position');
    if (terms.private) facts.push('privée');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Autres conditions',
  takeBack: 'Retirer',
  back: 'Retour',
  reason: 'Pourquoi ?',
  reasons,
  began: (opponent: string) => `Votre partie avec ${opponent} a commencé.`,
  toGame: 'Vers la partie',
  close: 'Fermer',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} refuse.` : `${other} refuse : ${reasons[ended.reason].toLocaleLowerCase('fr')}.`;
      case 'cancelled':
        return `${other} a retiré le défi.`;
      case 'expired':
        return `Le défi avec ${other} a expiré.`;
      case 'accepted':
        return `${other} accepte.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  setup: {
    level: 'Niveau',
    levelHint: (elo: number | null) => (elo === null ? '' : `Environ ${elo} Elo parmi les programmes.`),
    time: 'Cadence',
    unlimited: 'Sans limite',
    timeHint: 'Minutes pour la partie + secondes par coup.',
    minutes: 'Minutes',
    days: 'Jours',
    daysAMove: 'Jours par coup',
    daysHint: 'Par correspondance : de 1 à 14 jours par coup.',
    bonus: 'À chaque coup',
    bonuses: { increment: 'Incrément', delay: 'Délai', bronstein: 'Bronstein' },
    bonusHints: {
      increment: 'Chaque coup ajoute les secondes.',
      delay: 'La pendule attend ces secondes avant de tourner.',
      bronstein: 'Chaque coup rend ce qu’il a pris, dans la limite de ces secondes.',
    },
    seconds: { increment: 'Secondes par coup', delay: 'Secondes de délai', bronstein: 'Secondes rendues' },
    odds: 'Handicap de temps : une pendule différente pour chaque camp',
    ofSide: (side: string | null, what: string) => (side ? `${side} : ${what.toLocaleLowerCase('fr')}` : what),
    color: 'Votre couleur',
    random: 'Au hasard',
    ratedHint: 'La partie compte pour le classement des deux joueurs.',
    notRated: 'Seules comptent les parties avec pendule et à partir d’une position initiale habituelle.',
    notPrivate: 'Les parties classées sont visibles par tous.',
    start: 'Position initiale',
    standard: 'Normale',
    chess960: 'Chess960',
    chess960Hint: 'Une des 960 premières rangées mélangées.',
    fen: 'FEN',
    fenLabel: 'Position en FEN',
    create: 'Créer la partie',
    badDays: 'Choisissez de 1 à 14 jours.',
    badTime: 'Choisissez de 0 à 180 minutes et de 0 à 180 secondes par coup, mais pas 0 et 0.',
    noFen: 'Collez une position en FEN, ou choisissez une autre position initiale.',
    failed: 'La partie n’a pas pu être créée. Réessayez.',
  },

  levels: {
    names: [
      'sait comment les pièces se déplacent',
      'joue ses premières parties',
      'joue de temps en temps',
      'joue à la maison',
      'joue pour le plaisir',
      'joue souvent',
      'a lu un livre',
      'joue en club',
      'joue bien en club',
      'expert',
      'maître',
      'grand maître',
      'plus fort que tout être humain',
      'bien plus fort que tout être humain',
      'toute sa force',
    ],
    misses: [
      'Laisse des pièces en prise et voit rarement ce qu’il pourrait prendre.',
      'Voit une attaque une fois sur deux, et jamais votre réponse.',
      'Voit ce qui est en prise, mais pas votre réponse.',
      'Regarde un coup à l’avance et oublie un coup sur quatre.',
      'Oublie les longs coups, les retraites et les mats.',
      'Oublie les menaces qui demandent deux coups.',
      'Oublie les coups calmes au milieu d’une combinaison.',
      'Juge mal bien des positions et oublie quelques coups calmes.',
      'Se trompe d’un sixième de pion sur celui qui est mieux.',
      'Oublie rarement quelque chose ; calcule quelques coups.',
      'Manque les longues combinaisons.',
      'Manque les très longues combinaisons.',
      'Manque ce que seule une recherche profonde montre.',
      'Ne manque presque rien.',
      'Ne manque rien de ce qu’il a le temps de trouver.',
    ],
  },

  challenge,
  notices: 'Défis et recherches',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapide', classical: 'Classique' },
  customHint: 'votre temps, couleur ou fourchette de classement',
  ratedHint: 'La partie compte pour le classement des deux joueurs.',
  hint: 'Appuyez sur une cadence. La partie commence quand quelqu’un veut la même.',
  searching: (time: string, rated: boolean) => `Recherche d’un adversaire : ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} attend une partie amicale, ${time}.`,
  playCasual: 'Jouer en amical',
  cancel: 'Annuler',
  open: 'En attente d’un adversaire',
  followed: 'Ceux que vous suivez',
  plays: 'joue',
  watch: (player: string) => `Regarder la partie de ${player}`,
  first: 'Vous êtes le premier. La prochaine personne jouera avec vous.',
  firstOfClass: 'Vous attendez votre classe et les joueurs que vous suivez.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Connectez-vous pour jouer des parties classées.',
    protected: 'Vous jouez avec votre classe et avec les joueurs que vous suivez.',
    apart: 'Vous ne pouvez pas jouer avec certains de ces joueurs.',
  },
  waiting: (count: number) => (count === 0 ? 'Personne n’attend.' : plural(count, { one: '# joueur attend', other: '# joueurs attendent' })),
  nobody: 'Personne n’attend en ce moment. Appuyez sur une cadence pour être le premier.',
  more: (count: number) => `et ${count} de plus`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.chess960) facts.push('Chess960');
    if (seek.color) facts.push(`joue les ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Jouer contre ${player}, ${facts}`,
  playShort: 'Jouer',
  search: 'Chercher',
  range: 'Classement de l’adversaire',
  from: 'De',
  to: 'À',
  badRange: 'Donnez les deux classements, le plus bas d’abord, ou aucun.',
  ended: {
    cancelled: '',
    elsewhere: 'Vous cherchez maintenant dans un autre onglet.',
    asleep: 'Cet onglet dormait, donc la recherche a pris fin. Appuyez sur une cadence pour chercher à nouveau.',
  },
  card: {
    yourMove: 'À vous',
    theirMove: 'À l’adversaire',
    waiting: 'En attente',
    nobody: 'Pas encore d’adversaire',
    won: 'Gagnée',
    lost: 'Perdue',
    draw: 'Nulle',
    aborted: 'Annulée',
    unfinished: 'Sans résultat',
    reasons: {
      checkmate: 'échec et mat',
      resignation: 'abandon',
      stalemate: 'pat',
      insufficient_material: 'mat impossible',
      fivefold_repetition: 'quintuple répétition',
      seventy_five_moves: '75 coups',
      threefold_repetition: 'triple répétition',
      fifty_moves: '50 coups',
      agreement: 'd’un commun accord',
      time_forfeit: 'au temps',
      time_forfeit_insufficient_material: 'au temps, mat impossible',
      abandonment: 'départ',
      abandonment_insufficient_material: 'départ, mat impossible',
      abort: 'annulée',
      no_first_move: 'pas de premier coup',
      unknown: 'fin inconnue',
    },
    left: (face: string) => `reste ${face}`,
  },
  home: {
    title: 'Un endroit calme pour jouer aux échecs.',
    friend: 'Jouer avec un ami',
    friendHint: 'Envoyez un lien',
    computer: 'Jouer contre l’ordinateur',
    computerHint: 'Choisissez sa force',
    find: 'Trouver un adversaire',
    findHint: 'Jouez tout de suite',
    games: 'Vos parties',
    noGames: 'Pas encore de parties. Commencez-en une.',
    overTheBoard: 'Sur un échiquier',
    editor: 'Éditeur d’échiquier',
    import: 'Importer une partie',
    gamesFailed: 'Vos parties ne peuvent pas être chargées pour l’instant. Rechargez la page pour réessayer.',
    more: (count: number) => `En montrer ${number(count)} de plus`,
  },
};

export default lobby;
