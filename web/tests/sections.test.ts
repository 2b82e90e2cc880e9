// SPDX-License-Identifier: AGPL-3.0-or-later
// The settings page shows the sections of every folder, in the order of their places.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import type { Me } from '../src/platform/protocol';
import { SECTIONS } from '../src/people/sections';
import SettingsPage from '../src/people/SettingsPage.svelte';
import { PAGES } from '../src/subjects';
import type { SettingsSection } from '../src/ui/listed';

// The section about the device asks whether this is so, and happy-dom does not say. No section finds a server.
vi.hoisted(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')));
});

const LISTS = import.meta.glob<SettingsSection[]>('../src/*/settings/sections.ts', { eager: true, import: 'sections' });
const FILES = import.meta.glob<{ default: unknown }>('../src/*/settings/*.svelte', { eager: true });

function component(section: SettingsSection): unknown {
  if ('forAll' in section) return section.forAll;
  return 'forAccounts' in section ? section.forAccounts : section.aboutMe;
}

test('sections are all that lie in the folders called settings, once each', () => {
  const isSection = (path: string) => /from '\.\.\/\.\.\/ui\/Section\.svelte'/.test(readFileSync(resolve(import.meta.dirname, path), 'utf8'));
  const found = Object.entries(FILES).filter(([path]) => isSection(path));
  const listed = Object.values(LISTS).flat().map(component);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(([, file]) => !listed.includes(file.default)).map(([path]) => path)).toEqual([]);
  expect(listed.length).toBe(found.length);
});

test('sections have each a place of its own in their group', () => {
  expect(new Set(SECTIONS.map(({ group, place }) => `${group} ${place}`)).size).toBe(SECTIONS.length);
});

test('sections stand in the order of their places, without those that this person does not have', async () => {
  const titles = async (me: Me | null) => {
    account.me = me;
    const shown = mount(SettingsPage, { target: document.body });
    flushSync();
    const all = [...document.querySelectorAll('.sections h3')].map((heading) => heading.textContent);
    await unmount(shown);
    return all;
  };
  for (const part of PAGES.settings.texts) await languages.need(part);
  const { board, settings: words } = t as Required<typeof t>;
  const forAll = [words.appearance, words.device, board.title, board.handling, board.hearing, words.notices];
  expect(await titles(null)).toEqual(forAll);
  expect(await titles({ name: 'Anna', role: 'player', kid: true, password: true, email: null } as Me)).toEqual([
    words.appearance, words.device,
    board.title, board.handling, board.hearing,
    words.privacy, words.notices,
    words.password, words.factor.title, words.sessions,
    words.tokens.title, words.data, words.close,
  ]);
});
