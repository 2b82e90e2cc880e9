// SPDX-License-Identifier: AGPL-3.0-or-later
// What the server says to staff.
import type { AccountRole } from '../platform/people';

export interface DeskUser {
  name: string;
  role: AccountRole;
  closed: boolean;
  kid: boolean;
  second_factor: boolean;
  created: number;
  last_seen: number | null;
  online: boolean;
  /** Made by an organiser's list, with a code card. */
  by_list: boolean;
}

export interface DeskUsers {
  users: DeskUser[];
  next: string | null;
}

/** A player's card, as it is printed. The code is shown once: the server keeps only its hash. */
export interface CodeCard {
  name: string;
  code: string;
}

export interface Report {
  id: number;
  about: string;
  by: string;
  text: string;
  game: string | null;
  at: number;
  state: 'open' | 'done';
}

export interface Figures {
  accounts: number;
  online: number;
  games_running: number;
  moves_per_second: number;
  p99_ms: number | null;
  data_bytes: number;
  disk_free_bytes: number;
  backup_age_ms: number | null;
  /** `ok`, or what is wrong with it. */
  database: string;
}

export interface LogEntry {
  id: number;
  at: number;
  by: string;
  what: string;
  about: string;
  undone: boolean;
  can_undo: boolean;
}

export interface DeskLog {
  entries: LogEntry[];
  next: string | null;
}
