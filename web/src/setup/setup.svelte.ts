// SPDX-License-Identifier: AGPL-3.0-or-later
import { ApiError, createGame } from '../lib/api';
import type { ColorChoice, CreateGame, TimeControlView } from '../lib/protocol';
import { recall, remember } from '../lib/storage';
import { t } from '../locale';

/** Whom the game is against. */
export type OpponentKind = 'friend' | 'computer';

/** Usual time controls as minutes + seconds a move; `none` is no limit, `custom` the person's own. */
export const PRESETS = ['none', '1+0', '3+2', '5+3', '10+0', '15+10', '30+20', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

const MOST_MINUTES = 180;
const MOST_SECONDS = 180;

interface Choices {
  level: number;
  preset: Preset;
  minutes: number;
  seconds: number;
  color: ColorChoice;
}

const FIRST: Record<OpponentKind, Choices> = {
  friend: { level: 1, preset: '10+0', minutes: 20, seconds: 5, color: 'random' },
  computer: { level: 3, preset: 'none', minutes: 20, seconds: 5, color: 'white' },
};

/** The form that creates a game: what is chosen, whether it can be, and what came of it. */
export class Setup {
  level = $state(1);
  preset = $state<Preset>('none');
  minutes = $state<number | null>(0);
  seconds = $state<number | null>(0);
  color = $state<ColorChoice>('random');
  start = $state<'standard' | 'chess960' | 'fen'>('standard');
  fen = $state('');
  problem = $state('');
  busy = $state(false);

  constructor(readonly opponent: OpponentKind) {
    Object.assign(this, { ...FIRST[opponent], ...recall<Partial<Choices>>(`setup.${opponent}`, {}) });
    if (!PRESETS.includes(this.preset)) this.preset = 'none';
  }

  /** What would be asked of the server; null, with `problem` set, where something is missing. */
  wish(): CreateGame | null {
    const time = this.time();
    if (time === undefined) return this.refuse(t.setup.badTime);
    if (this.start === 'fen' && this.fen.trim() === '') return this.refuse(t.setup.noFen);
    return {
      opponent: this.opponent === 'friend' ? { kind: 'friend' } : { kind: 'computer', level: this.level },
      time,
      color: this.color,
      start: this.start === 'fen' ? { kind: 'fen', fen: this.fen.trim() } : { kind: this.start },
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
      const { level, preset, minutes, seconds, color } = this;
      remember(`setup.${this.opponent}`, { level, preset, minutes, seconds, color });
      return id;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** undefined where the custom numbers make no time control. */
  private time(): TimeControlView | null | undefined {
    if (this.preset === 'none') return null;
    const [minutes = 0, seconds = 0] =
      this.preset === 'custom' ? [this.minutes ?? NaN, this.seconds ?? NaN] : this.preset.split('+').map(Number);
    const fits = minutes >= 0 && minutes <= MOST_MINUTES && seconds >= 0 && seconds <= MOST_SECONDS;
    if (!fits || minutes + seconds === 0) return undefined;
    return { initial_ms: Math.round(minutes * 60_000), increment_ms: Math.round(seconds * 1000) };
  }

  private refuse(problem: string): null {
    this.problem = problem;
    return null;
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.setup.failed;
  if (error.status === 0) return t.setup.unreachable;
  // The server says best what is wrong with a FEN or a time.
  return error.message || t.setup.failed;
}
