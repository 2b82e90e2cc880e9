// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerMessage, Topic } from '../src/platform/protocol';
import { type Follower, type Link, TabSocket, type TopicMessage, type Wire } from '../src/platform/socket';
import { situation } from './support';

class FakeWire implements Wire {
  readyState: Wire['readyState'] = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  sent: unknown[] = [];
  closed = false;

  constructor(readonly path: string) {}

  send(text: unknown): void {
    this.sent.push(JSON.parse(String(text)));
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

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.call(this as never, { code } as CloseEvent);
  }
}

const A = 'game:AAAAAAAA';
const B = 'game:BBBBBBBB';
const synced = (topic: Topic): ServerMessage => ({ type: 'synced', topic, seq: 7, you: null, situation: situation() });

function newFollower() {
  const links: Link[] = [];
  const heard: TopicMessage['type'][] = [];
  const told = { seq: null as number | null, missing: 0, outdated: 0 };
  const follower: Follower = {
    after: () => told.seq,
    onMessage: ({ type }) => heard.push(type),
    onLink: (link) => links.push(link),
    onMissing: () => (told.missing += 1),
    onOutdated: () => (told.outdated += 1),
  };
  return { follower, links, heard, told };
}

function setUp(random = 0.5) {
  const wires: FakeWire[] = [];
  const tab = new TabSocket({
    open: (path) => {
      const wire = new FakeWire(path);
      wires.push(wire);
      return wire;
    },
    random: () => random,
    now: () => performance.now(),
  });
  return { tab, wires, last: () => wires.at(-1)! };
}

/** How long the tab waits after each of eight failures. */
function waits({ wires, last }: ReturnType<typeof setUp>): number[] {
  return Array.from({ length: 8 }, () => {
    last().breaks();
    const count = wires.length;
    let waited = 0;
    for (; wires.length === count && waited < 60_000; waited += 50) vi.advanceTimersByTime(50);
    return waited;
  });
}

