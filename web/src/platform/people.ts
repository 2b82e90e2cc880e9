// SPDX-License-Identifier: AGPL-3.0-or-later
// What the server says about people.
import type { Category, GameId } from './protocol';

/** What an account may do besides playing. */
export type AccountRole = 'player' | 'organiser' | 'moderator' | 'admin';

/** The account that is logged in: the answer to `GET /api/me`. */
export interface Me {
  player: string;
  name: string;
  role: AccountRole;
  /** A protected account of a class: no e-mail, no free chat, no public listing. */
  kid: boolean;
  second_factor: boolean;
  /** Whether there is a password; without one a code card logs in. */
  password: boolean;
  email: string | null;
  email_confirmed: boolean;
  /** Games of this browser's guest that could be taken over. */
  guest_games: number;
  settings: Record<string, string>;
}

/** A place where the account is logged in. */
export interface SessionView {
  id: string;
  device: string;
  created: number;
  last_used: number;
  current: boolean;
}

/** What ratings are kept for, in the order in which they are shown. */
export const CATEGORIES: readonly Category[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'chess960'];

/** For whom something is. */
export type Audience = 'everyone' | 'accounts' | 'invited';

/** What staff have decided for the whole site: the answer to `GET /api/page/site`. */
export interface SiteView {
  name: string;
  rules: string;
  /** The accent's hue in degrees; null: the usual one. */
  colour: number | null;
  announcement: string;
  play: Audience;
  watch: Audience;
  register: Audience;
  chat: boolean;
  staff_second_factor?: boolean | null;
}

export interface NoticeView {
  id: number;
  kind: 'your_move' | 'challenge' | 'result' | 'staff';
  text: string;
  game: GameId | null;
  at: number;
  read: boolean;
}
