// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs one of the main loops of `tabiya-rules`, chosen by name, for an instruction counter: `cargo xtask
//! bench instructions`.
//!
//! The setup is done before [`measured`] begins, so that it is not counted. Without a name the program prints
//! all names.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;

use tabiya_bench_peers::Numbers;
use tabiya_pgn::{PgnProblem, PgnReader, PgnVisitor};
use tabiya_rules::{Attempt, History, Position, San, explain, parse_san, perft, perft_no_bulk, san};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A loop, ready to run.
type Loop = Box<dyn FnMut()>;

/// Its name, and the function that sets it up.
type Named = (&'static str, fn() -> Loop);

const LOOPS: [Named; 9] = [
    ("perft", || {
        let position = kiwipete();
        Box::new(move || used(perft(&position, 4)))
    }),
    ("perft-no-bulk", || {
        let position = kiwipete();
        Box::new(move || used(perft_no_bulk(&position, 3)))
    }),
    ("legal-moves", || over_positions(|position| used(position.legal_moves()))),
    ("captures", || over_positions(|position| used(position.captures()))),
    ("count-legal-moves", || over_positions(|position| used(position.count_legal_moves()))),
    ("fen", || over_positions(|position| used(Position::from_fen(&position.to_fen())))),
    ("san", || {
        over_positions(|position| {
            for mv in position.legal_moves() {
                used(parse_san(position, &san(position, mv)));
            }
        })
    }),
    ("explain", || {
        over_positions(|position| {
            let history = History::new(*position);
            for text in ["e2e4", "e8g8", "a1h8", "b1c3"] {
                used(text.parse::<Attempt>().map(|attempt| explain(&history, attempt)));
            }
        })
    }),
    ("pgn", || {
        let text = pgn();
        Box::new(move || {
            let mut player = Player(Position::start());
            let mut reader = PgnReader::from_bytes(text.as_bytes());
            while let Some(game) = reader.read_game(&mut player) {
                assert!(game.is_ok(), "our own text is sound");
            }
        })
    }),
];

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        LOOPS.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, prepare)) = LOOPS.iter().find(|(known, _)| *known == name) else {
        eprintln!("no loop is called {name}");
        return ExitCode::from(2);
    };
    measured(&mut prepare());
    ExitCode::SUCCESS
}

/// Keeps the compiler from removing a computation whose result is not used.
fn used<T>(value: T) {
    black_box(value);
}

/// The instruction counter finds this function by its name.
#[inline(never)]
fn measured(work: &mut Loop) {
    work();
}

fn kiwipete() -> Position {
    Position::from_fen(KIWIPETE).unwrap_or_default()
}

/// Positions from games of random moves.
fn over_positions(work: impl Fn(&Position) + 'static) -> Loop {
    let positions = random_game_positions();
    Box::new(move || positions.iter().for_each(&work))
}

fn random_game_positions() -> Vec<Position> {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = Position::start();
        while positions.len() % 101 < 100 && position.has_legal_move() {
            positions.push(position);
            let moves = position.legal_moves();
            position.play(moves[numbers.below(moves.len())]);
        }
        positions.push(position);
    }
    positions
}

/// A few games with comments.
fn pgn() -> String {
    let mut text = String::new();
    let mut position = Position::start();
    for next in random_game_positions() {
        let moves = position.legal_moves();
        match moves.iter().find(|mv| position.after(**mv) == next) {
            Some(mv) => text += &format!("{} {{[%clk 0:01:00]}} ", san(&position, *mv)),
            None => text += "*\n\n[Event \"?\"]\n[Result \"*\"]\n\n",
        }
        position = next;
    }
    text + "*\n"
}

/// Resolves and plays the moves.
struct Player(Position);

impl PgnVisitor for Player {
    type Game = ();

    fn begin_game(&mut self) {
        self.0 = Position::start();
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        self.0.play(san.to_move(&self.0)?);
        Ok(())
    }

    fn end_game(&mut self) {
        black_box(&self.0);
    }
}