/** A tab that follows one topic and has been told how it stands. */
function setUpOnline() {
  const all = { ...setUp(), ...newFollower() };
  const subscription = all.tab.follow(A, all.follower);
  all.last().open();
  all.last().says(synced(A));
  all.last().sent = [];
  return { ...all, subscription };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection of a tab', () => {
  test('is there when it is needed, and is one for all topics', () => {
    const { tab, wires, last } = setUp();
    expect(wires).toEqual([]);
    tab.follow(A, newFollower().follower);
    expect(last().path).toBe('/api/socket?protocol=3&rights=');
    tab.follow(B, newFollower().follower);
    last().open();
    expect(wires).toHaveLength(1);
    expect(last().sent).toEqual([
      { type: 'subscribe', topic: A },
      { type: 'subscribe', topic: B },
    ]);
  });

  test('asks for what each topic has missed when it is back', () => {
    const { tab, last, told } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    expect(last().sent).toEqual([{ type: 'subscribe', topic: B }]);
    told.seq = 7;
    last().breaks();
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().sent).toEqual([
      { type: 'subscribe', topic: A, after: 7 },
      { type: 'subscribe', topic: B },
    ]);
  });

  /** A line that was cut may come back for somebody else, or for the same person with other rights. */
  test('says by which rights it knows what it knows', () => {
    const { wires, last, heard } = setUpOnline();
    const back = () => {
      last().breaks();
      vi.advanceTimersByTime(1_000);
      last().open();
    };
    last().says({ type: 'rights', rights: '0123456789abcdef' });
    back();
    expect(last().path).toBe('/api/socket?protocol=3&rights=0123456789abcdef');
    last().says({ type: 'rights', rights: 'fedcba9876543210' });
    back();
    expect(last().path).toBe('/api/socket?protocol=3&rights=fedcba9876543210');
    expect(wires).toHaveLength(3);
    // It is the connection's own affair.
    expect(heard).toEqual(['synced']);
  });

  test('counts for topics that do not count themselves', () => {
    const { tab, last } = setUp();
    const { after: _, ...follower } = newFollower().follower;
    const subscription = tab.follow('me', follower);
    const resume = () => {
      vi.advanceTimersByTime(250);
      last().open();
      return last().sent;
    };
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'me' }]);
    last().says({ type: 'mine', topic: 'me', challenges: [], seq: 40 } as ServerMessage);
    last().says({ type: 'notices', topic: 'me', seq: 41 } as ServerMessage);
    // More may be under way.
    last().says({ type: 'refused', topic: 'me', id: 1, seq: 43, refusal: { kind: 'too_fast' }, message: '' });
    last().breaks();
    expect(resume()).toEqual([{ type: 'subscribe', topic: 'me', after: 41 }]);
    last().says({ type: 'resumed', topic: 'me', seq: 43 });
    last().breaks();
    expect(resume()).toEqual([{ type: 'subscribe', topic: 'me', after: 43 }]);
    last().says({ type: 'pong', topic: 'me', seq: 44 });
    last().breaks(4003);
    expect(resume()).toEqual([{ type: 'subscribe', topic: 'me' }]);
    last().says({ type: 'resumed', topic: 'me', seq: 45 });
    tab.renew();
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'me' }]);
    last().says({ type: 'resumed', topic: 'me', seq: 46 });
    subscription.stop();
    tab.follow('me', follower);
    expect(last().sent.at(-1)).toEqual({ type: 'subscribe', topic: 'me' });
  });

  test('says of each topic how it stands', () => {
    const { tab, last, links } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    last().says({ type: 'unsubscribed', topic: 'game:CCCCCCCC' });
    expect(other.links).toEqual(['connecting']);
    last().says(synced(B));
    last().breaks();
    expect(links).toEqual(['connecting', 'online', 'lost']);
    expect(other.links).toEqual(['connecting', 'online', 'lost']);
  });

  test('waits longer after each failure, and starts over after a success', () => {
    const set = setUp();
    const { tab, wires, last } = set;
    tab.follow(A, newFollower().follower);
    expect(waits(set)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    last().open();
    last().says(synced(A));
    last().breaks();
    const count = wires.length;
    vi.advanceTimersByTime(250);
    expect(wires.length).toBe(count + 1);
  });

  test('is never retried in step: the wait depends on chance', () => {
    const { tab, wires, last } = setUp(0.9);
    tab.follow(A, newFollower().follower);
    last().breaks();
    vi.advanceTimersByTime(340);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(20);
    expect(wires).toHaveLength(2);
  });

  test('asks each topic for a sign of life, and gives up a silent wire', () => {
    const { wires, links, last } = setUpOnline();
    vi.advanceTimersByTime(10_000);
    expect(last().sent).toEqual([{ type: 'ping', topic: A }]);
    last().says({ type: 'pong', topic: A, seq: 7 });
    vi.advanceTimersByTime(10_000);
    expect(last().sent).toHaveLength(2);
    vi.advanceTimersByTime(8_000);
    expect(links.at(-1)).toBe('lost');
    expect(wires[0]!.closed).toBe(true);
  });

  test('that neither opens nor fails is given up', () => {
    const { tab, wires } = setUp();
    tab.follow(A, newFollower().follower);
    vi.advanceTimersByTime(10_250);
    expect(wires).toHaveLength(2);
  });

  test('does not wait when the network is back', () => {
    const { tab, wires, last } = setUpOnline();
    last().breaks();
    tab.wake();
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(wires).toHaveLength(2);
  });

  test('is given up at once when the browser says that there is no network', () => {
    const { tab, last, links, wires } = setUpOnline();
    tab.sleep();
    expect(links.at(-1)).toBe('lost');
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(2);
    // It is said once.
    last().breaks();
    const before = links.length;
    tab.sleep();
    expect(links).toHaveLength(before);
  });

  test('is kept for a moment after its last topic, and then closed', () => {
    const { tab, wires, last, subscription } = setUpOnline();
    subscription.stop();
    expect(last().sent).toEqual([{ type: 'unsubscribe', topic: A }]);
    vi.advanceTimersByTime(4_000);
    tab.follow(B, newFollower().follower).stop();
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    expect(last().closed).toBe(true);
    tab.wake();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  test('does not come back for nobody', () => {
    const { wires, last, subscription } = setUpOnline();
    subscription.stop();
    last().breaks();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  test('of a server with another protocol tells every follower', () => {
    const { last, told } = setUpOnline();
    last().says({ type: 'outdated', protocol: 3 });
    expect(told.outdated).toBe(1);
  });
});

describe('a topic', () => {
  const about = { topic: B, id: null } as const;
  const said: ServerMessage[] = [
    synced(B),
    { type: 'presence', topic: B, white: true, black: true, watchers: 0 },
    { type: 'notices', topic: B },
    { type: 'searching', ...about, seek: null, ended: null },
    { type: 'pong', topic: B, seq: 7 },
  ];
  test.each(said)('is online with the first thing that is told of it: $type', (message) => {
    const { tab, wires, last } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    last().says(message);
    last().says(message);
    expect(other.links).toEqual(['connecting', 'online']);
    last().breaks();
    vi.advanceTimersByTime(250);
    last().open();
    last().says(message);
    expect(other.links).toEqual(['connecting', 'online', 'lost', 'online']);
    // It was a success: the next wait is the shortest again.
    last().breaks();
    vi.advanceTimersByTime(250);
    expect(wires).toHaveLength(3);
  });

  test('is connecting while its owner is out of reach, and its connection stays', () => {
    const { tab, wires, last } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    last().says(synced(B));
    for (let tries = 0; tries < 3; tries += 1) {
      vi.advanceTimersByTime(10_000);
      last().says({ type: 'unreachable', topic: B });
    }
    expect(other.links).toEqual(['connecting', 'online', 'connecting']);
    last().says({ type: 'pong', topic: B, seq: 7 });
    expect(other.links).toEqual(['connecting', 'online', 'connecting', 'online']);
    expect(wires).toHaveLength(1);
    // Where it was lost before, the server answers at least.
    last().breaks();
    vi.advanceTimersByTime(250);
    last().open();
    last().says({ type: 'unreachable', topic: B });
    expect(other.links.slice(-2)).toEqual(['lost', 'connecting']);
  });

  test('is not online with a refusal, nor with the end of an older subscription', () => {
    const { tab, last } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    last().says({ type: 'unsubscribed', topic: B });
    last().says({ type: 'refused', ...about, id: 3, seq: 7, refusal: { kind: 'game_over' }, message: '' });
    expect(other.links).toEqual(['connecting']);
  });

  test('is told its own messages only', () => {
    const { tab, last, heard } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    last().says({ type: 'presence', topic: B, white: true, black: true, watchers: 0 });
    expect(other.heard).toEqual(['presence']);
    expect(heard).toEqual(['synced']);
  });

  test('that nobody follows any more is told nothing', () => {
    const { last, heard, subscription } = setUpOnline();
    subscription.stop();
    last().says(synced(A));
    expect(heard).toEqual(['synced']);
    expect(subscription.send({ type: 'resign', id: 1 })).toBe(false);
  });

  test('that is followed anew leaves the new follower alone when the old one stops', () => {
    const { tab, last, subscription } = setUpOnline();
    const next = newFollower();
    tab.follow(A, next.follower);
    subscription.stop();
    last().says(synced(A));
    expect(next.heard).toEqual(['synced']);
    expect(last().sent).toEqual([{ type: 'subscribe', topic: A }]);
  });

  test('that does not exist is reported, and the connection stays', () => {
    const { tab, wires, last } = setUpOnline();
    const other = newFollower();
    tab.follow(B, other.follower);
    const refusal = { kind: 'no_such_topic', topic: B } as const;
    last().says({ type: 'refused', topic: B, id: null, seq: null, refusal, message: '' });
    expect(other.told.missing).toBe(1);
    expect(wires[0]!.closed).toBe(false);
  });

  test('that is closed to this person is reported where its follower knows the refusal', () => {
    const { tab, wires, last } = setUpOnline();
    const other = newFollower();
    tab.follow(B, { ...other.follower, closedBy: ['still_playing'] });
    last().says({ type: 'refused', topic: B, id: null, seq: null, refusal: { kind: 'still_playing' }, message: '' });
    expect(other.told.missing).toBe(1);
    last().says({ type: 'refused', topic: B, id: null, seq: null, refusal: { kind: 'chat_is_off' }, message: '' });
    expect(other.told.missing).toBe(1);
    expect(wires[0]!.closed, 'a little later it may be open').toBe(true);
  });

  test('that can not be opened now is asked for again later', () => {
    const { wires, last, links } = setUpOnline();
    last().says({ type: 'refused', topic: A, id: null, seq: null, refusal: { kind: 'unavailable' }, message: '' });
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(250);
    expect(wires).toHaveLength(2);
  });

  test('is told why a command was refused', () => {
    const { last, heard } = setUpOnline();
    last().says({ type: 'refused', topic: A, id: 3, seq: 7, refusal: { kind: 'game_over' }, message: '' });
    expect(heard).toEqual(['synced', 'refused']);
  });

  test('sends its commands with its name, and only when there is a connection', () => {
    const { last, subscription } = setUpOnline();
    expect(subscription.send({ type: 'resign', id: 1 })).toBe(true);
    expect(last().sent).toEqual([{ type: 'resign', id: 1, topic: A }]);
    last().breaks();
    expect(subscription.send({ type: 'resign', id: 2 })).toBe(false);
  });

  test('asks anew from where it stands', () => {
    const { last, subscription, told } = setUpOnline();
    told.seq = 9;
    subscription.resync();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: A, after: 9 }]);
  });

  test('is told nothing of a message that is no JSON', () => {
    const { last, heard } = setUpOnline();
    last().onmessage?.call(last() as never, { data: '{' } as MessageEvent);
    expect(heard).toEqual(['synced']);
  });
});

