// SPDX-License-Identifier: AGPL-3.0-or-later
import { createGame } from '../platform/api';
import type { ClockControlView, ColorChoice, CreateGame, LevelView, TimeControlView } from '../platform/protocol';
import { recall, remember } from '../platform/storage';
import { t } from '../locale';
import { problemOf } from '../ui/problem';

/** Whom the game is against. */
export type OpponentKind = 'friend' | 'computer';

/** Usual time controls as minutes + seconds a move; `none` is no limit, `days` correspondence, `custom` the person's own. */
export const PRESETS = ['none', '1+0', '3+2', '5+3', '10+0', '15+10', '30+20', 'days', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

/** What makes a turn cost less than it takes. */
export const BONUSES = ['increment', 'delay', 'bronstein'] as const;
export type BonusKind = (typeof BONUSES)[number];

/** How many levels there are as long as the server has not told. */
const MOST_LEVELS = 12;
const MOST_DAYS = 14;
const MOST_MINUTES = 180;
const MOST_SECONDS = 180;

interface Choices {
  level: number;
  preset: Preset;
  minutes: number;
  seconds: number;
  days: number;
  bonus: BonusKind;
  odds: boolean;
  otherMinutes: number;
  otherSeconds: number;
  color: ColorChoice;
  rated: boolean;
}

const CUSTOM = { minutes: 20, seconds: 5, days: 3, bonus: 'increment', odds: false, otherMinutes: 5, otherSeconds: 0 } as const;

const FIRST: Record<OpponentKind, Choices> = {
  friend: { level: 1, preset: '10+0', ...CUSTOM, color: 'random', rated: false },
  computer: { level: 2, preset: 'none', ...CUSTOM, color: 'white', rated: false },
};

/** The form that creates a game: what is chosen, whether it can be, and what came of it. */
export class Setup {
  level = $state(1);
  preset = $state<Preset>('none');
  minutes = $state<number | null>(0);
  seconds = $state<number | null>(0);
  days = $state<number | null>(0);
  bonus = $state<BonusKind>('increment');
  /** Whether the second clock differs; the first is then White's, or one's own where one plays Black. */
  odds = $state(false);
  otherMinutes = $state<number | null>(0);
  otherSeconds = $state<number | null>(0);
  color = $state<ColorChoice>('random');
  /** Whether the game counts, where it can. */
  rated = $state(false);
  start = $state<'standard' | 'chess960' | 'fen'>('standard');
  fen = $state('');
  problem = $state('');
  busy = $state(false);
  /** Whether such a game can count for ratings: between two people, with clocks, from no position of one's own. */
  readonly canBeRated = $derived.by(() => this.opponent === 'friend' && this.preset !== 'none' && this.start !== 'fen');
  /** The computer's levels; empty until the server has told them. */
  private levels = $state.raw<readonly LevelView[]>([]);
  /** The strongest level. */
  readonly highest = $derived(this.levels.at(-1)?.level ?? MOST_LEVELS);
  /** The chosen level's Elo, to the next fifty, because more digits would promise too much; null: not known. */
  readonly elo = $derived.by(() => {
    const elo = this.levels.find(({ level }) => level === this.level)?.elo;
    return elo === undefined ? null : Math.round(elo / 50) * 50;
  });

  constructor(
    readonly opponent: OpponentKind,
    /** Whether an account asks; guests have no rating. */
    readonly hasAccount: boolean = false,
  ) {
    Object.assign(this, { ...FIRST[opponent], ...recall<Partial<Choices>>(`setup.${opponent}`, {}) });
    if (!PRESETS.includes(this.preset)) this.preset = 'none';
    if (!BONUSES.includes(this.bonus)) this.bonus = 'increment';
  }

  /** Takes the levels that the server offers. */
  offer(levels: readonly LevelView[]): void {
    this.levels = levels;
    this.level = Math.min(this.level, this.highest);
  }

  /** What would be asked of the server; null, with `problem` set, where something is missing. */
  wish(): CreateGame | null {
    const time = this.time();
    if (time === undefined) return this.refuse(this.preset === 'days' ? t.setup.badDays : t.setup.badTime);
    if (this.start === 'fen' && this.fen.trim() === '') return this.refuse(t.setup.noFen);
    return {
      opponent: this.opponent === 'friend' ? { kind: 'friend' } : { kind: 'computer', level: this.level },
      time,
      color: this.color,
      start: this.start === 'fen' ? { kind: 'fen', fen: this.fen.trim() } : { kind: this.start },
      ...(this.hasAccount && this.rated && this.canBeRated && { rated: true }),
    };
  }

  /** Creates the game; its id, or null with `problem` set. */
  async create(): Promise<string | null> {
    this.problem = '';
    const wish = this.wish();
    if (!wish || this.busy) return null;
    this.busy = true;
    try {
      const id = await createGame(wish);
      const { level, preset, minutes, seconds, days, bonus, odds, otherMinutes, otherSeconds, color, rated } = this;
      const choices = { level, preset, minutes, seconds, days, bonus, odds, otherMinutes, otherSeconds, color, rated };
      remember(`setup.${this.opponent}`, choices);
      return id;
    } catch (error) {
      this.problem = problemOf(error, t.setup.failed);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** undefined where the numbers make no time control. */
  private time(): TimeControlView | null | undefined {
    switch (this.preset) {
      case 'none':
        return null;
      case 'days': {
        const days = this.days ?? 0;
        return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS ? { days } : undefined;
      }
      case 'custom': {
        const first = clockOf(this.minutes, this.seconds, this.bonus);
        if (!this.odds || !first) return first;
        const other = clockOf(this.otherMinutes, this.otherSeconds, this.bonus);
        if (!other) return undefined;
        return this.color === 'black' ? { white: other, black: first } : { white: first, black: other };
      }
      default: {
        const [minutes = 0, seconds = 0] = this.preset.split('+').map(Number);
        return clockOf(minutes, seconds, 'increment');
      }
    }
  }

  private refuse(problem: string): null {
    this.problem = problem;
    return null;
  }
}

function clockOf(minutes: number | null, seconds: number | null, bonus: BonusKind): ClockControlView | undefined {
  if (minutes === null || seconds === null) return undefined;
  const fits = minutes >= 0 && minutes <= MOST_MINUTES && seconds >= 0 && seconds <= MOST_SECONDS;
  if (!fits || minutes + seconds === 0) return undefined;
  const [initial_ms, ms] = [Math.round(minutes * 60_000), Math.round(seconds * 1000)];
  if (bonus === 'delay') return { initial_ms, delay_ms: ms };
  if (bonus === 'bronstein') return { initial_ms, bronstein_ms: ms };
  return { initial_ms, increment_ms: ms };
}
