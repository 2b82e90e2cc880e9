// SPDX-License-Identifier: AGPL-3.0-or-later
// The cards of a class: a code is shown this one time, so no list may hide another one's.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import CardsPart from '../src/desk/CardsPart.svelte';
import { Batches, sheetOf, type NewCard } from '../src/desk/cards.svelte';
import { asTyped, readList, usernameOf } from '../src/desk/classNames';
import { languages } from '../src/locale';

const card = (name: string, code: string, written = name): NewCard => ({ name, code, written });

describe('batches of cards', () => {
  test('each shows its own cards, and a card that a later one has replaced says so', () => {
    const batches = new Batches();
    batches.add([card('Lena', 'old'), card('Yusuf', 'his')], 1, null);
    batches.add([card('Zora', 'hers'), card('Lena', 'new')], 2, 3);
    expect(batches.all.map(({ cards }) => cards.map(({ name, code, isReplaced }) => [name, code, isReplaced]))).toEqual([
      [['Zora', 'hers', false], ['Lena', 'new', false]],
      [['Lena', 'old', true], ['Yusuf', 'his', false]],
    ]);
    expect(new Set(batches.all.map(({ number }) => number)).size).toBe(2);
    expect(batches.all.map(({ made, until }) => [made, until])).toEqual([[2, 3], [1, null]]);
  });

  /** The part of the desk was made anew when the server was back after a moment, and all codes were gone. */
  test('outlive the part that shows them, for the same organiser alone', () => {
    sheetOf('Teacher').batches.add([card('Lena_B', 'hers', 'Lena B.')], 1, null);
    sheetOf('Teacher').list = 'Tom';
    expect(sheetOf('Teacher').batches.all).toHaveLength(1);
    expect(sheetOf('Teacher').list).toBe('Tom');
    expect(sheetOf('Teacher').batches.writtenOf('Lena_B')).toBe('Lena B.');
    expect(sheetOf('Teacher').batches.writtenOf('Tom')).toBe('Tom');
    expect(sheetOf('Chief').batches.all).toHaveLength(0);
    expect(sheetOf('Teacher').batches.all, 'what another one has taken the place of is gone').toHaveLength(0);
  });
});

describe('the list of a class', () => {
  const names = (list: string) => readList(list).map(({ name }) => name);
  const written = (list: string) => readList(list).map((pupil) => pupil.written);

  test('becomes usernames, which have no blanks, dots or apostrophes', () => {
    for (const [as, name] of [
      ['Anna M.', 'Anna_M'],
      ['Jean Luc', 'Jean_Luc'],
      ['Jean-Luc', 'Jean-Luc'],
      ['Jean - Luc', 'Jean_Luc'],
      ['Jean‑Luc', 'Jean-Luc'],
      ['Siobhán O’Neill', 'Siobhán_ONeill'],
      ['A. B. Müller', 'A_B_Müller'],
      ['(Ben)', 'Ben'],
      ['Соня К.', 'Соня_К'],
      ['अर्जुन', 'अर्जुन'],
      ['Zoe\u0308', 'Zoë'],
      ['Maximilian Schmidt-Hohenstein', 'Maximilian_Schmidt-Hohenstein'],
      ['Anna-Maria-Luisa-Eva M', 'Anna-Maria-Luisa-Eva_M'],
      ['…', ''],
    ] as const) {
      expect(usernameOf(as), as).toBe(name);
    }
  });

  test('has a name a line, and keeps how it is written for the card', () => {
    expect(readList('1. Anna  M.\n\n Jean Luc \n')).toEqual([
      { written: '1. Anna M.', name: '1_Anna_M' },
      { written: 'Jean Luc', name: 'Jean_Luc' },
    ]);
    expect(readList('…'), 'the server says that this is no name').toEqual([{ written: '…', name: '…' }]);
  });

  test('that has a name twice is sent so: the server says so', () => {
    expect(names('Vera  Ann\n\nLena; Lena,Tom ')).toEqual(['Vera_Ann', 'Lena', 'Lena', 'Tom']);
  });

  test('that has a long name gets a shorter username, but no two the same', () => {
    expect(readList('Hana Sørensen-Großmann')).toEqual([{ written: 'Hana Sørensen-Großmann', name: 'Hana_Sørensen-Großma' }]);
    expect(names('Anna-Maria-Luisa-Eva M')).toEqual(['Anna-Maria-Luisa-Eva']);
    expect(names('Maximiliane Schmidt-Hohenstein\nMaximiliane Schmidt-Holm')).toEqual(['Maximiliane_Schmidt-Hohenstein', 'Maximiliane_Schmidt-Holm']);
  });

  test('is refused in the words that were typed', () => {
    const pupils = readList('anna m\nanna m\nanna mary');
    expect(asTyped('“anna_m” stands twice in the list, “anna_mary” does not.', pupils)).toBe('“anna m” stands twice in the list, “anna mary” does not.');
    expect(asTyped('"…": use 2–20 characters.', readList('…'))).toBe('"…": use 2–20 characters.');
  });

  test('with last names first is turned round, and other commas stand between names', () => {
    expect(written('Müller, Anna\nvan den Berg, Jean Luc')).toEqual(['Anna Müller', 'Jean Luc van den Berg']);
    expect(written('Müller, Anna')).toEqual(['Müller', 'Anna']);
    expect(written('Anna, Ben, Carl\nDora, Emil')).toEqual(['Anna', 'Ben', 'Carl', 'Dora', 'Emil']);
    expect(written('Anna,\nBen,')).toEqual(['Anna', 'Ben']);
  });
});

