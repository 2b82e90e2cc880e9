// SPDX-License-Identifier: AGPL-3.0-or-later
// A helper pastes the game of a board while somebody else types that board's.
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import HelperGame from '../src/events/arbiter/HelperGame.svelte';
import { languages, t } from '../src/locale';
import type { HelperView } from '../src/platform/protocol';

const board = (number: number, typed: boolean) => ({ number, games: [{ white: 'Ann', black: 'Bo', outcome: '1-0', typed }], online: false, disputed: false });
const viewOf = (isTyped: boolean) =>
  ({ name: 'Cup', number: 9, round: 1, first: 1, last: 2, deputy: false, may_dispute: false, boards: [board(1, isTyped), board(2, false)], link: '' }) as HelperView;

test('what was pasted goes to no other board when somebody else has typed this one', async () => {
  await languages.need('events');
  const kept: number[] = [];
  const props = $state({
    view: viewOf(false),
    onkeep: ({ board: number }: { board: number }) => {
      kept.push(number);
      return Promise.resolve('');
    },
  });
  const target = document.createElement('div');
  document.body.append(target);
  const app = mount(HelperGame, { target, props });
  flushSync();
  const area = target.querySelector('textarea')!;
  area.value = '1. e4 e5';
  area.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  props.view = viewOf(true);
  flushSync();
  const button = target.querySelector<HTMLButtonElement>('button[type=submit]')!;
  expect([button.disabled, target.querySelector('[role=alert]')?.textContent]).toEqual([true, t.events.typed.isTyped]);
  target.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  const select = target.querySelector('select')!;
  select.value = '2.1';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
  expect(button.disabled).toBe(false);
  target.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  await Promise.resolve();
  expect(kept).toEqual([2]);
  await unmount(app);
  target.remove();
});
