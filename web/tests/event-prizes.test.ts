// SPDX-License-Identifier: AGPL-3.0-or-later
// The prizes at the desk: the list that is set stands in the form, until somebody writes another one.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Prizes from '../src/events/arbiter/Prizes.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { EventPrizes, EventView } from '../src/platform/protocol';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function desk(told: EventPrizes): Promise<HTMLTextAreaElement> {
  await languages.need('events');
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(told)));
  const view = { id: '00000007', number: 3, facts: { name: 'Friday' }, entrants: [] } as unknown as EventView;
  shown = mount(Prizes, { target: document.body, props: { event: new EventState('00000007'), view } });
  flushSync();
  return document.querySelector('textarea')!;
}

const buttons = (): (string | undefined)[] => [...document.querySelectorAll('button')].map((one) => one.textContent?.trim());
const list = 'category;prizes;sharing\nAll;200 100;equal\n';

test('the list that is set stands in the form, and its prizes can be printed', async () => {
  const form = await desk({ list, categories: [{ name: 'All', awards: [], standings: [] }] });
  await vi.waitFor(() => expect(form.value).toBe(list));
  expect(buttons()).toEqual([t.events.arbiter.prizes.set, t.events.arbiter.print.print]);
});

test('what somebody writes stays, and there is nothing to print', async () => {
  const form = await desk({ list: '', categories: [] });
  form.value = 'category;prizes\nAll;50\n';
  form.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.events.arbiter.prizes.none));
  expect(form.value).toContain('All;50');
  expect(buttons()).toEqual([t.events.arbiter.prizes.set]);
});
