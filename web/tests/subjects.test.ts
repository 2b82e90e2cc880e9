// SPDX-License-Identifier: AGPL-3.0-or-later
// The lists that are put together from each subject's own file are complete, in order, and name nothing twice.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allPages } from '../build/preload';
import DeskPage from '../src/desk/DeskPage.svelte';
import { PARTS as DESK, partsOf as deskOf } from '../src/desk/parts';
import HomePage from '../src/home/HomePage.svelte';
import { LINKS } from '../src/home/links';
import { NEWS } from '../src/home/news';
import { ADDED, WAYS_ON } from '../src/live/after/added';
import { BESIDES } from '../src/live/besides';
import { FACTS } from '../src/live/facts';
import { languages, t } from '../src/locale';
import { PART_LOADERS } from '../src/locale/loaders';
import { account } from '../src/platform/account.svelte';
import type { Me } from '../src/platform/protocol';
import { PATHS } from '../src/platform/routes';
import { CARDS } from '../src/people/profile/cards';
import NameMenu from '../src/people/NameMenu.svelte';
import { HEADER, KEPT, MENU, PAGES } from '../src/subjects';
import type { Subject } from '../src/ui/listed';
import { loadSlotted, needTexts, type GameLink, type HomeLink, type NewsLine, type Slotted } from '../src/ui/slots';
import Header from '../src/ui/Header.svelte';
import { filesUnder, reads } from './strings';

const SOURCE = resolve(import.meta.dirname, '../src');
const SUBJECTS = Object.values(import.meta.glob<Subject>('../src/*/subject.ts', { eager: true, import: 'subject' }));

const sorted = <T extends { place: number }>(links: T[]): T[] => [...links].sort((a, b) => a.place - b.place);

let shown: object | undefined;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  account.me = null;
  account.isKnown = false;
  vi.unstubAllGlobals();
});

describe('the pages', () => {
  test('are those that have an address, each of one subject', () => {
    const pages = SUBJECTS.flatMap((subject) => Object.keys(subject.pages ?? {}));
    expect(pages.sort()).toEqual(Object.keys(PATHS).sort());
    expect(Object.keys(PAGES).sort()).toEqual(pages);
  });

  test('that open without a server, the start page among them, have one address each', () => {
    expect(KEPT).toContain('home');
    expect(KEPT.map((page) => PATHS[page]).filter((path) => path.includes('{'))).toEqual([]);
  });

  test('are read by the build as they are loaded', () => {
    const built = Object.fromEntries(allPages(SOURCE).map(({ page, modules }) => [page, modules]));
    expect(Object.keys(built).sort()).toEqual(Object.keys(PAGES).sort());
    for (const [page, { load, texts }] of Object.entries(PAGES)) {
      const [component = '', , ...parts] = built[page] ?? [];
      expect(String(load), page).toContain(component);
      expect(parts, page).toEqual(texts.map((part) => `/src/locale/en/${part}.ts`));
    }
    expect(allPages(SOURCE).filter(({ isKept }) => isKept).map(({ page }) => page).sort()).toEqual([...KEPT].sort());
  });
});

