// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN: whole exports, line by line.

use tabiya_pgn::{PgnGame, PgnResult, PgnTermination, PgnTimeControl};
use tabiya_rules::{CastlingMode, History, Position, parse_san};

fn played(start: Position, moves: &str) -> History {
    let mut history = History::new(start);
    for text in moves.split_whitespace() {
        history.play(parse_san(history.position(), text).expect(text));
    }
    history
}

#[test]
fn a_game_with_everything() {
    let history = played(Position::start(), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
    let clocks: Vec<Option<u32>> = (0..7).map(|ply| Some(180_000 - ply * 1_250)).collect();
    let game = PgnGame {
        event: "Casual game",
        site: "http://localhost:8080/game/abcdefgh",
        date: "2026.11.21",
        round: "-",
        white: "A \"quoted\" name",
        black: "back\\slash and\nnew line",
        result: PgnResult::WhiteWins,
        time_control: Some(PgnTimeControl::Clock { initial_ms: 180_000, increment_ms: 0 }),
        termination: Some(PgnTermination::TimeForfeit),
        more_tags: &[("UTCTime", "12:30:00"), ("not a name", "left out")],
        clocks: &clocks,
        ..PgnGame::new(&history)
    };
    let expected = "\
[Event \"Casual game\"]
[Site \"http://localhost:8080/game/abcdefgh\"]
[Date \"2026.11.21\"]
[Round \"-\"]
[White \"A \\\"quoted\\\" name\"]
[Black \"back\\\\slash and new line\"]
[Result \"1-0\"]
[TimeControl \"180+0\"]
[Termination \"time forfeit\"]
[UTCTime \"12:30:00\"]

1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:02:58.7]} 2. Nf3 {[%clk 0:02:57.5]}
2... Nc6 {[%clk 0:02:56.2]} 3. Bb5 {[%clk 0:02:55]} 3... a6 {[%clk 0:02:53.7]}
4. O-O {[%clk 0:02:52.5]} 1-0
";
    assert_eq!(game.to_string(), expected);
}

#[test]
fn a_bare_game_says_what_is_unknown() {
    let history = played(Position::start(), "f3 e5 g4 Qh4#");
    let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"?\"]
[Result \"0-1\"]
[TimeControl \"-\"]
[Termination \"normal\"]

1. f3 e5 2. g4 Qh4# 0-1
";
    assert_eq!(PgnGame::new(&history).to_string(), expected);
    let unfinished = PgnGame::new(&History::new(Position::start())).to_string();
    assert!(unfinished.ends_with("[Termination \"unterminated\"]\n\n*\n"), "{unfinished}");
}

#[test]
fn another_start_is_written_with_its_fen() {
    let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17").unwrap();
    let pgn = PgnGame::new(&played(start, "Kd7 e4 Kd6")).to_string();
    assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]\n"), "{pgn}");
    assert!(pgn.ends_with("\n\n17... Kd7 18. e4 Kd6 *\n"), "{pgn}");
    assert!(!pgn.contains("Variant"));
}

#[test]
fn chess960_is_named_even_at_the_usual_start() {
    let usual = Position::start().with_castling_mode(CastlingMode::Chess960);
    for start in [usual, Position::chess960(0).unwrap()] {
        let pgn = PgnGame::new(&History::new(start)).to_string();
        let tags = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n");
        assert!(pgn.contains(&tags), "{pgn}");
    }
}

#[test]
fn comments_stand_behind_their_half_moves() {
    let history = played(Position::start(), "e4 e5");
    let comments =
        [(0, "A short game"), (1, "The king's pawn"), (2, "one"), (2, "two"), (9, "beyond the end")];
    let pgn = PgnGame { comments: &comments, clocks: &[Some(1_000)], ..PgnGame::new(&history) }.to_string();
    let (_, moves) = pgn.split_once("\n\n").unwrap();
    assert_eq!(
        moves.split_whitespace().collect::<Vec<_>>().join(" "),
        "{A short game} 1. e4 {[%clk 0:00:01]} {The king's pawn} 1... e5 {one} {two} *"
    );
}

#[test]
fn no_line_of_moves_is_longer_than_79_characters() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 ".repeat(20);
    let history = played(Position::start(), &shuffle);
    let with_clocks = vec![Some(12_345_678); 160];
    for clocks in [&with_clocks[..], &[]] {
        let pgn = PgnGame { clocks, ..PgnGame::new(&history) }.to_string();
        let (_, moves) = pgn.split_once("\n\n").unwrap();
        assert!(moves.lines().all(|line| line.len() <= 79 && line == line.trim()), "{moves}");
        // Lines are filled: the next token would not have fitted.
        let shortest = moves.lines().rev().skip(1).map(str::len).min().unwrap();
        assert!(shortest > 79 - "{[%clk 3:25:45.6]}".len() - 1, "{shortest}");
    }
}

#[test]
fn seconds_have_fractions_only_where_there_are_any() {
    for (initial_ms, increment_ms, text) in [
        (300_000, 3_000, "300+3"),
        (0, 1_000, "0+1"),
        (30_500, 250, "30.5+0.25"),
        (10_800_000, 180_000, "10800+180"),
    ] {
        assert_eq!(PgnTimeControl::Clock { initial_ms, increment_ms }.to_string(), text);
    }
}
