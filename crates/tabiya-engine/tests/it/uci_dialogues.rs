// SPDX-License-Identifier: MIT OR Apache-2.0
//! What user interfaces send, as they send it: whole dialogues, each with the number of answers and what must
//! be said.

use tabiya_rules::{Attempt, History, Position};

use crate::uci::Session;

/// A dialogue: what it is about, the lines sent, the number of `bestmove` lines, and parts of lines that must
/// be sent in this order.
struct Dialogue {
    about: &'static str,
    sent: &'static [&'static str],
    answers: usize,
    said: &'static [&'static str],
}

const DIALOGUES: &[Dialogue] = &[
    Dialogue {
        about: "a window that asks whether the engine is ready before it says uci",
        sent: &["isready", "uci", "isready", "ucinewgame", "isready"],
        answers: 0,
        said: &["uciok", "readyok", "readyok"],
    },
    Dialogue {
        about: "lines that end as in Windows, with tabs and blanks",
        sent: &["uci\r", "\tisready \r", "position  startpos\tmoves  e2e4 \r", "go  depth 2\r"],
        answers: 1,
        said: &["uciok", "readyok", "bestmove "],
    },
    Dialogue {
        about: "a shell that begins with a byte order mark",
        sent: &["\u{feff}uci", "isready"],
        answers: 0,
        said: &["id name", "uciok", "readyok"],
    },
    Dialogue {
        about: "options of other engines, some of them of the protocol",
        sent: &[
            "setoption name NalimovPath value C:\\Program Files\\Nalimov;D:\\tb",
            "setoption name SyzygyPath value <empty>",
            "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
            "setoption name UCI_AnalyseMode value true",
            "setoption name UCI_Variant value chess",
            "setoption name UCI_ShowCurrLine value false",
            "setoption name OwnBook value False",
            "isready",
            "position startpos",
            "go depth 2",
        ],
        answers: 1,
        said: &["readyok", "bestmove "],
    },
    Dialogue {
        about: "all options again before each game, as declared",
        sent: &[
            "setoption name Hash value 16",
            "setoption name Threads value 1",
            "setoption name MultiPV value 1",
            "setoption name Ponder value true",
            "setoption name Move Overhead value 10",
            "setoption name UCI_Chess960 value false",
            "setoption name UCI_LimitStrength value false",
            "setoption name EvalFile value <default>",
            "ucinewgame",
            "isready",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
            "go wtime 500 btime 500 winc 0 binc 0 movestogo 40",
        ],
        answers: 1,
        said: &["readyok", "bestmove "],
    },
    Dialogue {
        about: "the next position is asked about before the answer to the last has come",
        sent: &[
            "position startpos",
            "go infinite",
            "stop",
            "position startpos moves e2e4",
            "go infinite",
            "position startpos moves e2e4 e7e5",
            "go infinite",
            "stop",
        ],
        answers: 3,
        said: &["bestmove ", "bestmove ", "bestmove "],
    },
    Dialogue {
        about: "stop and ponderhit without a search, and twice",
        sent: &[
            "stop",
            "ponderhit",
            "position startpos",
            "go depth 1",
            "isready",
            "stop",
            "stop",
            "ponderhit",
        ],
        answers: 1,
        said: &["bestmove "],
    },
    Dialogue {
        about: "the opponent plays another move than the expected one",
        sent: &[
            "position startpos moves e2e4 e7e5",
            "go ponder wtime 500 btime 500",
            "stop",
            "position startpos moves e2e4 c7c5",
            "go wtime 500 btime 500",
        ],
        answers: 2,
        said: &["bestmove ", "bestmove "],
    },
    Dialogue {
        about: "a clock that has run out, and a control without moves",
        sent: &[
            "position startpos",
            "go wtime -250 btime 1000 winc -5 binc 0 movestogo 0",
            "go wtime 0 btime 0 winc 0 binc 0",
            "go movetime 0",
            "go movetime -1",
            "go depth 0",
            "go nodes 0",
        ],
        answers: 6,
        said: &["expected 1 or more"],
    },
    Dialogue {
        about: "times with decimals",
        sent: &["position startpos", "go wtime 200.0 btime 200.75 winc 1e1 binc 0.0", "go movetime 20.5"],
        answers: 2,
        said: &["bestmove ", "bestmove "],
    },
    Dialogue {
        about: "times that are no numbers, from a script that divided by nothing",
        sent: &["position startpos", "go wtime NaN btime undefined winc null"],
        answers: 1,
        said: &["wtime: expected a whole number", "one second is taken", "bestmove "],
    },
    Dialogue {
        about: "a new game while the engine still analyses the old one",
        sent: &[
            "position startpos",
            "go infinite",
            "ucinewgame",
            "isready",
            "position startpos",
            "go depth 2",
        ],
        answers: 2,
        said: &["readyok", "bestmove ", "bestmove "],
    },
    Dialogue {
        about: "options changed during a search",
        sent: &[
            "position startpos",
            "go infinite",
            "setoption name MultiPV value 2",
            "setoption name Hash value 4",
            "setoption name Threads value 2",
            "setoption name UCI_AnalyseMode value true",
            "stop",
            "go depth 3",
        ],
        answers: 2,
        said: &["bestmove ", " multipv 2 ", "bestmove "],
    },
    Dialogue {
        about: "mate and stalemate are analysed, too",
        sent: &[
            "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "go depth 5",
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "go movetime 50",
        ],
        answers: 2,
        said: &["score mate 0", "bestmove 0000", "score cp 0", "bestmove 0000"],
    },
    Dialogue {
        about: "a game that goes on after a draw could have been claimed",
        sent: &[
            "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 \
             g1f3 g8f6 f3g1 f6g8 g1f3",
            "go depth 2",
            "position fen 8/8/4k3/8/8/4K3/8/8 w - - 180 200 moves e3e4",
            "go depth 2",
        ],
        answers: 2,
        said: &["bestmove ", "bestmove "],
    },
    Dialogue {
        about: "castling as king takes rook in a game of standard chess",
        sent: &["position fen r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1 moves e1h1", "go depth 2 searchmoves e8a8"],
        answers: 1,
        said: &["bestmove e8c8"],
    },
    Dialogue {
        about: "castling of standard chess after the option for Chess960 was set",
        sent: &[
            "setoption name UCI_Chess960 value true",
            "position fen r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1 moves e1g1",
            "go depth 2 searchmoves e8c8",
        ],
        answers: 1,
        said: &["bestmove e8a8"],
    },
    Dialogue {
        about: "a strength outside the bounds, as kept from another engine",
        sent: &[
            "setoption name UCI_LimitStrength value true",
            "setoption name UCI_Elo value 9999",
            "position startpos",
            "go wtime 500 btime 500",
        ],
        answers: 1,
        said: &["UCI_Elo: expected a whole number from", "bestmove "],
    },
    Dialogue {
        about: "commands that only other engines have",
        sent: &["xboard", "d", "eval", "debug on", "register later", "", "position startpos", "go depth 1"],
        answers: 1,
        said: &[
            "unknown command \"xboard\"",
            "unknown command \"d\"",
            "unknown command \"eval\"",
            "bestmove ",
        ],
    },
    Dialogue {
        about: "search limits in any order, with the moves in the middle",
        sent: &["position startpos", "go searchmoves e2e4 d2d4 infinite depth 2", "isready", "stop"],
        answers: 1,
        said: &["bestmove "],
    },
    Dialogue {
        about: "an analysis board with both kings in check, and then the corrected one",
        sent: &[
            "position fen 4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1",
            "go infinite",
            "stop",
            "position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "go depth 3",
        ],
        answers: 2,
        said: &["could take the king", "nothing is searched", "bestmove 0000", "bestmove e1e2"],
    },
    Dialogue {
        about: "a position set up by hand with all boxes for castling ticked",
        sent: &["position fen 8/8/8/4k3/8/8/8/R3K3 w KQkq - 0 1", "go depth 3 searchmoves e1c1"],
        answers: 1,
        said: &["this right is ignored", "bestmove e1c1"],
    },
    Dialogue {
        about: "the input ends in the middle of an analysis",
        sent: &["position startpos", "go infinite"],
        answers: 1,
        said: &["bestmove "],
    },
];

