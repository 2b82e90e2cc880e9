// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lines against games: what is stored, what still applies, what is played.

use proptest::prelude::*;
use tabiya_game::{Command, DaysPerMove, Game, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};

use super::*;

fn of(start: Position) -> Game {
    let [white, black] = [1, 2].map(|number| Seat::Player(PlayerId::from_bytes([number; 16])));
    let time = TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() };
    Game::create(Terms::new(start, Some(time), Seats { white, black }).unwrap(), Time(1)).0
}

fn tell(game: &mut Game, command: Command) {
    for event in game.decide(command, Time(2)).unwrap() {
        game.apply(&Stamped::new(Time(2), event));
    }
}

fn play(game: &mut Game, moves: &str) {
    for uci in moves.split_whitespace() {
        let (by, seq) = (game.turn(), game.last_seq());
        tell(game, Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None });
    }
}

fn game(moves: &str) -> Game {
    let mut game = of(Position::start());
    play(&mut game, moves);
    game
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// White's lines, added one after the other.
fn prepared(game: &Game, lines: &[&str]) -> Result<Prepared, LineRefused> {
    let since = game.last_seq();
    lines.iter().try_fold(Prepared::default(), |prepared, line| {
        prepared.with_conditional(game, Color::White, since, &words(line))
    })
}

fn standings(prepared: &Prepared, game: &Game) -> Vec<Standing> {
    prepared.conditional.iter().map(|line| Prepared::standing(line, game)).collect()
}

fn reply(prepared: &Prepared, game: &Game) -> Option<String> {
    prepared.reply(game, Color::White).map(|reply| reply.to_string())
}

/// They went around the question whether the computer may answer a player who plays a person at the same time.
#[test]
fn a_game_with_the_computer_takes_no_lines() {
    let level = std::num::NonZeroU8::new(3).unwrap();
    let computer = Seat::Computer(tabiya_game::Computer { level, version: None });
    let seats = Seats { white: Seat::Player(PlayerId::from_bytes([1; 16])), black: computer };
    let time = TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() };
    let mut game = Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(1)).0;
    play(&mut game, "e2e4");
    assert_eq!(prepared(&game, &["e7e5 g1f3"]), Err(LineRefused::OfComputer));
}

#[test]
fn a_reply_is_due_as_soon_as_its_line_applies() {
    let mut game = game("e2e4");
    let prepared = prepared(&game, &["e7e5 g1f3 b8c6 f1b5", "c7c5 g1f3"]).unwrap();
    assert_eq!(reply(&prepared, &game), None, "the opponent is to move");
    play(&mut game, "e7e5");
    assert_eq!(reply(&prepared, &game).as_deref(), Some("g1f3"));
    assert_eq!(prepared.reply(&game, Color::Black), None);
    let dropped = Standing::Dropped(WhyDropped::OtherMove { played: 0 });
    assert_eq!(standings(&prepared, &game), [Standing::Waits { played: 1 }, dropped]);
    play(&mut game, "g1f3 b8c6");
    assert_eq!(reply(&prepared, &game).as_deref(), Some("f1b5"));
    play(&mut game, "f1b5");
    assert_eq!(standings(&prepared, &game)[0], Standing::Played);
    play(&mut game, "a7a6");
    assert_eq!((standings(&prepared, &game)[0], reply(&prepared, &game)), (Standing::Played, None));
}

