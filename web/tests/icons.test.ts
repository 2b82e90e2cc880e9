// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { strokesOf } from '../build/icons';
import Icon from '../src/ui/Icon.svelte';
import { type IconName, icons } from '../src/ui/icons';

test('an icon keeps what is inside its picture, and nothing of what is around it', () => {
  const svg = '<!-- licence -->\n<svg\n  width="24"\n>\n  <path d="M3 3v5h5" />\n  <g><svg></svg></g>\n</svg>\n';
  expect(strokesOf(svg)).toBe('<path d="M3 3v5h5" /><g><svg></svg></g>');
  expect(() => strokesOf('bell')).toThrow('expected a picture in SVG, found "bell"');
});

test('each icon is drawn by its name', async () => {
  expect(Object.keys(icons).length).toBeGreaterThan(40);
  for (const name of Object.keys(icons) as IconName[]) {
    const shown = mount(Icon, { target: document.body, props: { name } });
    flushSync();
    expect(document.querySelectorAll('svg > :is(path, circle, line, polyline, polygon, rect, ellipse)').length, name).toBeGreaterThan(0);
    await unmount(shown);
  }
});
