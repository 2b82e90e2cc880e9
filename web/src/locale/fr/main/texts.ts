// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts that every page needs. The page says vous. Before : ; ? and ! stands a no-break space.
import type {
  ClockControlView,
  Color,
  GameResult,
  PlayerView,
  RatingChanges,
  RatingView,
  Role,
  Square,
  Termination,
  TimeControlView,
} from '../../../platform/protocol';
import { clockFace, shortMinutes } from '../../../platform/time';
import type { Dictionary } from '../../dictionary';
import { forms } from '../../forms';
import { nato, type Speech } from '../../nato';
import { ending } from './ending';
import { coloured, roles } from './pieces';

const { date, list, moment, number, plural, time } = forms('fr');

/** As a label. */
export const sides: Record<Color, string> = { white: 'Blancs', black: 'Noirs' };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function clock(view: ClockControlView): string {
  const minutes = shortMinutes(view.initial_ms);
  if ('delay_ms' in view) return `${minutes} min, délai ${seconds(view.delay_ms)} s`;
  if ('bronstein_ms' in view) return `${minutes} min, Bronstein ${seconds(view.bronstein_ms)} s`;
  return `${minutes}+${seconds(view.increment_ms)}`;
}

const seconds = (ms: number): number => Math.round(ms / 1000);