#[test]
fn a_line_is_dropped_by_another_move_a_takeback_and_the_end() {
    let before = game("e2e4");
    let lines = prepared(&before, &["e7e5 g1f3 b8c6 f1b5"]).unwrap();
    let mut other = before.clone();
    play(&mut other, "e7e5 g1f3 g8f6");
    let why = WhyDropped::OtherMove { played: 2 };
    assert_eq!((standings(&lines, &other), reply(&lines, &other)), (vec![Standing::Dropped(why)], None));
    // The player has moved by hand.
    let mut by_hand = before.clone();
    play(&mut by_hand, "e7e5 f2f4");
    let why = WhyDropped::OtherMove { played: 1 };
    assert_eq!(standings(&lines, &by_hand), [Standing::Dropped(why)]);
    // The same moves after a takeback are another game.
    let mut back = before.clone();
    play(&mut back, "e7e5");
    tell(&mut back, Command::ProposeTakeback { by: Color::Black });
    tell(&mut back, Command::AcceptTakeback { by: Color::White });
    play(&mut back, "e7e5");
    assert_eq!(standings(&lines, &back), [Standing::Dropped(WhyDropped::TakenBack)]);
    assert_eq!(reply(&lines, &back), None);
    let mut over = before;
    tell(&mut over, Command::Resign { by: Color::White });
    assert_eq!(standings(&lines, &over), [Standing::Dropped(WhyDropped::GameOver)]);
    assert_eq!(reply(&lines, &over), None);
}

#[test]
fn lines_wait_while_something_is_asked() {
    let mut game = game("e2e4");
    let lines = prepared(&game, &["e7e5 g1f3"]).unwrap();
    tell(&mut game, Command::OfferDraw { by: Color::Black });
    play(&mut game, "e7e5");
    assert_eq!(reply(&lines, &game), None, "the offer stands behind the move");
    tell(&mut game, Command::ProposeTakeback { by: Color::Black });
    tell(&mut game, Command::DeclineDraw { by: Color::White });
    assert_eq!(reply(&lines, &game), None, "a takeback is proposed");
    tell(&mut game, Command::DeclineTakeback { by: Color::White });
    assert_eq!(reply(&lines, &game).as_deref(), Some("g1f3"));
}

#[test]
fn a_bad_line_is_refused_with_its_reason() {
    let check = |line: &str, said: &str| {
        let refused = prepared(&game("e2e4"), &["c7c5 g1f3 d7d6 d2d4", line]);
        assert_eq!(refused.map_err(|refused| refused.to_string()).unwrap_err(), said, "{line}");
    };
    check("", "there is no move in this line");
    check("e7e5 nonsense", "\"nonsense\" is no move; write moves like e2e4 or e7e8q");
    check("f8c5 g1f3", "half-move 1 of this line is illegal: The bishop on f8 is blocked by the pawn on e7.");
    check("e7e5", "this line ends with a move of your opponent; add your reply");
    check("e7e5 g1f3 b8c6", "this line ends with a move of your opponent; add your reply");
    check(&"g8f6 g1f3 f6g8 f3g1 ".repeat(8), "a line has at most 30 half-moves");
    check("c7c5 d2d4", "in the same position your lines play Nf3 and d4; keep one of the two");
    // By another order of moves.
    check("d7d6 g1f3 c7c5 f1e2", "in the same position your lines play d4 and Be2; keep one of the two");
    // The line comes back to a position of its own.
    check(
        "g8f6 g1f3 f6g8 f3g1 g8f6 b1c3",
        "in the same position your lines play Nf3 and Nc3; keep one of the two",
    );
}

/// It had one reply there first and another one later; the later one alone was compared.
#[test]
fn a_line_contradicts_any_reply_of_another_in_a_position_that_comes_back() {
    let game = game("e2e4");
    let since = game.last_seq();
    let parse = |line: &str| line.split_whitespace().map(|uci| uci.parse().unwrap()).collect();
    let start = *game.history().position();
    let line = Line { start, moves: parse("g8f6 g1f3 f6g8 f3g1 g8f6 b1c3") };
    // As a server stored it before lines were compared with themselves.
    let old = Prepared { conditional: vec![Conditional { since, line }], private: Vec::new() };
    for (line, is_stored) in [("g8f6 b1c3", false), ("g8f6 g1f3", false), ("e7e5 g1f3", true)] {
        let added = old.with_conditional(&game, Color::White, since, &words(line));
        assert_eq!(added.is_ok(), is_stored, "{line}: {added:?}");
    }
}

