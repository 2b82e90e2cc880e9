// SPDX-License-Identifier: AGPL-3.0-or-later
// The solid piece set, drawn for Tabiya: flat shapes that stay clear on small boards. Fetched when somebody wants it.
import type { Role } from '../../platform/protocol';
import { adopt, INKS } from './sheet';

const BASE = '<path d="M11 39.5c0-3 1.2-4.5 3-4.5h17c1.8 0 3 1.5 3 4.5z"/>';

/** On a field of 45 by 45, the base at the bottom. */
const SHAPES: Record<Role, string> = {
  pawn: '<path d="M16.5 35c0-6 2.8-8.5 3.6-13h4.8c.8 4.5 3.6 7 3.6 13z"/><circle cx="22.5" cy="16.5" r="6.2"/>',
  knight:
    '<path d="M14.5 35c0-6.5 3.5-9 6-13.5-2.5 1-4 2.5-6.5 3.5-1.6-.6-3-2-3.2-3.8 2.2-4.2 5-8.7 8.2-11.2V5.5l4.5 3.3c7.5 1.7 10.5 9.2 9.7 26.2z"/>' +
    '<circle class="eye" cx="20.5" cy="14.8" r="1.3"/>',
  bishop:
    '<path d="M17 35c.3-3.5 1.5-5.5 2-8h7c.5 2.5 1.7 4.5 2 8z"/><path d="M22.5 8.5c5 4 8 9.3 4.7 18.5h-9.4c-3.3-9.2-.3-14.5 4.7-18.5z"/>' +
    '<path class="line" d="M22.8 17.5l3-4.2"/><circle cx="22.5" cy="6.5" r="2.3"/>',
  rook: '<path d="M16 35l1.2-15.5h10.6L29 35z"/><path d="M12.5 8h4.7v3.5h3V8h4.6v3.5h3V8h4.7v8.5l-3.2 3.5H15.7l-3.2-3.5z"/>',
  queen:
    '<path d="M15 35L9.5 15l7 7.5L17.5 10l5 11 5-11 1 12.5 7-7.5L30 35z"/><circle cx="9" cy="13" r="2.3"/>' +
    '<circle cx="17.3" cy="8" r="2.3"/><circle cx="27.7" cy="8" r="2.3"/><circle cx="36" cy="13" r="2.3"/>',
  king:
    '<path d="M15.5 35c-7-6.5-6.5-15.5.5-15.5 3.5 0 5.5 2 6.5 4.5 1-2.5 3-4.5 6.5-4.5 7 0 7.5 9 .5 15.5z"/>' +
    '<path d="M21 4.5h3V8h3.5v3H24v8h-3v-8h-3.5V8H21z"/>',
};

adopt('solid', (role, color) => {
  const { fill, stroke } = INKS[color];
  const detail = color === 'white' ? stroke : '#ddd';
  const edge = color === 'white' ? stroke : '#fff';
  const shapes = SHAPES[role]
    .replace('class="eye"', `fill="${detail}" stroke="none"`)
    .replace('class="line"', `stroke="${detail}" stroke-width="1.6" fill="none"`);
  const look = `fill="${fill}" stroke="${edge}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g ${look}>${BASE}${shapes}</g></svg>`;
});
