// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares moves, SAN, LAN, outcomes, claims and Polyglot keys with those of another program, python-chess.
//!
//! Always: the positions of `data/differential.tsv`, with digests of python-chess's answers. On demand, more
//! than 100,000 positions: half of them pieces on random squares, the others from random games and, with
//! `TABIYA_DATA`, from real games:
//!
//! ```sh
//! TABIYA_PYTHON=python3 cargo test -p tabiya-rules --test it -- --ignored --nocapture differential
//! ```

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tabiya_rules::{
    CastlingMode, Claim, Color, History, Move, Outcome, Position, Rank, Role, Setup, Square, lan, parse_san,
    random_board, random_game, san,
};

/// The minimum number of positions that are compared on demand.
const POSITIONS: usize = 100_000;

const fn flag(value: bool) -> char {
    if value { '1' } else { '0' }
}

/// Our answer for a position in the form of `differential.py`.
fn answer(setup: &Setup) -> String {
    let position = Position::from_setup(setup).unwrap_or_else(|error| panic!("{}: {error}", setup.to_fen()));
    let ended = match position.outcome() {
        Some(Outcome::Checkmate { .. }) => "checkmate",
        Some(Outcome::Stalemate) => "stalemate",
        Some(Outcome::InsufficientMaterial) => "material",
        _ => "-",
    };
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| {
            let uci = mv.to_uci(CastlingMode::Chess960);
            format!("{uci}={}={}", san(&position, *mv), lan(&position, *mv))
        })
        .collect();
    moves.sort();
    format!(
        "{} {ended} {}{} {:016x} {}",
        flag(position.is_check()),
        flag(position.can_win(Color::White)),
        flag(position.can_win(Color::Black)),
        setup.polyglot_key(),
        moves.join(" ")
    )
    .trim_end()
    .to_owned()
}

/// FNV-1a, 64 bits.
fn digest(text: &str) -> String {
    let step = |value: u64, byte: u8| (value ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

#[test]
fn committed_answers() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/differential.tsv");
    let text = fs::read_to_string(&data).unwrap_or_else(|error| panic!("{}: {error}", data.display()));
    let mut positions = 0;
    for line in text.lines() {
        let (fen, expected) = line.split_once('\t').unwrap();
        let ours = answer(&Setup::from_fen(fen).unwrap());
        assert_eq!(digest(&ours), expected, "{fen}\nours: {ours}");
        positions += 1;
    }
    assert!(positions >= 1000, "only {positions} positions");
}

/// The setups of all positions of a game, with the en passant square even if no capture there is legal.
fn setups(history: &History) -> Vec<Setup> {
    let mut position = *history.start();
    let mut setups = vec![position.to_setup()];
    for mv in history.moves() {
        let pawn = position.role_at(mv.from()) == Some(Role::Pawn);
        position.play(*mv);
        let mut setup = position.to_setup();
        if pawn && mv.from().index().abs_diff(mv.to().index()) == 16 {
            setup.en_passant =
                Some(Square::from_coords(mv.to().file(), Rank::Sixth.seen_by(position.turn())));
        }
        setups.push(setup);
    }
    setups
}

fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    }
}

/// A game in which pieces often return to their previous squares.
fn shuffling_game(next: &mut impl FnMut() -> u64) -> History {
    let mut history =
        History::new(if next().is_multiple_of(2) { random_board(next) } else { Position::start() });
    for _ in 0..80 {
        let moves = history.position().legal_moves();
        let back = history.moves().iter().rev().nth(1).map(|own| Move::normal(own.to(), own.from()));
        let chosen = match back.filter(|back| moves.contains(back) && next() % 10 < 8) {
            Some(back) => back,
            None => match moves.get((next() % moves.len().max(1) as u64) as usize) {
                Some(mv) => *mv,
                None => break,
            },
        };
        history.play(chosen);
    }
    history
}

/// Our answer for a game in the form of `differential.py`.
fn game_answer(history: &History) -> String {
    let mut replayed = History::new(*history.start());
    let mut answers = Vec::new();
    for mv in history.moves() {
        replayed.play(*mv);
        let stood = match replayed.repetitions() {
            5.. => 5,
            3.. => 3,
            _ => 1,
        };
        // python-chess answers for both claims together: now, or with the next move.
        let position = replayed.position();
        let may = |wanted: Claim| {
            let now = match wanted {
                Claim::ThreefoldRepetition => replayed.repetitions() >= 3,
                Claim::FiftyMoves => position.halfmove_clock() >= 100 && position.has_legal_move(),
            };
            now || position.legal_moves().iter().any(|mv| would_claim(&replayed, *mv, wanted))
        };
        let outcome = match position.outcome() {
            Some(Outcome::Checkmate { .. }) => "checkmate",
            Some(Outcome::Stalemate) => "stalemate",
            Some(Outcome::InsufficientMaterial) => "material",
            _ if position.halfmove_clock() >= 150 => "75",
            _ => "-",
        };
        let claims = [Claim::ThreefoldRepetition, Claim::FiftyMoves].map(|claim| flag(may(claim)));
        answers.push(format!("{stood}{}{}{outcome}", claims[0], claims[1]));
    }
    answers.join(" ")
}

