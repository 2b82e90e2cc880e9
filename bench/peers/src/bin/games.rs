// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measures two operations on real games: asking whether a side can still mate, and storing a game in few
//! bytes. The other libraries have neither, so there is no peer in the table.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use tabiya_bench_peers::{median, shared_data};
use tabiya_pgn::{PgnProblem, PgnReader, PgnVisitor};
use tabiya_rules::{Color, History, Position, San, Winnable};

/// The number of positions tested, taken evenly from all games.
const POSITIONS: usize = 10_000;

fn main() -> ExitCode {
    let Some(folder) = shared_data() else {
        eprintln!("NOT MEASURED: neither TABIYA_DATA nor ../shared/data is there");
        return ExitCode::SUCCESS;
    };
    let file = folder.join("games").join("lichess_db_1000k.pgn");
    let text = match std::fs::read(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::FAILURE;
        }
    };
    let (mut reader, mut replay) = (PgnReader::from_bytes(&text), Replay::new());
    while reader.read_game(&mut replay).is_some() {}
    winnable(&replay.positions);
    bytes(&replay.games);
    ExitCode::SUCCESS
}

/// All games that could be read, and all their positions.
struct Replay {
    game: History,
    games: Vec<History>,
    positions: Vec<Position>,
}

impl Replay {
    fn new() -> Self {
        Self { game: History::new(Position::start()), games: Vec::new(), positions: Vec::new() }
    }
}

impl PgnVisitor for Replay {
    type Game = ();

    fn begin_game(&mut self) {
        self.game = History::new(Position::start());
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let mv = san.to_move(self.game.position())?;
        self.game.play(mv);
        self.positions.push(*self.game.position());
        Ok(())
    }

    fn end_game(&mut self) {
        self.games.push(self.game.clone());
    }
}

fn winnable(all: &[Position]) {
    let step = (all.len() / POSITIONS).max(1);
    let asked: Vec<_> = all
        .iter()
        .step_by(step)
        .take(POSITIONS)
        .flat_map(|position| Color::ALL.map(|color| (position, color)))
        .collect();
    let mut answers = [0; 3];
    for (position, color) in &asked {
        answers[match position.winnable(*color) {
            Winnable::Yes => 0,
            Winnable::No => 1,
            Winnable::Unknown => 2,
        }] += 1;
    }
    // The best of three rounds through all positions, because the machine also does other work. Asking three
    // times in a row would let the processor predict the branches and take half the time.
    let mut micros = vec![f64::INFINITY; asked.len()];
    for _ in 0..3 {
        for ((position, color), best) in asked.iter().zip(&mut micros) {
            let start = Instant::now();
            black_box(black_box(position).winnable(*color));
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    micros.sort_by(f64::total_cmp);
    let at = |share: f64| micros[((micros.len() - 1) as f64 * share) as usize];
    let [yes, no, unknown] = answers;
    println!("| `winnable`, answers | yes | no | unknown | median, µs | 9 of 10 within | 99 of 100 within |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    println!(
        "| {} | {yes} | {no} | {unknown} | {:.1} | {:.0} | {:.0} |",
        micros.len(),
        at(0.5),
        at(0.9),
        at(0.99)
    );
}

fn bytes(games: &[History]) {
    let moves: usize = games.iter().map(|game| game.moves().len()).sum();
    let kept: Vec<Vec<u8>> = games.iter().filter_map(|game| game.to_bytes().ok()).collect();
    let size: usize = kept.iter().map(Vec::len).sum();
    let seconds = |work: &dyn Fn()| {
        let rounds = (0..5).map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        });
        median(rounds.collect())
    };
    let write = seconds(&|| games.iter().for_each(|game| drop(black_box(game.to_bytes()))));
    let read = seconds(&|| kept.iter().for_each(|bytes| drop(black_box(History::from_bytes(bytes)))));
    let per_second = |seconds: f64| moves as f64 / seconds / 1e6;
    println!("\n| games as bytes | moves | bytes a move | million moves/s written | read |");
    println!("|---:|---:|---:|---:|---:|");
    println!(
        "| {} | {moves} | {:.3} | {:.2} | {:.2} |",
        kept.len(),
        size as f64 / moves as f64,
        per_second(write),
        per_second(read)
    );
}
