// SPDX-License-Identifier: AGPL-3.0-or-later
// The cards of a class: a code is shown this one time, so no list may hide another one's.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import CardsPart from '../src/desk/CardsPart.svelte';
import { Batches, namesIn, sheetOf } from '../src/desk/cards.svelte';
import { languages } from '../src/locale';

describe('batches of cards', () => {
  test('each shows its own cards, and a card that a later one has replaced says so', () => {
    const batches = new Batches();
    batches.add([{ name: 'Lena', code: 'old' }, { name: 'Yusuf', code: 'his' }]);
    batches.add([{ name: 'Zora', code: 'hers' }, { name: 'Lena', code: 'new' }]);
    expect(batches.all.map(({ cards }) => cards.map(({ name, code, isReplaced }) => [name, code, isReplaced]))).toEqual([
      [['Zora', 'hers', false], ['Lena', 'new', false]],
      [['Lena', 'old', true], ['Yusuf', 'his', false]],
    ]);
    expect(new Set(batches.all.map(({ number }) => number)).size).toBe(2);
  });

  /** The part of the desk was made anew when the server was back after a moment, and all codes were gone. */
  test('outlive the part that shows them, for the same organiser alone', () => {
    sheetOf('Teacher').batches.add([{ name: 'Lena', code: 'hers' }]);
    sheetOf('Teacher').list = 'Tom';
    expect(sheetOf('Teacher').batches.all).toHaveLength(1);
    expect(sheetOf('Teacher').list).toBe('Tom');
    expect(sheetOf('Chief').batches.all).toHaveLength(0);
    expect(sheetOf('Teacher').batches.all, 'what another one has taken the place of is gone').toHaveLength(0);
  });

  test('a name that stands twice in a list is sent twice: the server says so', () => {
    expect(namesIn('Vera  Ann\n\nLena; Lena,Tom ')).toEqual(['Vera_Ann', 'Lena', 'Lena', 'Tom']);
  });
});

describe('the page of code cards', () => {
  const sent: { names: string[]; renew: boolean }[] = [];
  let page: object;

  /** The server: it knows Lena once she has a card, and makes a new one only where that is said. */
  function serve() {
    const known = new Set<string>();
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      const wish = JSON.parse(String(init.body)) as { names: string[]; renew: boolean };
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

  const codes = () => [...document.querySelectorAll('.sheet code')].map((code) => code.textContent);
  const renew = () => document.querySelector<HTMLButtonElement>('.ask button');

  beforeEach(async () => {
    await languages.need('desk');
    sent.length = 0;
    serve();
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
    expect(document.querySelector('.replaced')?.textContent).toMatch(/^\s*Lena\s.*Replaced by a newer card/s);
    expect(renew()).toBeNull();
  });
});
