// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes a piece set of pictures that are drawn here: one style sheet, adopted once.
import type { Color, Role } from '../../platform/protocol';

export const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
export const SIDES: readonly Color[] = ['white', 'black'];

/** What each side is drawn with. */
export const INKS: Record<Color, { fill: string; stroke: string }> = {
  white: { fill: '#fff', stroke: '#222' },
  black: { fill: '#2b2b2b', stroke: '#000' },
};

/** Adopts the set called `name`; `draw` makes the SVG of one piece. */
export function adopt(name: string, draw: (role: Role, color: Color) => string): void {
  const rules = SIDES.flatMap((color) =>
    ROLES.map((role) => {
      const picture = `url("data:image/svg+xml,${encodeURIComponent(draw(role, color))}")`;
      return `[data-pieces='${name}'] .cg-wrap piece.${role}.${color} { background-image: ${picture}; }`;
    }),
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
