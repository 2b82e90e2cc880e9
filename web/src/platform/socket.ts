// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ClientMessage, PROTOCOL_VERSION, type Refusal, type ServerMessage, type Topic } from './protocol';

/** How a topic's connection stands. */
export type Link = 'connecting' | 'online' | 'lost';

/** The part of a browser's WebSocket that is used here. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'readyState'>;

/** A message about a topic, without the topic's name. */
type About<M> = M extends { topic: infer T } ? (Topic extends T ? Omit<M, 'topic'> : never) : never;
export type TopicMessage = About<ServerMessage>;
export type TopicCommand = About<Exclude<ClientMessage, { type: 'subscribe' | 'unsubscribe' | 'ping' }>>;

/** Who follows a topic. */
export interface Follower {
  /**
   * The number of the last message that is known; null asks for everything. Where a follower does not say, the connection
   * counts: what was told is not told again.
   */
  after?: () => number | null;
  onMessage: (message: TopicMessage) => void;
  onLink: (link: Link) => void;
  /** There is no such topic, or not for this person as long as things stand as they do. */
  onMissing: () => void;
  /** The refusals of this kind of topic that say so, beside those that any topic may have. */
  closedBy?: readonly Refusal['kind'][];
  /** The server speaks another version of the protocol. */
  onOutdated: () => void;
  /** Whether seconds count, as where a clock runs: a silent connection is then given up sooner. */
  isUrgent?: () => boolean;
  /** Whether the person's own time may run: then the page comes back sooner, as long as the server is not away for long. */
  isPlayed?: () => boolean;
}

/** A topic that is followed. */
export interface Subscription {
  /** Sends if there is a connection; says whether there was. */
  send: (command: TopicCommand) => boolean;
  /** Asks to be told again, from `after` on. */
  resync: () => void;
  /** Follows it no longer. */
  stop: () => void;
}

/** What the outside world is. */
export interface SocketOptions {
  open: (path: string) => Wire;
  /** Between 0 and 1. */
  random: () => number;
  /** Milliseconds on a clock that never steps back. */
  now: () => number;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** The same where the person's own time may run. */
const PLAYED_WAIT_MS = 2_000;
/** A player whose connection was lost so long ago waits as others do: the server may be away for hours. */
const PLAYED_MS = 600_000;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 8_000;
/** The same two where seconds count: together less than the 4 s after which a player must know. */
const URGENT_PING_MS = 2_000;
const URGENT_SILENCE_MS = 1_800;
/** How long a connection that nobody needs is kept: the next page may need it. */
const LINGER_MS = 5_000;
const OPEN = 1;
/** The server ends a connection so because it does not speak for the same person, or with the same rights, any more. */
const ANOTHER_PERSON = 4003;
/** Why any topic may refuse a subscription for as long as things stand as they do. */
const CLOSED: readonly Refusal['kind'][] = ['no_such_topic', 'no_cookie', 'not_a_player', 'needs_account'];

/**
 * The one connection of a browser tab. It is there while a topic is followed, comes back by itself, a little later each
 * time and never in step with others, and then asks for what each topic has missed.
 */
export class TabSocket {
  private wire: Wire | null = null;
  private failures = 0;
  /** When the first of these failures was. */
  private lostAt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;
  private linger: ReturnType<typeof setTimeout> | undefined;
  private readonly followers = new Map<Topic, Follower>();
  /** What each follower knows of its topic on the connection that there is now. */
  private readonly links = new Map<Follower, Link>();
  /** The number of the newest message of each topic that was told here. */
  private readonly numbers = new Map<Topic, number>();
  /** For whom, and with which rights, the server told what is known here, in its words. */
  private rights = '';

  constructor(private readonly options: SocketOptions) {}

  /** Follows a topic until the subscription is stopped. Whoever followed it before is told nothing more. */
  follow(topic: Topic, follower: Follower): Subscription {
    clearTimeout(this.linger);
    this.followers.set(topic, follower);
    // Whoever begins to follow it knows nothing.
    this.numbers.delete(topic);
    const isCurrent = () => this.followers.get(topic) === follower;
    follower.onLink('connecting');
    if (this.isOpen) this.subscribe(topic, follower);
    else if (this.wire === null) this.connect();
    return {
      send: (command) => isCurrent() && this.send({ ...command, topic } as ClientMessage),
      resync: () => {
        if (isCurrent()) this.subscribe(topic, follower);
      },
      stop: () => {
        if (!isCurrent()) return;
        this.followers.delete(topic);
        this.numbers.delete(topic);
        this.links.delete(follower);
        this.send({ type: 'unsubscribe', topic });
        if (this.followers.size === 0) this.linger = setTimeout(() => this.drop(), LINGER_MS);
      },
    };
  }

  /** Shows a topic's owner that this page is awake. */
  touch(topic: Topic): void {
    if (this.followers.has(topic)) this.send({ type: 'ping', topic });
  }

