// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, Situation } from '../platform/protocol';
import type { TopicCommand } from '../platform/socket';

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;

/** A command that has no number yet. */
export type Order = WithoutId<TopicCommand>;

/** A command, and how the game stood when it was given. */
interface Given {
  command: TopicCommand;
  ply: number | null;
  turn: Color | null;
  status: string | null;
  /** The connection was lost before an answer came: the server may not have heard it. */
  isUnheard: boolean;
}

/** What must not be done twice. Sent again, the server recognises these by their keys. */
const ONCE: ReadonlySet<Order['type']> = new Set<Order['type']>([
  'abort',
  'offer_draw',
  'answer_draw',
  'claim_left',
  'propose_takeback',
  'answer_takeback',
  'give_time',
  'berserk',
]);

/** 24 hexadecimal digits, unlike all others that this player has sent in the game. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The commands that the server has neither stored nor refused yet. */
export class Commands {
  private lastId = 0;
  private unanswered: Given[] = [];

  constructor(private readonly send: (command: TopicCommand) => boolean) {}

  /** Numbers a command and sends it; without a connection it is sent as soon as there is one. */
  give(order: Order, now: Situation | null): number {
    const key = ONCE.has(order.type) ? { key: randomKey() } : {};
    const command = { ...order, ...key, id: ++this.lastId } as TopicCommand;
    // A queue of premoves takes the place of those before it.
    if (order.type === 'premoves') this.unanswered = this.unanswered.filter(({ command }) => command.type !== 'premoves');
    const isUnheard = !this.send(command);
    this.unanswered.push({ command, ply: now?.ply ?? null, turn: now?.turn ?? null, status: now?.status.kind ?? null, isUnheard });
    return command.id;
  }

  /** The server has stored or refused this one. */
  answered(id: number | null): void {
    this.unanswered = this.unanswered.filter(({ command }) => command.id !== id);
  }

  /** The server has told how a rematch stands: that is its only answer to asking for one. */
  answeredRematch(): void {
    this.unanswered = this.unanswered.filter(({ command }) => !command.type.endsWith('rematch'));
  }

  disconnected(): void {
    for (const given of this.unanswered) given.isUnheard = true;
  }

  /**
   * Takes out the premoves that the server may not have heard, if the opponent's next move has come since or is still to
   * come, and the position is another one by now.
   */
  takePremoves(now: Situation, you: Color | null): string[] {
    for (const { command, ply, turn, isUnheard } of this.unanswered) {
      if (command.type !== 'premoves' || !isUnheard || ply === null || now.ply === ply) continue;
      this.answered(command.id);
      // Behind an own move that was on its way, the opponent's is the one after that.
      return now.ply > ply + (turn === you ? 2 : 1) ? [] : command.moves;
    }
    return [];
  }

  isUnanswered(id: number): boolean {
    return this.unanswered.some(({ command }) => command.id === id);
  }

  /** Whether the server has not yet said what has become of a command of this kind. */
  awaits(type: Order['type']): boolean {
    return this.unanswered.some(({ command }) => command.type === type);
  }

  /**
   * The server has told how the game stands, perhaps after the connection was lost: what it may not have heard and
   * what still makes sense is sent again. It takes a move twice without harm, and so it does what has a key; the rest it refuses.
   */
  resume(now: Situation, you: Color | null): void {
    this.unanswered = this.unanswered.filter((given) => makesSense(given, now, you));
    for (const given of this.unanswered) if (given.isUnheard) given.isUnheard = !this.send(given.command);
  }
}

function makesSense({ command, ply, status }: Given, now: Situation, you: Color | null): boolean {
  if (status !== now.status.kind) return false;
  // Meant for the opponent, whatever was played since.
  if (command.type === 'give_time') return true;
  if (ply !== now.ply) return false;
  switch (command.type) {
    case 'offer_draw':
      return now.draw_offer !== you;
    case 'propose_takeback':
      return (now.takeback ?? null) === null;
    case 'answer_takeback':
      return now.takeback !== undefined && now.takeback !== you;
    case 'answer_draw':
      return now.draw_offer !== null && now.draw_offer !== you;
    case 'join':
      return you === null;
    default:
      return true;
  }
}
