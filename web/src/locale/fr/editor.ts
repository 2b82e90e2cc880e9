// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the board editor.
import type { Parts } from '../dictionary';

const editor: Parts['editor'] = {
  title: 'Éditeur d’échiquier',
  tools: 'Outil',
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
  unread: (parts: string[]) => `Non compris et laissé de côté : ${parts.join(', ')}`,
  remarks: 'Aucune partie ne mène ici, mais une peut y commencer :',
  friend: 'Jouer avec un ami',
  computer: 'Jouer contre l’ordinateur',
  overTheBoard: 'Deux joueurs, un écran',
  picture: 'Image',
  keys: 'Touches sur une case : K Q R B N P posent une pièce du dernier camp choisi, Suppr la vide.',
};

export default editor;
