// SPDX-License-Identifier: AGPL-3.0-or-later
// The plain piece set: Lucide's chess icons (ISC), filled. Fetched when somebody wants it.
import bishop from 'lucide-static/icons/chess-bishop.svg?raw';
import king from 'lucide-static/icons/chess-king.svg?raw';
import knight from 'lucide-static/icons/chess-knight.svg?raw';
import pawn from 'lucide-static/icons/chess-pawn.svg?raw';
import queen from 'lucide-static/icons/chess-queen.svg?raw';
import rook from 'lucide-static/icons/chess-rook.svg?raw';
import type { Role } from '../../platform/protocol';
import { adopt, INKS } from './sheet';

const PICTURES: Record<Role, string> = { pawn, knight, bishop, rook, queen, king };

// A light line around it keeps a dark piece apart from a dark square.
adopt('plain', (role, color) => {
  const { fill, stroke } = INKS[color];
  const picture = PICTURES[role];
  const strokes = picture.slice(picture.indexOf('>', picture.indexOf('<svg')) + 1).replace('</svg>', '');
  const layer = (look: string) => `<g stroke-linecap="round" stroke-linejoin="round" ${look}>${strokes}</g>`;
  const around = color === 'black' ? layer('fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2.4"') : '';
  const body = layer(`fill="${fill}" stroke="${stroke}" stroke-width="1.4"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 26 26">${around}${body}</svg>`;
});
