// SPDX-License-Identifier: AGPL-3.0-or-later
// Everything that is read, and every sign on the board, stands out from its ground: each pair of colours, in both themes and on every
// board (WCAG 2.2, 1.4.3 and 1.4.11; lightness by Björn Ottosson's Oklab).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../src', path), 'utf8');
const TOKENS = read('styles/tokens.css');
const BOARD = read('board/board.css');

/** Lightness and the two axes of Oklab, and how much of it covers the ground, from 0 to 1. */
type Colour = [l: number, a: number, b: number, alpha: number];

/** The custom properties of a rule, as they stand. */
const properties = (css: string) => new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
const ruleOf = (selector: string) => TOKENS.split(`${selector} {`)[1]?.split('}')[0] ?? '';
const ROOT = properties(ruleOf(':root'));
const BOARDS = [...TOKENS.matchAll(/\[data-board='(\w+)'\]/g)].map(([, name = '']) => name);

function oklch(text: string): Colour {
  const [l = 0, c = 0, h = 0, alpha = 1] = [...text.replace(/var\(--hue\)/, ROOT.get('hue') ?? '').matchAll(/[\d.]+/g)].map(Number);
  const angle = (h * Math.PI) / 180;
  return [l, c * Math.cos(angle), c * Math.sin(angle), alpha];
}

/** What a custom property is in one of the themes. */
function colour(name: string, theme: 'light' | 'dark', all: Map<string, string>): Colour {
  const text = all.get(name) ?? '';
  const mixed = /^color-mix\(in oklab, var\(--([\w-]+)\) (\d+)%, black\)$/.exec(text);
  if (mixed) {
    const [l, a, b] = colour(mixed[1] ?? '', theme, all);
    const share = Number(mixed[2]) / 100;
    return [l * share, a * share, b * share, 1];
  }
  const both = /^light-dark\((oklch\(.+\)), (oklch\(.+\))\)$/.exec(text);
  const found = both ? both[theme === 'light' ? 1 : 2] : text;
  if (!found?.startsWith('oklch(')) throw new Error(`--${name} is ${text}`);
  return oklch(found);
}

/** Red, green and blue as the screen shows them, from 0 to 1: transparent colours are laid over each other in these. */
function shown([l, a, b]: Colour): number[] {
  const [x, y, z] = [l + 0.3963377774 * a + 0.2158037573 * b, l - 0.1055613458 * a - 0.0638541728 * b, l - 0.0894841775 * a - 1.291485548 * b].map((one) => one ** 3) as [number, number, number];
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((linear) => {
    const one = Math.min(1, Math.max(0, linear));
    return one <= 0.0031308 ? 12.92 * one : 1.055 * one ** (1 / 2.4) - 0.055;
  });
}

const over = (top: Colour, ground: number[]): number[] => shown(top).map((one, index) => one * top[3] + (ground[index] ?? 0) * (1 - top[3]));

function brightness(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, which nobody sees, to 21. */
function contrast(one: number[], other: number[]): number {
  const [darker = 0, lighter = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('black and white differ as much as colours can', () => {
  expect(contrast(shown(oklch('oklch(1 0 0)')), shown(oklch('oklch(0 0 0)')))).toBeCloseTo(21, 1);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const token = (name: string) => shown(colour(name, theme, ROOT));

  test.each([
    ['text', ['bg', 'surface', 'sunken', 'accent-soft', 'danger-soft'], 7],
    ['muted', ['bg', 'surface', 'sunken', 'accent-soft'], 4.5],
    ['accent', ['bg', 'surface', 'sunken', 'accent-soft'], 4.5],
    ['accent-hover', ['bg', 'surface'], 4.5],
    ['danger', ['bg', 'surface', 'danger-soft', 'sunken', 'accent-soft'], 4.5],
    ['warning', ['bg', 'surface', 'sunken', 'accent-soft'], 4.5],
    ['good', ['bg', 'surface'], 4.5],
    ['on-accent', ['accent', 'accent-hover'], 4.5],
    ['on-danger', ['danger'], 4.5],
    // What only its border shows.
    ['line-strong', ['bg', 'surface', 'sunken'], 3],
  ] as const)('%s is seen', (name, grounds, least) => {
    for (const ground of grounds) expect(contrast(token(name), token(ground)), `on ${ground}`).toBeGreaterThanOrEqual(least);
  });

  test.each(BOARDS)('letters, numbers and the ring of the last move are seen on every square: %s', (name) => {
    const all = new Map([...ROOT, ...properties(ruleOf(`[data-board='${name}']`))]);
    const of = (property: string) => colour(property, theme, all);
    const light = oklch(/inset 0 0 0 3px (oklch\([^)]+\))/.exec(BOARD)?.[1] ?? '');
    for (const square of ['light', 'dark']) {
      const ground = shown(of(`square-${square}`));
      const marked = over(of('square-mark'), ground);
      for (const below of [ground, marked]) expect(contrast(shown(of(`square-on-${square}`)), below), `letters on ${square}`).toBeGreaterThanOrEqual(4.5);
      // Two lines, one dark and one light: one of them differs from the square, whatever its colour.
      const lines = [over(of('square-ring'), marked), over(light, marked)];
      expect(Math.max(...lines.map((line) => contrast(line, ground))), `the ring on ${square}`).toBeGreaterThanOrEqual(3);
      expect(contrast(lines[0] ?? [], lines[1] ?? [])).toBeGreaterThanOrEqual(3);
    }
  });
});

test('the page of the API, which is no page of the site, has its colours', () => {
  const style = readFileSync(resolve(import.meta.dirname, '../../crates/tabiya-http/src/lichess/document/style.css'), 'utf8');
  const colours = properties(style.split(':root {')[1]?.split('}')[0] ?? '');
  expect(colours.size).toBeGreaterThan(4);
  for (const [name, value] of colours) expect(value, name).toBe(ROOT.get(name === 'quiet' ? 'muted' : name)?.replaceAll('var(--hue)', ROOT.get('hue') ?? ''));
});
