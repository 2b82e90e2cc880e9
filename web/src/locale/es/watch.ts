// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of watching.
import type { Parts } from '../dictionary';

const watch: Parts['watch'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rápidas',
    classical: 'Clásicas',
    correspondence: 'Correspondencia',
  },
  title: 'Mirar',
  none: 'Ahora no hay ninguna partida con reloj. Empieza una y aparecerá aquí.',
  noOthers: 'Ahora no hay ninguna otra partida con reloj. Empieza una y aparecerá aquí.',
  failed: 'Las partidas en curso no se pueden cargar ahora. Se sigue intentando.',
  card: (white: string, black: string) => `${white} – ${black}`,
  tv: (name: string) => `${name} en directo`,
  notPlaying: (name: string) => `${name} no está jugando ahora.`,
  waiting: 'La próxima partida se verá aquí en cuanto empiece.',
  profile: 'Perfil',
  unknown: 'No existe ese jugador',
  unknownHint: 'Aquí nadie se llama así.',
  computer: 'Jugar contra la máquina',
};

export default watch;
