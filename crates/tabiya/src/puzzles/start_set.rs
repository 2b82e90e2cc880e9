// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles start-set`: makes the puzzles that the program brings, from games of its own levels. `cargo xtask puzzles` calls it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Level, Limits, Untimed};
use tabiya_puzzles::{DEVIATION, Finder, Origin, Puzzle, Theme, start_points};
use tabiya_rules::{History, Position};

use super::{EffortArgs, engine};

/// Who plays: pairs of levels in turn, the last ones for what beginners overlook.
const PAIRS: [[u8; 2]; 8] = [[6, 7], [8, 8], [5, 6], [9, 8], [7, 7], [4, 5], [8, 7], [5, 4]];
/// Longer games are left, in half-moves.
const LONGEST: usize = 160;
/// So that one game does not fill the set.
const MOST_OF_GAME: usize = 4;
/// At most so many of a hundred are mates in one or free captures.
const EASY: usize = 35;

/// Make the puzzles that the program brings, from games of its levels
#[derive(clap::Args)]
pub(super) struct Args {
    /// How many
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// With which game to begin
    #[arg(long, default_value_t = 0)]
    from: u64,
    #[command(flatten)]
    effort: EffortArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut output = io::stdout().lock();
    let (mut analyst, stop) = (engine(), AtomicBool::new(false));
    let mut finder = Finder::new(&mut analyst, &stop, args.effort.effort());
    let (mut found, mut easy) = (0, 0);
    writeln!(output, "# SPDX-License-Identifier: AGPL-3.0-or-later")?;
    writeln!(
        output,
        "# Made by `cargo xtask puzzles`, from games of the engine's levels. A line a puzzle: crates/tabiya-puzzles/src/line.rs"
    )?;
    for seed in args.from.. {
        let game = play(seed);
        let puzzles = finder.puzzles_of(&game, &Origin::SelfPlay)?;
        for mut puzzle in puzzles.into_iter().take(MOST_OF_GAME) {
            if found >= args.count {
                return Ok(ExitCode::SUCCESS);
            }
            if is_easy(&puzzle) {
                if easy * 100 >= EASY * (found + 1) {
                    continue;
                }
                easy += 1;
            }
            (puzzle.points, puzzle.deviation) = (start_points(&puzzle), DEVIATION);
            writeln!(output, "{}", puzzle.to_line())?;
            output.flush()?;
            found += 1;
        }
        eprintln!("game {seed}: {found} puzzles, {easy} of them easy");
    }
    Ok(ExitCode::SUCCESS)
}

/// A mate in one, or a capture of something that nothing protects.
fn is_easy(puzzle: &Puzzle) -> bool {
    let has = |theme| puzzle.themes.contains(&theme);
    has(Theme::MateIn1) || (has(Theme::OneMove) && has(Theme::HangingPiece))
}

/// A game of two levels. The same number gives the same game.
fn play(seed: u64) -> History {
    let pair = PAIRS[(seed % PAIRS.len() as u64) as usize];
    let mut engine = Engine::new(1);
    let mut history = History::new(Position::start());
    while history.outcome().is_none() && history.moves().len() < LONGEST {
        let level = Level::new(pair[history.position().turn().index()]).unwrap_or(Level::LOWEST);
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let report = engine.play_at_level(&history, level, seed, &limits, &stop, &Untimed);
        let Some(mv) = report.best else { break };
        history.play(mv);
    }
    history
}