export const texts: Omit<Dictionary, 'refusal' | 'links'> = {
  direction: 'ltr',
  name: 'Tabiya',
  sides,
  roles,
  pieceName: coloured,
  roleNames: {
    pawn: capital(roles.pawn),
    knight: capital(roles.knight),
    bishop: capital(roles.bishop),
    rook: capital(roles.rook),
    queen: capital(roles.queen),
    king: capital(roles.king),
  },

  pieceLetters: { K: 'R', Q: 'D', R: 'T', B: 'F', N: 'C' },

  page: {
    loading: 'Chargement',
    away: 'Aucun serveur joignable.',
    awayHint: 'Vérifiez votre connexion ; la page réessaie d’elle-même.',
    again: 'Réessayer',
    blocked: 'Les parties en direct sont bloquées.',
    blockedHint: (host: string) =>
      `Les pages se chargent, mais les connexions WebSocket ne passent pas : aucune partie ne peut se jouer ici. Demandez à l’administrateur du réseau ou du proxy d’autoriser les WebSockets vers ${host} (chemin /api/socket).`,
    failedTitle: 'Cette page ne peut pas être chargée',
    failed: 'Vérifiez votre connexion, puis rechargez-la.',
    unknownTitle: 'Page introuvable',
    unknown: 'Il n’y a rien à cette adresse.',
    toHome: 'Vers l’accueil',
    sourceOf: (commit: string) => (commit ? `Code source ${commit.slice(0, 7)}` : 'Code source'),
    licences: 'Licences',
    api: 'API',
    useDark: 'Utiliser des couleurs sombres',
    useLight: 'Utiliser des couleurs claires',
    soundOn: 'Couper le son',
    soundOff: 'Activer le son',
    saved: 'Enregistré',
    rules: 'Règles de ce site',
    share: 'Partager ce site',
    announcement: 'Annonce',
    pages: 'Pages',
    running: 'Votre partie en cours',
    yourMove: (clock: string) => (clock ? `À vous, ${clock}` : 'À vous'),
    against: (name: string) => `contre ${name}`,
    turnOf: (name: string) => `Au tour de ${name}`,
    toGame: 'Retour à la partie',
  },

  account: {
    register: 'S’inscrire',
    logIn: 'Se connecter',
    logOut: 'Se déconnecter',
  },

  setup: {
    cancel: 'Annuler',
  },

  errors: {
    unreachable: 'Le serveur est injoignable. Vérifiez qu’il fonctionne, puis réessayez.',
    failed: 'Cela n’a pas marché. Réessayez.',
    too_many_games: 'Vous avez trop de parties inachevées. Finissez-en ou annulez-en une avant d’en commencer une autre.',
    opponent_has_too_many_games: 'L’autre joueur a ou commence trop de parties, donc celle-ci ne peut pas commencer maintenant.',
    opponent_paused: 'L’autre joueur ne peut pas commencer de partie classée maintenant. Une amicale est possible.',
    stopping: 'Le serveur redémarre. Réessayez dans un instant.',
    storage: 'Le serveur n’a pas pu enregistrer cela, donc rien ne s’est passé. Réessayez. Si cela n’aide pas, prévenez la personne qui gère le site.',
    busy: 'Le serveur est occupé. Réessayez.',
    not_logged_in: 'Vous n’êtes pas connecté.',
    wrong_login: 'Il n’y a pas de compte avec ce nom et ce mot de passe.',
    wrong_card: 'Cette carte n’est pas valable, a été remplacée, ou son compte est fermé. Vérifiez chaque caractère, ou demandez-en une nouvelle.',
    wrong_password: 'Ce n’est pas votre mot de passe.',
    bad_email: 'Ce n’est pas une adresse e-mail.',
    no_mail: 'Ce serveur n’envoie pas d’e-mails. Adressez-vous à son responsable.',
    wrong_token: 'Ce lien ou ce code n’est plus valable. Demandez-en un nouveau.',
    too_large: 'C’est trop long.',
    too_late: 'La connexion a été trop lente. Réessayez.',
    fault: 'Le serveur a fait une erreur. Réessayez.',
  },
  storedEnough: (hours: number) =>
    `Les invités de cette adresse ont fait enregistrer aujourd’hui autant de parties qu’un jour le permet. Connectez-vous, ou réessayez dans ${hours} ${hours === 1 ? 'heure' : 'heures'}.`,
  waitFor: (seconds: number) =>
    seconds < 90
      ? `Trop d’essais. Attendez ${seconds} s, puis réessayez.`
      : `Trop d’essais. Attendez ${Math.ceil(seconds / 60)} minutes, puis réessayez.`,

  player: {
    name: (player: PlayerView): string => {
      switch (player.kind) {
        case 'open':
          return 'Place libre';
        case 'player':
          return player.title === null ? player.name : `${player.title} ${player.name}`;
        case 'ghost':
          return 'Compte fermé';
        case 'guest':
          // The server names guests in English.
          return player.name.replace(/^Guest /, 'Invité ');
        case 'computer':
          return `Ordinateur, niveau ${player.level}${player.version === undefined ? '' : ` (version ${player.version} des niveaux)`}`;
      }
    },
    rating: ({ points, provisional }: RatingView): string => (provisional ? `${points}?` : String(points)),
    theComputer: 'L’ordinateur',
    you: 'vous',
    toMove: 'Au trait',
    online: 'présent',
    offline: 'absent',
    captured: (names: string[]) => `Pièces prises : ${list(names)}`,
    ahead: (points: number) => `+${points}`,
    clock: (side: string) => `Pendule des ${side}`,
    delay: (seconds: number) => `Délai ${seconds}\u00a0s`,
  },

  time: {
    control: (time: TimeControlView | null): string => {
      if (!time) return 'Sans limite de temps';
      if ('days' in time) return plural(time.days, { one: '# jour par coup', other: '# jours par coup' });
      if ('white' in time) return `Blancs ${clock(time.white)}, Noirs ${clock(time.black)}`;
      return clock(time);
    },
  },

  when: { date, moment, time },

  game: {
    title: (white: string, black: string) => `${white} – ${black}`,
    board: 'Échiquier',
    square: (square, color, role) => (color && role ? `${square}, ${coloured(color, role)}` : `${square}, vide`),
    ghost: (square: string, role: Role) => `${square}, coup anticipé, ${roles[role]}`,
    missingTitle: 'Partie introuvable',
    missing: 'Le lien est peut-être incomplet. Demandez à la personne qui l’a envoyé.',
    outdated: 'Le serveur a été mis à jour. Rechargez la page pour continuer.',
    moves: 'Coups',
    noMoves: 'Pas encore de coups.',
    variation: (san: string) => `Variante ${san}`,
    first: 'Première position',
    previous: 'Coup précédent',
    next: 'Coup suivant',
    last: 'Dernier coup',
    flip: 'Tourner l’échiquier',
    draw: 'Flèches et cercles',
    zen: 'Zen',
    size: 'Taille de l’échiquier',
    secondsLeft: (seconds: number) => `Encore ${seconds} secondes.`,
    command: 'Coup ou ordre',
    commandHint: 'Coup ou ordre, ? pour l’aide',
    cancelPremoves: 'Annuler les coups anticipés',
    playMove: (from: Square, to: Square) => `Jouer ${from}–${to} ?`,
    playIt: 'Jouer',
    takeItBack: 'Reprendre',
    resign: 'Abandonner',
    offerDraw: 'Proposer nulle',
    claimDraw: 'Réclamer la nulle',
    abort: 'Annuler la partie',
    rematch: 'Revanche',
    newGame: 'Nouvelle partie',
    newOpponent: 'Nouvel adversaire',
    accept: 'Accepter',
    decline: 'Refuser',
    cancel: 'Annuler',
    ask: {
      resign: { question: 'Abandonner cette partie ?', yes: 'Oui, abandonner' },
      abort: { question: 'Annuler cette partie ?', yes: 'Oui, annuler' },
      draw: { question: 'Proposer la nulle ?', yes: 'Oui, proposer' },
    },
    offers: (name: string) => `${name} propose la nulle.`,
    asksTakeback: (name: string) => `${name} demande à reprendre un coup.`,
    acceptDraw: 'Accepter la nulle',
    declineDraw: 'Refuser la nulle',
    acceptTakeback: 'Accepter la reprise',
    acceptRematch: 'Accepter la revanche',
    declineTakeback: 'Refuser la reprise',
    proposeTakeback: 'Reprendre un coup',
    takebackProposed: 'Reprise proposée',
    showOffer: 'Voir l’offre',
    giveTime: 'Donner du temps',
    more: 'Plus',
    nextGame: 'Partie suivante',
    rematchDeclined: (name: string) => `${name} a refusé la revanche.`,
    news: (kind: 'draw_declined' | 'takeback_declined' | 'taken_back' | 'time_given', name: string, isYours: boolean): string => {
      switch (kind) {
        case 'draw_declined':
          return `${name} a refusé la nulle.`;
        case 'takeback_declined':
          return `${name} a refusé la reprise.`;
        case 'taken_back':
          return isYours ? 'Votre coup a été repris.' : `Le coup de ${name} a été repris.`;
        case 'time_given':
          return isYours ? 'Vous avez donné 15 secondes.' : `${name} vous a donné 15 secondes.`;
      }
    },
    computerDeclines: 'L’ordinateur a refusé la nulle.',
    premoveDropped: (uci: string, why: string) =>
      `Coup anticipé ${uci.slice(0, 2)}–${uci.slice(2, 4)} abandonné : ${why}`,
    offered: 'Nulle proposée',
    cancelOffer: 'Annuler',
    cancelRematch: 'Annuler la revanche',
    rematchAsked: (name: string) => `Vous avez proposé une revanche à ${name}.`,
    rematchGone: (name: string) => `${name} est parti. Votre proposition tient toujours.`,
    rematchInvites: (name: string) => `${name} aimerait une revanche.`,
    rematchLeft: (name: string) => `${name} voulait une revanche, mais est parti.`,
    rematchReady: 'Vers la revanche',
    promote: 'Promouvoir en',
    you: (color: Color) => `Vous jouez les ${sides[color]}`,
    watching: 'Vous regardez',
    private: 'Privée',
    overTheBoard: 'Deux joueurs, un écran',
    watchers: (count: number, names: string[]) =>
      plural(count, { one: '# spectateur', other: '# spectateurs' }) +
      (names.length > 0 ? `${names.length < count ? ', dont ' : ' : '}${list(names)}` : ''),
    rated: 'Classée',
    variants: { standard: 'Normal', chess960: 'Chess960' },
    fromPosition: 'À partir d’une position donnée',
    share: 'Partager',
    copyLink: 'Copier le lien',
    copyFen: 'Copier la FEN',
    copyPgn: 'Copier le PGN',
    copied: 'Copié',
    copyFailed: 'Copiez ce texte',
    report: (name: string) => `Signaler ${name}`,
    downloadPgn: 'Télécharger le PGN',
    details: 'Partie',
    chat: 'Discussion',
    newMessages: (count: number) => plural(count, { one: '# nouveau message', other: '# nouveaux messages' }),
  },

  seat: {
    waitingTitle: 'En attente de votre ami',
    link: 'Lien de la partie',
    copy: 'Copier',
    qr: 'Code QR du lien',
    howTo: 'Envoyez ce lien. La partie commence quand votre ami arrive.',
    ownBrowser: 'Vous avez déjà une place dans ce navigateur. Pour essayer le lien, ouvrez-le dans une fenêtre privée.',
    loopback: 'Ce lien ne marche que sur cet ordinateur : le serveur n’est pas encore ouvert à votre réseau.',
    lan: 'Sur votre réseau',
    joinTitle: (name: string) => `${name} vous invite à jouer`,
    joinAnyTitle: 'Vous êtes invité à une partie',
    joinTerms: (color: Color, time: string, rated: boolean) =>
      `Vous jouez les ${sides[color]}. ${time}.${rated ? ' La partie est classée.' : ''}`,
    joinNeedsAccount: 'Cette partie est classée : connectez-vous ou inscrivez-vous pour la rejoindre.',
    join: 'Rejoindre la partie',
  },

  link: {
    connecting: 'Connexion',
    toGame: 'Connexion à la partie…',
    online: 'En ligne',
    lost: 'Reconnexion',
    lostAsPlayer: 'Connexion perdue. Reconnexion en cours : ce que vous jouez maintenant sera envoyé ensuite.',
    lostElse: 'Connexion perdue. Reconnexion en cours.',
  },

  status: {
    waiting: 'En attente d’un adversaire.',
    yourMove: 'À vous de jouer.',
    yourCheck: 'Vous êtes en échec.',
    yourClaim: (claim) =>
      claim === 'fifty_moves'
        ? 'À vous de jouer. Règle des 50 coups : vous pouvez réclamer la nulle.'
        : 'À vous de jouer. Triple répétition : vous pouvez réclamer la nulle.',
    yourMoveTitle: 'À vous de jouer',
    firstMove: (name: string, isYours: boolean, ms: number) => {
      const left = clockFace(Math.max(ms, 10_000)).figures;
      return isYours ? `Vous avez ${left} pour votre premier coup.` : `${name} a ${left} pour son premier coup.`;
    },
    toMove: (name: string) => `Au tour de ${name}.`,
    watching: (name: string) => `Au tour de ${name}. Vous regardez.`,
    inCheck: (name: string) => `${name} est en échec.`,
    thinking: 'L’ordinateur réfléchit.',
    restarted: (name: string) => `Le serveur n’a pas répondu un instant. ${name} n’y perd pas de temps.`,
    reviewing: (number: number, color: Color, san: string) => `Après ${number}${color === 'white' ? '.' : '…'} ${san}.`,
    reviewingStart: 'Position initiale.',
    backToNow: 'Retour à la partie',
  },

  absence: {
    left: (name: string, claimIn: number | null) => {
      if (claimIn === null) return `${name} a quitté la partie.`;
      if (claimIn === 0) return `${name} a quitté la partie. Vous pouvez réclamer le gain ou la nulle.`;
      return `${name} a quitté la partie. Vous pourrez réclamer le gain ou la nulle dans ${Math.ceil(claimIn / 5) * 5} s.`;
    },
    leftTitle: (name: string) => `${name} a quitté la partie`,
    claimTitle: (name: string) => `${name} a quitté la partie : réclamez`,
    claimWin: 'Réclamer le gain',
    claimDraw: 'Réclamer la nulle',
  },

  lag: {
    title: 'Connexion',
    columns: ['Moyenne', 'Maximum', 'Rendu', 'Reste'],
    span: (ms: number | null) => (ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${number(ms / 1000, 1)} s`),
    hint: 'Mesurée par le serveur. Le temps perdu sur le réseau est rendu, tant qu’il en reste.',
  },

  ending,

  ratingChanges: ({ white, black }: RatingChanges, you: Color | null, names: Record<Color, string>): string => {
    const change = (before: number, after: number) => (after < before ? `−${before - after}` : `+${after - before}`);
    const side = (color: Color) => {
      const { before, after, provisional } = color === 'white' ? white : black;
      return `${after}${provisional ? '?' : ''} (${change(before, after)})`;
    };
    return you ? `Votre classement : ${side(you)}.` : `${names.white} ${side('white')}, ${names.black} ${side('black')}.`;
  },

  outcomeFor: (you: Color, result: GameResult, termination: Termination): string => {
    if (result === 'draw') return 'Partie nulle';
    if (result === 'aborted') return termination === 'unknown' ? 'Partie inachevée' : 'La partie a été annulée';
    const isWon = result === (you === 'white' ? 'white_wins' : 'black_wins');
    const how: Partial<Record<Termination, string>> = {
      checkmate: 'par échec et mat',
      resignation: 'par abandon',
      arbiter_decision: 'par décision de l’arbitre',
      time_forfeit: 'au temps',
      abandonment: isWon ? 'car votre adversaire est parti' : 'car vous êtes parti',
    };
    return `${isWon ? 'Vous avez gagné' : 'Vous avez perdu'} ${how[termination] ?? ''}`.trim();
  },

  results: { white_wins: '1–0', black_wins: '0–1', draw: '½–½', aborted: '–' },

  announce: (color: Color, san: string, style: Speech = 'words'): string => `${sides[color]} : ${speak(san, style)}`,
};

function speak(san: string, style: Speech = 'words'): string {
  if (style === 'san') return san;
  return style === 'nato' ? nato(spoken(san)) : spoken(san);
}

const SPOKEN: Record<string, string> = {
  N: roles.knight,
  B: roles.bishop,
  R: roles.rook,
  Q: roles.queen,
  K: roles.king,
};

/** `Nxe5+` → "cavalier prend e5, échec". */
function spoken(san: string): string {
  const end = san.endsWith('#') ? ', échec et mat' : san.endsWith('+') ? ', échec' : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return `petit roque${end}`;
  if (bare === 'O-O-O') return `grand roque${end}`;
  const words = bare
    .replace(/=([NBRQ])$/, (_, letter: string) => ` promotion en ${SPOKEN[letter] ?? letter}`)
    .replace(/^[NBRQK]/, (letter) => `${SPOKEN[letter] ?? letter} `)
    .replace('x', ' prend ');
  return words.replace(/\s+/g, ' ').trim() + end;
}
