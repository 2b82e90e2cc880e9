// SPDX-License-Identifier: AGPL-3.0-or-later
import { ApiError, createGame } from '../platform/api';
import type {
  ChallengeTerms,
  ClockControlView,
  ColorChoice,
  CreateGame,
  LevelView,
  RatingRange,
  Refusal,
  SeekWish,
  StartPosition,
  TimeControlView,
} from '../platform/protocol';
import { recall, remember } from '../platform/storage';
import { languages, t } from '../locale';
import { problemOf } from '../ui/problem';
import { inWords } from '../ui/refused';

/** Whom the game is against; `anyone` waits in the lobby, `player` is challenged by name, `board` sits at the same screen. */
export type OpponentKind = 'friend' | 'computer' | 'anyone' | 'player' | 'board';

/** Usual time controls as minutes + seconds a move; `none` is no limit, `days` correspondence, `custom` the person's own. */
export const PRESETS = ['none', '1+0', '3+2', '5+3', '10+0', '15+10', '30+20', 'days', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

/** What makes a turn cost less than it takes. */
export const BONUSES = ['increment', 'delay', 'bronstein'] as const;
export type BonusKind = (typeof BONUSES)[number];

/** Why no game with the computer begins for whoever plays: their words are seldom needed, so they come with the first of them. */
const COMPUTER = ['computer_while_playing', 'computer_near_own_game'];

async function worded(error: unknown): Promise<string> {
  if (!(error instanceof ApiError) || !COMPUTER.includes(error.code)) return problemOf(error, t.newGame.failed);
  await languages.need('refusals').catch(() => undefined);
  return inWords({ kind: error.code } as Refusal, error.message);
}

/** How many levels there are as long as the server has not told. */
const MOST_LEVELS = 15;
/** Since which version the levels have their numbers; remembered choices that don't say it are from before. */
const NUMBERING = 11;
/** How many levels that version added below the lowest one. */
const ADDED_LEVELS = 3;
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
  isPrivate: boolean;
}

const CUSTOM = { minutes: 20, seconds: 5, days: 3, bonus: 'increment', odds: false, otherMinutes: 5, otherSeconds: 0 } as const;

