// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measures the levels: plays games between neighbouring levels, against an engine of known strength and against
//! scripted opponents, and fits a scale to the results.
//!
//! The file of results has one line for each game, `NAME NAME POINTS`. After it was killed, the same command
//! continues. `docs/levels.md` has the results.

mod contest;
mod fit;
mod pgn;
mod referee;
mod scripted;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use tabiya_pgn::{GameTree, GameTreeBuilder, PgnReader};
use tabiya_rules::{History, Position};

use contest::{Contestant, contest};
use fit::{Game, fit, tally};
use scripted::Script;

/// Let the levels play each other and an engine of known strength, and print how strong they are
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: tabiya-train levels --book 8moves_v3.pgn --results levels.txt --games 320 \\
           --anchor stockfish --anchor-elo 1350 --anchor-level 6 --anchor-games 800"
)]
pub struct Args {
    /// A file of openings in PGN. Each contest starts at the end of one of its games. Without it, all start from
    /// the starting position.
    #[arg(long, value_name = "PGN")]
    book: Option<PathBuf>,
    /// The file of results; it is created if it does not exist.
    #[arg(long, value_name = "FILE")]
    results: PathBuf,
    /// The number of games of each level against the next one, up to 13 against 14. Level 15, the full
    /// engine, is measured with a clock.
    #[arg(long, value_name = "N", default_value_t = 320)]
    games: usize,
    /// Play only pairs with one of these levels; by default all pairs.
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=14))]
    levels: Vec<u8>,
    /// A UCI engine with `UCI_Elo`.
    #[arg(long, value_name = "PATH")]
    anchor: Option<PathBuf>,
    /// The `UCI_Elo` values at which it plays.
    #[arg(long, value_name = "ELO", value_delimiter = ',', requires = "anchor")]
    anchor_elo: Vec<i32>,
    /// The level that it plays at each of these strengths.
    #[arg(
        long,
        value_name = "LEVEL",
        value_delimiter = ',',
        requires = "anchor",
        value_parser = clap::value_parser!(u8).range(1..=14)
    )]
    anchor_level: Vec<u8>,
    /// The number of games at each strength.
    #[arg(long, value_name = "N", default_value_t = 100)]
    anchor_games: usize,
    /// The number of nodes that this engine searches for each move.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    anchor_nodes: u64,
    /// The levels that play the scripted opponents: a random mover, and a beginner who mates in one move and
    /// takes what hangs.
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=14))]
    scripted_level: Vec<u8>,
    /// The number of games of each of these pairs, and of the two scripted opponents against each other.
    #[arg(long, value_name = "N", default_value_t = 100)]
    scripted_games: usize,
    /// Two levels that play each other, besides the neighbours: `1,4`. Can be given several times.
    #[arg(long, value_name = "LEVEL,LEVEL", value_parser = pair)]
    pair: Vec<[u8; 2]>,
    /// The number of games of each of these pairs.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pair_games: usize,
    /// A file to which the games are appended as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The number of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print only how the games of each pair ended, and no scale.
    #[arg(long)]
    tally: bool,
    /// Play no games; only print the scale of the results in the file.
    #[arg(long)]
    only_fit: bool,
}

/// Plays the missing games and prints the scale.
///
/// # Errors
/// If a file can't be read or written, or the engine does not play.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.anchor_elo.len() != args.anchor_level.len() {
        bail!("--anchor-elo and --anchor-level must have as many numbers: each strength plays one level");
    }
    if !args.only_fit {
        play(args)?;
    }
    let games = read(&args.results)?;
    if args.tally {
        print!("{}", tally(&games));
    } else {
        print!("{}", fit(&games)?);
    }
    Ok(())
}

/// Two players and the number of their games.
struct Pairing {
    players: [Contestant; 2],
    games: usize,
}

