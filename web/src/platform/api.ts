// SPDX-License-Identifier: AGPL-3.0-or-later
// The HTTP half of the protocol.
import type { CreateGame, ErrorBody, GameCreated, GameSummary, LagView, ServerInfo } from './protocol';

/** An answer that is an error; `message` is a sentence for people. */
export class ApiError extends Error {
  constructor(
    /** 0 where the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, 'unreachable', '');
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new ApiError(response.status, body?.error?.code ?? 'unknown', body?.error?.message ?? '');
}

/** Creates a game and returns its id. */
export async function createGame(wish: CreateGame): Promise<string> {
  const response = await ask('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  return ((await response.json()) as GameCreated).id;
}

/** The caller's games, the newest first. */
export async function myGames(): Promise<GameSummary[]> {
  return (await ask('/api/games')).json() as Promise<GameSummary[]>;
}

/** A game in PGN. */
export async function pgnOf(id: string): Promise<string> {
  return (await ask(`/api/games/${encodeURIComponent(id)}/pgn`)).text();
}

/** What both players' lines were like. */
export async function lagOf(id: string): Promise<LagView> {
  return (await ask(`/api/games/${encodeURIComponent(id)}/lag`)).json() as Promise<LagView>;
}

let info: Promise<ServerInfo> | null = null;

/** What the server says about itself; asked once. */
export function serverInfo(): Promise<ServerInfo> {
  info ??= ask('/api/info').then((response) => response.json() as Promise<ServerInfo>);
  info.catch(() => (info = null));
  return info;
}
