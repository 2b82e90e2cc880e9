// SPDX-License-Identifier: AGPL-3.0-or-later
// The engine beside the board: on or off, how many lines, and what it has found in the position that is looked at. A result of
// another position is never shown.
import { opposite, turnOf } from '../board/fen';
import type { Shape } from '../board/drawings.svelte';
import { ends } from '../board/moves';
import { recall, remember } from '../platform/storage';
import { searchedLine, type Analysis } from './analysis.svelte';
import type { OwnGames } from './own.svelte';
import type { Engine, EngineInfo, EngineLine, EngineProblem } from './ports';
import { chanceOf, shareAfter } from './score';

/** How often what is shown changes at most, in milliseconds: numbers that can be read. */
const REDRAW_MS = 200;
/** Lines get an arrow that leave so much of the winning chances, from 0 to 1. */
const ARROW_LOSS = 0.1;
/** How deep a search goes unless it may go on for ever. */
const USUAL_DEPTH = 24;
const HASH_MB = 16;
export const MOST_LINES = 5;

/** What somebody chose for the engine, kept in the browser. */
interface Chosen {
  isOn: boolean;
  lines: number;
  /** Arrows of the best move, and of the other lines. */
  best: boolean;
  others: boolean;
  /** Whether it goes on as long as the position is looked at. */
  endless: boolean;
}

/**
 * What may go wrong: the engine can't be started here; its network did not arrive; the worker or a search broke off, after
 * which the next search has a worker of its own.
 */
export type Trouble = 'unavailable' | 'net' | 'broken';

const KEPT = 'analysis.engine';
const DEFAULT: Chosen = { isOn: true, lines: 1, best: true, others: false, endless: false };

export class EnginePanel {
  chosen = $state.raw<Chosen>({ ...DEFAULT, ...recall<Partial<Chosen>>(KEPT, {}) });
  /** The position in which somebody asked what the other side would do; empty where nobody did. */
  private threatAt = $state('');
  /** Why it must not run; empty where it may. */
  ban = $state('');
  /** The game by correspondence for which it is off, where it is one. */
  bannedBy = $state<string | null>(null);
  /** It is not known yet whether it may run. */
  isUnsure = $state(false);
  /** Why the last search has come to nothing. */
  trouble = $state<Trouble | null>(null);
  info = $state.raw<EngineInfo | null>(null);
  private isHidden = $state(false);

  readonly isOn = $derived(this.chosen.isOn && this.ban === '' && this.trouble !== 'unavailable');
  readonly best = $derived<EngineLine | null>(this.info?.lines[0] ?? null);
  /** The last evaluation, for a bar that does not jump back between two positions. */
  share = $state(0.5);
  /** What the bar shows: after mate or a draw the result. */
  readonly barShare = $derived.by(() => {
    const outcome = this.analysis.placed?.outcome;
    return outcome ? shareAfter(outcome.winner) : this.share;
  });

  /** Counts the tries, so that the same position is searched again. */
  private tries = $state(0);
  private asked = '';
  /** Whether what was asked for last is a threat. */
  private searchesThreat = false;
  private waiting: EngineInfo | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private engine: Engine | null = null;

  constructor(
    private readonly analysis: Analysis,
    private readonly make: () => Engine,
    /** The games of whoever looks, into which no line may lead. */
    private readonly own: OwnGames | null = null,
  ) {}

  /** Whether it shows what the other side would do: until another position is looked at. */
  get isThreat(): boolean {
    return this.threatAt !== '' && this.threatAt === this.place;
  }

  set isThreat(isOn: boolean) {
    this.threatAt = isOn ? this.place : '';
  }

  /** Whether what is found is a threat. In check nothing is: the other side has no move to make. */
  get showsThreat(): boolean {
    return this.isThreat && this.analysis.placed?.check === false;
  }

