// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Component } from 'svelte';
import { opposite, piecesOf } from '../board/fen';
import { Line } from '../board/line.svelte';
import { ends, uciOf } from '../board/moves';
import type {
  Color,
  DroppedPremove,
  EventPlaceView,
  GameEvent,
  GameView,
  MoveView,
  RatingChanges,
  Refusal,
  Role,
  Situation,
  Square,
} from '../platform/protocol';
import type { TopicCommand, TopicMessage } from '../platform/socket';
import type { Cue } from '../platform/sounds';
import { Absence } from './absence.svelte';
import { settings } from '../platform/settings.svelte';
import { Clocks } from './clocks.svelte';
import { Commands, type Order } from './commands';
import { promotionsIn } from './expected';
import { fold } from './fold';
import { Rematch } from './rematch.svelte';

/** How many premoves the server holds for one side. */
const MOST_PREMOVES = 16;

/** What the game needs from the world. */
export interface GamePort {
  /** Says whether there is a connection. */
  send: (command: TopicCommand) => boolean;
  /** Asks the server for the whole state anew. */
  resync: () => void;
  cue: (cue: Cue) => void;
  /** Milliseconds on a clock that never steps back. */
  now: () => number;
}

/** A refusal as it came: its type for wording, the server's own sentence as the fall-back. */
export interface Answer {
  refusal: Refusal;
  message: string;
}

/** Something that has happened since the last move. */
export interface News {
  kind: 'draw_declined' | 'takeback_declined' | 'taken_back' | 'time_given';
  by: Color;
}

/** The event of a game, as its line beside the game has it. */
interface GameOfEvent {
  place: EventPlaceView;
  /** The button that leads to it. */
  Back: Component<{ place: EventPlaceView }>;
  /** What the end means in the event; empty where it is what it is. */
  ending: string;
}

/** A move that was sent and is not yet an event. */
interface Pending {
  id: number;
  uci: string;
}

/** A long game, whose moves come in several messages. */
type Whole = Extract<TopicMessage, { type: 'state' }>;

/** One game as this page knows it: a fold over the server's messages, and what the person is about to do. */
export class Game {
  view = $state.raw<GameView | null>(null);
  situation = $state.raw<Situation | null>(null);
  /** The person's side; null for spectators and in games over the board, which have both players at one screen. */
  you = $state<Color | null>(null);
  presence = $state.raw<Record<Color, boolean>>({ white: false, black: false });
  watchers = $state(0);
  /** The names of those of them who have an account. */
  watcherNames = $state.raw<string[]>([]);
  readonly rematch = new Rematch();
  /** How a rated game has changed the ratings; null before that is known. */
  ratingChanges = $state.raw<RatingChanges | null>(null);
  /** What has happened since the last move beside it: a refusal, a takeback, a gift. */
  news = $state.raw<News | null>(null);
  /** Whether the server was away since the last move, which nobody is charged for. */
  restarted = $state(false);
  /** The person is about to tell staff about the opponent. */
  isReporting = $state(false);
  /** Why the last attempt was refused. */
  answer = $state.raw<Answer | null>(null);
  /** A pawn that waits for its new role. */
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  pending = $state.raw<Pending | null>(null);
  /** The number of the newest event when this page learned of each question of the opponent: an answer means no later one. */
  askedAt: Record<'draw' | 'takeback', number> = { draw: 0, takeback: 0 };
  /** A move that the person has made and is asked about before it is played, in UCI notation. */
  unsure = $state<string | null>(null);
  /** The moves that the server plays for the person as soon as it is their turn, in UCI notation. */
  premoves = $state.raw<string[]>([]);
  /** The premove that could not be played, and why; null since the next move. */
  droppedPremove = $state.raw<DroppedPremove | null>(null);
  /** Counts up whenever the board must be set back to the position. */
  revision = $state(0);
  readonly clocks = new Clocks();
  readonly absence = new Absence();
  /** The moves so far, and which position is looked at. */
  readonly line = new Line(() => this.lookAway());

