// SPDX-License-Identifier: AGPL-3.0-or-later
import { type OldClientMessage as ClientMessage, OLD_PROTOCOL_VERSION as PROTOCOL_VERSION, type OldServerMessage as ServerMessage } from './protocol';

/** How the connection stands. */
export type Link = 'connecting' | 'online' | 'lost';

/** The part of a browser's WebSocket that is used here. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'readyState'>;

/** Where messages go, and what the outside world is. */
export interface SocketOptions {
  game: string;
  open: (path: string) => Wire;
  /** Between 0 and 1. */
  random: () => number;
  /** The number of the last event that is known; null asks for the whole state. */
  after: () => number | null;
  onMessage: (message: ServerMessage) => void;
  onLink: (link: Link) => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 8_000;
const OPEN = 1;

/** A socket that comes back by itself, a little later each time, never in step with others. */
export class GameSocket {
  private wire: Wire | null = null;
  private failures = 0;
  private stopped = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: SocketOptions) {}

  /** Opens the connection. */
  start(): void {
    this.connect('connecting');
  }

  /** Closes it for good. */
  stop(): void {
    this.stopped = true;
    this.drop();
  }

  /** Sends if there is a connection; says whether there was. */
  send(message: ClientMessage): boolean {
    if (this.wire?.readyState !== OPEN) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Drops the connection and asks again, from `after` on. */
  resync(): void {
    if (!this.stopped) this.connect('connecting');
  }

  /** The network is back or the page is looked at again: no reason to wait any longer. */
  wake(): void {
    if (!this.stopped && this.wire === null) this.connect('lost');
    else this.ping();
  }

  private connect(link: Link): void {
    this.drop();
    this.options.onLink(link);
    const after = this.options.after();
    const query = `protocol=${PROTOCOL_VERSION}` + (after === null ? '' : `&after=${after}`);
    const wire = this.options.open(`/api/games/${this.options.game}/socket?${query}`);
    this.wire = wire;
    wire.onopen = () => this.expectPulse();
    wire.onmessage = (event) => this.receive(String(event.data));
    wire.onclose = () => this.lost();
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
    this.expectPulse();
    if (message.type === 'state' || message.type === 'synced') {
      this.failures = 0;
      this.options.onLink('online');
    }
    this.options.onMessage(message);
  }

  /** Something was heard: ask for a sign of life after a while. */
  private expectPulse(): void {
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.ping(), PING_EVERY_MS);
  }

  private ping(): void {
    if (!this.send({ type: 'ping' })) return;
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.lost(), SILENCE_MS);
  }

  private lost(): void {
    this.drop();
    if (this.stopped) return;
    this.options.onLink('lost');
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.retry = setTimeout(() => this.connect('lost'), wait * (0.5 + this.options.random()));
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.heartbeat);
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }
}
