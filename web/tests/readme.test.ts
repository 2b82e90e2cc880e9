// SPDX-License-Identifier: AGPL-3.0-or-later
// What a stranger reads first says what there is today: the README, and what a link to the site shows elsewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LINKS } from '../src/home/links';
import { languages, t } from '../src/locale';
import { HEADER } from '../src/subjects';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const README = read('README.md');
/** From one heading to the next. */
const part = (text: string, heading: string) => text.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const NUMBERS = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];

beforeAll(() => languages.need('newGame'));

test('the README names all that the header and the start page lead to', () => {
  const first = README.split('\n## ')[0] ?? '';
  const names = [...HEADER, ...LINKS].map(({ to }) => t.links[to.page]);
  expect(names).toContain('Analyse');
  expect(names.filter((name) => !first.includes(`"${name}"`))).toEqual([]);
});

test('the README has a picture of each of the main uses', () => {
  const shown = [...README.matchAll(/!\[[^\]]+\]\(docs\/screenshots\/([\w-]+)\.webp\)/g)].map(([, name]) => name);
  expect(shown).toEqual(expect.arrayContaining(['game', 'home', 'lobby', 'players', 'watch', 'over-the-board', 'analysis-report', 'puzzles', 'event', 'desk-cards-made']));
});

test('every document is linked from the README, and every link of the documents leads to a file', () => {
  const documents = readdirSync(resolve(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const links = (path: string) => [...read(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  expect(documents.filter((path) => !links('README.md').includes(path))).toEqual([]);
  const broken = ['README.md', 'ARCHITECTURE.md', ...documents].flatMap((path) => links(path).filter((link) => !existsSync(resolve(ROOT, dirname(path), link))).map((link) => `${path}: ${link}`));
  expect(broken).toEqual([]);
  const pictures = readdirSync(resolve(ROOT, 'docs/screenshots')).map((name) => `screenshots/${name}`);
  const used = new Set(documents.flatMap(links));
  expect(pictures.filter((name) => !used.has(name)), 'pictures that no document shows').toEqual([]);
});

test('no line of ARCHITECTURE.md is longer than one reads at a glance', () => {
  expect(read('ARCHITECTURE.md').split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test('the table of crates says of each what it uses, and that they stand in this order', () => {
  const GROUND = ['rules', 'engine', 'game', 'protocol', 'store', 'runtime', 'limits'];
  const map = part(read('ARCHITECTURE.md'), '## The crates');
  const rows = [...map.matchAll(/^\| `tabiya-([a-z]+)` \|[^|]+\| ([^|]+) \|$/gm)].map(([, name = '', uses = '']) => ({ name, uses: uses === 'nothing' ? [] : uses.split(', ') }));
  const beside = [...(map.split('\nBeside them:')[1]?.split('\n\n')[0] ?? '').matchAll(/`tabiya-([a-z-]+)`/g)].map(([, name]) => name);
  const crates = readdirSync(resolve(ROOT, 'crates')).filter((name) => name !== 'tabiya').map((name) => name.replace('tabiya-', ''));
  expect([...rows.map(({ name }) => name), ...beside].sort(), 'each crate once').toEqual(crates.sort());
  rows.forEach(({ name, uses }, row) => {
    const dependencies = /^\[dependencies\]\n((?:.+\n)*)/m.exec(read(`crates/tabiya-${name}/Cargo.toml`))?.[1] ?? '';
    const found = [...dependencies.matchAll(/^tabiya-([a-z-]+)/gm)].map(([, other = '']) => other);
    const before = rows.slice(0, row).map((other) => other.name);
    expect(found.filter((other) => !before.includes(other)), `${name}: only what stands above it`).toEqual([]);
    const onGround = uses.includes('ground') ? GROUND : [];
    const own = (names: string[]) => names.filter((other) => other !== 'ground' && !onGround.includes(other)).sort();
    expect(own(uses), name).toEqual(own(found));
  });
});

test('the README’s times are those that were measured last', () => {
  /** The minutes in the last row of CONTRIBUTING that is about this. */
  const measured = (what: string) => {
    const row = part(read('CONTRIBUTING.md'), '## A budget of minutes').split('\n').findLast((line) => line.startsWith(`| ${what}`)) ?? '';
    const [, minutes, seconds = 0] = /\| (\d+) min(?: (\d+) s)?/.exec(row) ?? [];
    return Number(minutes) + Number(seconds) / 60;
  };
  for (const [what, sentence] of [
    ['all tests from nothing', /on two cores it takes about (\d+) minutes the first time/],
    ['a release from nothing', /\(([\d.]+) minutes on two cores the first time\)/],
  ] as const) {
    const said = Number(sentence.exec(README)?.[1]);
    expect(said / measured(what), `${what}: ${said} minutes`).toBeGreaterThan(0.8);
    expect(said / measured(what), `${what}: ${said} minutes`).toBeLessThan(1.2);
  }
});

test('the README and what others show of a link name as many levels as there are', () => {
  const levels = NUMBERS[t.newGame.levels.names.length - 10];
  expect(README).toContain(`${levels} levels`);
  expect(read('web/index.html')).toContain(`at ${levels} levels`);
});

test('a link to any page is shown as the site, and not as one game', () => {
  const page = read('web/index.html');
  const told = (name: string) => new RegExp(`${name}" content="([^"]+)"`).exec(page)?.[1];
  expect(told('og:title')).toBe('Tabiya');
  expect(told('og:description')).toBe(told('name="description'));
  for (const use of [/with a friend/, /against the computer/, /whoever is online/, /puzzles/i, /analys/i, /tournaments/]) expect(told('og:description')).toMatch(use);
});
