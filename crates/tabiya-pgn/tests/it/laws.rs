// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all bytes read as PGN.

use proptest::prelude::*;
use tabiya_pgn::{PgnProblem, PgnReader, PgnText, PgnVisitor, Then, find_pgn_game_start};
use tabiya_rules::San;

use crate::scribe::{Scribe, told};

/// Checks all laws.
pub(crate) fn hold(bytes: &[u8]) {
    let lenient = told(PgnReader::from_bytes(bytes), false);
    strict_accepts_only_what_lenient_accepts(bytes);
    pieces_give_the_same_games(bytes, &lenient);
    games_do_not_overlap(bytes);
}

/// A game that is accepted strictly is read leniently with the same result, and without deviations.
fn strict_accepts_only_what_lenient_accepts(bytes: &[u8]) {
    let mut reader = PgnReader::from_bytes(bytes);
    let mut scribe = Scribe::strict();
    while let Some(game) = reader.read_game(&mut scribe) {
        let (from, to) = (reader.game_offset() as usize, reader.offset() as usize);
        if let Ok(moves) = game {
            let lenient = told(PgnReader::from_bytes(&bytes[from..to]), false);
            assert_eq!(lenient, [format!("game 1: {moves}")], "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}

/// If a file is cut wherever a game is found to begin, the pieces contain the same games.
fn pieces_give_the_same_games(bytes: &[u8], whole: &[String]) {
    // Without numbers and positions, which count from the beginning.
    let bare = |line: &String| {
        let line = line.split(" -- odd at ").next().unwrap_or_default().to_owned();
        line.split_once("game ").and_then(|(_, rest)| rest.split_once(": ")).map(|(_, what)| what.to_owned())
    };
    let mut found = Vec::new();
    let mut rest = bytes;
    loop {
        let end = find_pgn_game_start(rest, 1).unwrap_or(rest.len());
        found.extend(told(PgnReader::from_bytes(&rest[..end]), false).iter().map(bare));
        if end == rest.len() {
            break;
        }
        rest = &rest[end..];
    }
    let whole: Vec<_> = whole.iter().map(bare).collect();
    assert_eq!(found, whole, "{:?}", String::from_utf8_lossy(bytes));
}

/// Skipped games are counted one by one, and each begins after the one before.
fn games_do_not_overlap(bytes: &[u8]) {
    struct Skips;
    impl PgnVisitor for Skips {
        type Game = ();
        fn end_tags(&mut self) -> Result<Then, PgnProblem> {
            Ok(Then::Skip)
        }
        fn san(&mut self, _: San) -> Result<(), PgnProblem> {
            Ok(())
        }
        fn end_game(&mut self) {}
    }
    let mut reader = PgnReader::from_bytes(bytes);
    let (mut read, mut ends) = (0, 0);
    while reader.read_game(&mut Skips).is_some() {
        read += 1;
        assert!(reader.game_offset() >= ends, "games overlap");
        ends = reader.game_offset() + 1;
    }
    assert_eq!(reader.games(), read);
}

/// Refuses every game at its first tag or move.
struct Refuses;
impl PgnVisitor for Refuses {
    type Game = ();
    fn tag(&mut self, _: &str, _: PgnText<'_>) -> Result<(), PgnProblem> {
        Err(PgnProblem::other("no"))
    }
    fn san(&mut self, _: San) -> Result<(), PgnProblem> {
        Err(PgnProblem::other("no"))
    }
    fn end_game(&mut self) {}
}

/// A well-formed game with this number.
fn game(number: usize, tags: bool, moves: &str, result: &str) -> String {
    let tags = if tags { format!("[Event \"{number}\"]\n[White \"?\"]\n\n") } else { String::new() };
    format!("{tags}1. {moves} {result}\n\n")
}

#[test]
fn the_first_move_may_follow_a_byte_order_mark() {
    let lines = told(PgnReader::from_bytes("\u{feff}1. e4\n\n1. d4 1-0".as_bytes()), false);
    assert_eq!(lines.len(), 2, "{lines:?}");
    hold("\u{feff}1. e4 \n\n1.  1-0[Event \"y\"]".as_bytes());
}

#[test]
fn the_first_move_may_follow_a_stray_character() {
    for stray in [",", ":", "\u{1a}", "\0"] {
        let text = format!("1. e4 *{stray}1. d4\n\n1. c4 1-0");
        let lines = told(PgnReader::from_bytes(text.as_bytes()), false);
        assert_eq!(lines.len(), 3, "{lines:?}");
        hold(text.as_bytes());
    }
    hold(b"{\n[Event \"z\"]\n*,1.\n\n1.  1-0");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(3000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_for_texts_like_pgn(
        parts in prop::collection::vec(prop::sample::select(vec![
            "[Event \"x\"]", "[White \"a\"]\n", "[Event \"y\"]\n", "[Site \"?\"]\n\n", "[White \"b \"c\" d\"]\n", "[White Anna]\n", "[White \"c\n", "[]\n",
            "\n[Event \"z\"]\n", "\n\n\n[Round \"1\"]", " \t[Event \"i\"]\n", "\u{feff}[Event \"j\"]\n", "[", "]", "\"", "\n", "\n\n", "\r", "\r\n",
            "\n%x\n", "{", "}", "{c}", "{a\n[Event \"q\"]\n", ";x\n", "(", ")", "1.", "\n\n1. ", "1. e4 ", " e5", " d4 ", "d5", "Nf3 ", "Nf6", " e4 e4", "0-0",
            "--", "$1", "$", "!", "=", "*", " 1-0", "0-1", "1/2-1/2", "1 - 0", "0 - 1", "1/2 - 1/2", "\u{feff}", "½", ",", "é", "junk",
            "\u{a0}", "\u{200b}", "\u{2026}", "\u{2013}", "\u{2011}O", "N ", "TN", "D", "<>", "null ", "pass", "1/2-0", " 0-0", "1:0", "+/-", "-:+", "[Fen \"x\"]",
            "[white \"a\"]\n", "[Other \"1\"]\n", "\n\n[White \"a\"]\n[Black \"b\"]\n", "\n\n[Black \"b\"]", "\u{ff11}", "0000", "0 - 0 ", "O - O", "N f3 ", "\u{ad}", "(null)", "{c} ", "Nf3+-", "Nf31-0", "0.5-0.5", "1-0 FF", "00 ",
            "[FEN \u{201c}x\u{201d}]", "[White x]\n\n", "[Fen: \"x\"]\n", "[Black=y]\n", "\u{2014} ", " - ", "1- 0 ", "1-O", "O-1", "1F-0F", "n ", "T.N. ", "\u{661}-\u{660}",
            "1-0 {c} *", "(0-1)", "( 1/2 )", "1-0 (e5) ", "* $1 ", "0-1 !? ", "null move ", "Black resigns", "1-0\"", "1.0-0.0", "\n[White z]\n", "2...",
        ]), 0..40),
    ) {
        hold(parts.concat().as_bytes());
    }

    #[test]
    fn games_in_are_games_out_and_faults(
        games in prop::collection::vec((any::<bool>(), prop::sample::select(vec![
            "e4 e5", "e4 e4", "e4 e5 2. Nf3 (2. Bc5) Nc6", "e4 {[Event \"Fake\"]} e5", "e4 {\n[Event \"Fake\"]\n} e5", "e4 zz 2. d4 {1-0} d5",
            "e4 (e5 1/2-1/2) (", "e4 P@e5", "e4 {a\n\n1. d4 d5} e6", "e4 <,> e5", "Sf3",
        ]), prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*", "1 - 0", "1/2 - 1/2"])), 0..12),
    ) {
        let text: String =
            games.iter().enumerate().map(|(i, (tags, moves, result))| game(i, *tags, moves, result)).collect();
        prop_assert_eq!(told(PgnReader::from_bytes(text.as_bytes()), false).len(), games.len(), "{}", text);
        prop_assert_eq!(told(PgnReader::from_bytes(text.as_bytes()), true).len(), games.len(), "{}", text);
        let mut refused = 0;
        let mut reader = PgnReader::from_bytes(text.as_bytes());
        while reader.read_game(&mut Refuses).is_some() {
            refused += 1;
        }
        prop_assert_eq!(refused, games.len(), "{}", text);
        hold(text.as_bytes());
    }
}
