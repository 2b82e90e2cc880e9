// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what follows a game, also one over the board, and how it is shared.
import type { Parts } from '../dictionary';

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

const after: Parts['after'] = {
  title: 'La partie est terminée',
  score: (name: string, other: string, own: number, theirs: number) =>
    `${name} ${points(own)} – ${points(theirs)} ${other}`,
  scoreTitle: 'Score de vos parties',
  theirScore: 'Score de leurs parties',
  ratings: 'Classement avant et après',
  times: 'Temps par coup',
  timesOf: (side: string, total: string, longest: string) => `${side} : ${total} en tout, le plus long ${longest}`,
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
};

export default after;
