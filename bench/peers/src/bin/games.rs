// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measures on real games how long it takes to say whether a side can still mate. The other libraries can't say
//! it, so there is no peer in the table.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use tabiya_bench_peers::shared_data;
use tabiya_pgn::{PgnProblem, PgnReader, PgnVisitor};
use tabiya_rules::{Color, Position, San, Winnable};

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
    ExitCode::SUCCESS
}

/// Collects the positions of all games that could be read.
struct Replay {
    position: Position,
    positions: Vec<Position>,
}

impl Replay {
    fn new() -> Self {
        Self { position: Position::start(), positions: Vec::new() }
    }
}

impl PgnVisitor for Replay {
    type Game = ();

    fn begin_game(&mut self) {
        self.position = Position::start();
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        self.position.play(san.to_move(&self.position)?);
        self.positions.push(self.position);
        Ok(())
    }

    fn end_game(&mut self) {}
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
