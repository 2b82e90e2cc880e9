// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of what follows a game, also one over the board, and how it is shared.
import type { Parts } from '../dictionary';

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

const after: Parts['after'] = {
  title: 'Die Partie ist zu Ende',
  score: (name: string, other: string, own: number, theirs: number) =>
    `${name} ${points(own)} – ${points(theirs)} ${other}`,
  scoreTitle: 'Stand eurer Partien',
  theirScore: 'Stand ihrer Partien',
  ratings: 'Wertung vorher und nachher',
  times: 'Zeit pro Zug',
  timesOf: (side: string, total: string, longest: string) => `${side}: insgesamt ${total}, am längsten ${longest}`,
  share: {
    title: 'Teilen',
    link: 'Link',
    position: 'Diese Stellung',
    game: 'Die ganze Partie',
    picture: 'Bild',
    animation: 'Animation',
    qr: 'QR-Code des Links',
    private: 'Diese Partie ist privat: Nur ihre Spieler und die Leitung können den Link öffnen.',
  },
};

export default after;