/// What `claim_with` would return for each claim alone. python-chess also answers after the end of the game.
fn would_claim(history: &History, mv: Move, wanted: Claim) -> bool {
    let mut after = history.clone();
    after.play(mv);
    let claimed = match wanted {
        Claim::ThreefoldRepetition => after.repetitions() >= 3,
        Claim::FiftyMoves => after.position().halfmove_clock() >= 100 && after.position().has_legal_move(),
    };
    let over = history.outcome().is_some() || after.position().outcome().is_some();
    let ours = history.claim_with(mv);
    assert!(over || !claimed || ours.is_some(), "{mv:?} in {}", history.position());
    assert!(claimed || ours != Some(wanted), "{mv:?} in {}", history.position());
    claimed
}

struct Oracle {
    process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Oracle {
    fn start() -> Oracle {
        let python = env::var_os("TABIYA_PYTHON").unwrap_or_else(|| "python3".into());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential.py");
        let mut process = Command::new(&python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", python.display()));
        let answers = BufReader::new(process.stdout.take().unwrap());
        Oracle { process, answers }
    }

    /// Sends only as many questions at once as fit into the pipe.
    fn ask(&mut self, questions: &[String]) -> Vec<String> {
        let text: String = questions.iter().map(|question| format!("{question}\n")).collect();
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the oracle reads");
        let mut read = || {
            let mut line = String::new();
            let length = self.answers.read_line(&mut line).expect("the oracle answers");
            assert!(length > 0, "the oracle has ended; is python-chess installed?");
            line.trim_end().to_owned()
        };
        questions.iter().map(|_| read()).collect()
    }
}

#[test]
#[ignore = "takes minutes and needs python-chess"]
fn many_positions_against_python_chess() {
    let mut oracle = Oracle::start();
    let mut next = numbers(20_240_601);
    let mut asked = Vec::new();
    for history in shared_games() {
        asked.extend(setups(&history));
    }
    let real = asked.len();
    while asked.len() < real.max(POSITIONS / 3) + POSITIONS / 3 {
        asked.extend(setups(&random_game(&mut next)));
    }
    while asked.len() < POSITIONS + real / 10 {
        asked.push(random_board(&mut next).to_setup());
    }
    for batch in asked.chunks(200) {
        let questions: Vec<String> = batch.iter().map(Setup::to_fen).collect();
        for (setup, theirs) in batch.iter().zip(oracle.ask(&questions)) {
            assert_eq!(answer(setup), theirs, "{}", setup.to_fen());
        }
    }
    assert!(asked.len() >= POSITIONS);
    println!("{} positions, {real} of them real, answered alike", asked.len());
}

#[test]
#[ignore = "takes minutes and needs python-chess"]
fn many_claims_against_python_chess() {
    let mut oracle = Oracle::start();
    let mut next = numbers(9_604_502);
    let (mut moves, mut claims) = (0, 0);
    for _ in 0..300 {
        let history = shuffling_game(&mut next);
        if history.moves().is_empty() {
            continue;
        }
        let uci: Vec<String> = history.moves().iter().map(|mv| mv.to_uci(CastlingMode::Chess960)).collect();
        let question = format!("game {} | {}", history.start().to_fen(), uci.join(" "));
        let theirs = oracle.ask(std::slice::from_ref(&question)).remove(0);
        assert_eq!(game_answer(&history), theirs, "{question}");
        moves += uci.len();
        claims += theirs.split(' ').filter(|word| word[1..].starts_with('1')).count();
    }
    assert!(claims > 1000, "{claims} claims");
    println!("{moves} moves, {claims} times a draw could be claimed, answered alike");
}

fn shared_games() -> Vec<History> {
    let Some(data) = env::var_os("TABIYA_DATA") else {
        println!("NOT ASKED: positions of real games, for TABIYA_DATA is not set");
        return Vec::new();
    };
    let path = PathBuf::from(data).join("games/lichess_db_1000k.pgn");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let games = text.lines().filter(|line| line.starts_with("1. "));
    games.map(|line| play(Position::start(), &only_moves(line))).collect()
}

/// The game of these moves in SAN.
fn play(start: Position, moves: &str) -> History {
    let mut history = History::new(start);
    for text in moves.split_whitespace() {
        let mv = parse_san(history.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        history.play(mv);
    }
    history
}

/// The moves of a line without comments, numbers and result. Sufficient for the games of lichess.
fn only_moves(line: &str) -> String {
    let mut depth = 0;
    let bare: String = line
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0 && *c != '}'
        })
        .collect();
    let moves = bare.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    moves.collect::<Vec<_>>().join(" ")
}
