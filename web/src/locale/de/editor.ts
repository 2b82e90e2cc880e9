// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the board editor.
import type { Parts } from '../dictionary';

const editor: Parts['editor'] = {
  title: 'Brett-Editor',
  tools: 'Werkzeug',
  move: 'Figuren ziehen',
  erase: 'Felder leeren',
  turn: 'Am Zug',
  castling: 'Rochade',
  castles: {
    K: 'Weiß, kurz',
    Q: 'Weiß, lang',
    k: 'Schwarz, kurz',
    q: 'Schwarz, lang',
  },
  enPassant: 'En passant',
  none: 'Keines',
  fen: 'FEN',
  start: 'Grundstellung',
  clear: 'Brett leeren',
  fine: 'Hier kann eine Partie beginnen.',
  unreachable: 'Der Server ist nicht zu erreichen, deshalb wird die Stellung nicht geprüft.',
  problems: 'Was nicht stimmt',
  unread: (parts: string[]) => `Nicht verstanden und weggelassen: ${parts.join(', ')}`,
  remarks: 'Keine Partie führt hierher, aber eine kann hier beginnen:',
  friend: 'Freund einladen',
  computer: 'Gegen den Computer',
  overTheBoard: 'Zu zweit, ein Bildschirm',
  picture: 'Bild',
  keys: 'Tasten auf einem Feld: K Q R B N P stellen eine Figur der zuletzt gewählten Seite hin, Entf leert es.',
};

export default editor;
