// SPDX-License-Identifier: AGPL-3.0-or-later
// Somebody who plays without a browser, for stories in which nobody looks at what this one sees.
import { once } from 'node:events';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import WebSocket from 'ws';
import { PROTOCOL_VERSION } from '../../src/platform/protocol';
import { Board, bodyOf, create, type Wish } from './game';

/** What of a game's messages matters here. */
interface Heard {
  type: string;
  seq?: number | null;
  id?: number | null;
  you?: string | null;
  situation?: { turn: string };
  game?: { situation: { turn: string } };
}

export class Opponent {
  private socket: WebSocket | undefined;
  /** Fails when the connection ends before its time. */
  private ended: Promise<never> | undefined;
  private hasLeft = false;
  private topic = '';
  private side: string | null | undefined;
  private turn = '';
  private seq = 0;
  private asked = 0;
  private readonly answers = new Map<number, Heard>();

  private constructor(
    private readonly origin: string,
    private readonly http: APIRequestContext,
  ) {}

  /** A guest, or with a name somebody who has just registered. */
  static async come(origin: string, name?: string): Promise<Opponent> {
    const http = await request.newContext({ extraHTTPHeaders: { origin } });
    await http.get(`${origin}/`);
    const one = new Opponent(origin, http);
    if (name !== undefined) await one.post('/api/register', { name, password: 'correct horse battery' });
    return one;
  }

  /** Creates a game, and returns its id. */
  async create(wish: Wish = {}): Promise<string> {
    return (JSON.parse(await this.post('/api/games', bodyOf(wish))) as { id: string }).id;
  }

  /** Goes to a game. */
  async open(id: string): Promise<void> {
    const { cookies } = await this.http.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    this.socket = new WebSocket(`${this.origin.replace('http', 'ws')}/api/socket?protocol=${PROTOCOL_VERSION}`, { headers: { cookie, origin: this.origin } });
    this.socket.on('message', (data) => this.hear(JSON.parse(String(data)) as Heard));
    const socket = this.socket;
    this.ended = new Promise((_, fail) => {
      const end = (why: string) => !this.hasLeft && fail(new Error(`the opponent's connection has ended: ${why}`));
      socket.on('close', (code, reason) => end(`${code} ${String(reason)}`));
      socket.on('error', (error) => end(error.message));
    });
    // Whoever waits for a message is told.
    this.ended.catch(() => undefined);
    await Promise.race([once(socket, 'open'), this.ended]);
    this.topic = `game:${id}`;
    this.socket.send(JSON.stringify({ type: 'subscribe', topic: this.topic }));
    while (this.side === undefined) await this.next();
  }

  /** Goes to a game and takes its open seat. */
  async join(id: string): Promise<void> {
    await this.open(id);
    await this.act({ type: 'join' });
    while (this.side === null) await this.next();
  }

  /** Waits until it is this one's turn. */
  async hasTurn(): Promise<void> {
    while (this.turn !== this.side) await this.next();
  }

  /** Plays a move, `e2e4`, when it is this one's turn. */
  async play(uci: string): Promise<void> {
    await this.hasTurn();
    await this.act({ type: 'play', seq: this.seq, uci });
  }

  /** Sends a command about the game, and waits until it is done. */
  async act(command: { type: string; seq?: number; uci?: string }): Promise<void> {
    this.asked += 1;
    const id = this.asked;
    this.socket?.send(JSON.stringify({ ...command, topic: this.topic, id }));
    while (!this.answers.has(id)) await this.next();
    const answer = this.answers.get(id);
    expect(answer?.type, JSON.stringify(answer)).not.toBe('refused');
  }

  async leave(): Promise<void> {
    this.hasLeft = true;
    this.socket?.terminate();
    await this.http.dispose();
  }

  private async next(): Promise<void> {
    if (this.socket !== undefined) await Promise.race([once(this.socket, 'message'), this.ended]);
  }

  private hear(message: Heard): void {
    // A refusal without a number is of what was subscribed to.
    if (message.type === 'refused' && typeof message.id !== 'number') this.socket?.close(1000, JSON.stringify(message).slice(0, 100));
    if (typeof message.id === 'number') this.answers.set(message.id, message);
    if (typeof message.seq === 'number') this.seq = message.seq;
    if (message.you !== undefined) this.side = message.you;
    this.turn = (message.situation ?? message.game?.situation)?.turn ?? this.turn;
  }

  private async post(path: string, data: object): Promise<string> {
    const answer = await this.http.post(`${this.origin}${path}`, { data });
    const text = await answer.text();
    expect(answer.status(), text).toBe(201);
    return text;
  }
}

/** Somebody comes without a browser: a guest, or with a name somebody who has just registered. */
export type NewOpponent = (name?: string) => Promise<Opponent>;

/** Gives a test its opponents, who leave afterwards. */
export async function withOpponents(origin: string, use: (opponent: NewOpponent) => Promise<void>): Promise<void> {
  const all: Opponent[] = [];
  await use(async (name) => {
    const one = await Opponent.come(origin, name);
    all.push(one);
    return one;
  });
  for (const one of all) await one.leave();
}

/** The page's person has created a game, and the opponent has joined. */
export async function meet(page: Page, opponent: Opponent, wish: Wish = {}): Promise<Board> {
  const id = await create(page, wish);
  await opponent.join(id);
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  return board;
}

/** Two opponents at a game that the first has created; its id. */
export async function pair(white: Opponent, black: Opponent, wish: Wish = {}): Promise<string> {
  const id = await white.create(wish);
  await white.open(id);
  await black.join(id);
  return id;
}

/** Plays moves like `e2e4` in turn, the first is the first one's. Both must know of each before the next. */
export async function exchange(players: [Board, Opponent] | [Opponent, Board], moves: string[]): Promise<void> {
  const [board, opponent] = players[0] instanceof Board ? (players as [Board, Opponent]) : ([...players].reverse() as [Board, Opponent]);
  for (const [ply, move] of moves.entries()) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const piece = await board.pieceOn(from);
    if (players[ply % 2] === board) {
      await board.click(from);
      await board.click(to);
      await opponent.hasTurn();
    } else await opponent.play(move);
    await board.shows(to, piece);
    await board.shows(from, 'empty');
  }
}