  /** The number of the last event that is part of the state; null asks for everything. */
  seq: number | null = null;
  private arriving: Whole | null = null;
  private readonly commands: Commands;
  /** The command for a promotion that was begun before its turn, and that the opponent's move has made impossible. */
  private late: { id: number | null; uci: string } | null = null;

  /** Whether it was played elsewhere and is only kept here: nobody is present in it. */
  readonly isRecord = $derived(this.view?.over_the_board === true || this.view?.imported !== undefined);
  readonly isPlaying = $derived(this.situation?.status.kind === 'playing');
  /** What a move on the board of a game that is over leads to. */
  tryOut = $state.raw<((from: Square, to: Square) => void) | null>(null);
  /** What the event of this game says of its end, and the way back to it; null where there is none. */
  event = $state.raw<GameOfEvent | null>(null);
  readonly canMove = $derived(this.isPlaying && this.you !== null && this.line.isAtEnd);
  readonly isYourTurn = $derived(this.canMove && this.situation?.turn === this.you);
  /** Whether a move is played at once: it is the person's turn, and no move of theirs is under way. */
  readonly isDue = $derived(this.isYourTurn && !this.pending && this.unsure === null);
  /** Whether a move is queued instead. */
  readonly mayPremove = $derived(
    this.canMove && !this.isDue && this.unsure === null && settings.get('premoves') === 'on',
  );
  /** The move that was made here and is no event yet: on its way, or asked about. */
  readonly made = $derived(this.pending?.uci ?? this.unsure ?? (this.promotion && this.promotion.from + this.promotion.to));
  /** Who is in check in the position that is looked at. */
  readonly check = $derived.by((): Color | null => {
    if (!this.line.isAtEnd) return this.line.check;
    return this.situation?.check ? this.situation.turn : null;
  });

  constructor(private readonly port: GamePort) {
    this.commands = new Commands(port.send);
  }

  /** Folds in what the server said. */
  receive(message: TopicMessage): void {
    switch (message.type) {
      case 'state':
        this.takeState(message);
        break;
      case 'moves':
        this.takeMoves(message.from, message.moves, message.more ?? false);
        break;
      case 'event':
        this.takeEvent(message.seq, message.id, message.event, message.situation);
        break;
      case 'synced':
        // With fewer moves the server was set back to a backup, and has given the same number to another event.
        if (message.seq !== this.seq || message.situation.ply !== this.line.moves.length) return this.startOver();
        this.you = this.view?.over_the_board ? null : message.you;
        // As the answer to a command that was sent again it says nothing new about premoves.
        if (message.id === undefined) this.premoves = [];
        else this.commands.answered(message.id);
        this.settle(message.situation);
        this.resume();
        break;
      case 'refused':
        this.takeRefusal(message.id, { refusal: message.refusal, message: message.message });
        break;
      case 'presence':
        this.presence = { white: message.white, black: message.black };
        this.watchers = message.watchers;
        this.watcherNames = message.names ?? [];
        break;
      case 'absence':
        this.absence.set(message.by, message.claim_in_ms, this.port.now());
        if (message.claim_in_ms === 0 && message.by !== this.you) this.port.cue('offer');
        break;
      case 'rematch':
        this.commands.answeredRematch();
        this.rematch.take(message);
        if (message.offered_by && message.offered_by !== this.you) this.port.cue('offer');
        break;
      case 'premoves':
        this.commands.answered(message.id ?? null);
        // An answer to an older queue than the one that was just sent would undo it here for a moment.
        if (message.dropped || !this.commands.awaits('premoves')) this.premoves = message.moves;
        if (message.dropped) this.dropPremoves(message.dropped);
        break;
      case 'rated':
        this.ratingChanges = message.changes;
        break;
      case 'pong':
        if (this.seq !== null && message.seq !== this.seq) this.startOver();
        break;
      case 'unsubscribed':
        break;
    }
  }

