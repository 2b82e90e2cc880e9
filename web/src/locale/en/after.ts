// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of what follows a game, also one over the board, and how it is shared.

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

export const after = {
  title: 'The game is over',
  score: (name: string, other: string, own: number, theirs: number) =>
    `${name} ${points(own)} – ${points(theirs)} ${other}`,
  scoreTitle: 'Score of your games',
  theirScore: 'Score of their games',
  ratings: 'Ratings before and after',
  times: 'Time per move',
  timesOf: (side: string, total: string, longest: string) => `${side}: ${total} in total, longest ${longest}`,
  share: {
    title: 'Share',
    link: 'Link',
    position: 'This position',
    game: 'The whole game',
    picture: 'Picture',
    animation: 'Animation',
    qr: 'QR code of the link',
    private: 'This game is private: only its players and staff can open the link.',
  },
};
export default after;

declare module '../dictionary' {
  interface Parts {
    after: Worded<typeof after>;
  }
}
