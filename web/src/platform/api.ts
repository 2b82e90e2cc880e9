// SPDX-License-Identifier: AGPL-3.0-or-later
// The HTTP half of the protocol.
import type { CallRefusal, CreateGame, ErrorBody, GameCreated, GameSummary, LagView, ServerInfo } from './protocol';
import { reach } from './reach.svelte';

/** An answer that is an error; `message` is a sentence for people. */
export class ApiError extends Error {
  constructor(
    /** 0 where the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** What the server wants before it answers, such as `code`. */
    readonly needs: string | null = null,
    /** Seconds after which it is worth trying again. */
    readonly retryAfter: number | null = null,
    /** Why its subject refuses it. */
    readonly refusal?: CallRefusal,
  ) {
    super(message);
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    reach.lost();
    throw new ApiError(0, 'unreachable', '');
  }
  reach.found();
  if (response.ok) return response;
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as (ErrorBody & { needs?: string }) | null;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    body?.error?.code ?? 'unknown',
    body?.error?.message ?? '',
    body?.needs ?? null,
    Number.isFinite(wait) ? wait : null,
    body?.refusal,
  );
}

/** How long to wait before a question is asked once more. Its answer may have been lost, and its place would stay empty. */
const PATIENCE_MS = 20_000;

/** Reads something: the answer that comes first. One that is slow is not given up. */
export async function read<T>(path: string): Promise<T> {
  const once = async () => (await ask(path)).json() as Promise<T>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS))).then(once);
  return Promise.race([once(), again]).finally(() => clearTimeout(timer));
}

/** Sends JSON; the answer is JSON too, or nothing (204). */
export async function send<T = void>(method: 'POST' | 'PUT', path: string, body: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The query of an address: `?a=b`, without what is empty. */
export function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Creates a game and returns its id. */
export async function createGame(wish: CreateGame): Promise<string> {
  return (await send<GameCreated>('POST', '/api/games', wish)).id;
}

/** The caller's games, the newest first. */
export async function myGames(): Promise<GameSummary[]> {
  return read('/api/games');
}

/** A game in PGN. */
export async function pgnOf(id: string): Promise<string> {
  return (await ask(`/api/games/${encodeURIComponent(id)}/pgn`)).text();
}

/** What both players' lines were like. */
export async function lagOf(id: string): Promise<LagView> {
  return read(`/api/games/${encodeURIComponent(id)}/lag`);
}

let info: Promise<ServerInfo> | null = null;

/** What the server says about itself; asked once. */
export function serverInfo(): Promise<ServerInfo> {
  info ??= read<ServerInfo>('/api/info');
  info.catch(() => (info = null));
  return info;
}
