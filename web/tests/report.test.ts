// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Learn from '../src/analysis/report/Learn.svelte';
import Report from '../src/analysis/report/Report.svelte';
import { type LearnEvent, begin, mistakesOf, step } from '../src/analysis/report/learn';
import { GameReport } from '../src/analysis/report/report.svelte';
import { languages } from '../src/locale';
import { reach } from '../src/platform/reach.svelte';
import type { AnalysedMove, AnalysisView, SideTotals } from '../src/platform/protocol';
import type { Follower, TopicMessage } from '../src/platform/socket';
import { tab } from '../src/platform/tab';

const start = { eval: { kind: 'cp', cp: 15 }, win: 514, line: [] } as const;

function move(ply: number, san: string, more: Partial<AnalysedMove> = {}): AnalysedMove {
  const good = { judgement: null, reason: null, better: [], line: [], loss: 0, accuracy: 1000 };
  return { ply, uci: 'f2f3', san, eval: { kind: 'cp', cp: 0 }, win: 500, ...good, ...more };
}

const moves = [
  move(1, 'f3'),
  move(2, 'e5'),
  move(3, 'g4', {
    judgement: 'blunder',
    reason: { kind: 'allows_mate', moves: 1 },
    better: [{ uci: 'e2e4', san: 'e4' }],
    win: 25,
  }),
  move(4, 'Qh4#', { eval: { kind: 'mated', winner: 'black' }, win: 25 }),
];
const side: SideTotals = {
  accuracy: 1000,
  opening: 1000,
  middlegame: null,
  endgame: null,
  average_loss: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
};
const totals = { white: { ...side, accuracy: 456, opening: 456, average_loss: 512, blunders: 1 }, black: side, middlegame: null, endgame: null };
const done: Extract<AnalysisView, { stage: 'done' }> = { stage: 'done', of: 4, nodes: 300_000, start: { ...start, line: [] }, moves, totals, deeper: [], looking: [] };

const REPORTS = {
  en: () => import('../src/locale/en/report').then((file) => ({ report: file.default })),
  de: () => import('../src/locale/de/report').then((file) => ({ report: file.default })),
  fr: () => import('../src/locale/fr/report').then((file) => ({ report: file.default })),
  es: () => import('../src/locale/es/report').then((file) => ({ report: file.default })),
};

let answer: { status: number; body: unknown } = { status: 200, body: null };
let follower: Follower | null = null;
const asked: string[] = [];
let shown: object | null = null;

function says(analysis: AnalysisView, left = 39) {
  answer = { status: 200, body: { game: 'abcd1234', analysis, left, a_day: 40, again_ms: 0 } };
}

