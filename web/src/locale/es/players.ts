// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of lists of players.
import type { Category } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rápidas',
  classical: 'Clásicas',
  correspondence: 'Correspondencia',
  chess960: 'Chess960',
};

const players: Parts['players'] = {
  speeds,
  title: 'Jugadores',
  online: 'En línea ahora',
  nobodyOnline: 'Nadie aparece en línea. Cada jugador decide quién lo ve.',
  search: 'Buscar por nombre',
  found: 'Encontrados',
  noneFound: 'Ningún nombre de jugador empieza así.',
  leaders: 'Clasificaciones',
  noLeaders: 'Aún no hay jugadores con puntuación. Juega una partida por puntos y serás el primero.',
  whole: 'Lista completa',
  leadersOf: (speed: Category) => `Clasificación: ${speeds[speed]}`,
  rank: 'Puesto',
  name: 'Nombre',
  rating: 'Puntuación',
  gamesPlayed: 'Partidas',
};

export default players;
