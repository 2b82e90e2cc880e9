// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ChatLineView, MaySay, Refusal } from '../../platform/protocol';
import type { Subscription, TabSocket, TopicMessage } from '../../platform/socket';
import { recall, remember } from '../../platform/storage';

/** Where the names are kept whose lines this browser hides. */
const MUTED = 'chat-muted';
const MOST_MUTED = 200;

/** A chat beside a game, as this page knows it. */
export class Chat {
  /** Whether there is a chat for this person. */
  isOpen = $state(false);
  /** The server has said that there is none. */
  isMissing = $state(false);
  maySay = $state<MaySay>('nothing');
  lines = $state.raw<ChatLineView[]>([]);
  /** How many lines came while nobody looked. */
  unread = $state(0);
  /** Why the last line was not said. */
  refusal = $state.raw<{ refusal: Refusal; message: string } | null>(null);
  /** The line that staff will look at. */
  reported = $state<number | null>(null);
  muted = $state.raw<string[]>(recall<string[]>(MUTED, []));
  /** The panel is on the screen. */
  isSeen = false;

  readonly shown = $derived(this.lines.filter(({ name }) => !this.muted.includes(name)));

  private subscription: Subscription | null = null;
  private lastId = 0;

  constructor(
    readonly topic: `chat:${string}` | `watchers:${string}` | `event_chat:${string}`,
    private readonly tab: TabSocket,
  ) {}

  /** Follows the chat; the returned function ends it. */
  start(): () => void {
    this.subscription = this.tab.follow(this.topic, {
      onMessage: (message) => this.receive(message),
      onLink: () => undefined,
      onMissing: () => {
        this.isMissing = true;
        this.stop();
      },
      closedBy: ['chat_is_off', 'still_playing'],
      onOutdated: () => undefined,
    });
    return () => this.stop();
  }

  /** Says something. Returns whether it was sent. */
  say(text: string): boolean {
    if (text.trim() === '') return false;
    this.refusal = null;
    return this.subscription?.send({ type: 'say', id: ++this.lastId, text }) ?? false;
  }

  /** Tells staff about a line. */
  report(number: number): void {
    this.subscription?.send({ type: 'report_line', id: ++this.lastId, number });
  }

  /** Hides or shows what somebody says, in this browser. */
  mute(name: string, isMuted: boolean): void {
    const others = this.muted.filter((each) => each !== name);
    this.muted = isMuted ? [...others, name].slice(-MOST_MUTED) : others;
    remember(MUTED, this.muted);
  }

  /** The person looks at it. */
  see(isSeen: boolean): void {
    this.isSeen = isSeen;
    if (isSeen) this.unread = 0;
  }

  receive(message: TopicMessage): void {
    switch (message.type) {
      case 'chat':
        this.isOpen = true;
        this.maySay = message.may_say;
        this.lines = message.lines;
        break;
      case 'chat_line':
        this.lines = [...this.lines.filter(({ number }) => number !== message.line.number), message.line].slice(-200);
        if (!this.isSeen && message.id === undefined && !this.muted.includes(message.line.name)) this.unread += 1;
        break;
      case 'chat_line_removed':
        this.lines = this.lines.filter(({ number }) => number !== message.number);
        break;
      case 'chat_reported':
        this.reported = message.number;
        break;
      case 'refused':
        this.refusal = { refusal: message.refusal, message: message.message };
        break;
    }
  }

  private stop(): void {
    this.isOpen = false;
    this.subscription?.stop();
    this.subscription = null;
  }
}
