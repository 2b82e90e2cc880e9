// SPDX-License-Identifier: AGPL-3.0-or-later
// A pasted list of players: what was left out of it is said.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import PasteList from '../src/events/arbiter/PasteList.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

const view = { id: '00000007', number: 3, facts: { short_names: false }, entrants: [], rounds: [] } as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function paste(answer: object): Promise<string> {
  await languages.need('events');
  const event = new EventState('00000007');
  Object.defineProperty(event, 'view', { value: view });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...view, ...answer }), { headers: { 'content-type': 'application/json' } }));
  app = mount(PasteList, { target: document.body, props: { event, view } });
  const text = document.querySelector('textarea')!;
  text.value = 'name;kit\nAnn;red\n';
  text.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')!.requestSubmit();
  await vi.waitFor(() => expect(document.querySelector('[role=status]')?.textContent).not.toBe(''));
  return document.querySelector('[role=status]')!.textContent;
}

test('columns that nobody reads are named', async () => {
  await languages.need('events');
  const words = t.events.arbiter.checkIn;
  expect(await paste({ left_out: ['kit', 'Nr.'] })).toBe(`${words.added(0)} ${words.leftOut(['kit', 'Nr.'])}`);
});

test('where all are read, nothing is said of columns', async () => {
  expect(await paste({})).toBe(t.events.arbiter.checkIn.added(0));
});

test('why a list is refused is said beside the button, where the keyboard is', async () => {
  await languages.need('events');
  const event = new EventState('00000007');
  Object.defineProperty(event, 'view', { value: view });
  const refused = { error: { code: 'bad_request', message: 'line 2: "17x0" isn’t a rating' } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refused), { status: 400, headers: { 'content-type': 'application/json' } }));
  app = mount(PasteList, { target: document.body, props: { event, view } });
  document.querySelector('textarea')!.value = 'name;rating\nAnn;17x0\n';
  document.querySelector('textarea')!.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')!.requestSubmit();
  await vi.waitFor(() => expect(document.querySelector('form [role=alert]')).not.toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('form [role=alert]')));
  expect(document.activeElement?.textContent).not.toBe('');
  expect(event.problem, 'it stands in one place').toBe('');
});
