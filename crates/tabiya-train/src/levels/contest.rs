// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays one game between two players.

use std::fmt;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use tabiya_engine::analysis::{Analyst, Budget, Request};
use tabiya_engine::{Engine, Level, Limits, Score, Untimed, uci};
use tabiya_rules::{Color, History, Move};

use super::referee::Referee;
use super::scripted::Script;
use crate::random::Random;

/// A game of this number of plies is drawn.
const LONGEST: usize = 300;

/// A player.
#[derive(Clone, Debug)]
pub(super) enum Contestant {
    Level(u8),
    /// Another engine with its strength limited by its own options.
    Anchor {
        path: PathBuf,
        elo: i32,
        nodes: u64,
    },
    Scripted(Script),
}

impl Contestant {
    /// The level, if the player is one.
    pub(super) fn level(&self) -> Option<u8> {
        match self {
            Contestant::Level(level) => Some(*level),
            Contestant::Anchor { .. } | Contestant::Scripted(_) => None,
        }
    }
}

/// The name in the file of results: `level-3`, `anchor-1350`.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Level(level) => write!(f, "level-{level}"),
            Contestant::Anchor { elo, .. } => write!(f, "anchor-{elo}"),
            Contestant::Scripted(script) => write!(f, "{script}"),
        }
    }
}

/// A player during a game.
enum Player {
    Level {
        engine: Engine,
        level: Level,
    },
    /// The player's program; it is waited for after it was told to quit.
    Anchor {
        client: Option<uci::Client>,
        budget: Budget,
        child: Child,
    },
    Scripted {
        script: Script,
        random: Random,
    },
}

impl Player {
    /// A player for the game with this seed.
    fn new(contestant: &Contestant, seed: u64) -> anyhow::Result<Player> {
        match contestant {
            Contestant::Scripted(script) => {
                Ok(Player::Scripted { script: *script, random: Random::new(seed, 0) })
            }
            Contestant::Level(level) => {
                let level = Level::new(*level).context("there is no such level")?;
                Ok(Player::Level { engine: Engine::new(16), level })
            }
            Contestant::Anchor { path, elo, nodes } => {
                let cannot = || format!("cannot use {}", path.display());
                let child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
                let mut child = child.with_context(cannot)?;
                let input = BufReader::new(child.stdout.take().expect("its output is a pipe"));
                let output = child.stdin.take().expect("its input is a pipe");
                let setting = |name: &str, value: String| (name.to_owned(), value);
                let settings = [
                    setting("Hash", "1".to_owned()),
                    setting("UCI_LimitStrength", "true".to_owned()),
                    setting("UCI_Elo", elo.to_string()),
                ];
                let client = Some(uci::Client::start(input, output, &settings).with_context(cannot)?);
                Ok(Player::Anchor { client, child, budget: Budget::Nodes(*nodes) })
            }
        }
    }

    /// The player's move, and its score.
    fn choose(&mut self, history: &History, seed: u64) -> anyhow::Result<(Move, Score)> {
        let never = AtomicBool::new(false);
        let report = match self {
            Player::Level { engine, level } => {
                engine.play_at_level(history, *level, seed, &Limits::default(), &never, &Untimed)
            }
            Player::Anchor { client, budget, .. } => {
                let request = Request { history: history.clone(), budget: *budget, lines: 1 };
                let client = client.as_mut().expect("it goes with the player");
                client.analyse(&request, &never, &mut |_| ())?
            }
            Player::Scripted { script, random } => {
                let mv = script.choose(history.position(), random).context("the game is not over")?;
                return Ok((mv, Score::Cp(0)));
            }
        };
        Ok((report.best.context("the game is not over")?, report.score))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Player::Anchor { client, child, .. } = self {
            *client = None;
            // The game is over, so errors of the program's exit do not matter.
            let _ = child.wait();
        }
    }
}

/// Plays on from the position of `history`, to which the moves are added; White is the first player. Returns
/// White's points.
pub(super) fn contest(players: [&Contestant; 2], history: &mut History, seed: u64) -> anyhow::Result<f64> {
    let weakest = if players.iter().any(|player| matches!(player, Contestant::Scripted(_))) {
        0
    } else {
        players.iter().filter_map(|player| player.level()).min().unwrap_or(u8::MAX)
    };
    let mut referee = Referee::new(weakest);
    let mut sides = [Player::new(players[0], seed)?, Player::new(players[1], seed)?];
    let mut said = None;
    while history.ply() < LONGEST {
        if let Some(outcome) = history.outcome() {
            return Ok(match outcome.winner() {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            });
        }
        if history.claim().is_some() {
            return Ok(0.5);
        }
        let clear = said.and_then(|score| referee.after(history.position(), history.ply(), score));
        if let Some(points) = clear {
            return Ok(points);
        }
        let side = history.position().turn().index();
        let (mv, score) = sides[side].choose(history, seed)?;
        history.play(mv);
        said = Some(score);
    }
    Ok(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::Position;

    #[test]
    fn a_contest_has_a_result_and_the_same_one_again() {
        let play = |players: [&Contestant; 2], seed| {
            contest(players, &mut History::new(Position::start()), seed).unwrap()
        };
        let [weak, strong] = [4, 10].map(Contestant::Level);
        let points: Vec<f64> = (0..3).map(|seed| play([&strong, &weak], seed)).collect();
        assert_eq!(play([&strong, &weak], 0), points[0]);
        assert!(points.iter().sum::<f64>() >= 2.5, "level 10 beats level 4: {points:?}");
    }

    #[test]
    fn scripted_opponents_play_by_the_seed() {
        let [random, beginner] = [Script::Random, Script::Beginner].map(Contestant::Scripted);
        let moves = |seed| {
            let mut history = History::new(Position::start());
            contest([&random, &beginner], &mut history, seed).unwrap();
            history.moves().to_vec()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