describe('the page of code cards', () => {
  const sent: { names: string[]; renew: boolean }[] = [];
  const asked: string[] = [];
  let page: object;

  /** The server: it knows Lena once she has a card, and makes a new one only where that is said. */
  function serve() {
    const known = new Set<string>();
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path.includes('/users?')) {
        asked.push(path);
        return new Response(JSON.stringify({ users: [...known].map((name) => ({ name, closed: false, online: false, last_seen: null })), next: null }));
      }
      const wish = JSON.parse(String(init?.body)) as { names: string[]; renew: boolean };
      sent.push(wish);
      const have = wish.names.filter((name) => known.has(name));
      if (have.length > 0 && !wish.renew) {
        const error = { code: 'have_cards', message: `${have.join(', ')} has a card already` };
        return new Response(JSON.stringify({ error }), { status: 409 });
      }
      wish.names.forEach((name) => known.add(name));
      const cards = wish.names.map((name) => ({ name, code: `code-${sent.length}-${name}` }));
      return new Response(JSON.stringify({ cards }), { status: 201 });
    });
  }

  async function make(list: string) {
    const area = document.querySelector('textarea')!;
    area.value = list;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    const before = sent.length;
    document.querySelector('form')!.requestSubmit();
    await vi.waitFor(() => expect(sent.length).toBe(before + 1));
    // The answer is read, and then the page shows it.
    await new Promise((done) => setTimeout(done));
    flushSync();
  }

  const codes = () => [...document.querySelectorAll('li code')].map((code) => code.textContent);
  const renew = () => document.querySelector<HTMLButtonElement>('.ask button');

  beforeEach(async () => {
    await languages.need('desk');
    sent.length = 0;
    asked.length = 0;
    serve();
    // What another test has made is gone with another organiser.
    sheetOf('somebody else');
    page = mount(CardsPart, { target: document.body });
    flushSync();
  });
  afterEach(async () => {
    await unmount(page);
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  test('a second list with a name of the first asks before it replaces a card, and loses no new code', async () => {
    await make('Lena\nYusuf');
    expect(codes()).toEqual(['code-1-Lena', 'code-1-Yusuf']);
    await make('Zora\nLena');
    expect(codes(), 'nothing is replaced unasked').toEqual(['code-1-Lena', 'code-1-Yusuf']);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Lena has a card already');
    renew()!.click();
    await vi.waitFor(() => expect(codes()).toEqual(['code-3-Zora', 'code-3-Lena', 'code-1-Yusuf']));
    expect(sent.map(({ renew }) => renew)).toEqual([false, false, true]);
    const replaced = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('Replaced by a newer card'));
    expect(replaced?.textContent).toMatch(/^\s*Lena\s/);
    expect(renew()).toBeNull();
  });

  test('a card has the name as it was written, the username, and its date', async () => {
    await make('Anna M.');
    expect(sent[0]?.names).toEqual(['Anna_M']);
    const card = document.querySelector('li:has(code)')?.textContent ?? '';
    expect(card).toMatch(/^\s*Anna M\.\s.*Username: Anna_M\s.*Made on \d/s);
  });

  test('one card, one batch or all go on paper', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const onPaper = () => [...document.querySelectorAll('li:has(code):not(.left-out) code')].map((code) => code.textContent);
    const press = async (name: string) => {
      const before = print.mock.calls.length;
      [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)!.click();
      await vi.waitFor(() => expect(print.mock.calls.length).toBe(before + 1));
    };
    await make('Lena\nYusuf');
    await make('Zora');
    await press('Print Yusuf’s card');
    expect(onPaper()).toEqual(['code-1-Yusuf']);
    window.dispatchEvent(new Event('afterprint'));
    flushSync();
    expect(onPaper()).toHaveLength(3);
    await press('Print these 2 cards');
    expect(onPaper()).toEqual(['code-1-Lena', 'code-1-Yusuf']);
    await press('Print all');
    expect(onPaper()).toHaveLength(3);
  });

  test('a child of the class gets a new card by two presses, which stands on the sheet', async () => {
    await make('Lena B.\nYusuf');
    await vi.waitFor(() => expect(document.querySelectorAll('section li button')).toHaveLength(2));
    expect(asked.at(-1)).toContain('own=true');
    const inClass = () => [...document.querySelectorAll('section li')].find((one) => one.textContent?.includes('Lena_B'))!;
    inClass().querySelector('button')!.click();
    flushSync();
    expect(inClass().textContent).toContain('current card will stop working');
    inClass().querySelector<HTMLButtonElement>('button.danger')!.click();
    await vi.waitFor(() => expect(codes()).toEqual(['code-2-Lena_B', 'code-1-Yusuf']));
    expect(sent[1]).toMatchObject({ names: ['Lena_B'], renew: true });
    expect(document.querySelector('li:has(code) strong')?.textContent).toBe('Lena B.');
  });
});
