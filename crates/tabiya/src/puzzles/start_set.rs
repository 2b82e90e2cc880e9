// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles start-set`: makes the puzzles that the program brings, from games of its own levels. `cargo xtask puzzles` calls it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Level, Limits, Untimed};
use tabiya_puzzles::{DEVIATION, Finder, Origin, Puzzle, Theme, start_points};
use tabiya_rules::{History, Move, Position};

use super::{EffortArgs, engine};

/// Who plays: pairs of levels in turn, the last ones for what beginners overlook.
const PAIRS: [[u8; 2]; 8] = [[6, 7], [8, 8], [5, 6], [9, 8], [7, 7], [4, 5], [8, 7], [5, 4]];
/// Longer games are left, in half-moves.
const LONGEST: usize = 160;
/// So that one game does not fill the set.
const MOST_OF_GAME: usize = 3;
/// With more right moves there is nothing to find.
const MOST_RIGHT: usize = 3;

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
    let mut taken = [0; Kind::ALL.len()];
    writeln!(output, "# SPDX-License-Identifier: AGPL-3.0-or-later")?;
    writeln!(
        output,
        "# Made by `cargo xtask puzzles`, from games of the engine's levels. A line a puzzle: crates/tabiya-puzzles/src/line.rs"
    )?;
    for seed in args.from.. {
        let mut of_game = 0;
        for mut puzzle in finder.puzzles_of(&play(seed), &Origin::SelfPlay)? {
            let Some(kind) = Kind::of(&puzzle) else { continue };
            if of_game >= MOST_OF_GAME || taken[kind as usize] >= kind.most_of(args.count) {
                continue;
            }
            taken[kind as usize] += 1;
            of_game += 1;
            (puzzle.points, puzzle.deviation) = (start_points(&puzzle, &Untimed), DEVIATION);
            writeln!(output, "{}", puzzle.to_line())?;
            output.flush()?;
        }
        let [easy, one_move, longer] = taken;
        eprintln!("game {seed}: {easy} easy ones, {one_move} of one move, {longer} longer ones");
        if Kind::ALL.into_iter().all(|kind| taken[kind as usize] >= kind.most_of(args.count)) {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a puzzle asks of its solver. Each kind has its share of the set, so that there is something for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A mate in one, or a capture of something that nothing protects.
    Easy,
    /// Another single move.
    OneMove,
    /// Two moves or more.
    Longer,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Easy, Self::OneMove, Self::Longer];

    /// `None` for a puzzle that teaches nothing: whoever takes back what was just taken, or may play nearly anything, has not solved one.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let has = |theme| puzzle.themes.contains(&theme);
        let mistake = puzzle.mistake();
        let takes_back = |mv: &Move| puzzle.before().is_capture(mistake) && mv.to() == mistake.to();
        let [step] = puzzle.steps() else { return Some(Self::Longer) };
        if has(Theme::MateIn1) {
            return Some(Self::Easy);
        }
        if step.right.len() > MOST_RIGHT || step.right.iter().any(takes_back) {
            return None;
        }
        Some(if has(Theme::HangingPiece) { Self::Easy } else { Self::OneMove })
    }

    /// How many of so many puzzles are of this kind.
    const fn most_of(self, count: usize) -> usize {
        let (easy, one_move) = (count * 30 / 100, count * 20 / 100);
        match self {
            Self::Easy => easy,
            Self::OneMove => one_move,
            Self::Longer => count - easy - one_move,
        }
    }
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
