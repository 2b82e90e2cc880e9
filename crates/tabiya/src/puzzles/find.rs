// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles find`: the puzzles of a file of games.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use tabiya_engine::Untimed;
use tabiya_pgn::{GameTree, GameTreeBuilder, PgnFault, PgnReader};
use tabiya_puzzles::{DEVIATION, Finder, Origin, Puzzle, csv, start_points};
use tabiya_rules::History;

use super::{EffortArgs, engine};
use crate::pgn::input::InputArgs;
use crate::visible::visible;

/// Find the puzzles in a file of games
///
/// Looks at each position, and proves what may be a puzzle move by move. Every puzzle that is found is printed at once, with its
/// proof; `tabiya puzzles check` proves it again. The same games give the same puzzles on every machine.
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya puzzles find games.pgn > puzzles.txt
          tabiya puzzles find games.pgn --format csv > puzzles.csv")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    effort: EffortArgs,
    /// How the puzzles are written
    #[arg(long, value_enum, default_value_t = Format::Lines)]
    format: Format,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A line a puzzle, with its proof
    Lines,
    /// The CSV that other sites publish, without proofs
    Csv,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut reader = PgnReader::new(args.input.open()?);
    let mut builder = GameTreeBuilder::default();
    let mut output = io::stdout().lock();
    let (mut analyst, stop) = (engine(), AtomicBool::new(false));
    let mut finder = Finder::new(&mut analyst, &stop, args.effort.effort());
    let (mut faults, mut games, mut puzzles) = (0, 0, 0);
    if args.format == Format::Csv {
        writeln!(output, "{}", csv::HEADER)?;
    }
    while let Some(game) = reader.read_game(&mut builder) {
        let tree = match game {
            Ok(tree) => tree,
            Err(PgnFault { game, line, column, problem }) => {
                let problem = problem.to_string();
                eprintln!("{}:{line}:{column}: game {game}: {}", args.input.name(), visible(&problem));
                faults += 1;
                continue;
            }
        };
        for mut puzzle in finder.puzzles_of(&main_line(&tree), &Origin::File)? {
            (puzzle.points, puzzle.deviation) = (start_points(&puzzle, &Untimed), DEVIATION);
            writeln!(output, "{}", written(&puzzle, args.format))?;
            output.flush()?;
            puzzles += 1;
        }
        games += 1;
    }
    let s = |count: u32| if count == 1 { "" } else { "s" };
    eprintln!("{puzzles} puzzle{} in {games} game{}", s(puzzles), s(games));
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn written(puzzle: &Puzzle, format: Format) -> String {
    match format {
        Format::Lines => puzzle.to_line(),
        Format::Csv => csv::row(puzzle, 0, 0),
    }
}

/// The main line up to its first null move, which is no move by the rules.
fn main_line(tree: &GameTree) -> History {
    let start = tree.position(GameTree::ROOT).expect("a tree has a root");
    let mut history = History::new(*start);
    for mv in tree.main_line(GameTree::ROOT).map_while(|node| tree.node(node)?.mv()) {
        history.play(mv);
    }
    history
}