#[test]
fn a_line_of_a_game_that_went_otherwise_since_a_backup_is_dropped() {
    let lines = prepared(&game("e2e4"), &["e7e5 g1f3"]).unwrap();
    // The server was set back to a backup, and another first move was played with the same number.
    let mut other = game("d2d4");
    play(&mut other, "e7e5");
    assert_eq!(standings(&lines, &other), [Standing::Dropped(WhyDropped::TakenBack)]);
    assert_eq!(reply(&lines, &other), None);
}

#[test]
fn a_dropped_line_stays_until_it_is_cleared_and_twenty_of_them_at_most() {
    let mut game = game("e2e4");
    let mut lines = prepared(&game, &["c7c5 g1f3", "e7e5 g1f3 b8c6 f1b5"]).unwrap();
    play(&mut game, "e7e5 g1f3");
    let add = |lines: &Prepared, game: &Game, line: &str| {
        lines.with_conditional(game, Color::White, game.last_seq(), &words(line)).unwrap()
    };
    lines = add(&lines, &game, "g8f6 f3e5");
    let other = Standing::Dropped(WhyDropped::OtherMove { played: 0 });
    let waits = |played| Standing::Waits { played };
    assert_eq!(standings(&lines, &game), [other, waits(2), waits(0)]);
    for otherwise in ["h7h6 h2h3", "h6h5 h3h4"] {
        let firsts = game.history().position().legal_moves();
        let firsts = firsts.into_iter().map(|mv| mv.to_uci(CastlingMode::Standard));
        for first in firsts.filter(|first| !["b8c6", "g8f6"].contains(&&**first)).take(12) {
            lines = add(&lines, &game, &format!("{first} b1c3"));
        }
        play(&mut game, otherwise);
    }
    let last = lines.conditional[lines.conditional.len() - 1].clone();
    lines = add(&lines, &game, "a7a5 b1c3");
    assert_eq!(lines.conditional.len(), MOST_LINES + 1, "{:?}", standings(&lines, &game));
    assert_eq!(lines.conditional[MOST_LINES - 1], last, "the oldest are forgotten first");
}

#[test]
fn nothing_follows_mate() {
    let game = game("e2e4 e7e5 f1c4 b8c6 d1h5");
    let line = |line: &str| prepared(&game, &[line]).map_err(|refused| refused.to_string());
    let mates = line("g8f6 h5f7").unwrap();
    assert_eq!(
        line("g8f6 h5f7 e8f7 c4f7").unwrap_err(),
        "the game would be over after Qxf7#, so nothing can follow it"
    );
    let mut mated = game.clone();
    play(&mut mated, "g8f6");
    assert_eq!(reply(&mates, &mated).as_deref(), Some("h5f7"));
    play(&mut mated, "h5f7");
    assert!(mated.is_over());
    assert_eq!((standings(&mates, &mated), reply(&mates, &mated)), (vec![Standing::Played], None));
    // The opponent mates.
    let game = self::game("f2f3 e7e5 g2g4");
    let refused = prepared(&game, &["d8h4 e1f2"]).unwrap_err();
    assert_eq!(refused.to_string(), "the game would be over after Qh4#, so nothing can follow it");
}

#[test]
fn a_line_that_arrives_with_the_opponents_move_applies_or_is_refused() {
    let mut game = game("e2e4");
    let since = game.last_seq();
    play(&mut game, "e7e5");
    let add = |line: &str| Prepared::default().with_conditional(&game, Color::White, since, &words(line));
    assert_eq!(reply(&add("e7e5 g1f3").unwrap(), &game).as_deref(), Some("g1f3"));
    assert_eq!(add("c7c5 g1f3"), Err(LineRefused::OtherMove));
    let now = game.last_seq();
    let add = |since, line| Prepared::default().with_conditional(&game, Color::White, since, &words(line));
    assert_eq!(add(now, "g1f3 b8c6"), Err(LineRefused::OwnTurn));
    assert_eq!(add(now + 1, "g1f3 b8c6"), Err(LineRefused::TakenBack));
    play(&mut game, "g1f3");
    let played = Prepared::default().with_conditional(&game, Color::White, since, &words("e7e5 g1f3"));
    assert_eq!(played, Err(LineRefused::Played));
}