describe('the links', () => {
  test('of the header and of the menu name different places, and different pages', () => {
    for (const list of [HEADER, MENU]) expect(new Set(list.map(({ place }) => place)).size).toBe(list.length);
    expect(new Set(HEADER.map(({ to }) => to.page)).size).toBe(HEADER.length);
    expect(new Set(MENU.map(({ to }) => to('').page)).size).toBe(MENU.length);
  });

  test('of the header stand in the order of their places', () => {
    shown = mount(Header, { target: document.body, props: { links: HEADER, atGame: false, children: (() => {}) as never } });
    flushSync();
    const links = SUBJECTS.flatMap(({ header = [] }) => header);
    const names = [...document.querySelectorAll('header a[title]')].map((link) => link.getAttribute('title'));
    expect(names).toEqual(sorted(links).map(({ to }) => t.links[to.page]));
    expect(names).toContain('Watch');
  });

  test.each(['player', 'moderator'] as const)('of the menu stand in the order of their places, for a %s', (role) => {
    account.me = { name: 'Anna', role } as Me;
    shown = mount(NameMenu, { target: document.body, props: { name: 'Anna', links: MENU } });
    flushSync();
    document.querySelector<HTMLElement>('button.name')!.click();
    flushSync();
    const links = SUBJECTS.flatMap(({ menu = [] }) => menu).filter(({ isForStaff }) => role === 'moderator' || !isForStaff);
    const names = [...document.querySelectorAll('li a')].map((link) => link.textContent?.trim());
    expect(names).toEqual(sorted(links).map(({ to }) => t.links[to('Anna').page]));
    expect(names.includes('Desk')).toBe(role === 'moderator');
  });

  test('have no name that no link shows', () => {
    const named = [...MENU, ...WAYS_ON].map(({ to }) => to('').page);
    const pages = new Set<string>([...[...HEADER, ...LINKS].map(({ to }) => to.page), ...named]);
    expect(Object.keys(t.links).filter((page) => !pages.has(page))).toEqual([]);
  });
});

describe('the slots', () => {
  const SLOTS: Record<string, (Slotted | HomeLink | NewsLine | GameLink)[]> = { desk: DESK, home: LINKS, news: NEWS, profile: CARDS, facts: FACTS, beside: BESIDES, afterGame: ADDED, wayOn: WAYS_ON };
  const FILES = import.meta.glob<(Slotted | HomeLink | NewsLine | GameLink)[]>('../src/*/slots/*.ts', { eager: true, import: 'slot' });
  const given = (slot: string) => Object.entries(FILES).filter(([path]) => path.endsWith(`/slots/${slot}.ts`));

  test('are known by their names: a file of another name would be shown nowhere', () => {
    const folders = readdirSync(SOURCE).filter((folder) => existsSync(resolve(SOURCE, folder, 'slots')));
    const names = folders.flatMap((folder) => readdirSync(resolve(SOURCE, folder, 'slots')));
    for (const name of names) expect(Object.keys(SLOTS).map((slot) => `${slot}.ts`)).toContain(name);
  });

  test.each(Object.keys(SLOTS))('show what each subject gives, in the order of different places: %s', (slot) => {
    const all = given(slot).flatMap(([, things]) => things);
    expect(all.length).toBeGreaterThan(0);
    expect(SLOTS[slot]).toEqual(sorted(all));
    expect(new Set(all.map(({ place }) => place)).size).toBe(all.length);
  });

  test('are filled with components that are there', async () => {
    const all = Object.values(SLOTS).flat().filter((thing): thing is Slotted => 'load' in thing);
    for (const { Shown } of await loadSlotted(all)) expect(Shown).toBeTypeOf('function');
  });

  test('of the desk have parts with different names and addresses, in every language', async () => {
    await needTexts(DESK);
    for (const tag of languages.offered) {
      await languages.speak(tag);
      for (const told of [DESK.map(({ name }) => name()), DESK.map(({ part }) => part)]) {
        expect(new Set(told.filter((one) => one !== '')).size, tag).toBe(DESK.length);
      }
    }
    await languages.speak('en');
  });

  test.each(['organiser', 'moderator', 'admin'] as const)('of the desk are what this role sees: %s', async (role) => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    account.me = { name: 'Anna', role } as Me;
    account.isKnown = true;
    shown = mount(DeskPage, { target: document.body, props: {} });
    await vi.waitFor(() => expect(document.querySelector('nav')).not.toBeNull());
    const names = [...document.querySelectorAll('main nav a')].map((link) => link.textContent);
    expect(names).toEqual(DESK.filter(({ roles }) => roles.includes(role)).map(({ name }) => name()));
    expect(document.querySelector('h1')?.textContent).toBe(deskOf(role)[0]?.name());
  });

  test('of the start page are its links to other pages, below the large ways', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    for (const part of PAGES.home.texts) await languages.need(part);
    shown = mount(HomePage, { target: document.body });
    flushSync();
    const names = [...document.querySelectorAll('.also a')].map((link) => link.textContent);
    expect(names).toEqual(LINKS.map(({ to }) => t.links[to.page]));
    expect(names).toContain('Two players, one screen');
  });
});