  /** The person moved a piece: play it, queue it until it is their turn, or ask first what the pawn becomes. */
  move(from: Square, to: Square): void {
    const roles = promotionsIn(this, from, to);
    this.answer = null;
    if (roles.length === 0) this.make(uciOf(from, to, null));
    else if (settings.get('promotion') === 'queen') this.make(uciOf(from, to, 'queen'));
    else this.promotion = { from, to, roles };
  }

  /** A whole move in UCI notation, as it is typed. */
  make(uci: string): void {
    this.answer = null;
    if (!this.isDue) this.addPremove(uci);
    else if (settings.get('confirm_move') === 'on') this.unsure = uci;
    else this.play(uci);
  }

  /** The answer to whether the move should be played. */
  sure(yes: boolean): void {
    const uci = this.unsure;
    this.unsure = null;
    if (uci !== null && yes) this.play(uci);
    else this.setBack();
  }

  /** The pawn's new role; null puts the pawn back. */
  promote(role: Role | null): void {
    const waiting = this.promotion;
    this.promotion = null;
    if (waiting && role) this.make(uciOf(waiting.from, waiting.to, role));
    else this.setBack();
  }

  /**
   * A move that the board did not take. The server says why the rules forbid it. While another one is asked about, the
   * board takes none: what is legal is asked about in its place, for the server would play it.
   */
  attempt(from: Square, to: Square): void {
    if (this.pending) return;
    const isAsked = this.unsure !== null;
    if (isAsked) this.sure(false);
    if (isAsked && this.situation?.legal.some((uci) => uci.startsWith(from + to))) this.move(from, to);
    else this.sendMove(from + to);
  }

  /** Any other command. */
  order(order: Order): number {
    return this.commands.give(order, this.situation);
  }

  /** Adds a premove to the queue, as long as it may grow. */
  private addPremove(uci: string): void {
    if (this.mayPremove && this.premoves.length < MOST_PREMOVES) this.setPremoves([...this.premoves, uci]);
    this.setBack();
  }

  /** Replaces the queue of premoves; an empty one cancels all. */
  setPremoves(moves: string[]): void {
    if (this.seq === null) return;
    this.premoves = moves;
    this.answer = this.droppedPremove = null;
    this.order({ type: 'premoves', seq: this.seq, moves });
  }

  /** Asks for another game with colours changed, or agrees to one. */
  askRematch(): void {
    this.rematch.isWanted = true;
    this.order({ type: 'rematch' });
  }

  /** Why the last attempt was refused has been read. */
  forgetRefusal(): void {
    this.answer = this.droppedPremove = null;
  }

  /** The connection is lost: the server may not have heard what it has not answered. */
  disconnected(): void {
    this.commands.disconnected();
  }

  private play(uci: string): void {
    const id = this.sendMove(uci);
    if (id === null || !this.situation) return;
    this.pending = { id, uci };
    this.port.cue(piecesOf(this.situation.fen).has(ends(uci)[1]) ? 'capture' : 'move');
  }

  /** The person turned to another position: what was begun in this one is over. */
  private lookAway(): void {
    this.answer = null;
    if (this.promotion) this.promote(null);
    if (this.unsure !== null) this.sure(false);
  }

  private sendMove(uci: string): number | null {
    return this.seq === null ? null : this.order({ type: 'play', seq: this.seq, uci });
  }

  private takeState(message: Whole): void {
    this.arriving = message.more ? message : null;
    if (message.more) return;
    const { seq, you, game } = message;
    this.seq = seq;
    this.savesAgain();
    this.askedAt = { draw: seq, takeback: seq };
    this.you = game.over_the_board ? null : you;
    this.view = game;
    this.line.set(game.start_fen, game.moves);
    // A queue that waits is told next.
    this.premoves = [];
    this.settle(game.situation);
    this.resume();
  }

