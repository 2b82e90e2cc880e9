// SPDX-License-Identifier: AGPL-3.0-or-later
// What an organiser changes about an event before its first round.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventState } from '../src/events/event.svelte';
import { choiceOf, formatOf, KINDS, usualChoice } from '../src/events/format';
import OrganiserBar from '../src/events/OrganiserBar.svelte';
import { languages, t } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import type { EventFormatView, EventView, Me } from '../src/platform/protocol';

const FORMATS: EventFormatView[] = [
  { kind: 'swiss', rounds: 5 },
  { kind: 'keizer', rounds: 8, rules: { ...usualChoice().rules, step: 2 } },
  { kind: 'arena', minutes: 90 },
  { kind: 'knock_out', games: 2 },
  { kind: 'round_robin', cycles: 1 },
  { kind: 'round_robin', cycles: 3 },
  { kind: 'team_match', games: 2, boards: 6, everyone: true },
];

describe('the form of a format', () => {
  it.each(FORMATS)('keeps what is there: $kind', (format) => expect(formatOf(choiceOf(format), format)).toEqual(format));

  it('makes every kind from what clubs use most', () => {
    const made = KINDS.map((kind) => formatOf({ ...usualChoice(), kind }).kind);
    expect(made).toEqual(['swiss', 'round_robin', 'round_robin', 'knock_out', 'keizer', 'arena', 'team_match']);
    expect(formatOf({ ...usualChoice(), kind: 'double_round_robin' }, { kind: 'knock_out', games: 2 })).toEqual({ kind: 'round_robin', cycles: 2 });
  });
});

describe('the bar of an organiser', () => {
  const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 7 }, time: { initial_ms: 600_000, increment_ms: 5000 }, stage: 'announced', starts: null, pause: null, next_start: null, arena: null, over_the_board: true, may_organise: true, helpers: [], owner: 'Olga' };
  const view = { id: '00000007', number: 3, facts, me: null, entrants: [{ id: 1 }], rounds: [], standings: [] } as unknown as EventView;
  let app: ReturnType<typeof mount> | undefined;
  afterEach(async () => {
    if (app) await unmount(app);
    account.me = null;
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  async function bar(shown: EventView, event = new EventState('00000007')) {
    await languages.need('events');
    account.me = { name: 'Olga', role: 'organiser' } as Me;
    app = mount(OrganiserBar, { target: document.body, props: { event, view: shown, isShort: true } });
    flushSync();
    return event;
  }
  const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);

  it('leads to the settings with one press where the first round can’t be paired as they are', async () => {
    const event = await bar(view);
    expect(button(t.events.change.title)).toBeUndefined();
    event.refusal = { kind: 'too_many_rounds', players: 5, rounds: 7, most: 5 };
    flushSync();
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    button(t.events.change.title)?.click();
    flushSync();
    expect(document.querySelector<HTMLInputElement>('input[type=number]')?.value).toBe('7');
  });

  it('is silent to helpers, who may not change the event', async () => {
    const event = await bar({ ...view, facts: { ...view.facts, owner: 'Tom' } });
    event.refusal = { kind: 'too_many_rounds', players: 5, rounds: 7, most: 5 };
    flushSync();
    expect(button(t.events.change.title)).toBeUndefined();
  });

  it('changes nothing once a round is published', async () => {
    const event = await bar({ ...view, rounds: [{ stage: 'published', boards: [], byes: [], half_byes: [], by_hand: false, begun: null, paired: 2 }] });
    event.refusal = { kind: 'too_many_rounds', players: 5, rounds: 7, most: 5 };
    flushSync();
    expect(button(t.events.change.title)).toBeUndefined();
  });
});