#[test]
fn a_longer_line_takes_the_place_of_what_it_continues() {
    let game = game("e2e4");
    let moves = |lines: &[&str]| {
        let prepared = prepared(&game, lines).unwrap();
        prepared.conditional.iter().map(|each| each.line.moves.len()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&["e7e5 g1f3", "c7c5 g1f3", "e7e5 g1f3 b8c6 f1b5"]), [2, 4]);
    assert_eq!(moves(&["e7e5 g1f3 b8c6 f1b5", "e7e5 g1f3"]), [4]);
    assert_eq!(moves(&["e7e5 g1f3 b8c6 f1b5", "e7e5 g1f3 g8f6 f3e5"]), [4, 4]);
}

#[test]
fn twenty_lines_are_stored_and_no_more() {
    let game = game("e2e4");
    let legal = game.history().position().legal_moves();
    let lines: Vec<_> =
        legal.into_iter().map(|mv| format!("{} a2a3", mv.as_uci(CastlingMode::Standard))).collect();
    assert_eq!(lines.len(), MOST_LINES);
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let full = prepared(&game, &lines).unwrap();
    let add = |line: &str| full.with_conditional(&game, Color::White, game.last_seq(), &words(line));
    let more = add("e7e5 a2a3 b8c6 a3a4").unwrap();
    assert_eq!(more.conditional.len(), MOST_LINES, "in the place of the one that it continues");
    let refused = more.with_conditional(&game, Color::White, game.last_seq(), &words("e7e5 a2a3 g8f6 a3a4"));
    assert_eq!(refused, Err(LineRefused::TooMany { limit: MOST_LINES }));
    // What does not wait any more takes no place.
    let mut later = game.clone();
    play(&mut later, "h7h5 a2a3");
    let since = later.last_seq();
    let after = more.with_conditional(&later, Color::White, since, &words("e7e5 a3a4")).unwrap();
    let waits = |each: &&Conditional| matches!(Prepared::standing(each, &later), Standing::Waits { .. });
    assert_eq!(after.conditional.iter().filter(waits).count(), 1);
}

#[test]
fn castling_is_one_move_by_both_of_its_names() {
    let start = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
    let mut game = of(start);
    let lines = prepared(&game, &["e8h8 e1a1"]).unwrap();
    assert_eq!(lines.write(), "1\nif 0 e8g8 e1c1 | r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\n");
    play(&mut game, "e8g8");
    assert_eq!(reply(&lines, &game).as_deref(), Some("e1c1"));
}

#[test]
fn private_lines_begin_in_a_position_of_the_game_and_outlive_takebacks() {
    let mut game = game("e2e4 e7e5 g1f3");
    let at = |game: &Game| *game.history().position();
    let lines = Prepared::default().with_private(&game, &at(&game), &words("b8c6 f1b5 a7a6")).unwrap();
    let (strange, empty) = (Position::from_fen("8/8/8/8/8/4k3/8/4K2R w - - 0 1").unwrap(), words(""));
    assert_eq!(lines.with_private(&game, &strange, &words("h1h2")), Err(LineRefused::OtherGame));
    assert_eq!(lines.with_private(&game, &at(&game), &empty), Err(LineRefused::Empty));
    let longer = lines.with_private(&game, &at(&game), &words("b8c6 f1b5 a7a6 b5a4")).unwrap();
    assert_eq!(longer.private.len(), 1, "it continues the first");
    let two = longer.with_private(&game, &Position::start(), &words("d2d4")).unwrap();
    tell(&mut game, Command::ProposeTakeback { by: Color::White });
    tell(&mut game, Command::AcceptTakeback { by: Color::Black });
    let three = two.with_private(&game, &at(&game), &words("f2f4 e5f4")).unwrap();
    assert_eq!(three.private[..2], two.private[..]);
    assert_eq!(reply(&three, &game), None, "nobody plays them");
}

