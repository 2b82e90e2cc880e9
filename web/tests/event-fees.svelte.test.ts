// SPDX-License-Identifier: AGPL-3.0-or-later
// What entrants pay, at the desk.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import FeeOf from '../src/events/arbiter/FeeOf.svelte';
import Fees from '../src/events/arbiter/Fees.svelte';
import { hundredths, money } from '../src/events/arbiter/money';
import Players from '../src/events/arbiter/sheets/Players.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { EventView, FeesView } from '../src/platform/protocol';

const fees: FeesView = { full: 2050, reduced: 1000, born_from: '2008', born_until: '', paid: 2050, due: 1000 };
const entrant = (id: number, name: string, paid: boolean, fee: number) => ({ id, name, title: '', rating: null, club: '', presence: 'present', desk: { present: true, paid, fee, fee_class: null } });
const view = (shown: FeesView | null): EventView => ({ id: '00000007', facts: { fees: shown, teams: null }, entrants: [entrant(1, 'Ann', true, 2050), entrant(2, 'Bo', false, 1000)] }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
});

const field = (label: string): HTMLInputElement => [...document.querySelectorAll('label')].find((one) => one.textContent === label)!.querySelector('input')!;

function type(label: string, text: string) {
  field(label).value = text;
  field(label).dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

test('amounts are read as people write them', () => {
  for (const [text, amount] of [['20', 2000], ['12.5', 1250], [' 12,50 ', 1250], ['0', 0]] as const) expect(hundredths(text)).toBe(amount);
  for (const wrong of ['', 'ten', '12.345', '-5', '1e3', '1234567']) expect(hundredths(wrong)).toBeUndefined();
  expect(money(1250)).toBe('12.50');
});

test('fees are set, with the reduced one and its day; without a full one there are none', async () => {
  await languages.need('events');
  const event = new EventState('00000007');
  const act = vi.spyOn(event, 'act').mockResolvedValue(true);
  app = mount(Fees, { target: document.body, props: { event, view: view(fees) } });
  flushSync();
  const words = t.events.fees;
  expect(document.querySelector('summary')?.textContent).toContain(words.sums('20.50', '10'));
  expect([field(words.full).value, field(words.reduced).value, field(words.from).value]).toEqual(['20.50', '10', '2008']);
  type(words.from, '2008-09-01');
  const send = async () => {
    document.querySelector('form')?.requestSubmit();
    await tick();
  };
  await send();
  expect(act).toHaveBeenLastCalledWith({ do: 'set_fees', full: 2050, reduced: 1000, born_from: '2008-09-01', born_until: '' });
  type(words.full, 'twenty');
  await send();
  expect(act).toHaveBeenCalledTimes(1);
  expect(document.querySelector('[role=alert]')?.textContent).toBe(words.noAmount);
  type(words.full, '');
  await send();
  expect(act).toHaveBeenLastCalledWith({ do: 'set_fees', full: null, reduced: null, born_from: '2008-09-01', born_until: '' });
});

test('what is written about fees stays there while another desk ticks who has paid', async () => {
  await languages.need('events');
  let now = $state.raw(view(fees));
  app = mount(Fees, { target: document.body, props: { event: new EventState('00000007'), get view() { return now; } } });
  flushSync();
  const words = t.events.fees;
  type(words.full, '25');
  now = view({ ...fees, paid: 3050 });
  flushSync();
  expect([field(words.full).value, document.querySelector('summary')?.textContent?.includes('30.50')]).toEqual(['25', true]);
  now = view({ ...fees, full: 3000 });
  flushSync();
  expect(field(words.full).value, 'another fee is set').toBe('30');
});

test('the desk chooses what a player pays', async () => {
  await languages.need('events');
  const event = new EventState('00000007');
  const act = vi.spyOn(event, 'act').mockResolvedValue(true);
  app = mount(FeeOf, { target: document.body, props: { event, one: view(fees).entrants[1]!, fees } });
  flushSync();
  expect(document.body.textContent).toContain(t.events.fees.owes('10'));
  const select = document.querySelector('select')!;
  select.value = 'free';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(act).toHaveBeenLastCalledWith({ do: 'choose_fee', entrant: 2, fee: 'free' });
  select.value = '';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(act).toHaveBeenLastCalledWith({ do: 'choose_fee', entrant: 2, fee: null });
});

test('the check-in list has what is due and both sums, where the event has fees', async () => {
  await languages.need('events');
  app = mount(Players, { target: document.body, props: { view: view(fees) } });
  flushSync();
  expect([...document.querySelectorAll('td.number')].map((cell) => cell.textContent)).toEqual(['', '10']);
  expect(document.querySelector('p')?.textContent).toBe(t.events.fees.sums('20.50', '10'));
  await unmount(app);
  app = mount(Players, { target: document.body, props: { view: view(null) } });
  flushSync();
  expect(document.querySelector('td.number, p')).toBeNull();
});
