// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OldServerMessage as ServerMessage } from '../src/platform/protocol';
import { GameSocket, type Link, type Wire } from '../src/platform/socket';
import { situation } from './support';

class FakeWire implements Wire {
  readyState: Wire['readyState'] = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  sent: string[] = [];
  closed = false;

  constructor(readonly path: string) {}

  send(text: unknown): void {
    this.sent.push(String(text));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.call(this as never, {} as Event);
  }

  says(message: ServerMessage): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent);
  }

  breaks(): void {
    this.readyState = 3;
    this.onclose?.call(this as never, {} as CloseEvent);
  }
}

const SYNCED: ServerMessage = { type: 'synced', seq: 7, you: null, situation: situation() };

function setUp() {
  const wires: FakeWire[] = [];
  const links: Link[] = [];
  const heard: ServerMessage[] = [];
  const known = { seq: null as number | null };
  const socket = new GameSocket({
    game: 'AbCd1234',
    open: (path) => {
      const wire = new FakeWire(path);
      wires.push(wire);
      return wire;
    },
    random: () => 0.5,
    after: () => known.seq,
    onMessage: (message) => heard.push(message),
    onLink: (link) => links.push(link),
  });
  const last = () => wires.at(-1)!;
  return { socket, wires, links, heard, known, last };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection', () => {
  test('asks for everything first, and for what it missed later', () => {
    const { socket, known, last } = setUp();
    socket.start();
    expect(last().path).toBe('/api/games/AbCd1234/socket?protocol=1');
    known.seq = 7;
    last().open();
    last().breaks();
    vi.advanceTimersByTime(250);
    expect(last().path).toBe('/api/games/AbCd1234/socket?protocol=1&after=7');
  });

  test('says how it stands', () => {
    const { socket, links, last } = setUp();
    socket.start();
    last().open();
    last().says(SYNCED);
    last().breaks();
    expect(links).toEqual(['connecting', 'online', 'lost']);
  });

  test('waits longer after each failure, and starts over after a success', () => {
    const { socket, wires, last } = setUp();
    socket.start();
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      last().breaks();
      const count = wires.length;
      let waited = 0;
      for (; wires.length === count && waited < 60_000; waited += 50) vi.advanceTimersByTime(50);
      waits.push(waited);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    last().open();
    last().says(SYNCED);
    last().breaks();
    const count = wires.length;
    vi.advanceTimersByTime(250);
    expect(wires.length).toBe(count + 1);
  });

  test('is never retried in step: the wait depends on chance', () => {
    const wires: FakeWire[] = [];
    const socket = new GameSocket({
      game: 'g',
      open: (path) => {
        wires.push(new FakeWire(path));
        return wires.at(-1)!;
      },
      random: () => 0.9,
      after: () => null,
      onMessage: () => undefined,
      onLink: () => undefined,
    });
    socket.start();
    wires[0]!.breaks();
    vi.advanceTimersByTime(340);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(20);
    expect(wires).toHaveLength(2);
  });

  test('asks for a sign of life, and gives up a silent wire', () => {
    const { socket, wires, links, last } = setUp();
    socket.start();
    last().open();
    last().says(SYNCED);
    vi.advanceTimersByTime(10_000);
    expect(last().sent).toEqual(['{"type":"ping"}']);
    last().says({ type: 'pong', seq: 7 });
    vi.advanceTimersByTime(10_000);
    expect(last().sent).toHaveLength(2);
    vi.advanceTimersByTime(8_000);
    expect(links.at(-1)).toBe('lost');
    expect(wires[0]!.closed).toBe(true);
  });

  test('does not wait when the network is back', () => {
    const { socket, wires, last } = setUp();
    socket.start();
    last().breaks();
    socket.wake();
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(wires).toHaveLength(2);
  });

  test('is over when it is stopped', () => {
    const { socket, wires, last } = setUp();
    socket.start();
    last().open();
    socket.stop();
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  test('a message that is no JSON is left alone', () => {
    const { socket, heard, last } = setUp();
    socket.start();
    last().open();
    last().onmessage?.call(last() as never, { data: '{' } as MessageEvent);
    expect(heard).toEqual([]);
  });

  test('sends only when it can', () => {
    const { socket, last } = setUp();
    socket.start();
    expect(socket.send({ type: 'ping' })).toBe(false);
    last().open();
    expect(socket.send({ type: 'ping' })).toBe(true);
  });
});
