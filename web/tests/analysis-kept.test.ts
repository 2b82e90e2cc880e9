// SPDX-License-Identifier: AGPL-3.0-or-later
// What stays of an analysis: in the browser, and in the PGN that is carried away.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toArena } from '../src/analysis/arena';
import { fileNameOf, headingOf, tagsOf, withTags } from '../src/analysis/carried';
import { dropBoard, keepBoard, MOST_BOARDS, MOST_OF_ONE, recallBoard, roomLeft } from '../src/analysis/kept';
import { noticeOf } from '../src/analysis/notice';
import { languages } from '../src/locale';
import { newBoard, play } from './analysis-support';

describe('what the browser keeps', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());
  const own = (game: string | null, owner = '') => ({ owner, game });

  test('is the newest work, and never without bound, and it is said which goes before it goes', async () => {
    await languages.need('analysis');
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena({ ...board.tree, tags: [['White', 'Anna'], ['Black', 'Ben']] }), here: 0, played: [] };
    const gone: (string | null)[] = [];
    let said = 0;
    for (let game = 0; game < MOST_BOARDS + 3; game += 1) {
      const room = roomLeft(own(`game${game}`));
      if (room) said += 1;
      if (game === MOST_BOARDS) {
        expect(room).toEqual({ left: 0, next: 'Anna – Ben (/analysis/game0)' });
        expect(noticeOf(board, null, null, '', { room }).text).toContain('Anna – Ben (/analysis/game0)');
      }
      expect(keepBoard(own(`game${game}`), kept, (title) => gone.push(title))).toBe(true);
    }
    expect(gone).toEqual([0, 1, 2].map((game) => `Anna – Ben (/analysis/game${game})`));
    expect(said, 'before each, and some boards earlier').toBeGreaterThan(5);
    expect(roomLeft(own('game9', 'Ben')), 'whose it is, is nobody else’s business').toMatchObject({ next: null });
    expect(recallBoard(own('game0'))).toBeNull();
    expect(localStorage.getItem('tabiya.analysis.board.game0')).toBeNull();
    expect(recallBoard(own(`game${MOST_BOARDS + 2}`))).toEqual(kept);
    const large = { ...kept, game: { ...kept.game, comment: 'x'.repeat(MOST_OF_ONE) } };
    expect(keepBoard(own(null), large)).toBe(false);
    expect(recallBoard(own(null))).toBeNull();
  });

  test('belongs to whoever was logged in', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena(board.tree), here: 0, played: [] };
    keepBoard(own(null, 'Anna'), kept);
    expect([recallBoard(own(null)), recallBoard(own(null, 'Ben'))]).toEqual([null, null]);
    expect(recallBoard(own(null, 'Anna'))).toEqual(kept);
    dropBoard(own(null, 'Anna'));
    expect(Object.keys(localStorage).filter((name) => name.includes('board'))).toEqual([]);
  });

  test('makes room where the browser has less, and says when it has none', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena(board.tree), here: 0, played: [] };
    for (const game of ['one', 'two']) keepBoard(own(game), kept);
    let room = 2;
    const kepts = new Map(Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').map((name) => [name, localStorage.getItem(name) ?? ''] as const));
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kepts.get(name) ?? null,
      removeItem: (name: string) => kepts.delete(name),
      setItem: (name: string, value: string) => {
        const boards = new Set([...kepts.keys(), name].filter((each) => each.includes('board')));
        if (boards.size > room) throw new Error('full');
        kepts.set(name, value);
      },
    });
    expect(keepBoard(own('three'), kept)).toBe(true);
    expect([recallBoard(own('one')), recallBoard(own('two')), recallBoard(own('three'))]).toEqual([null, kept, kept]);
    room = 0;
    expect(keepBoard(own('four'), kept)).toBe(false);
  });
});

test('a record that names its players has a heading, of what is known of it', () => {
  const tags = (text: string) => tagsOf(`${text}\n\n*`);
  expect(headingOf(tags('[Event "Club evening"]\n[Site "?"]\n[Date "2024.05.??"]\n[White "Müller, Anna"]\n[Black "O\'Brien"]'))).toEqual({
    white: 'Müller, Anna',
    black: "O'Brien",
    told: 'Club evening · 2024.05',
  });
  expect(headingOf(tags('[White "Anna"]\n[Date "????.??.??"]'))).toEqual({ white: 'Anna', black: '?', told: '' });
  expect(headingOf(tags('[White "?"]\n[Black "?"]\n[Event "Club evening"]'))).toBeNull();
});

describe('the PGN that is carried away from a game', () => {
  const OF_SERVER = '[Event "Casual \\"blitz\\" game"]\n[Site "https://chess.example/game/abcd1234"]\n[Date "2026.11.27"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n[FEN "x"]\n[SetUp "1"]\n[TimeControl "600+0"]\n[Termination "Normal"]\n[ECO "C33"]\n\n1. e4 { [No "tag"] } 1-0\n';

  test('has the tags that the server knows, and the moves of the board', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const arena = toArena({ ...board.tree, result: '1-0', tags: [['Event', '?'], ['Date', '????.??.??'], ['White', 'Anna'], ['Result', '1-0'], ['Annotator', 'Zoë']] });
    const carried = withTags(arena, tagsOf(OF_SERVER));
    expect(carried.nodes).toEqual(arena.nodes);
    expect(carried.tags).toEqual([
      ['Event', 'Casual "blitz" game'],
      ['Site', 'https://chess.example/game/abcd1234'],
      ['Date', '2026.11.27'],
      ['White', 'Anna'],
      ['Black', 'Bert'],
      ['TimeControl', '600+0'],
      ['Termination', 'Normal'],
      ['ECO', 'C33'],
      ['Result', '1-0'],
      ['Annotator', 'Zoë'],
    ]);
    expect(withTags(arena, []).tags).toEqual(arena.tags);
  });

  test('is named after the players and the date', () => {
    expect(fileNameOf(tagsOf(OF_SERVER))).toBe('Anna_Bert_2026-11-27.pgn');
    expect(fileNameOf([['White', 'Zoë O’Neil/..'], ['Black', 'level 3'], ['Date', '2026.??.??']])).toBe('Zoë-O-Neil_level-3.pgn');
    expect(fileNameOf([['White', '?'], ['Black', 'Bert']])).toBe('analysis.pgn');
    expect(fileNameOf([])).toBe('analysis.pgn');
  });
});