  /** The network is back or the page is looked at again: no reason to wait any longer. */
  wake(): void {
    if (this.followers.size === 0) return;
    if (this.wire === null) this.connect();
    else this.ping();
  }

  /**
   * The browser says that it has no network. Otherwise the lost connection would be noticed seconds later. A server on
   * this machine is connected again at once.
   */
  sleep(): void {
    if (this.wire !== null) this.lost();
  }

  /** The person is another one now: a new connection speaks for them, and is told everything that is theirs. */
  renew(): void {
    this.numbers.clear();
    if (this.wire === null) return;
    this.drop();
    if (this.followers.size > 0) this.connect();
  }

  private get isOpen(): boolean {
    return this.wire?.readyState === OPEN;
  }

  private send(message: ClientMessage): boolean {
    if (!this.isOpen) return false;
    this.wire?.send(JSON.stringify(message));
    return true;
  }

  private subscribe(topic: Topic, follower: Follower): void {
    const after = follower.after ? follower.after() : (this.numbers.get(topic) ?? null);
    this.send(after === null ? { type: 'subscribe', topic } : { type: 'subscribe', topic, after });
  }

  private connect(): void {
    this.drop();
    // Where the rights are others by now, the server tells everything, whichever numbers it is asked for.
    const wire = this.options.open(`/api/socket?protocol=${PROTOCOL_VERSION}&rights=${this.rights}`);
    this.wire = wire;
    wire.onopen = () => {
      this.expectPulse();
      for (const [topic, follower] of this.followers) this.subscribe(topic, follower);
    };
    wire.onmessage = (event) => this.receive(String(event.data));
    wire.onclose = ({ code }) => {
      if (code === ANOTHER_PERSON) this.numbers.clear();
      this.lost();
    };
    // A connection that neither opens nor fails is given up, too.
    this.heartbeat = setTimeout(() => this.lost(), PING_EVERY_MS);
  }

  private receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return; // Not ours; what matters is numbered, so a loss would be noticed.
    }
    if (message.type === 'outdated') {
      for (const follower of this.followers.values()) follower.onOutdated();
    } else if (message.type === 'rights') {
      this.rights = message.rights;
    } else if (message.topic !== null) {
      const follower = this.followers.get(message.topic);
      if (follower) {
        this.count(message.topic, message);
        this.tell(follower, message as TopicMessage);
      }
    }
    // Last: what was heard may say that seconds count from now on.
    if (this.isOpen) this.expectPulse();
  }

  /** What was told up to here need not be told again. A refusal tells of what may still be under way. */
  private count(topic: Topic, message: ServerMessage & { seq?: number | null }): void {
    const { seq } = message;
    if (message.type !== 'refused' && typeof seq === 'number') this.numbers.set(topic, seq);
  }

  private tell(follower: Follower, message: TopicMessage): void {
    if (message.type === 'refused' && message.id === null && message.seq === null) {
      // For any other reason the server may be able to open it a little later.
      if ([...CLOSED, ...(follower.closedBy ?? [])].includes(message.refusal.kind)) follower.onMissing();
      else this.lost();
      return;
    }
    // Whatever else is said of a topic shows that the server tells it, but that its owner is out of reach: no subject has to be named here.
    if (message.type !== 'refused' && message.type !== 'unsubscribed') {
      this.failures = 0;
      const link = message.type === 'unreachable' ? 'connecting' : 'online';
      if (this.links.get(follower) !== link) {
        this.links.set(follower, link);
        follower.onLink(link);
      }
    }
    follower.onMessage(message);
  }

  /** Something was heard: ask for a sign of life after a while. */
  private expectPulse(): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.ping(), this.is('isUrgent') ? URGENT_PING_MS : PING_EVERY_MS);
  }

  /** Whether a follower says so. */
  private is(so: 'isUrgent' | 'isPlayed'): boolean {
    return [...this.followers.values()].some((follower) => follower[so]?.());
  }

  /** Asks each topic for the number of its newest event; the connection alone where there is no topic. */
  private ping(): void {
    if (!this.isOpen) return;
    const topics = [...this.followers.keys()];
    for (const topic of topics) this.send({ type: 'ping', topic });
    if (topics.length === 0) this.send({ type: 'ping' });
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.lost(), this.is('isUrgent') ? URGENT_SILENCE_MS : SILENCE_MS);
  }

  private lost(): void {
    this.drop();
    if (this.followers.size === 0) return;
    for (const follower of this.followers.values()) follower.onLink('lost');
    const now = this.options.now();
    if (this.failures === 0) this.lostAt = now;
    const isSoon = this.is('isPlayed') && now - this.lostAt < PLAYED_MS;
    const longest = isSoon ? PLAYED_WAIT_MS : LONGEST_WAIT_MS;
    const wait = Math.min(longest, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), wait * (0.5 + this.options.random()));
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
    clearTimeout(this.linger);
    const wire = this.wire;
    this.wire = null;
    this.links.clear();
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }
}