#[test]
fn dialogues_of_user_interfaces_are_answered() {
    for Dialogue { about, sent, answers, said } in DIALOGUES {
        let session = Session::new();
        sent.iter().for_each(|line| session.send(line));
        // The end of the input stops a search: the others are waited for.
        let waited = if sent.last() == Some(&"go infinite") { 0 } else { *answers };
        let mut lines: Vec<String> = (0..waited).flat_map(|_| session.until("bestmove ")).collect();
        lines.extend(session.end());
        let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, *answers, "{about}: {lines:#?}");
        let mut rest = lines.iter();
        for part in *said {
            assert!(rest.any(|line| line.contains(part)), "{about}: no {part:?} in its turn: {lines:#?}");
        }
    }
}

/// Hundreds of moves, as long as the longest games.
#[test]
fn a_very_long_game_is_played_on() {
    let mut history = History::new(Position::start());
    let mut line = "position startpos moves".to_owned();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(6_001) {
        line = format!("{line} {text}");
        let attempt: Attempt = text.parse().unwrap();
        history.play(attempt.to_move(history.position()).unwrap());
    }
    let session = Session::new();
    session.send(&line);
    session.send("go depth 2");
    let best: Attempt = session.answer("bestmove").split(' ').nth(1).unwrap().parse().unwrap();
    assert!(best.to_move(history.position()).is_ok());
    session.end();
}