fn pairings(args: &Args) -> Vec<Pairing> {
    let anchors = args.anchor.iter().flat_map(|path| {
        args.anchor_elo.iter().zip(&args.anchor_level).map(move |(&elo, &weak)| Pairing {
            players: [
                Contestant::Anchor { path: path.clone(), elo, nodes: args.anchor_nodes },
                Contestant::Level(weak),
            ],
            games: args.anchor_games,
        })
    });
    let scripts = [Script::Random, Script::Beginner].map(Contestant::Scripted);
    let games = args.scripted_games;
    let against = args.scripted_level.iter().flat_map(|level| {
        scripts.clone().map(|script| Pairing { players: [script, Contestant::Level(*level)], games })
    });
    let scripted = (!args.scripted_level.is_empty()).then(|| Pairing { players: scripts.clone(), games });
    let scripted = scripted.into_iter().chain(against);
    let pairs =
        args.pair.iter().map(|pair| Pairing { players: pair.map(Contestant::Level), games: args.pair_games });
    let neighbours =
        (1..14).map(|weak| Pairing { players: [weak, weak + 1].map(Contestant::Level), games: args.games });
    let wanted = |pairing: &Pairing| {
        args.levels.is_empty()
            || pairing.players.iter().filter_map(Contestant::level).any(|level| args.levels.contains(&level))
    };
    neighbours.chain(anchors).filter(wanted).chain(scripted).chain(pairs).collect()
}

/// Two levels, as in `1,4`.
fn pair(text: &str) -> Result<[u8; 2], String> {
    let levels =
        text.split_once(',').and_then(|(weak, strong)| Some([weak.parse().ok()?, strong.parse().ok()?]));
    levels
        .filter(|pair: &[u8; 2]| pair.iter().all(|level| (1..=14).contains(level)) && pair[0] != pair[1])
        .ok_or_else(|| "expected two different levels from 1 to 14, as in 1,4".to_owned())
}

fn play(args: &Args) -> anyhow::Result<()> {
    let openings = match &args.book {
        Some(book) => openings(book)?,
        None => vec![History::new(Position::start())],
    };
    let done = if args.results.exists() { read(&args.results)? } else { Vec::new() };
    let mut jobs = Vec::new();
    for pairing in pairings(args) {
        let names = pairing.players.each_ref().map(ToString::to_string);
        let played = done.iter().filter(|game| game.players == names).count();
        for number in played..pairing.games {
            jobs.push((pairing.players.clone(), number));
        }
    }
    // The pairings take turns, so that an interrupted run has results of each.
    jobs.sort_by_key(|(_, number)| *number);
    let file = OpenOptions::new().create(true).append(true).open(&args.results);
    let file = Mutex::new(file.with_context(|| format!("cannot write {}", args.results.display()))?);
    let jobs = Mutex::new(jobs.into_iter());
    let failed = AtomicBool::new(false);
    let work = || -> anyhow::Result<()> {
        while !failed.load(Ordering::Relaxed) {
            let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((players, number)) = next else { break };
            let opening = &openings[number / 2 % openings.len()];
            // Each opening is played twice, with colours swapped.
            let [first, second] = &players;
            let sides = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
            let mut history = opening.clone();
            let whites = contest(sides, &mut history, number as u64)?;
            let points = if number.is_multiple_of(2) { whites } else { 1.0 - whites };
            let line = format!("{first} {second} {points}\n");
            if let Some(path) = &args.pgn {
                pgn::append(path, sides, &history, whites)?;
            }
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(line.as_bytes()).context("cannot write a result")?;
        }
        Ok(())
    };
    let work = || {
        let done = work();
        failed.fetch_or(done.is_err(), Ordering::Relaxed);
        done
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a contest does not panic"))
    })
}

/// The games of a book.
fn openings(path: &Path) -> anyhow::Result<Vec<History>> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = PgnReader::from_bytes(&text);
    let mut openings = Vec::new();
    while let Some(game) = reader.read_game(&mut GameTreeBuilder::default()) {
        let tree = game.with_context(|| path.display().to_string())?;
        let mut history = History::new(*tree.position(GameTree::ROOT).expect("a tree has a root"));
        for mv in tree.main_line(GameTree::ROOT).map_while(|node| tree.node(node)?.mv()) {
            history.play(mv);
        }
        openings.push(history);
    }
    // Neighbouring games in a book are similar. A stride that has no common factor with most lengths visits
    // all of them.
    let count = openings.len();
    let scattered: Vec<History> = (0..count).map(|n| openings[n * 7_919 % count].clone()).collect();
    if scattered.is_empty() { bail!("{} has no games", path.display()) } else { Ok(scattered) }
}

fn read(path: &Path) -> anyhow::Result<Vec<Game>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let game = |line: &str| -> Option<Game> {
        let mut words = line.split(' ');
        let players = [words.next()?.to_owned(), words.next()?.to_owned()];
        Some(Game { players, points: words.next()?.parse().ok()? })
    };
    let numbered = text.lines().enumerate();
    numbered
        .map(|(number, line)| {
            game(line).with_context(|| format!("{}: line {}: no result: {line}", path.display(), number + 1))
        })
        .collect()
}
