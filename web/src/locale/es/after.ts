// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of what follows a game, also one over the board, and how it is shared.
import type { Parts } from '../dictionary';

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

const after: Parts['after'] = {
  title: 'La partida ha terminado',
  score: (name: string, other: string, own: number, theirs: number) =>
    `${name} ${points(own)} – ${points(theirs)} ${other}`,
  scoreTitle: 'Marcador de las partidas',
  theirScore: 'Marcador de sus partidas',
  ratings: 'Puntuación antes y después',
  times: 'Tiempo por jugada',
  timesOf: (side: string, total: string, longest: string) => `${side}: ${total} en total, la más larga ${longest}`,
  share: {
    title: 'Compartir',
    link: 'Enlace',
    position: 'Esta posición',
    game: 'La partida entera',
    picture: 'Imagen',
    animation: 'Animación',
    qr: 'Código QR del enlace',
    private: 'Esta partida es privada: solo sus jugadores y el equipo pueden abrir el enlace.',
  },
};

export default after;