describe('where a clock runs', () => {
  test('a silent wire is given up within four seconds', () => {
    const { last, links, follower } = setUpOnline();
    follower.isUrgent = () => true;
    last().says(synced(A));
    vi.advanceTimersByTime(2_000);
    expect(last().sent).toEqual([{ type: 'ping', topic: A }]);
    vi.advanceTimersByTime(1_900);
    expect(links.at(-1)).toBe('lost');
  });

  /** A player's time went by for up to twelve seconds after the servers were back. */
  test('a player comes back soon after a long outage', () => {
    const online = setUpOnline();
    online.follower.isUrgent = () => true;
    online.tab.follow(B, { ...newFollower().follower, isPlayed: () => true });
    expect(waits(online)).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000, 2000]);
  });

  /** Pages of running games asked a server that was away for a night every two seconds. */
  test('a player whose server is away for long comes back as late as others, and after the next loss soon again', () => {
    const online = setUpOnline();
    online.follower.isPlayed = () => true;
    const outage = () => {
      let waited = 0;
      while (waited < 595_000) waited += waits(online).reduce((sum, wait) => sum + wait);
      expect(waits(online).at(-1), 'ten minutes are over').toBe(8000);
    };
    outage();
    online.last().open();
    online.last().says(synced(A));
    expect(waits(online).at(-1)).toBe(2000);
    outage();
  });

  test('whoever only watches comes back as late as others', () => {
    const online = setUpOnline();
    online.follower.isUrgent = () => true;
    expect(waits(online).at(-1)).toBe(8000);
  });

  test('an answer keeps it', () => {
    const { last, links, follower } = setUpOnline();
    follower.isUrgent = () => true;
    last().says(synced(A));
    for (let round = 0; round < 5; round += 1) {
      vi.advanceTimersByTime(2_000);
      last().says({ type: 'pong', topic: A, seq: 7 });
    }
    expect(links.at(-1)).toBe('online');
  });
});