beforeEach(async () => {
  await languages.need('report');
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
  vi.spyOn(tab, 'follow').mockImplementation((topic, of) => {
    asked.push(topic);
    follower = of;
    return { send: () => true, resync: () => undefined, stop: () => asked.push('stopped') };
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  asked.length = 0;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The better lines that were asked for. */
let tried: [number, string[]][] = [];

async function open(props: Record<string, unknown> = {}): Promise<{ text: () => string; went: number[] }> {
  const went: number[] = [];
  tried = [];
  const tryLine = (ply: number, line: readonly { uci: string }[]) => void tried.push([ply, line.map(({ uci }) => uci)]);
  const target = document.body;
  shown = mount(Report, { target, props: { game: 'abcd1234', goTo: (ply: number) => went.push(ply), tryLine, ...props } });
  await settled();
  return { text: () => target.textContent.replace(/\s+/g, ' '), went };
}

async function settled() {
  for (let turn = 0; turn < 10; turn++) await tick();
  await new Promise((resolve) => setTimeout(resolve, 0));
  flushSync();
}

function button(name: RegExp): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((each) => name.test(each.getAttribute('aria-label') ?? each.textContent));
  if (!found) throw new Error(`no button ${name}: ${document.body.textContent}`);
  return found;
}

function tell(message: TopicMessage) {
  follower?.onMessage(message);
  flushSync();
}

test('an analysis is asked for, waits, grows and is shown with its reasons', async () => {
  says({ stage: 'none' });
  const { text, went } = await open();
  expect(text()).toContain('39 of 40 analyses left today');
  const parts = () => [...document.querySelectorAll('section > *, .found > *')].map(({ tagName, className }) => `${tagName} ${className.split(' ')[0] ?? ''}`);
  // Before it is asked for there is the request, and what will come is seen and out of reach.
  const whole = parts();
  expect(whole.length).toBeGreaterThan(4);
  const isInert = () => document.querySelector('.found')?.hasAttribute('inert');
  expect(isInert()).toBe(true);
  expect(text()).toContain('Accuracy––');
  expect(asked).toEqual(['GET /api/page/analysis/abcd1234', 'analysis:abcd1234']);
  says({ stage: 'waiting', ahead: 2 }, 38);
  button(/Request computer analysis/).click();
  await settled();
  expect(asked.at(-1)).toBe('POST /api/page/analysis/abcd1234');
  expect(text()).toContain('2 games are ahead');
  expect(parts()).toEqual(whole);
  expect(isInert()).toBe(true);
  tell({ type: 'analysis_waits', ahead: 0 });
  expect(text()).toContain('Next in the queue');
  tell({ type: 'analysis', analysis: { stage: 'running', of: 4, start: null, moves: [] } });
  // All parts have kept their places: numbers grow, and nothing moves.
  expect(parts()).toEqual(whole);
  expect(isInert()).toBe(false);
  expect(text()).toContain('Bad moves and their reasons will stand here.');
  tell({ type: 'analysis_grew', start: { ...start, line: [] }, moves: moves.slice(0, 2) });
  const dark = () => document.querySelector('.graph .black')?.getAttribute('width');
  expect(dark(), 'what is not known yet is nobody’s').toBe('300');
  tell({ type: 'analysis_grew', start: null, moves: moves.slice(2, 3) });
  expect(text()).toContain('3 of 4 half-moves');
  expect(text()).toContain('2. g4?? Blunder. Allows mate in 1. Better: e4');
  // What would have been better can be played through.
  button(/^Try 2\. e4 and what follows$/).click();
  expect(tried).toEqual([[3, ['e2e4']]]);
  tell({ type: 'analysis', analysis: done });
  expect(parts()).toHaveLength(whole.length);
  expect(dark()).toBe('600');
  expect(text()).toContain('Accuracy45.6 %100.0 %');
  button(/White: 1 blunder/).click();
  button(/2\. g4/).click();
  expect(went).toEqual([3, 3]);
});

test('whoever asks by keyboard stays in the report and hears how far it is, and each time in one place', async () => {
  says({ stage: 'none' });
  await open();
  const status = document.querySelector('[role=status]');
  const heard = () => status?.textContent;
  expect(document.querySelectorAll('section [role=status]')).toHaveLength(1);
  expect(heard()).toBe('');
  const ask = button(/Request/);
  ask.focus();
  let reply: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (reply = resolve)));
  ask.click();
  flushSync();
  expect(ask.disabled, 'what was pressed keeps the keyboard while the server is asked').toBe(false);
  expect(document.activeElement).toBe(ask);
  const analysis: AnalysisView = { stage: 'waiting', ahead: 2 };
  reply(new Response(JSON.stringify({ game: 'abcd1234', analysis, left: 38, a_day: 40, again_ms: 0 })));
  await settled();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Computer analysis');
  expect(heard()).toBe('2 games are ahead of this one');
  tell({ type: 'analysis', analysis: { stage: 'running', of: 4, start: null, moves: [] } });
  expect(heard()).toBe('The analysis has begun.');
  tell({ type: 'analysis_grew', start: { ...start, line: [] }, moves: moves.slice(0, 2) });
  expect(heard()).toBe('The analysis has begun.');
  tell({ type: 'analysis', analysis: done });
  expect(heard()).toBe('The analysis is done.');
  expect(document.querySelector('[role=status]'), 'the place stays, so that it is heard').toBe(status);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Computer analysis');
});

test('how long the moves took is told before anybody asks for more', async () => {
  says({ stage: 'none' });
  const { text } = await open({ ply: 2, times: [1_000, 4_000, null, null] });
  expect(text()).toContain('After 2 half-moves. The move took 4.0 s.');
});

test('an analysis that was there before is not announced', async () => {
  says(done);
  await open();
  expect(document.querySelector('[role=status]')?.textContent).toBe('');
});

test('what a move loses is told with the moves that take it, and numbers of attackers only where they explain', async () => {
  const line = ['Nxe4', 'd3', 'Nf6', 'Bg5'].map((san) => ({ uci: 'e2e4', san }));
  const piece = { role: 'knight', square: 'f3' } as const;
  const hangs = { kind: 'hangs', piece, left: false, attackers: 2, defenders: 1, pinned: null } as const;
  says({
    ...done,
    moves: [
      move(1, 'e4', { judgement: 'mistake', reason: { kind: 'loses_material', pawns: 2, after: 3 }, line }),
      move(2, 'e5', { judgement: 'mistake', reason: { kind: 'misses_material', pawns: 2, after: 6 }, better: [...line, ...line] }),
      move(3, 'Nf3', { judgement: 'mistake', reason: hangs }),
      move(5, 'Nf3', { judgement: 'mistake', reason: { ...hangs, defenders: 2 } }),
    ],
  });
  const { text } = await open();
  expect(text()).toContain('Loses material worth 2 pawns. Then: Nxe4 d3 Nf6.');
  expect(text()).toContain('wins material worth 2 pawns. Better: Nxe4 d3 Nf6 Bg5 Nxe4 d3');
  expect(text()).toContain('Hangs the knight on f3: attacked twice, defended once.');
  expect(text()).toMatch(/Hangs the knight on f3\.\s*$|Hangs the knight on f3\. ?[^:]/);
});

test('a move is judged again, for all who watch', async () => {
  says(done);
  const { text } = await open({ ply: 3 });
  says({ ...done, looking: [3] }, 38);
  button(/Look deeper at 2\. g4/).click();
  await settled();
  expect(asked.at(-1)).toBe('POST /api/page/analysis/abcd1234/deeper');
  expect(text()).toContain('Looking deeper at 2. g4');
  const mistake = { ...moves[2], judgement: 'mistake' } as AnalysedMove;
  tell({ type: 'analysis', analysis: { ...done, moves: [...moves.slice(0, 2), mistake, ...moves.slice(3)], deeper: [3] } });
  expect(text()).toContain('2. g4 was judged with ten times as many nodes.');
  expect(button(/White: 1 mistake/)).toBeTruthy();
  tell({ type: 'analysis_looks', looking: [3] });
  expect(text()).toContain('Looking deeper');
});

test('that a move is judged again, and with what result, is heard in one place', async () => {
  says(done);
  await open({ ply: 3 });
  const places = () => [...document.querySelectorAll('section [role=status]')];
  const [place, ...others] = places();
  expect(others).toEqual([]);
  expect(place?.textContent).toBe('');
  says({ ...done, looking: [3] }, 38);
  button(/Look deeper at 2\. g4/).click();
  await settled();
  expect(place?.textContent).toBe('Looking deeper at 2. g4');
  // Another move waits, too, and one is done.
  const judged = (judgement: AnalysedMove['judgement'], reason: AnalysedMove['reason']) =>
    [...moves.slice(0, 2), { ...moves[2], judgement, reason } as AnalysedMove, ...moves.slice(3)];
  tell({ type: 'analysis_looks', looking: [3, 1] });
  expect(place?.textContent).toBe('Looking deeper at 1. f3');
  tell({ type: 'analysis', analysis: { ...done, moves: judged('mistake', { kind: 'allows_mate', moves: 1 }), deeper: [3], looking: [1] } });
  expect(place?.textContent).toBe('2. g4 was judged with ten times as many nodes. Mistake. Allows mate in 1.');
  tell({ type: 'analysis', analysis: { ...done, moves: judged(null, null), deeper: [3, 1] } });
  expect(place?.textContent).toBe('1. f3 was judged with ten times as many nodes. That is no mistake.');
  expect(places()).toEqual([place]);
});

test('a move that can’t be judged again leaves the analysis where it is', async () => {
  says(done);
  const { text } = await open({ ply: 1 });
  answer = { status: 503, body: { error: { code: 'analysis_queue_full', message: '' } } };
  button(/Look deeper at 1\. f3/).click();
  await settled();
  expect(text()).toContain('Many games are waiting');
  expect(text()).toContain('45.6 %');
  tell({ type: 'analysis', analysis: { ...done, deeper: Array.from({ length: 20 }, (_, at) => at + 30) } });
  expect(text()).toContain('20 moves of this game were judged again');
});

test('mistakes can be learnt from, of the own side alone where there is one', async () => {
  says(done);
  const learnt: unknown[] = [];
  await open({ you: 'white', onlearn: (...given: unknown[]) => learnt.push(given) });
  button(/Learn from your mistakes/).click();
  expect(learnt).toMatchObject([[{ side: 'white', mistakes: [{ before: 2, judgement: 'blunder' }], title: 'Learn from your mistakes', nodes: done.nodes }, null]]);
});

test('a lesson goes on where it was when the page was loaded again, once', async () => {
  says(done);
  const learnt: { side: string }[] = [];
  await open({ you: 'white', resumes: 'white', onlearn: (wanted: { side: string }) => learnt.push(wanted) });
  expect(learnt.map(({ side }) => side)).toEqual(['white']);
  tell({ type: 'analysis', analysis: { ...done, looking: [3] } });
  expect(learnt.length).toBe(1);
});

test('the players are called by their names, where these are known', async () => {
  says(done);
  await open({ names: { white: 'Anna', black: 'Ben' }, onlearn: () => undefined });
  expect(button(/Anna: 1 blunder/)).toBeTruthy();
  expect(button(/Learn from Anna’s mistakes/)).toBeTruthy();
  const heads = [...document.querySelectorAll<HTMLElement>('thead th')];
  expect(heads.map((head) => head.textContent)).toEqual(['Anna', 'Ben']);
  expect(heads.map((head) => head.title), 'where a name is cut off').toEqual(['Anna', 'Ben']);
});

test('whoever plays a game is told why there is nothing to see', async () => {
  answer = { status: 403, body: { error: { code: 'analysis_while_playing', message: '' } } };
  const { text } = await open();
  expect(text()).toContain('You are playing a game');
  expect(asked).toEqual(['GET /api/page/analysis/abcd1234']);
});

test('an open page asked why its analysis is closed each time that the server refused the topic', async () => {
  says(done);
  const { text } = await open();
  answer = { status: 403, body: { error: { code: 'analysis_near_own_game', message: '' } } };
  asked.length = 0;
  for (let time = 0; time < 3; time += 1) {
    follower?.onMissing();
    await settled();
  }
  expect(asked).toEqual(['GET /api/page/analysis/abcd1234']);
  expect(text()).toContain('shares positions with a correspondence game');
});

test('what failed at first is asked again, by hand and when the server is back, and is followed then', async () => {
  answer = { status: 503, body: { error: { code: 'unavailable', message: '' } } };
  const { text } = await open();
  expect(text()).toContain('The analysis can’t be loaded');
  expect(asked).toEqual(['GET /api/page/analysis/abcd1234']);
  button(/Try again/).click();
  await settled();
  expect(text()).toContain('The analysis can’t be loaded');
  says({ stage: 'waiting', ahead: 1 });
  reach.returns += 1;
  await settled();
  expect(text()).toContain('1 game is ahead');
  expect(asked.at(-1)).toBe('analysis:abcd1234');
  tell({ type: 'analysis', analysis: done });
  expect(text()).toContain('45.6 %');
});

test('a day that is used up is said before anybody asks', async () => {
  says({ stage: 'none' }, 0);
  const { text } = await open();
  expect(text()).toContain('You have used your 40 analyses for today');
  expect(button(/Request/).disabled).toBe(true);
});

test('whoever presses a thousand times asks once, and reads why there is no more', async () => {
  says({ stage: 'none' }, 1);
  const { text } = await open();
  answer = { status: 429, body: { error: { code: 'analyses_used_up', message: 'no more today' } } };
  const ask = button(/Request/);
  for (let press = 0; press < 1_000; press++) ask.click();
  await settled();
  expect(asked.filter((each) => each === 'POST /api/page/analysis/abcd1234')).toHaveLength(1);
  expect(text()).toContain('You have used your analyses for today. Try again tomorrow.');
});

test('of a game of 600 half-moves the first 300 are analysed, and that is said', async () => {
  const long = Array.from({ length: 300 }, (_, index) => move(index + 1, index % 2 === 0 ? 'Kf1' : 'Kc8'));
  says({ ...done, of: 600, moves: long });
  const { text } = await open();
  expect(text()).toContain('Only the first 300 half-moves were analysed.');
  expect(document.querySelector('svg')).not.toBeNull();
});

test('what is told of a place in the queue does not take back what has grown', () => {
  const report = new GameReport('abcd1234');
  report.hear({ type: 'analysis', analysis: { stage: 'running', of: 4, start: null, moves: [] } });
  report.hear({ type: 'analysis_grew', start: { ...start, line: [] }, moves: moves.slice(0, 1) });
  report.hear({ type: 'analysis_waits', ahead: 1 });
  expect(report.moves.length).toBe(1);
  expect(report.start?.win).toBe(514);
});

test('an answer that comes late does not take back a complete analysis', async () => {
  const report = new GameReport('abcd1234');
  says({ stage: 'waiting', ahead: 0 });
  const asking = report.ask();
  report.hear({ type: 'analysis', analysis: done });
  await asking;
  expect([report.view?.stage, report.left]).toEqual(['done', 39]);
});

test('learning asks, helps, shows and goes on', async () => {
  let learning = begin(mistakesOf(moves, 'white', 'white'));
  let isClosed = false;
  let isOther = false;
  const props = {
    get learning() {
      return learning;
    },
    onevent: (event: LearnEvent) => (learning = step(learning, event)),
    role: 'bishop' as const,
    other: { side: 'black', title: 'Learn from Black’s mistakes', mistakes: [], nodes: 1_000 } as const,
    onother: () => (isOther = true),
    onclose: () => (isClosed = true),
  };
  const show = async () => {
    if (shown) await unmount(shown);
    shown = mount(Learn, { target: document.body, props });
    flushSync();
    return document.body.textContent.replace(/\s+/g, ' ');
  };
  expect(await show()).toContain('Mistake 1 of 1 You played 2. g4. What would have been better?');
  button(/Hint/).click();
  expect(await show()).toContain('move the bishop on e2');
  learning = step(learning, { kind: 'play', move: { uci: 'g2g4', san: 'g4' }, mates: false });
  learning = step(learning, { kind: 'judged', uci: 'g2g4', lost: 900 });
  expect(await show()).toContain('There’s a better move');
  button(/Show solution/).click();
  expect(await show()).toContain('The best line: 2. e4 2. g4: Allows mate in 1.');
  button(/Finish/).click();
  expect(await show()).toContain('You found 0 of 1 better move.');
  expect(document.querySelector<HTMLElement>('#lesson-count')?.hidden, 'no mistake is asked any more').toBe(true);
  button(/Close/).click();
  button(/The other side’s mistakes/).click();
  expect([isClosed, isOther]).toEqual([true, true]);
  button(/Start again/).click();
  expect(await show()).toContain('Mistake 1 of 1 You played 2. g4.');
});

test('whoever learns from somebody else’s mistakes is told whose they are, in each language', async () => {
  const learning = begin(mistakesOf(moves, 'white', 'white'));
  const asks = { onevent: () => undefined, onother: () => undefined, onclose: () => undefined };
  shown = mount(Learn, { target: document.body, props: { learning, player: { side: 'white', name: 'Anna' }, ...asks } });
  flushSync();
  expect(document.body.textContent).toContain('Anna played 2. g4. What would have been better?');
  expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Learn from Anna’s mistakes');
  const said = [];
  for (const locale of ['en', 'de', 'fr', 'es'] as const) {
    const { report } = await REPORTS[locale]();
    said.push(report.learning.ask('g4', { side: 'black', name: null }).replace(/ g4.*/, ''));
  }
  expect(said).toEqual(['Black played', 'Schwarz hat', 'Les Noirs ont joué', 'Las negras jugaron']);
});
