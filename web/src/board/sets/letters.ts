// SPDX-License-Identifier: AGPL-3.0-or-later
// The letters set, drawn for Tabiya: each piece is a disc with the letter that scores use. For learners, and for
// whoever finds pictures hard to tell apart. Fetched when somebody wants it.
import type { Role } from '../../platform/protocol';
import { adopt, INKS } from './sheet';

const LETTERS: Record<Role, string> = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' };

adopt('letters', (role, color) => {
  const { fill } = INKS[color];
  const ink = color === 'white' ? '#111' : '#fff';
  const size = role === 'pawn' ? 13 : 17;
  const letter =
    `<text x="22.5" y="22.5" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" ` +
    `font-size="${role === 'pawn' ? 17 : 22}" fill="${ink}">${LETTERS[role]}</text>`;
  const disc = `<circle cx="22.5" cy="22.5" r="${size}" fill="${fill}" stroke="${ink}" stroke-width="1.6"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${disc}${letter}</svg>`;
});
