// SPDX-License-Identifier: AGPL-3.0-or-later
// The plain piece set: Lucide's chess icons (ISC), filled. Fetched when somebody wants it.
import bishop from 'lucide-static/icons/chess-bishop.svg?raw';
import king from 'lucide-static/icons/chess-king.svg?raw';
import knight from 'lucide-static/icons/chess-knight.svg?raw';
import pawn from 'lucide-static/icons/chess-pawn.svg?raw';
import queen from 'lucide-static/icons/chess-queen.svg?raw';
import rook from 'lucide-static/icons/chess-rook.svg?raw';
import type { Color, Role } from '../platform/protocol';

const PICTURES: Record<Role, string> = { pawn, knight, bishop, rook, queen, king };
const INKS: Record<Color, { fill: string; stroke: string }> = {
  white: { fill: '#fff', stroke: '#222' },
  black: { fill: '#2b2b2b', stroke: '#000' },
};

/** The picture in a side's colours. A light line around it keeps a dark piece apart from a dark square. */
function picture(role: Role, color: Color): string {
  const { fill, stroke } = INKS[color];
  const strokes = PICTURES[role].slice(PICTURES[role].indexOf('>', PICTURES[role].indexOf('<svg')) + 1).replace('</svg>', '');
  const layer = (look: string) => `<g stroke-linecap="round" stroke-linejoin="round" ${look}>${strokes}</g>`;
  const around = color === 'black' ? layer('fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2.4"') : '';
  const body = layer(`fill="${fill}" stroke="${stroke}" stroke-width="1.4"`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 26 26">${around}${body}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

const rules = (Object.keys(INKS) as Color[]).flatMap((color) =>
  (Object.keys(PICTURES) as Role[]).map(
    (role) => `[data-pieces='plain'] .cg-wrap piece.${role}.${color} { background-image: ${picture(role, color)}; }`,
  ),
);

const sheet = new CSSStyleSheet();
sheet.replaceSync(rules.join('\n'));
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export {};