const FIRST: Record<OpponentKind, Choices> = {
  friend: { level: 1, preset: '10+0', ...CUSTOM, color: 'random', rated: false, isPrivate: false },
  computer: { level: 3, preset: 'none', ...CUSTOM, color: 'white', rated: false, isPrivate: false },
  anyone: { level: 1, preset: 'custom', ...CUSTOM, color: 'random', rated: true, isPrivate: false },
  player: { level: 1, preset: '10+0', ...CUSTOM, color: 'random', rated: true, isPrivate: false },
  board: { level: 1, preset: 'none', ...CUSTOM, color: 'white', rated: false, isPrivate: true },
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
  /** Whether only the players may see the game, where that can be. */
  isPrivate = $state(false);
  /** The opponent's rating, in the lobby; null: any. */
  low = $state<number | null>(null);
  high = $state<number | null>(null);
  start = $state<StartPosition['kind']>('standard');
  fen = $state('');
  problem = $state('');
  busy = $state(false);
  /** Whether such a game can count for ratings: between two people, with clocks, from no position of one's own. */
  readonly canBeRated = $derived.by(() => this.opponent !== 'computer' && this.preset !== 'none' && this.start !== 'fen');
  /** Whether the game will count; a private one never does. */
  readonly isRated = $derived.by(() => this.hasAccount && this.rated && this.canBeRated && !this.isPrivate);
  /** The computer's levels; empty until the server has told them. */
  private levels = $state.raw<readonly LevelView[]>([]);
  /** The strongest level. */
  readonly highest = $derived(this.levels.at(-1)?.level ?? MOST_LEVELS);
  /** The chosen level's Elo, to the next fifty, because more digits would promise too much; null: not known. */
  readonly elo = $derived.by(() => {
    const elo = this.levels.find(({ level }) => level === this.level)?.elo;
    return elo === undefined ? null : Math.round(elo / 50) * 50;
  });

  /** Whether an account asks; guests have no rating. */
  hasAccount = $state(false);

  constructor(
    public opponent: OpponentKind,
    hasAccount = false,
  ) {
    this.hasAccount = hasAccount;
    const { numbering, ...known } = recall<Partial<Choices> & { numbering?: number }>(`setup.${opponent}`, {});
    if (known.level !== undefined && numbering === undefined) known.level += ADDED_LEVELS;
    Object.assign(this, { ...FIRST[opponent], ...known });
    if (!PRESETS.includes(this.preset) || (opponent === 'anyone' && this.preset === 'none')) this.preset = FIRST[opponent].preset;
    if (opponent === 'anyone') this.odds = false;
    if (opponent === 'board' && this.preset === 'days') this.preset = 'none';
    if (!BONUSES.includes(this.bonus)) this.bonus = 'increment';
  }

  /** The same game against somebody else: by name it is rated as the last challenge was. */
  turnTo(opponent: OpponentKind): void {
    if (opponent === this.opponent) return;
    this.opponent = opponent;
    this.rated = recall<Partial<Choices>>(`setup.${opponent}`, {}).rated ?? FIRST[opponent].rated;
  }

  /** Makes the game count, or not. What counts can be seen by everybody. */
  rate(rated: boolean): void {
    this.rated = rated;
    if (rated) this.isPrivate = false;
  }

  /** Takes the levels that the server offers. */
  offer(levels: readonly LevelView[]): void {
    this.levels = levels;
    this.level = Math.min(this.level, this.highest);
  }

  /** Takes the terms of a challenge, to propose others. `turned`: they are the other player's. */
  take(terms: ChallengeTerms, turned: boolean): void {
    this.adopt(terms.time);
    this.color = turned && terms.color !== 'random' ? (terms.color === 'white' ? 'black' : 'white') : terms.color;
    this.rated = terms.rated;
    this.isPrivate = terms.private ?? false;
    this.start = terms.start.kind;
    this.fen = terms.start.kind === 'fen' ? terms.start.fen : '';
  }

  /** What would be asked of the server; null, with `problem` set, where something is missing. */
  wish(): CreateGame | null {
    const terms = this.terms();
    if (!terms) return null;
    const { rated, ...game } = terms;
    return {
      opponent: this.opponent === 'computer' ? { kind: 'computer', level: this.level } : { kind: 'friend' },
      ...game,
      ...(rated && { rated }),
    };
  }

  /** The game that a player is challenged to; null, with `problem` set, where something is missing. */
  terms(): ChallengeTerms | null {
    const time = this.time();
    if (time === undefined) return this.refuse(this.preset === 'days' ? t.newGame.badDays : t.newGame.badTime);
    if (this.start === 'fen' && this.fen.trim() === '') return this.refuse(t.newGame.noFen);
    const start: StartPosition = this.start === 'fen' ? { kind: 'fen', fen: this.fen.trim() } : { kind: this.start };
    return { time, color: this.color, start, rated: this.isRated, ...(this.isPrivate && { private: true }) };
  }

  /** The time control alone, which is then remembered; undefined, with `problem` set, where the numbers make none. */
  control(): TimeControlView | null | undefined {
    const time = this.time();
    this.problem = time === undefined ? t.newGame.badTime : '';
    if (time !== undefined) this.keep();
    return time;
  }

  /** What is looked for in the lobby; null, with `problem` set, where something is missing. */
  seek(): SeekWish | null {
    const terms = this.terms();
    const range = this.range();
    if (!terms?.time) return null;
    if (range === undefined) return this.refuse(t.newGame.badRange);
    this.keep();
    // Nobody in the lobby waits for a position of one's own.
    const variant = this.start === 'fen' ? 'standard' : this.start;
    return { time: terms.time, rated: terms.rated, color: this.color, variant, ...(range && { range }) };
  }

  /** Creates the game; its id, or null with `problem` set. */
  async create(): Promise<string | null> {
    let id: string | null = null;
    await this.run(async () => {
      const wish = this.wish();
      if (wish) id = await createGame(wish);
      return id !== null;
    });
    return id;
  }

  /** Does what the form is for, once at a time. Says whether it is done; otherwise `problem` says why not. */
  async run(deed: () => Promise<boolean>): Promise<boolean> {
    if (this.busy) return false;
    this.problem = '';
    this.busy = true;
    try {
      const done = await deed();
      if (done) this.keep();
      return done;
    } catch (error) {
      this.problem = await worded(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Remembers what was chosen, for the next time. */
  private keep(): void {
    const { level, preset, minutes, seconds, days, bonus, odds, otherMinutes, otherSeconds, color, rated, isPrivate } = this;
    const choices: Choices = {
      level,
      preset,
      minutes: minutes ?? 0,
      seconds: seconds ?? 0,
      days: days ?? 0,
      bonus,
      odds,
      otherMinutes: otherMinutes ?? 0,
      otherSeconds: otherSeconds ?? 0,
      color,
      rated,
      isPrivate,
    };
    remember(`setup.${this.opponent}`, { ...choices, numbering: NUMBERING });
  }

  /** Shows a time control of the server's. */
  private adopt(time: TimeControlView | null): void {
    if (time === null) this.preset = 'none';
    else if ('days' in time) [this.preset, this.days] = ['days', time.days];
    else {
      const first = 'white' in time ? (this.color === 'black' ? time.black : time.white) : time;
      const second = 'white' in time ? (this.color === 'black' ? time.white : time.black) : null;
      this.bonus = 'delay_ms' in first ? 'delay' : 'bronstein_ms' in first ? 'bronstein' : 'increment';
      this.minutes = first.initial_ms / 60_000;
      this.seconds = bonusOf(first) / 1000;
      this.odds = second !== null;
      if (second) [this.otherMinutes, this.otherSeconds] = [second.initial_ms / 60_000, bonusOf(second) / 1000];
      const name = `${this.minutes}+${this.seconds}`;
      const preset = PRESETS.find((each) => each === name);
      this.preset = !second && this.bonus === 'increment' && preset ? preset : 'custom';
    }
  }

  /** null: any opponent; undefined where the numbers make no range. */
  private range(): RatingRange | null | undefined {
    const { low, high } = this;
    if (low === null && high === null) return null;
    if (low === null || high === null || !Number.isInteger(low) || !Number.isInteger(high)) return undefined;
    return low >= 0 && low <= high && high <= 4000 ? { low, high } : undefined;
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

const bonusOf = (clock: ClockControlView): number =>
  'delay_ms' in clock ? clock.delay_ms : 'bronstein_ms' in clock ? clock.bronstein_ms : clock.increment_ms;
