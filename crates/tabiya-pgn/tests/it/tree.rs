// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games with variations are edited, written, and read back equal.

use proptest::prelude::*;
use tabiya_pgn::{GameTree, GameTreeBuilder, NodeId, PgnReader, PgnResult, TreeError};
use tabiya_rules::{Position, parse_san};

/// Standard chess, Chess960, and positions with many kinds of moves.
fn starts() -> impl Strategy<Value = Position> {
    let tricky = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r2k1r1/pbppp1p1/1p2qp1p/8/8/1P2QP1P/PBPPP1P1/1R2K1R1 w GBgb - 4 9",
    ];
    prop_oneof![
        Just(Position::start()),
        (0..960u16).prop_map(|number| Position::chess960(number).unwrap()),
        prop::sample::select(tricky.to_vec()).prop_map(|fen| Position::from_fen(fen).unwrap()),
    ]
}

fn play(game: &mut GameTree, at: NodeId, text: &str) -> NodeId {
    let mv = parse_san(game.position(at).unwrap(), text).expect(text);
    game.play(at, mv).unwrap()
}

/// The moves after the tags.
fn movetext(game: &GameTree) -> String {
    game.to_string().split_once("\n\n").unwrap().1.to_owned()
}

#[track_caller]
fn check_round_trip(game: &GameTree) {
    let text = game.to_string();
    let read = GameTree::from_pgn(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(&read, game);
    assert_eq!(read.to_string(), text);
    let long =
        |line: &&str| line.chars().count() > 79 && line.contains(' ') && !line.starts_with([';', '[', '{']);
    let lines: Vec<&str> = text.lines().filter(long).collect();
    assert!(
        lines.iter().all(|line| line.contains("[")
            || line.contains("  ")
            || line.contains('%')
            || line.contains(" ;")),
        "{lines:?}"
    );
}

#[test]
fn variations_are_put_in_order() {
    let mut game = GameTree::new(Position::start());
    let e4 = play(&mut game, GameTree::ROOT, "e4");
    let d4 = play(&mut game, GameTree::ROOT, "d4");
    let c4 = play(&mut game, GameTree::ROOT, "c4");
    let d5 = play(&mut game, d4, "d5");
    play(&mut game, e4, "c5");
    assert_eq!(movetext(&game), "1. e4 (1. d4 d5) (1. c4) 1... c5 *\n");
    game.promote(c4).unwrap();
    assert_eq!(movetext(&game), "1. e4 (1. c4) (1. d4 d5) 1... c5 *\n");
    game.make_main_line(d5).unwrap();
    assert_eq!(movetext(&game), "1. d4 (1. e4 c5) (1. c4) 1... d5 *\n");
    game.demote(d4).unwrap();
    assert_eq!(movetext(&game), "1. e4 (1. d4 d5) (1. c4) 1... c5 *\n");
    game.demote(c4).unwrap();
    game.promote(e4).unwrap();
    game.delete(d4).unwrap();
    assert_eq!(movetext(&game), "1. e4 (1. c4) 1... c5 *\n");
    check_round_trip(&game);
    assert_eq!(game.line_to(c4).len(), 1);
    for gone in [d4, d5] {
        assert!(game.node(gone).is_none());
        assert_eq!(game.promote(gone), Err(TreeError::NoSuchNode));
        assert_eq!(game.add_nag(gone, 1), Err(TreeError::NoSuchNode));
    }
    assert_eq!(game.delete(GameTree::ROOT), Err(TreeError::Root));
    assert_eq!(game.add_comment_before(GameTree::ROOT, "x"), Err(TreeError::Root));
}

#[test]
fn only_legal_moves_and_each_but_once() {
    let mut game = GameTree::new(Position::start());
    let e4 = play(&mut game, GameTree::ROOT, "e4");
    assert_eq!(play(&mut game, GameTree::ROOT, "e4"), e4);
    let mv = game.node(e4).unwrap().mv().unwrap();
    assert_eq!(game.play(e4, mv), Err(TreeError::Illegal(mv)));
    assert_eq!(game.walk(), [e4]);
}

/// The variation's 2. d4 was told before the game's own 2. Nf3, and became the main line.
#[test]
fn a_variation_that_repeats_the_game_does_not_become_the_game() {
    for (pgn, expected) in [
        ("1. e4 e5 (1... e5 2. d4) 2. Nf3 *", "1. e4 e5 2. Nf3 (2. d4) *\n"),
        ("1. e4 (1. e4 e5 2. d4 (2. d4 exd4)) 1... e5 2. Nf3 *", "1. e4 e5 2. Nf3 (2. d4 exd4) *\n"),
        ("1. e4 e5 (1... e5 2. d4) (1... e5 2. c4) 2. Nf3 *", "1. e4 e5 2. Nf3 (2. d4) (2. c4) *\n"),
        ("1. Nf3 ({c} 1. Nf3) *", "1. Nf3 {c} *\n"),
        ("1. e4 e5 (1... e5 2. d4 ({c} 2. Nf3)) 2. Nf3 *", "1. e4 e5 2. Nf3 {c} (2. d4) *\n"),
        ("1. e4 e5 (1... c5 (1... c5 2. d4) 2. c4) *", "1. e4 e5 (1... c5 2. c4 (2. d4)) *\n"),
    ] {
        let game = GameTree::from_pgn(pgn.as_bytes()).unwrap();
        assert_eq!(movetext(&game), expected, "{pgn}");
        check_round_trip(&game);
    }
}

/// Annotated games have impossible moves in their side lines, and the game itself is whole.
#[test]
fn an_illegal_move_in_a_variation_costs_the_rest_of_that_variation_alone() {
    for (text, expected, column) in [
        ("1. e4 e5 (1... c5 2. Ke5 {no} (2. Nf3 Nc6) a6) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *", 22),
        (
            "1. e4 (1. Ke5 d5) 1... e5 (1... c5 (1... Qx) 2. Nf3) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *",
            11,
        ),
        ("1. e4 e5 (1... c5 2. 0-0 d6) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *", 22),
        ("1. e4 f6 (1... f5 2. Qh5+ -- 3. a3) 2. Nf3 *", "1. e4 f6 (1... f5 2. Qh5+) 2. Nf3 *", 27),
        ("1. e4 e5 (1... c5 2. Ke5", "1. e4 e5 (1... c5) *", 22),
    ] {
        let mut reader = PgnReader::from_bytes(text.as_bytes());
        let mut builder = GameTreeBuilder::forgiving();
        let read = reader.read_game(&mut builder).unwrap().unwrap();
        assert_eq!(movetext(&read).trim(), expected, "{text}");
        assert_eq!(reader.first_skipped().unwrap().column, column, "{text}");
        assert!(GameTree::from_pgn(text.as_bytes()).is_err(), "by default the fault is the game's: {text}");
    }
    let mut builder = GameTreeBuilder::forgiving();
    let mut reader = PgnReader::from_bytes(b"1. e4 Ke4 2. d4 *\n\n[White \"Ben\"]\n\n1. d4 (1. d5) d5 *");
    reader.read_game(&mut builder).unwrap().expect_err("a game's own move");
    let next = reader.read_game(&mut builder).unwrap().unwrap();
    assert_eq!((next.walk().len(), builder.played()), (2, 2), "the next game is read as kindly");
}

#[test]
fn the_moves_of_the_game_are_told_from_what_a_variation_adds_to_them() {
    for (text, played, line) in [
        ("1. e4 e5 2. Nf3 (2. Nf3 Nc6 3. Bb5) 1-0", 3, 5),
        ("1. e4 e5 (1... e5 2. Nf3) 2. Nf3 Nc6 *", 4, 4),
        ("1. e4 e5 2. Nf3 (2. d4) 1-0", 3, 3),
        ("*", 0, 0),
    ] {
        let mut builder = GameTreeBuilder::default();
        let tree = PgnReader::from_bytes(text.as_bytes()).read_game(&mut builder).unwrap().unwrap();
        assert_eq!((builder.played(), tree.main_line(GameTree::ROOT).count()), (played, line), "{text}");
    }
}

#[test]
fn null_moves_stand_where_moves_do() {
    let fault = GameTree::from_pgn(b"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *").unwrap_err().to_string();
    assert_eq!(fault, "line 1, column 30: game 1: expected a legal move, found a null move in check");
    let mut game = GameTree::from_pgn(b"1. e4 -- (1... e5 2. -- d5) 2. Qh5 -- 3. Qxf7+ *").unwrap();
    assert_eq!(movetext(&game), "1. e4 -- (1... e5 2. -- d5) 2. Qh5 -- 3. Qxf7+ *\n");
    check_round_trip(&game);
    let line: Vec<_> = game.main_line(GameTree::ROOT).collect();
    let node = game.node(line[1]).unwrap();
    assert!(node.is_null_move() && node.mv().is_none() && node.parent() == Some(line[0]));
    assert!(!game.node(GameTree::ROOT).unwrap().is_null_move());
    assert_eq!(game.play_null(line[0]), Ok(line[1]), "a second one is the same");
    assert_eq!(game.line_to(line[2]).iter().map(Option::is_none).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(game.play_null(line[4]), Err(TreeError::NullMoveInCheck));
}

#[test]
fn the_walk_tells_alternatives_with_what_follows_them() {
    let game = GameTree::from_pgn(b"1. e4 (1. d4 d5 (1... f5) 2. c4) (1. c4) e5 2. Nf3 *").unwrap();
    let text: Vec<String> = game
        .walk()
        .into_iter()
        .map(|id| {
            let node = game.node(id).unwrap();
            tabiya_rules::san(game.position(node.parent().unwrap()).unwrap(), node.mv().unwrap())
        })
        .collect();
    assert_eq!(text, ["e4", "d4", "d5", "f5", "c4", "c4", "e5", "Nf3"]);
}

#[test]
fn comments_glyphs_and_clocks_stand_where_they_belong() {
    let pgn = b"[Event \"x\"]\n\n{Before.} 1. e4! { [%clk 0:05:00] } ({It is\ngood} 1. d4 $7 $10 ; to the end }\n d5) {After.} e5 1/2-1/2";
    let game = GameTree::from_pgn(pgn).unwrap();
    assert_eq!(
        movetext(&game),
        "{Before.} 1. e4 $1 {[%clk 0:05:00]} {After.} ({It is good} 1. d4 $7 $10\n;to the end }\n1... d5) 1... e5 1/2-1/2\n"
    );
    check_round_trip(&game);
}

#[test]
fn lines_have_79_columns_and_no_word_of_a_comment_looks_like_a_tag() {
    let mut game = GameTree::new(Position::start());
    let e4 = play(&mut game, GameTree::ROOT, "e4");
    let text = "word ".repeat(13) + "[Event \"x\"] and [%clk 0:00:01] " + &"word ".repeat(40);
    game.add_comment(e4, &text).unwrap();
    check_round_trip(&game);
    let moves = movetext(&game);
    assert!(moves.lines().skip(1).all(|line| line.len() <= 79 && !line.starts_with('[')), "{moves}");
}

#[test]
fn tags_keep_the_roster_first_and_what_follows_from_the_game_out() {
    let mut game = GameTree::new(Position::start());
    assert!(game.tags_mut().set("Annotator", "Ann \"O\" \\ Tator\n"));
    assert!(game.tags_mut().set("White", "Anna"));
    for name in ["Result", "FEN", "SetUp", "Variant", "", "a b", "é"] {
        assert!(!game.tags_mut().set(name, "x"), "{name}");
    }
    game.tags_mut().set("Black", "Ben");
    game.tags_mut().remove("Black");
    game.set_result(PgnResult::WhiteWins);
    check_round_trip(&game);
    let text = game.to_string();
    assert!(
        text.contains(
            "[White \"Anna\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Annotator \"Ann \\\"O\\\" \\\\ Tator \"]\n\n"
        ),
        "{text}"
    );
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let mut game = GameTree::new(Position::start());
    let mut at = GameTree::ROOT;
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    // Each move is a variation of another.
    for i in 0..990 {
        play(&mut game, at, ["a3", "a6", "b3", "b6"][i % 2]);
        at = play(&mut game, at, moves[i % 4]);
        if i % 4 == 3 {
            // The pawn moves are only played as variations, so they stay legal.
            continue;
        }
    }
    check_round_trip(&game);
}

/// A change of a game: the node, the move, and its annotations.
type Step = (usize, usize, Option<u8>, Option<(bool, String)>);

fn grown(start: Position, steps: &[Step]) -> GameTree {
    let mut game = GameTree::new(start);
    let mut nodes = vec![GameTree::ROOT];
    for (node, mv, nag, comment) in steps {
        // Mostly the last node, so that lines become long.
        let at = nodes[nodes.len() - 1 - (node % nodes.len()).min(node % 4)];
        let moves = game.position(at).unwrap().legal_moves();
        if moves.is_empty() {
            continue;
        }
        // One move in nine is a null move, where nobody is in check.
        let null = if mv % 9 == 0 { game.play_null(at).ok() } else { None };
        let id = null.unwrap_or_else(|| game.play(at, moves[mv % moves.len()]).unwrap());
        nodes.push(id);
        if let Some(nag) = nag {
            game.add_nag(id, *nag).unwrap();
        }
        match comment {
            // A comment before a move is possible only at the start of a variation, where no move comes
            // directly before it.
            Some((true, text)) if game.node(at).unwrap().children()[0] != id => {
                game.add_comment_before(id, text).unwrap();
            }
            Some((_, text)) => game.add_comment(id, text).unwrap(),
            None => {}
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_games_read_back_equal(
        start in starts(),
        steps in prop::collection::vec((
            any::<usize>(),
            any::<usize>(),
            prop::option::weighted(0.2, any::<u8>()),
            prop::option::weighted(0.3, (any::<bool>(), "\\PC{0,20}|[a-z{};%\\[\\]()$\" \\\\\n\r]{0,200}")),
        ), 0..120),
        value in "\\PC{0,20}|[\"\\\\ \n]{0,5}",
        intro in "[a-z }\n]{0,20}",
    ) {
        let mut game = grown(start, &steps);
        game.tags_mut().set("White", &value);
        game.tags_mut().set("Made_by", &value);
        game.add_comment(GameTree::ROOT, &intro).unwrap();
        check_round_trip(&game);
    }
}
