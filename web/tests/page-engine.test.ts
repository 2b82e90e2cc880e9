// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PageEngine } from '../src/analysis/worker/engine';
import { PageRules } from '../src/analysis/worker/rules';
import type { EngineInfo, SearchWish } from '../src/analysis/worker/types';
import type { RulesError, WorkerLike } from '../src/analysis/worker/worker';
import { files, TestWorker } from './wasm-support';

const closing: { close(): void }[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
});

function engineWith(make: () => WorkerLike): PageEngine {
  const engine = new PageEngine(make);
  closing.push(engine);
  return engine;
}

function rulesWith(make: () => WorkerLike = () => new TestWorker()): PageRules {
  const rules = new PageRules(make);
  closing.push(rules);
  return rules;
}

/** A worker that hears and never answers, as one that is deep in a search. */
class Deaf implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  isOver = false;
  readonly told: unknown[] = [];
  postMessage(told: unknown): void {
    this.told.push(told);
  }
  terminate(): void {
    this.isOver = true;
  }
}

const START: SearchWish = { moves: [], lines: 2, hashMb: 4 };

/** All reports of a search that ends by itself. */
const searched = (engine: PageEngine, wish: SearchWish) =>
  new Promise<EngineInfo[]>((resolve, reject) => {
    const told: EngineInfo[] = [];
    engine.start(wish, (info) => {
      told.push(info);
      if (info.done) resolve(told);
    }, reject);
  });

describe('the rules', () => {
  test('answer each question', async () => {
    const rules = rulesWith();
    const start = await rules.position({ moves: ['e4', 'c5'] });
    expect(start.line.map(({ san }) => san)).toEqual(['e4', 'c5']);
    expect(start.dests.g1).toEqual(expect.arrayContaining(['f3', 'h3', 'e2']));
    expect((await rules.play({ fen: start.fen, move: 'g1f3' })).san).toBe('Nf3');
    expect((await rules.explain({ fen: start.fen, move: 'g1g5' })).reason?.reason).toBe('does_not_move_so');
    expect((await rules.replay({ moves: ['e4', 'e4'] })).stopped?.at).toBe(1);
    expect((await rules.fen(start.fen)).key).toBe(start.key);
    expect((await rules.version()).net).toBeNull();
  });

  test('carry a PGN in and out', async () => {
    const rules = rulesWith();
    const { games } = await rules.readPgn('[White "Anna"]\n\n1. e4 {[%cal Ge2e4] Good.} (1. d4 $1) e5 *');
    expect(games[0]?.nodes.map(({ san, parent }) => [san, parent])).toEqual([['e4', null], ['d4', null], ['e5', 0]]);
    const { text } = await rules.writePgn(games[0] ?? {});
    expect(text).toContain('1. e4 {[%cal Ge2e4] Good.} (1. d4 $1) 1... e5 *');
    expect((await rules.readPgn(text)).games).toEqual(games);
  });

  test('fail with a sentence', async () => {
    const rules = rulesWith();
    await expect(rules.play({ move: 'e5' })).rejects.toMatchObject({ code: 'move', message: expect.stringMatching(/\.$/) });
    await expect(rules.fen('nonsense')).rejects.toMatchObject({ code: 'fen' });
    expect((await rules.position({})).turn).toBe('white');
  });

  test('are unavailable where no worker starts, and where there is no module', async () => {
    const refuses = rulesWith(() => {
      throw new Error('no workers here');
    });
    await expect(refuses.position({})).rejects.toMatchObject({ code: 'unavailable' });
    const missing = rulesWith(() => new TestWorker({ ...files, module: () => Promise.reject(new Error('gone')) }));
    await expect(missing.position({})).rejects.toMatchObject({ code: 'unavailable', message: 'gone' });
    const deaf = new Deaf();
    const blocked = rulesWith(() => deaf);
    const asked = blocked.position({});
    deaf.onerror?.(new Event('error'));
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a worker that dies is replaced, and everybody who waits is told', async () => {
    const workers: WorkerLike[] = [];
    const rules = rulesWith(() => {
      const worker = workers.length === 0 ? new Deaf() : new TestWorker();
      workers.push(worker);
      return worker;
    });
    const asked = [rules.position({}), rules.position({})];
    const { told } = workers[0] as Deaf;
    workers[0]?.onmessage?.({ data: { id: (told[0] as { id: number }).id, answer: { error: { code: 'died', message: 'unreachable' } } } });
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: 'died' });
    expect((await rules.position({})).turn).toBe('white');
    expect(workers).toHaveLength(2);
  });

  test('a worker that dies without a word is replaced, and the next one answers', async () => {
    const workers: TestWorker[] = [];
    const rules = rulesWith(() => {
      const worker = new TestWorker();
      workers.push(worker);
      return worker;
    });
    const { fen } = await rules.position({});
    workers[0]?.terminate();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const asked = rules.play({ fen, move: 'd2d4' });
      await vi.advanceTimersByTimeAsync(3_000);
      expect((await asked).san).toBe('d4');
    } finally {
      vi.useRealTimers();
    }
    expect(workers).toHaveLength(2);
  });
});