describe('a page', () => {
  const IMPORT = /^\s*(?:import|export)(?! type)[^'"]*['"](\.[^'"]+)['"];/gm;
  // `import.meta.glob<X>('../*/settings/sections.ts', { eager: true })`: the file of that name in each folder.
  const GLOB = /import\.meta\.glob(?:<[^(]*>)?\('(\.[^'*]*)\*(\/[^'*]+)', \{ eager: true/g;
  const PARTS = Object.keys(PART_LOADERS.en ?? {});

  /** The file that an import names. */
  const fileOf = (path: string): string =>
    [path, `${path}.ts`, `${path}/index.ts`].find((file) => /\.\w+$/.test(file) && existsSync(file)) ?? '';

  /** The parts of the texts that are read by a file, and by all files that come with it. */
  function partsOf(file: string, seen: Set<string>): string[] {
    if (seen.has(file) || file.startsWith(resolve(SOURCE, 'locale')) || !/\.(ts|svelte)$/.test(file)) return [];
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    const own = reads(source).map((path) => path.split('.')[0] ?? '');
    const listed = [...source.matchAll(GLOB)].flatMap(([, folder = '', name = '']) =>
      readdirSync(resolve(dirname(file), folder)).map((other) => folder + other + name),
    );
    const imported = [...source.matchAll(IMPORT)].map(([, path = '']) => path);
    const others = [...imported, ...listed].flatMap((path) => partsOf(fileOf(resolve(dirname(file), path)), seen));
    return [...own.filter((part) => PARTS.includes(part)), ...others];
  }

  // What comes with every page speaks only once it has fetched its texts: it is nothing of the page's own.
  const everywhere = new Set<string>();
  partsOf(resolve(SOURCE, 'main.ts'), everywhere);

  const ALL = allPages(SOURCE).map(({ page, modules: [component = ''] }) => [page, component] as const);

  test.each(ALL)('%s is fetched with the texts that it shows, and no others', (page, component) => {
    const seen = new Set(everywhere);
    const read = [...new Set(partsOf(resolve(SOURCE, '..', component.slice(1)), seen))];
    expect(seen.size, 'the component and what it imports').toBeGreaterThan(everywhere.size);
    expect([...PAGES[page as keyof typeof PAGES].texts].sort()).toEqual(read.sort());
  });

  // `import('./X.svelte'), languages.need('y')`, `worded(() => import('./X.svelte'), 'y')`.
  const LATER = /(?<!typeof )import\('(\.[^']+)'\)(.*)/g;
  const later = filesUnder(SOURCE).filter((file) => !/subject\.ts$/.test(file)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LATER)].map(([, path = '', rest = '']) => [relative(SOURCE, file), path, rest] as const),
  );

  test.each(later)('in %s brings the texts of %s, where that is fetched later', (file, path, rest) => {
    const by = resolve(SOURCE, file);
    // What is there already: what comes with every page fetches its texts on its own.
    const known = everywhere.has(by) ? [] : partsOf(by, new Set(everywhere));
    const brought = [...rest.matchAll(/'(\w+)'/g)].map(([, part = '']) => part);
    const read = partsOf(fileOf(resolve(dirname(by), path)), new Set(everywhere));
    expect(read.filter((part) => !known.includes(part) && !brought.includes(part))).toEqual([]);
    expect(brought.filter((part) => PARTS.includes(part) && !read.includes(part))).toEqual([]);
  });
});
