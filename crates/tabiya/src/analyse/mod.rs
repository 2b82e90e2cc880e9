// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya analyse`: games with what the engine thinks of them.

mod annotate;
mod engines;
mod json;
mod text;

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use tabiya_analysis::{Examination, NODES, own_engine};
use tabiya_engine::Report;
use tabiya_engine::analysis::{Budget, Pool, Requester, Review};
use tabiya_pgn::{GameTree, GameTreeBuilder, PgnFault, PgnReader};
use tabiya_rules::History;

use crate::limits::MAX_THREADS;
use crate::pgn::input::InputArgs;
use crate::visible::visible;

/// Judge the moves of games: accuracy, mistakes, better lines
///
/// Writes the games as PGN with evaluations, ?!, ?, ??, the better line and a reason, and each side's accuracy before the moves. What
/// variations and comments there were stay. It is the analysis that the server gives of a finished game.
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya analyse games.pgn > judged.pgn
          tabiya analyse game.pgn --format text
          tabiya analyse game.pgn --time 2 --lines 3 --format json
          tabiya analyse game.pgn --engine /usr/games/stockfish --option Threads=2")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// How many nodes to look at for each position. The answer is then the same on every machine.
    #[arg(long, default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: u64,
    /// Look at each position for so many seconds instead.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many best lines the format json tells of each position.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// How many positions are looked at at the same time; all cores' number if left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
    /// Ask this UCI engine.
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// An option of that engine. May be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting, requires = "engine")]
    options: Vec<(String, String)>,
    /// How the games are written.
    #[arg(long, value_enum, default_value_t = Format::Pgn)]
    format: Format,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How a judged game is written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// PGN with evaluations, glyphs, better lines and reasons.
    Pgn,
    /// A summary for people: both sides in numbers, and each bad move with its reason.
    Text,
    /// One JSON object a game.
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected seconds, like 0.5".to_owned())?;
    if !(0.001..=3600.0).contains(&seconds) {
        return Err("expected 0.001 to 3600 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A game's main line, what was found about each of its positions, and the moves judged.
pub(crate) struct Analysed {
    history: History,
    reports: Vec<Report>,
    review: Review,
}

/// Input in which a game must end within so many bytes: what is no PGN may never end, like `/dev/zero`.
const LONGEST_GAME: u64 = 16 << 20;

/// Counts the bytes since the last game.
struct Patient<R> {
    input: R,
    since_game: Rc<Cell<u64>>,
}

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        self.since_game.set(self.since_game.get() + read as u64);
        if self.since_game.get() > LONGEST_GAME {
            return Err(io::Error::other("no game ends within 16 MiB: this does not look like PGN"));
        }
        Ok(read)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or(cores, usize::from);
    let pool = match &args.engine {
        None => own_engine(threads, || {}),
        Some(path) => {
            let program = Arc::new(engines::Program { path: path.clone(), options: args.options.clone() });
            // Asked once before, so that what is wrong with it is said at once and not game by game.
            drop(program.start()?);
            engines::other(threads, program)
        }
    };
    let since_game = Rc::new(Cell::new(0));
    let input = Patient { input: args.input.open()?, since_game: Rc::clone(&since_game) };
    let mut reader = PgnReader::new(input);
    let mut builder = GameTreeBuilder::default();
    let mut output = io::stdout().lock();
    let mut faults = 0;
    let mut games = 0;
    while let Some(game) = reader.read_game(&mut builder) {
        since_game.set(0);
        let tree = match game {
            Ok(tree) => tree,
            Err(fault) => {
                let PgnFault { game, line, column, problem } = fault;
                let problem = problem.to_string();
                eprintln!("{}:{line}:{column}: game {game}: {}", args.input.name(), visible(&problem));
                faults += 1;
                continue;
            }
        };
        let analysed = analyse(&tree, &pool, args)?;
        let judged = analysed.history.moves().len();
        let all = tree.main_line(GameTree::ROOT).count();
        if judged < all {
            let name = args.input.name();
            let game = reader.games();
            eprintln!("{name}: game {game}: half-move {} is a null move; judged until there", judged + 1);
        }
        let separator = if games > 0 { "\n" } else { "" };
        match if args.json { Format::Json } else { args.format } {
            Format::Json => {
                serde_json::to_writer(&mut output, &json::game(&tree, &analysed))?;
                writeln!(output)?;
            }
            Format::Text => write!(output, "{separator}{}", text::game(&tree, &analysed))?,
            Format::Pgn => {
                write!(output, "{separator}{}", annotate::printable(&annotate::annotate(tree, &analysed)?))?;
            }
        }
        output.flush()?;
        games += 1;
    }
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Has all positions of the main line looked at, and judges its moves.
fn analyse(tree: &GameTree, pool: &Pool, args: &Args) -> anyhow::Result<Analysed> {
    let start = tree.position(GameTree::ROOT).expect("a tree has a root");
    let mut history = History::new(*start);
    // A null move is no move by the rules, so the game that can be judged ends before it.
    for mv in tree.main_line(GameTree::ROOT).map_while(|node| tree.node(node)?.mv()) {
        history.play(mv);
    }
    let positions = Examination::positions(&history);
    let budget = args.time.map_or(Budget::Nodes(args.nodes), Budget::Time);
    let examination = Examination { requester: Requester(0), budget, lines: usize::from(args.lines) };
    let mut reports: Vec<Option<Report>> = vec![None; positions.len()];
    // The pool holds no more than a long game's positions of one requester; whoever plays longer games asks in parts.
    for (part, positions) in positions.chunks(PART).enumerate() {
        let (sender, answers) = channel();
        let tickets = positions.iter().enumerate().map(|(number, history)| {
            let sender = sender.clone();
            examination.ask(pool, history.clone(), move |outcome| {
                // Nobody listens any more once another position has failed.
                let _ = sender.send((part * PART + number, outcome));
            })
        });
        let tickets = tickets.collect::<Result<Vec<_>, _>>()?;
        for (number, outcome) in answers.iter().take(positions.len()) {
            reports[number] = Some(outcome.with_context(|| format!("position {number} of the game"))?);
        }
        drop(tickets);
    }
    let reports: Vec<Report> = reports.into_iter().flatten().collect();
    let Some(review) = Review::new(&history, &reports) else { bail!("the engine left positions out") };
    Ok(Analysed { history, reports, review })
}

/// Positions that are asked for at once.
const PART: usize = 512;