describe('the engine', () => {
  test('reports each depth, with White\'s scores, until it is done', async () => {
    const told = await searched(engineWith(() => new TestWorker()), { ...START, until: { depth: 6 } });
    expect(told.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5, 6]);
    const last = told.at(-1);
    expect(last?.lines).toHaveLength(2);
    expect(last?.lines[0]).toMatchObject({ multipv: 1, score: { cp: expect.any(Number) } });
    expect(last?.lines[0]?.pv[0]).toMatch(/^[a-h][12][a-h][34]$/);
    expect(last?.nps).toBeGreaterThan(0);
  });

  test('knows nothing of earlier searches where it must not', async () => {
    const wish: SearchWish = { moves: ['e2e4', 'e7e5'], lines: 1, hashMb: 16, until: { nodes: 30_000 }, isFresh: true };
    const last = async (engine: PageEngine) => {
      const { depth, nodes, lines } = (await searched(engine, wish)).at(-1) as EngineInfo;
      return { depth, nodes, lines };
    };
    const expected = await last(engineWith(() => new TestWorker()));
    const engine = engineWith(() => new TestWorker());
    await searched(engine, { ...wish, until: { depth: 9 }, isFresh: false });
    expect(await last(engine)).toEqual(expected);
  });

  test('tells nothing of a search after the next one was started', async () => {
    const engine = engineWith(() => new TestWorker());
    const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
    let isOld = false;
    const early = vi.fn(() => expect(isOld).toBe(false));
    engine.start(START, early);
    await vi.waitFor(() => expect(early).toHaveBeenCalled());
    isOld = true;
    const told = await searched(engine, { ...START, fen: mated });
    expect(told).toMatchObject([{ depth: 0, lines: [], done: true }]);
    engine.stop();
  });

  test('is silent once it was stopped', async () => {
    const engine = engineWith(() => new TestWorker());
    const onInfo = vi.fn();
    engine.start({ ...START, until: { depth: 30 } }, onInfo);
    await vi.waitFor(() => expect(onInfo).toHaveBeenCalled());
    engine.stop();
    const { length } = onInfo.mock.calls;
    await new Promise((then) => setTimeout(then, 60));
    expect(onInfo.mock.calls).toHaveLength(length);
  });

  test('a worker that does not hear is replaced after 150 ms, and the new search runs there', async () => {
    const deaf = new Deaf();
    const workers: WorkerLike[] = [deaf];
    const engine = engineWith(() => workers.shift() ?? new TestWorker());
    engine.start(START, () => expect.unreachable('of an old search'));
    const begin = performance.now();
    const told = await searched(engine, { ...START, until: { depth: 2 } });
    expect(performance.now() - begin).toBeGreaterThan(140);
    expect(deaf.isOver).toBe(true);
    expect(told.at(-1)?.depth).toBe(2);
  });

  test('whose worker dies says so, and the next search runs in another one', async () => {
    const dying = new Deaf();
    const workers: WorkerLike[] = [dying];
    const engine = engineWith(() => workers.shift() ?? new TestWorker());
    const told = searched(engine, START);
    const { id } = dying.told[0] as { id: number };
    dying.onmessage?.({ data: { id, answer: { error: { code: 'died', message: 'unreachable' } } } });
    await expect(told).rejects.toMatchObject({ code: 'died' });
    expect(dying.isOver).toBe(true);
    expect((await searched(engine, { ...START, until: { depth: 2 } })).at(-1)?.depth).toBe(2);
  });

  test('says why it can\'t search', async () => {
    const problem = (engine: PageEngine, wish: SearchWish = START) =>
      searched(engine, wish).then(() => expect.unreachable('there is no answer'), (error: RulesError) => error.code);
    expect(await problem(engineWith(() => new TestWorker()), { ...START, fen: 'nonsense' })).toBe('fen');
    const check = '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1';
    expect(await problem(engineWith(() => new TestWorker()), { ...START, fen: check, threat: true })).toBe('null_move_in_check');
    const net = (load: () => Promise<Uint8Array>) => engineWith(() => new TestWorker({ ...files, net: load }));
    expect(await problem(net(() => Promise.reject(new Error('the server answered 404'))))).toBe('net');
    expect(await problem(net(() => Promise.resolve(new TextEncoder().encode('<!doctype html>'))))).toBe('net');
    // Of the right size, and with one weight that is another.
    const other = async () => {
      const bytes = await files.net();
      bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
      return bytes;
    };
    expect(await problem(net(other))).toBe('net');
    expect(await problem(engineWith(() => new TestWorker({ ...files, module: () => Promise.reject(new Error('x')) })))).toBe('unavailable');
  });

  test('a computer player chooses the same move for the same seed', async () => {
    const engine = engineWith(() => new TestWorker());
    const wish = { moves: ['e4', 'e5'], level: 6, seed: 9 };
    const { uci } = await engine.choose(wish);
    expect(uci).toMatch(/^[a-h][1-8][a-h][1-8]$/);
    expect(await engine.choose(wish)).toEqual({ uci });
  });
});
