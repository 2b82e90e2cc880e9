// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of pages around boards: watching, the board editor, over the board, and what follows a game.
import type { Color, GameResult, Termination } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'Blancs', black: 'Noirs' };

const boards: Parts['boards'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapide',
    classical: 'Classique',
    correspondence: 'Correspondance',
  },

  watch: {
    title: 'Regarder',
    none: 'Personne ne joue avec une pendule en ce moment. Commencez une partie, et elle se verra ici.',
    failed: 'Les parties en cours ne peuvent pas être chargées pour l’instant. Nouvel essai en cours.',
    card: (white: string, black: string) => `${white} – ${black}`,
    tv: (name: string) => `${name} en direct`,
    notPlaying: (name: string) => `${name} ne joue pas en ce moment.`,
    waiting: 'La prochaine partie se verra ici dès qu’elle commence.',
    profile: 'Profil',
    unknown: 'Pas de tel joueur',
    unknownHint: 'Personne ici ne porte ce nom.',
  },

  after: {
    title: 'La partie est terminée',
    theirs: (result: GameResult, termination: Termination): string =>
      result === 'aborted' && termination === 'unknown'
        ? 'Partie inachevée'
        : ({ white_wins: 'Les Blancs ont gagné', black_wins: 'Les Noirs ont gagné', draw: 'Partie nulle', aborted: 'La partie a été annulée' })[result],
    score: (name: string, other: string, own: number, theirs: number) =>
      `${name} ${points(own)} – ${points(theirs)} ${other}`,
    scoreTitle: 'Score de vos parties',
    times: 'Temps de chaque coup',
    timesOf: (side: string, total: string, longest: string) => `${side} : ${total} en tout, le plus long ${longest}`,
  },

  share: {
    title: 'Partager',
    link: 'Lien',
    position: 'Cette position',
    game: 'La partie entière',
    picture: 'Image',
    animation: 'Animation',
    qr: 'Code QR du lien',
    private: 'Cette partie est privée : seuls ses joueurs et l’équipe peuvent ouvrir le lien.',
  },

  import: {
    title: 'Importer une partie',
    pgn: 'Partie au format PGN',
    hint: 'Collez-la ou déposez un fichier ici. S’il y a plusieurs parties, la première est montrée.',
    file: 'Choisir un fichier',
    privateHint: 'Vous seul la voyez.',
    side: 'Votre côté de l’échiquier',
    action: 'La regarder',
    nothing: 'Collez d’abord une partie.',
    tooLarge: 'Ce fichier dépasse 256 ko. Gardez-en une seule partie.',
    unreadable: 'Ce fichier ne peut pas être lu.',
  },

  editor: {
    title: 'Éditeur d’échiquier',
    tools: 'Ce que fait un appui sur une case',
    move: 'Déplacer les pièces',
    erase: 'Vider des cases',
    turn: 'Trait',
    castling: 'Roque',
    castles: {
      K: 'Blancs, petit',
      Q: 'Blancs, grand',
      k: 'Noirs, petit',
      q: 'Noirs, grand',
    },
    enPassant: 'En passant',
    none: 'Aucune',
    fen: 'FEN',
    start: 'Position initiale',
    clear: 'Vider l’échiquier',
    fine: 'Une partie peut commencer ici.',
    unreachable: 'Le serveur est injoignable, donc la position n’est pas vérifiée.',
    problems: 'Ce qui ne va pas',
    remarks: 'Aucune partie ne mène ici, mais une peut y commencer :',
    friend: 'Jouer avec un ami',
    computer: 'Jouer contre l’ordinateur',
    overTheBoard: 'Sur un échiquier',
    picture: 'Image',
    keys: 'Touches sur une case : K Q R B N P posent une pièce du dernier camp choisi, Suppr la vide.',
  },

  otb: {
    title: 'Sur un échiquier',
    hint: 'Deux personnes, un écran. La partie n’est enregistrée que pour vous.',
    offline: 'Une fois cette page ouverte, aucun serveur n’est nécessaire : vous jouez, les pendules tournent et la partie reste dans ce navigateur. Quand le serveur répond de nouveau, il vérifie les coups selon les règles, voit les mats et les nulles, et enregistre la partie.',
    names: (color: Color) => `Nom des ${sides[color]}`,
    you: 'Vous êtes',
    flip: 'Tourner l’échiquier après chaque coup',
    start: 'Commencer la partie',
    toMove: (color: Color) => `Trait aux ${sides[color]}.`,
    inCheck: (color: Color) => `Les ${sides[color]} sont en échec.`,
    away: 'Pas de serveur en vue. Continuez : les coups seront vérifiés à son retour.',
    refused: (number: number, why: string) => `Le coup ${number} n’était pas possible, donc la partie reprend avant lui. ${why}`,
    resign: (color: Color) => `Les ${sides[color]} abandonnent`,
    draw: 'S’accorder sur la nulle',
    claim: 'Réclamer la nulle',
    timeUp: (color: Color) => `Temps écoulé pour les ${sides[color]}.`,
    saving: 'Enregistrement de la partie.',
    waitingToSave: 'La partie reste dans ce navigateur et sera enregistrée au retour du serveur.',
    failed: 'La partie ne peut pas être enregistrée.',
    open: 'Ouvrir la partie enregistrée',
    again: 'Une autre partie',
    leave: 'Renoncer à cette partie',
    ask: { leave: 'Oublier cette partie ?', yes: 'Oui, l’oublier' },
  },
};

export default boards;

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}
