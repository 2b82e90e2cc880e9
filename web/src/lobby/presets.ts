// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GameView, SeekView, SeekWish, TimeControlView, Variant } from '../platform/protocol';

/** The usual games, as minutes + seconds a move. */
export const PRESETS = ['1+0', '1+1', '2+1', '3+0', '3+2', '5+0', '5+3', '10+0', '10+5', '15+10', '30+0', '30+20'] as const;
export type Preset = (typeof PRESETS)[number];

/** The time control that a preset names. */
export function timeOf(preset: Preset): TimeControlView {
  const [minutes = 0, seconds = 0] = preset.split('+').map(Number);
  return { initial_ms: minutes * 60_000, increment_ms: seconds * 1000 };
}

/** How fast a preset is, for its second line. */
export function speedOf(preset: Preset): 'bullet' | 'blitz' | 'rapid' | 'classical' {
  const [minutes = 0, seconds = 0] = preset.split('+').map(Number);
  const expected = minutes * 60 + seconds * 40;
  if (expected < 180) return 'bullet';
  if (expected < 480) return 'blitz';
  return expected < 1500 ? 'rapid' : 'classical';
}

/** Which variant a search is for. */
const variantOf = (wish: SeekWish): Variant => wish.variant ?? 'standard';

/** The preset that a search is; null: the person's own. */
export function presetOf(wish: SeekWish | null): Preset | null {
  if (wish === null || variantOf(wish) !== 'standard' || wish.range || (wish.color ?? 'random') !== 'random') return null;
  const text = JSON.stringify(wish.time);
  return PRESETS.find((preset) => JSON.stringify(timeOf(preset)) === text) ?? null;
}

/** Who looks at the lobby, as far as it decides what can be played. */
export interface Reader {
  /** The account's name; null: a guest. */
  name: string | null;
  /** Whether the account is protected. */
  isKid: boolean;
  /** The players with whom a protected account can have a game, as far as the server has said so. */
  playmates: ReadonlySet<string>;
}

/** Why a person can't take somebody else's search; null where they may try. */
export type Obstacle = 'account' | 'protected' | 'apart' | null;

/** Whether this search is the person's own: of this tab, of another one, or one that the server has called theirs. */
export function isOwnSeek(seek: SeekView, own: SeekView | null, reader: Reader, known: ReadonlySet<number>): boolean {
  const isNamed = seek.player.kind === 'player' && seek.player.name === reader.name;
  return seek.id === own?.id || isNamed || known.has(seek.id);
}

/** `apart` are the searches at which the server has said that these two can't play. */
export function obstacleTo(seek: SeekView, reader: Reader, apart: ReadonlySet<number>): Obstacle {
  if (seek.rated && reader.name === null) return 'account';
  // Nobody has a guest on a list, and nobody follows one.
  const isPlaymate = seek.player.kind === 'player' && reader.playmates.has(seek.player.name);
  if (reader.isKid && (apart.has(seek.id) || !isPlaymate)) return 'protected';
  return apart.has(seek.id) ? 'apart' : null;
}

/**
 * The search for another game like this one: the person's last search where it was for such a game, with its range and
 * colour. null for games that nobody finds in the lobby: against the computer, at one screen, without a limit, with odds.
 */
export function sameAgain(game: GameView, last: SeekWish | null, isMember: boolean): SeekWish | null {
  const { time } = game;
  const isAlone = game.white.kind === 'computer' || game.black.kind === 'computer' || game.over_the_board === true;
  if (isAlone || time === null || 'white' in time) return null;
  const wish: SeekWish = { time, rated: isMember && game.rated === true, variant: game.variant };
  const isSame = last !== null && JSON.stringify(last.time) === JSON.stringify(time) && variantOf(last) === game.variant;
  return isSame ? { ...last, rated: isMember && last.rated === true } : wish;
}
