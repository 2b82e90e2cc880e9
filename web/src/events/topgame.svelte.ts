// SPDX-License-Identifier: AGPL-3.0-or-later
// The top game of an event, followed move by move on its own topic.
import type { ClocksView, EventView, GameEvent, LiveGame, Situation } from '../platform/protocol';
import type { TabSocket, TopicMessage } from '../platform/socket';

/** The running games of an event, the best first, without the visitor's own. */
export function runningGames({ facts, me, rounds, standings, entrants }: EventView): string[] {
  if (facts.arena) {
    const playing = standings.map(({ entrant }) => entrants[entrant - 1]).filter((one) => one?.playing);
    const own = entrants.find(({ id }) => id === me)?.playing;
    return [...new Set(playing.map((one) => one?.playing ?? ''))].filter((id) => id !== '' && id !== own);
  }
  const begun = rounds.findLast(({ stage }) => stage === 'started');
  const boards = (begun?.boards ?? []).filter(({ online, white, black }) => online && white !== me && black !== me);
  return boards.flatMap(({ games }) => games.slice(-1).flatMap(({ game, outcome }) => (game && outcome === null ? [game] : [])));
}

/** A running game as a small board. */
export class TopGame {
  private told = $state.raw<LiveGame | null>(null);
  /** Milliseconds since the clocks were told. */
  private since = $state(0);
  private toldAt = 0;
  /** The moves so far, in UCI notation: after a takeback the one before is the last one. */
  private moves: string[] = [];

  /** With clocks that run; null until the server has told it. */
  readonly game = $derived.by((): LiveGame | null => this.told && { ...this.told, clocks: later(this.told.clocks, this.since) });

  constructor(
    private readonly id: string,
    private readonly tab: TabSocket,
  ) {}

  /** Follows the game until what is returned is called. */
  start(): () => void {
    const nothing = () => undefined;
    const subscription = this.tab.follow(`game:${this.id}`, {
      onMessage: (message) => this.receive(message),
      onLink: nothing,
      onMissing: nothing,
      onOutdated: nothing,
    });
    const timer = setInterval(() => (this.since = performance.now() - this.toldAt), 1_000);
    return () => {
      clearInterval(timer);
      subscription.stop();
    };
  }

  receive(message: TopicMessage): void {
    switch (message.type) {
      case 'state': {
        const { id, white, black, time, moves, situation } = message.game;
        this.moves = moves.map(({ uci }) => uci);
        this.told = { id, speed: 'blitz', white, black, time, fen: situation.fen, last_move: null, clocks: null };
        this.show(situation);
        break;
      }
      case 'moves':
        // The rest of a long game.
        this.moves = [...this.moves.slice(0, message.from), ...message.moves.map(({ uci }) => uci)];
        if (this.told) this.told = { ...this.told, last_move: this.moves.at(-1) ?? null };
        break;
      case 'event':
        this.follow(message.event);
        this.show(message.situation);
        break;
      case 'synced':
        this.show(message.situation);
        break;
    }
  }

  private follow(event: GameEvent): void {
    if (event.kind === 'move_played') this.moves.push(event.move.uci);
    else if (event.kind === 'taken_back' || event.kind === 'set_back') this.moves.splice(Math.max(0, this.moves.length - event.half_moves));
  }

  private show({ fen, clocks }: Situation): void {
    if (!this.told) return;
    this.told = { ...this.told, fen, last_move: this.moves.at(-1) ?? null, clocks };
    this.toldAt = performance.now();
    this.since = 0;
  }
}

/** The clocks so many milliseconds later. */
function later(clocks: ClocksView | null, since: number): ClocksView | null {
  if (!clocks?.running) return clocks;
  const spent = Math.max(0, since - (clocks.delay_ms ?? 0));
  const key = `${clocks.running}_ms` as const;
  return { ...clocks, [key]: Math.max(0, clocks[key] - spent) };
}
