// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import ImportPgn from '../src/analysis/ImportPgn.svelte';
import type { Rules } from '../src/analysis/ports';
import { languages } from '../src/locale';

let shown: object | null = null;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
});

test('after a fault the button says that it opens what can be read, until the text is another', async () => {
  await languages.need('analysis');
  const game = { tags: [], start: '', variant: 'standard', result: '*', nodes: [], problems: [{ line: 1, column: 13, message: 'Ke3: no such move' }] };
  const rules = { readPgn: async () => ({ games: [game], more: false }) } as unknown as Rules;
  const onread = vi.fn();
  shown = mount(ImportPgn, { target: document.body, props: { rules, onclose: () => undefined, onread } });
  flushSync();
  const field = document.querySelector<HTMLTextAreaElement>('#analysis-pgn');
  const button = () => document.querySelector<HTMLButtonElement>('.create');
  const write = (text: string) => {
    if (field) field.value = text;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };
  write('1. e4 e5 2. Ke3');
  expect(button()?.textContent).toBe('Import');
  button()?.click();
  await vi.waitFor(() => expect(button()?.textContent).toBe('Open what can be read'));
  expect(document.querySelector('[role=alert]')?.textContent).toContain('column 13');
  write('1. e4 e5');
  expect(button()?.textContent).toBe('Import');
  write('1. e4 e5 2. Ke3');
  button()?.click();
  await vi.waitFor(() => expect(onread).toHaveBeenCalledWith(game));
});

test('of more games than are read at once it says how many are offered', async () => {
  await languages.need('analysis');
  const game = { tags: [], start: '', variant: 'standard', result: '*', nodes: [], problems: [] };
  for (const more of [true, false]) {
    const rules = { readPgn: async () => ({ games: [game, game], more }) } as unknown as Rules;
    const dialog = mount(ImportPgn, { target: document.body, props: { rules, onclose: () => undefined, onread: () => undefined } });
    shown = dialog;
    flushSync();
    const field = document.querySelector<HTMLTextAreaElement>('#analysis-pgn');
    if (field) field.value = '1. e4 * 1. d4 *';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    document.querySelector<HTMLButtonElement>('.create')?.click();
    await vi.waitFor(() => expect(document.querySelectorAll('.games button').length).toBe(2));
    const said = document.querySelector('.games')?.textContent ?? '';
    expect(said.includes('these are the first 2'), said).toBe(more);
    await unmount(dialog);
    shown = null;
  }
});