#[test]
fn another_text_is_refused_with_its_line() {
    let mode = CastlingMode::Standard;
    let start = Position::start().to_fen();
    for (text, line) in [
        (String::new(), 1),
        ("2\n".to_owned(), 1),
        (format!("1\nif e7e5 g1f3 | {start}\n"), 2),
        (format!("1\nown e2e4 | {start}\nown e2e9 | {start}\n"), 3),
        ("1\nown e2e4\n".to_owned(), 2),
        (format!("1\nand e2e4 | {start}\n"), 2),
        ("1\nown e2e4 | 8/8\n".to_owned(), 2),
    ] {
        let error = Prepared::read(&text, mode).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line} ")), "{text:?}: {error}");
        assert!(!error.contains("e2e"), "the operator's log has no lines of players: {error}");
    }
    assert_eq!(Prepared::read("1\n", mode), Ok(Prepared::default()));
}

/// A legal move of a position, chosen by a number.
fn choose(position: &Position, number: u8) -> Option<String> {
    let legal = position.legal_moves();
    let chosen = legal.get(usize::from(number) % legal.len().max(1));
    chosen.map(|mv| mv.as_uci(position.castling_mode()).to_string())
}

/// The first few legal moves, so that lines and games meet.
fn few(number: u8) -> u8 {
    number % 3
}

proptest! {
    /// Beside a model that follows the game move by move and forgets what does not match.
    #[test]
    fn what_waits_is_what_matches_the_game(
        wishes in prop::collection::vec((any::<bool>(), prop::collection::vec(any::<u8>(), 2..6)), 1..25),
    ) {
        let mut game = of(Position::start());
        let mut lines = Prepared::default();
        let mut model: Vec<Vec<String>> = Vec::new();
        for (adds, numbers) in wishes {
            if game.is_over() {
                break;
            }
            if adds {
                let mut position = *game.history().position();
                let mut wish = Vec::new();
                for number in &numbers {
                    let Some(uci) = choose(&position, few(*number)) else { break };
                    position.play(uci.parse::<Attempt>().unwrap().to_move(&position).unwrap());
                    wish.push(uci);
                }
                match lines.with_conditional(&game, Color::White, game.last_seq(), &wish) {
                    Ok(more) => {
                        lines = more;
                        let is_known = model.iter().any(|line| line.starts_with(&wish));
                        if !is_known {
                            model.retain(|line| !wish.starts_with(line));
                            model.push(wish);
                        }
                    }
                    Err(refused) => prop_assert!(
                        matches!(
                            refused,
                            LineRefused::OwnTurn
                                | LineRefused::NoReply
                                | LineRefused::Empty
                                | LineRefused::AfterEnd { .. }
                                | LineRefused::Contradicts { .. }
                                | LineRefused::TooMany { .. }
                        ),
                        "{refused}"
                    ),
                }
            } else {
                let due = reply(&lines, &game);
                let expected: std::collections::BTreeSet<_> = match game.turn() {
                    Color::White => model.iter().filter_map(|line| line.first().cloned()).collect(),
                    Color::Black => Default::default(),
                };
                prop_assert!(expected.len() <= 1, "lines disagree: {expected:?}");
                prop_assert_eq!(due.as_ref(), expected.first());
                let Some(uci) = due.or_else(|| choose(game.history().position(), few(numbers[0]))) else { break };
                play(&mut game, &uci);
                model.retain(|line| *line[0] == uci);
                model.iter_mut().for_each(|line| drop(line.remove(0)));
                model.retain(|line| !line.is_empty());
            }
            let waiting = lines.conditional.iter().filter(|line| {
                matches!(Prepared::standing(line, &game), Standing::Waits { .. })
            });
            prop_assert_eq!(waiting.count(), if game.is_over() { 0 } else { model.len() });
            let text = lines.write();
            prop_assert_eq!(Prepared::read(&text, CastlingMode::Standard), Ok(lines.clone()), "{}", text);
        }
    }
}
