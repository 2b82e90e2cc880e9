// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the analysis board.
import type { Color, PieceOn } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { the } from './main/pieces';

const { plural, number } = forms('fr-FR');

const THE: Record<Color, string> = { white: 'Les Blancs', black: 'Les Noirs' };

const analysis: Parts['analysis'] = {
  title: 'Analyse',
  titleOf: (white: string, black: string) => `Analyse : ${white} – ${black}`,
  missing: 'Cette partie n’existe pas, ou vous ne pouvez pas la voir.',
  running: 'Cette partie est encore en cours. Vous pourrez l’analyser quand elle sera finie.',
  toGame: 'Voir la partie',
  toBoard: 'Ouvrir l’échiquier d’analyse',
  failed: 'Impossible de charger la partie. Vérifiez votre connexion, puis réessayez.',
  moves: 'Coups',
  none: 'Déplacez une pièce pour commencer.',
  undo: 'Annuler',
  redo: 'Rétablir',
  backToGame: 'Revenir à la partie',
  endLesson: 'Quitter la leçon',
  gone: 'Ce coup a été supprimé sur cet échiquier. « Annuler » le ramène, ou « Abandonner mes changements » dans le menu.',
  lookingBack: 'Vous regardez une position antérieure. Revenez au dernier coup pour jouer.',
  toMove: (color: Color) => `Trait aux ${color === 'white' ? 'Blancs' : 'Noirs'}.`,
  inCheck: (color: Color) => `${THE[color]} sont en échec.`,
  inVariation: 'Vous êtes dans une variante.',
  badLink: 'La position de ce lien est illisible.',
  badLine: 'La suite de la ligne de ce lien n’est pas légale.',
  longLine: (moves: number) => `L’adresse de la page ne contient que les ${number(moves)} premiers coups de cette ligne. Copiez le PGN pour la partager en entier.`,
  asChess960: 'Ces droits de roque n’existent qu’en Chess960 : la position devient donc une position de Chess960.',
  replacing: (move: string) => `Jouez le coup qui remplace ${move}. La suite reste tant qu’elle est légale.`,
  lost: (count: number) => plural(count, { one: '# coup n’était plus légal et a disparu. « Annuler » le ramène.', other: '# coups n’étaient plus légaux et ont disparu. « Annuler » les ramène.' }),
  rewritten: 'Un commentaire PGN ne peut contenir ni { }, ni [%, ni sauts de ligne. Ils sont devenus ( ), [ % et des espaces.',
  tooLarge: 'Cette analyse est trop grande pour être gardée dans le navigateur. Copiez son PGN avant de fermer la page.',
  littleRoom: (left: number, next: string | null) => `Il reste peu de place dans ce navigateur. ${left > 0 ? `Après ${number(left)} parties de plus` : 'Bientôt'}, l’analyse la plus ancienne disparaîtra : ${next ?? 'celle d’un autre compte'}. Pour la garder, copiez son PGN.`,
  forgotten: (title: string | null) => `Il n’y avait plus de place dans ce navigateur, et l’analyse la plus ancienne a disparu : ${title ?? 'celle d’un autre compte'}.`,
  claims: {
    threefold_repetition: 'La position apparaît pour la troisième fois : la nulle peut être réclamée.',
    fifty_moves: '50 coups sans prise ni coup de pion : la nulle peut être réclamée.',
  },
  outcomes: {
    checkmate: 'Échec et mat.',
    stalemate: 'Pat : nulle.',
    insufficient_material: 'Aucun camp ne peut mater : nulle.',
    fivefold_repetition: 'La position s’est répétée cinq fois : nulle.',
    seventy_five_moves: '75 coups sans prise ni coup de pion : nulle.',
  },

  engine: 'Moteur',
  lines: 'Lignes',
  threat: 'Montrer la menace',
  noThreat: 'En échec, il n’y a pas de menace à montrer.',
  threatIs: (move: string) => `Menace : ${move}`,
  endless: 'Continuer à calculer',
  best: 'Flèche du meilleur coup',
  others: 'Flèches des autres lignes',
  depth: (depth: number) => `Profondeur ${depth}`,
  nodes: (count: number) => `${count < 1e6 ? `${number(Math.round(count / 1e3))} k` : `${number(count / 1e6, 1)} M`} nœuds`,
  thinking: 'Calcul en cours',
  trouble: {
    rules: 'Les règles du jeu n’ont pas été chargées ; les pièces ne bougent pas encore.',
    unavailable: 'Le moteur ne peut pas démarrer ici.',
    net: 'Les données du moteur n’ont pas été chargées. Éteignez-le et rallumez-le.',
    broken: 'Le moteur s’est arrêté. Éteignez-le et rallumez-le.',
  },
  banned: 'Vous jouez une partie : le moteur reste éteint jusqu’à la fin.',
  near: 'Cette position appartient à l’une de vos parties par correspondance en cours, ou peut encore s’y produire : le moteur y reste éteint.',
  thatGame: 'Ouvrir cette partie',
  play: (moves: string) => `Jouer ${moves}`,
  /** The game is over on the board. */
  over: (winner: Color | null) => (winner ? `${THE[winner]} ont gagné` : 'Partie nulle'),
  stands: (kind: 'even' | 'slight' | 'better' | 'winning' | 'mate', side: Color, figure: string, moves: number): string => {
    switch (kind) {
      case 'even':
        return `Égalité, ${figure}`;
      case 'slight':
        return `${THE[side]} sont un peu mieux, ${figure}`;
      case 'better':
        return `${THE[side]} sont mieux, ${figure}`;
      case 'winning':
        return `${THE[side]} ont une position gagnante, ${figure}`;
      case 'mate':
        return `${THE[side]} matent en ${moves}`;
    }
  },

  promote: 'Promouvoir la variante',
  makeMain: 'En faire la ligne principale',
  replace: 'Remplacer le coup',
  remove: 'Supprimer à partir d’ici',
  nullMove: 'Coup nul',
  copyLine: 'Copier la ligne',
  clearAnnotations: 'Effacer toutes les annotations',
  clearVariations: 'Supprimer toutes les variantes',
  fold: 'Replier ou déplier la variante',

  annotate: 'Annoter',
  comment: 'Commentaire après le coup',
  commentStart: 'Commentaire sur la partie',
  before: 'Commentaire avant le coup',
  glyphs: 'Signes',
  glyph: {
    1: 'Bon coup',
    2: 'Erreur',
    3: 'Coup brillant',
    4: 'Gaffe',
    5: 'Coup intéressant',
    6: 'Coup douteux',
    7: 'Seul coup',
    22: 'Zugzwang',
    10: 'Égalité',
    13: 'Position peu claire',
    14: 'Léger avantage blanc',
    15: 'Léger avantage noir',
    16: 'Avantage blanc',
    17: 'Avantage noir',
    18: 'Les Blancs gagnent',
    19: 'Les Noirs gagnent',
    146: 'Nouveauté',
    32: 'Avance de développement',
    36: 'Initiative',
    40: 'Attaque',
    132: 'Contre-jeu',
    138: 'Zeitnot',
    44: 'Compensation',
    140: 'Avec l’idée',
  },

  position: 'Position',
  setUp: 'Placer',
  start: 'Position initiale',
  editor: 'Éditeur d’échiquier',
  pgn: 'PGN',
  import: 'Importer',
  importTitle: 'Importer un PGN',
  importText: 'Partie en PGN, ou une FEN',
  importHint: 'Variantes, commentaires, flèches, pendules et évaluations sont gardés. L’import remplace ce qui est sur l’échiquier ; « Annuler » le ramène.',
  importNone: 'Collez d’abord une partie.',
  importTooLarge: 'C’est plus de 1 Mo. Collez une seule partie.',
  importFile: 'Choisir un fichier',
  /** Once a fault was said: what follows it is left out. */
  importRest: 'Ouvrir ce qui est lisible',
  unreadable: 'Ce fichier est illisible.',
  problem: (line: number, column: number, message: string) => `Ligne ${line}, colonne ${column} : ${message}`,
  which: 'Quelle partie ?',
  save: 'Enregistrer la partie',
  saveTitle: 'Enregistrer la partie',
  saveHint: 'La ligne principale devient une partie sur ce serveur, avec noms et résultat. Variantes et commentaires restent ici.',
  white: 'Blancs',
  black: 'Noirs',
  event: 'Tournoi',
  date: 'Date',
  result: 'Résultat',
  resultOpen: 'Inconnu',
  private: 'Privée',
  privateHint: 'Vous seul pouvez la voir.',
  side: 'Vous jouiez',
  noMoves: 'Il n’y a pas encore de coups à enregistrer.',
  discard: 'Abandonner mes changements',
  facts: 'Partie',

  linkTitle: 'Ouvrir la variante du lien ?',
  linkHint: 'Votre échiquier contient déjà des coups. La variante du lien prend leur place ; « Annuler » les fait revenir.',
  linkOpen: 'Ouvrir la variante',
  linkKeep: 'Garder mon échiquier',
  hidden: (count: number) => `Lignes masquées : ${number(count)}. Les afficher`,

  practise: 'S’entraîner d’ici',
  practiseTitle: 'S’entraîner d’ici',
  practiseHint: 'Vous continuez contre l’ordinateur. Rien n’est enregistré, et cela marche hors ligne.',
  level: 'Niveau',
  levelOf: (level: number) => `Niveau ${level}`,
  youPlay: 'Vous jouez',
  begin: 'Commencer',
  stop: 'Arrêter',
  keepLine: 'Garder la ligne',
  dropLine: 'Ne pas la garder',
  stopTitle: 'Garder la ligne jouée ?',
  stopHint: 'Elle devient une variante sur votre échiquier.',
  overHere: 'Dans cette position, la partie est finie : il n’y a rien à jouer.',
  hint: 'Indice',
  takeBack: 'Reprendre',
  yourMove: 'À vous de jouer.',
  theirMove: 'L’ordinateur réfléchit.',
  hintPiece: ({ role, square }: PieceOn) => `Jouez ${the(role)} en ${square}.`,
  hintMove: (san: string) => `Jouez ${san}.`,

  keys: 'Touches',
  keyList: [
    ['← →', 'un coup en arrière ou en avant'],
    ['↑ ↓', 'à un embranchement, un autre coup suivant ; sinon début ou fin'],
    ['Maj ← →', 'embranchement précédent ou suivant'],
    ['Maj ↑ ↓', 'un autre coup à la place de celui-ci'],
    ['Ctrl Z, Ctrl Y', 'annuler, rétablir'],
    ['Ctrl', 'replier ou déplier la variante'],
    ['Espace', 'jouer le meilleur coup du moteur'],
    ['L', 'moteur en marche ou à l’arrêt'],
    ['X', 'montrer la menace'],
    ['A V', 'flèches du meilleur coup, des autres lignes'],
    ['1–6', 'signes : bon coup, erreur, etc.'],
    ['C', 'commentaire'],
    ['F D S', 'tourner, dessiner, réglages'],
    ['Suppr', 'supprimer à partir d’ici'],
    ['Clic droit glissé', 'tracer une flèche ; un clic droit trace un cercle'],
    ['Maj ou Ctrl', 'en même temps : rouge ; Alt : bleu ; les deux : jaune'],
  ],
  drawNote: 'Firefox ouvre son propre menu avec Maj et un clic droit : utilisez Ctrl. Chrome, Edge et Safari acceptent les deux.',
};

export default analysis;
