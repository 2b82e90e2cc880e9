// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of lists of players.
import type { Category } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Schnellschach',
  classical: 'Klassisch',
  correspondence: 'Fernschach',
  chess960: 'Chess960',
};

const players: Parts['players'] = {
  speeds,
  title: 'Spieler',
  online: 'Gerade online',
  nobodyOnline: 'Gerade zeigt sich niemand als online. Das entscheidet jeder selbst.',
  search: 'Nach Namen suchen',
  found: 'Gefunden',
  noneFound: 'Kein Spielername beginnt so.',
  leaders: 'Bestenlisten',
  noLeaders: 'Noch keine gewerteten Spieler. Mit einer gewerteten Partie bist du der erste Name hier.',
  whole: 'Ganze Liste',
  leadersOf: (speed: Category) => `Bestenliste ${speeds[speed]}`,
  rank: 'Platz',
  name: 'Name',
  rating: 'Wertung',
  gamesPlayed: 'Partien',
};

export default players;
