// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import ChatPanel from '../src/live/chat/ChatPanel.svelte';
import { languages } from '../src/locale';
import { door } from '../src/people/door.svelte';
import { account } from '../src/platform/account.svelte';
import { Chat } from '../src/live/chat/chat.svelte';
import type { ClientMessage } from '../src/platform/protocol';
import type { Follower, TabSocket } from '../src/platform/socket';

beforeEach(() => localStorage.clear());

function newChat() {
  const sent: unknown[] = [];
  let follower: Follower | null = null;
  const tab = {
    follow: (_: string, given: Follower) => {
      follower = given;
      return { send: (command: ClientMessage) => sent.push(command) > 0, resync: () => undefined, stop: () => undefined };
    },
  } as unknown as TabSocket;
  const chat = new Chat('chat:AbCd1234', tab);
  chat.start();
  const missing = () => follower?.onMissing();
  return { chat, sent, missing };
}

const line = (number: number, name: string, text: string) => ({ number, at: 1, name, text });

test('a chat is there once the server tells it, and gone where it is refused', () => {
  const { chat, missing } = newChat();
  expect(chat.isOpen).toBe(false);
  chat.receive({ type: 'chat', lines: [line(1, 'ann', 'hi')], may_say: 'presets' });
  expect([chat.isOpen, chat.maySay, chat.lines.length]).toEqual([true, 'presets', 1]);
  missing();
  expect(chat.isOpen).toBe(false);
});

test('what comes while nobody looks is counted, one’s own and the muted are not', () => {
  const { chat } = newChat();
  chat.receive({ type: 'chat', lines: [], may_say: 'anything' });
  chat.receive({ type: 'chat_line', line: line(1, 'ann', 'hi') });
  chat.receive({ type: 'chat_line', id: 4, line: line(2, 'bob', 'hello') });
  chat.mute('eve', true);
  chat.receive({ type: 'chat_line', line: line(3, 'eve', 'psst') });
  expect(chat.unread).toBe(1);
  expect(chat.shown.map(({ text }) => text)).toEqual(['hi', 'hello']);
  chat.see(true);
  expect(chat.unread).toBe(0);
  chat.mute('eve', false);
  expect(chat.shown).toHaveLength(3);
  // It outlives the page.
  chat.mute('ann', true);
  expect(newChat().chat.muted).toEqual(['ann']);
});

test('nothing is sent of an empty line, and a refusal is shown until the next one', () => {
  const { chat, sent } = newChat();
  expect(chat.say('  ')).toBe(false);
  expect(chat.say('hi')).toBe(true);
  expect(sent).toEqual([{ type: 'say', id: 1, text: 'hi' }]);
  chat.receive({ type: 'refused', id: 1, seq: null, refusal: { kind: 'chat_too_fast' }, message: 'wait' });
  expect(chat.refusal?.refusal.kind).toBe('chat_too_fast');
  chat.say('again');
  expect(chat.refusal).toBeNull();
  chat.receive({ type: 'chat_line', id: 2, line: line(5, 'bob', 'again') });
  chat.receive({ type: 'chat_line_removed', number: 5 });
  expect(chat.lines).toHaveLength(0);
});

test('a panel that has gone is silent, whatever the browser still tells of its size', async () => {
  await languages.need('chat');
  const told: (() => void)[] = [];
  const watcher = class {
    constructor(tell: () => void) {
      told.push(tell);
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  vi.stubGlobal('ResizeObserver', watcher);
  const { chat } = newChat();
  chat.receive({ type: 'chat', lines: [line(1, 'ann', 'hi')], may_say: 'nothing' });
  const panel = mount(ChatPanel, { target: document.body, props: { chat, label: 'Chat', own: null } });
  flushSync();
  const list = document.querySelector('[role=log]');
  expect(told).toHaveLength(1);
  expect(() => told[0]?.()).not.toThrow();
  await unmount(panel);
  expect(list?.isConnected).toBe(false);
  expect(() => told[0]?.()).not.toThrow();
  vi.unstubAllGlobals();
});

test('whoever has no account is led to the log-in where others write', async () => {
  await languages.need('chat');
  const { chat } = newChat();
  chat.receive({ type: 'chat', lines: [], may_say: 'nothing' });
  // What other tests have left is none of it.
  account.me = null;
  const target = document.createElement('div');
  document.body.append(target);
  const panel = mount(ChatPanel, { target, props: { chat, label: 'Chat', own: null } });
  flushSync();
  const button = [...target.querySelectorAll('button')].find(({ textContent }) => textContent === 'Log in to write here');
  button?.click();
  flushSync();
  expect(door.open).toBe('logIn');
  door.open = null;
  await unmount(panel);
  target.remove();
});