  /** Follows the position; called in an effect, which calls it again whenever something changes that it has read. */
  follow(): void {
    const { analysis, chosen } = this;
    // Whoever comes back to the position asks again.
    if (this.threatAt !== '' && !this.isThreat) this.threatAt = '';
    // It begins before the rules have answered, so that the first lines wait for nothing.
    const isWanted = this.isOn && !this.isUnsure && !this.isHidden && !analysis.placed?.outcome;
    const { fen, moves } = searchedLine(analysis.path, analysis.start);
    const threat = this.showsThreat;
    const asked = isWanted ? JSON.stringify([fen, moves, chosen.lines, threat, chosen.endless, this.tries]) : '';
    if (asked === this.asked) return;
    this.asked = asked;
    this.searchesThreat = threat;
    this.clear();
    if (!isWanted) return this.engine?.stop();
    if (this.trouble) this.trouble = null;
    this.engine ??= this.make();
    this.engine.start(
      {
        fen,
        moves,
        lines: chosen.lines,
        hashMb: HASH_MB,
        threat,
        variant: analysis.tree.variant,
        ...(chosen.endless ? {} : { until: { depth: USUAL_DEPTH } }),
      },
      (info) => {
        if (asked === this.asked) this.take(info);
      },
      (problem) => {
        if (asked === this.asked) this.trouble = troubleOf(problem);
      },
    );
  }

  /** Tries again what has come to nothing. */
  retry(): void {
    if (this.trouble === null) return;
    this.trouble = null;
    this.tries += 1;
  }

  choose(change: Partial<Chosen>): void {
    this.retry();
    this.chosen = { ...this.chosen, ...change };
    remember(KEPT, this.chosen);
  }

  /** The engine stops until the next time that the position is followed. */
  rest(): void {
    if (this.asked !== '') this.engine?.stop();
    this.asked = '';
    this.clear();
  }

  /** The engine for whoever practises, who has it while this panel rests. */
  lend(): Engine {
    const engine = (this.engine ??= this.make());
    return {
      start: (wish, onInfo, onProblem) => engine.start(wish, onInfo, onProblem),
      choose: (wish) => engine.choose(wish),
      stop: () => engine.stop(),
      close: () => engine.stop(),
    };
  }

  /** The tab is hidden, or seen again. */
  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
  }

  close(): void {
    clearTimeout(this.timer);
    this.engine?.close();
    this.engine = null;
    this.asked = '';
  }

  /** The arrows of what was found: the best move's and, fainter, those of lines that are about as good. */
  arrows(): Shape[] {
    if (!this.isOn || !this.info) return [];
    const { best, others } = this.chosen;
    const [first, ...rest] = this.info.lines;
    if (!first) return [];
    const sign = turnOf(this.analysis.fen) === 'white' ? 1 : -1;
    const isClose = ({ score }: EngineLine) => sign * (chanceOf(first.score) - chanceOf(score)) <= ARROW_LOSS;
    const shown = [...(best || this.showsThreat ? [first] : []), ...(others && !this.showsThreat ? rest.filter(isClose) : [])];
    const seen = new Set<string>();
    return shown.flatMap(({ pv }, index) => {
      const [from, to] = ends(pv[0] ?? '');
      if (!from || !to || seen.has(from + to)) return [];
      seen.add(from + to);
      const brush = this.showsThreat ? ('red' as const) : index === 0 && best ? ('blue' as const) : ('green' as const);
      return [{ from, to, brush }];
    });
  }

  /** The side whose moves the lines begin with. */
  get mover() {
    const turn = turnOf(this.analysis.fen);
    return this.showsThreat ? opposite(turn) : turn;
  }

  /** Two trees may have the same node, so that the position belongs to it. */
  private get place(): string {
    return `${this.analysis.here} ${this.analysis.fen}`;
  }

  private take(info: EngineInfo): void {
    this.trouble = null;
    this.waiting = info;
    // The first lines of a position are shown at once.
    if (this.info === null || info.done) return this.show();
    this.timer ??= setTimeout(() => this.show(), REDRAW_MS);
  }

  private show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting, own } = this;
    if (!waiting || waiting.lines.length === 0) return;
    if (!own?.areThere) return this.draw(waiting);
    const { asked, searchesThreat, analysis } = this;
    // Where it leads in, the engine is off here from now on. What can't be looked at is not shown.
    own.leadsIn(analysis.fen, waiting.lines, searchesThreat, analysis.tree.variant).then(
      (leads) => !leads && asked === this.asked && this.draw(waiting),
      () => undefined,
    );
  }

  private draw(info: EngineInfo): void {
    this.info = info;
    const score = this.info.lines[0]?.score;
    if (score && !this.searchesThreat) this.share = chanceOf(score);
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = null;
    this.info = null;
  }
}

function troubleOf(problem: EngineProblem): Trouble {
  return problem.code === 'unavailable' || problem.code === 'net' ? problem.code : 'broken';
}