  /** The next moves of a long game; it is shown when all are there. */
  private takeMoves(from: number, moves: MoveView[], more: boolean): void {
    const whole = this.arriving;
    if (!whole) return;
    if (from !== whole.game.moves.length) return this.startOver();
    this.takeState({ ...whole, more, game: { ...whole.game, moves: [...whole.game.moves, ...moves] } });
  }

  private takeEvent(seq: number, id: number | null, event: GameEvent, situation: Situation): void {
    if (this.seq === null) return; // Before the state: part of it.
    // Known already, and the answer to a command that was sent again.
    if (seq <= this.seq) return this.commands.answered(id);
    if (seq !== this.seq + 1) return this.startOver();
    this.seq = seq;
    this.savesAgain();
    this.commands.answered(id);
    fold(this, event, id, situation, (cue) => this.port.cue(cue));
    this.settle(situation);
  }

  /** The game has moved on while a pawn waits for its new role. It goes on waiting as long as it may still promote there. */
  private lookAtPromotion(): void {
    const waiting = this.promotion;
    if (!waiting) return;
    const roles = promotionsIn(this, waiting.from, waiting.to);
    this.promotion = roles.length > 0 ? { ...waiting, roles } : null;
    if (this.promotion || !this.isDue) return;
    // The server says why the pawn can't go there any more.
    const uci = waiting.from + waiting.to;
    this.late = { id: this.sendMove(uci), uci };
  }

  private settle(situation: Situation): void {
    this.situation = situation;
    if (situation.status.kind === 'ended' || situation.turn !== this.absence.shown?.by) this.absence.clear();
    this.clocks.set(situation.clocks, this.port.now());
    this.lookAtPromotion();
    if (!this.pending && this.unsure === null) this.setBack();
  }

  /** The connection is back: what the server may not have heard is sent again. */
  private resume(): void {
    const now = this.situation;
    if (!now) return;
    const late = this.commands.takePremoves(now, this.you);
    this.commands.resume(now, this.you);
    if (late.length > 0 && this.isPlaying) this.queueLate(late, now);
    if (!this.pending || this.commands.isUnanswered(this.pending.id)) return;
    this.pending = null;
    this.setBack();
  }

  /** Premoves that were made without a connection, while the game went on. */
  private queueLate(late: string[], now: Situation): void {
    const [first = '', ...rest] = late;
    if (now.turn !== this.you) return this.setPremoves(late);
    // The server explains what has become impossible.
    if (!now.legal.includes(first)) return void this.sendMove(first);
    this.play(first);
    if (rest.length > 0) this.setPremoves(rest);
  }

  private takeRefusal(id: number | null, answer: Answer): void {
    this.commands.answered(id);
    if (this.pending && id === this.pending.id) this.pending = null;
    if (this.late && id === this.late.id && answer.refusal.kind !== 'stale') {
      return this.dropPremoves({ uci: this.late.uci, ...answer });
    }
    // A stale move lost a race against another tab; the event that won says all there is to say.
    this.answer = answer.refusal.kind === 'stale' ? null : answer;
    this.port.cue('refused');
    this.setBack();
  }

  /** The server has stored something, or another one has the game: what could not be saved can be tried again. */
  private savesAgain(): void {
    if (this.answer?.refusal.kind === 'not_saved') this.answer = null;
  }

  /** The opponent's move has made a premove impossible. */
  private dropPremoves(dropped: DroppedPremove): void {
    this.droppedPremove = dropped;
    this.port.cue('refused');
  }

  private setBack(): void {
    this.revision += 1;
  }

  private startOver(): void {
    this.seq = null;
    this.arriving = null;
    this.port.resync();
  }

  /** Who sits opposite, as the person sees it; a watcher looks from White's side. */
  get opponent(): Color {
    return opposite(this.you ?? 'white');
  }
}
