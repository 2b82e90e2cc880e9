// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays one game of the engine against itself.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Limits, Report, Untimed};
use tabiya_rules::{Color, History, Move, Outcome, Position};

use crate::games::{Game, GameResult, Ply};
use crate::random::Random;
use crate::samples::is_tactical;

/// The settings of the games. Together with a game's number they determine every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// After this number of nodes a search begins no new iteration.
    pub(crate) nodes: u64,
    /// One move in this many is random; 0: none.
    pub(crate) random_moves: usize,
}

/// Games begin with this number of random moves or one more, so that White and Black are to move equally
/// often.
const RANDOM_PLIES: usize = 8;
/// An opening is not played if a quick search gives one side more than this, in hundredths of a pawn.
const EVEN: i32 = 300;
/// A random move replaces the best move only if that is not a capture (the position would not be quiet), and
/// only if the score is within this limit: there are enough won games.
const MAX_SCORE_FOR_RANDOM: i32 = 600;
/// A game is won when the score has been at least this ...
const WON: i32 = 2_000;
/// ... for this number of plies in a row.
const WON_PLIES: u32 = 5;
/// From this ply on, a game is drawn ...
const DRAWN_FROM: usize = 80;
/// ... when the score has been at most this ...
const DRAWN: i32 = 8;
/// ... for this number of plies in a row.
const DRAWN_PLIES: u32 = 10;
/// A game of this number of plies is drawn.
const LONGEST: usize = 400;
/// The size of the transposition table in MiB. A game does not fill more, and this size fits into the
/// processor's cache.
pub(crate) const HASH: usize = 2;

/// Plays the game with that number.
pub(crate) fn play(engine: &mut Engine, settings: &Settings, number: u32) -> Game {
    engine.clear();
    let mut random = Random::new(settings.seed, number.into());
    let start = opening(engine, settings, &mut random);
    let mut history = History::new(start);
    let mut plies = Vec::new();
    let (mut won, mut drawn) = (0, 0);
    let result = loop {
        if let Some(result) = by_the_rules(&history) {
            break result;
        }
        if plies.len() >= LONGEST {
            break GameResult::Draw;
        }
        let report = search(engine, settings, &history);
        let Some(best) = report.best else { break GameResult::Draw };
        let score = report.score.rank();
        let mv = random_move(settings, &history, best, score, &mut random).unwrap_or(best);
        plies.push(Ply { mv, score: score as i16 });
        won = if score.abs() >= WON { won + 1 } else { 0 };
        drawn = if score.abs() <= DRAWN && plies.len() >= DRAWN_FROM { drawn + 1 } else { 0 };
        let turn = history.position().turn();
        if won >= WON_PLIES {
            break GameResult::won_by(if score > 0 { turn } else { turn.opposite() });
        }
        if drawn >= DRAWN_PLIES {
            break GameResult::Draw;
        }
        history.play(mv);
    };
    Game { number, start, plies, result }
}

/// Sometimes replaces the best move by a random one. A search mostly evaluates positions after bad moves. So
/// the network needs to see such positions, with the score of a search.
fn random_move(
    settings: &Settings,
    history: &History,
    best: Move,
    score: i32,
    random: &mut Random,
) -> Option<Move> {
    if settings.random_moves == 0 || random.below(settings.random_moves) != 0 {
        return None;
    }
    let position = history.position();
    if score.abs() > MAX_SCORE_FOR_RANDOM || is_tactical(position, best) {
        return None;
    }
    let moves = position.legal_moves();
    Some(moves[random.below(moves.len())])
}

fn search(engine: &mut Engine, settings: &Settings, history: &History) -> Report {
    // The second limit only stops an iteration that takes far too many nodes.
    let (soft, hard) = (settings.nodes, settings.nodes * 10);
    let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
    engine.search(history, &limits, &AtomicBool::new(false), &Untimed, &mut |_| ())
}

/// A position after random moves that is not yet decided.
fn opening(engine: &mut Engine, settings: &Settings, random: &mut Random) -> Position {
    loop {
        let plies = RANDOM_PLIES + random.below(2);
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        if position.outcome().is_some() {
            continue;
        }
        let report = search(engine, settings, &History::new(position));
        if report.score.rank().abs() <= EVEN {
            return position;
        }
    }
}

/// The result by the rules. A draw that can be claimed is claimed.
fn by_the_rules(history: &History) -> Option<GameResult> {
    match history.outcome() {
        Some(Outcome::Checkmate { winner }) => Some(GameResult::won_by(winner)),
        Some(_) => Some(GameResult::Draw),
        None => history.claim().map(|_| GameResult::Draw),
    }
}

impl GameResult {
    pub(crate) fn won_by(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_each_time_and_ends_for_a_reason() {
        for (number, random_moves) in [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 1)] {
            let settings = Settings { seed: 3, nodes: 60, random_moves };
            let game = play(&mut Engine::new(HASH), &settings, number);
            // An engine that has played other games must play the same moves.
            let mut used = Engine::new(HASH);
            play(&mut used, &settings, number + 1);
            assert_eq!(play(&mut used, &settings, number), game);

            let mut history = History::new(game.start);
            for ply in &game.plies {
                assert_eq!(by_the_rules(&history), None);
                assert!(history.position().is_legal(ply.mv));
                history.play(ply.mv);
            }
            let scores: Vec<i32> = game.plies.iter().map(|ply| i32::from(ply.score)).collect();
            let last = &scores[scores.len().saturating_sub(5)..];
            match game.result {
                GameResult::White | GameResult::Black => {
                    assert!(by_the_rules(&history).is_some() || last.iter().all(|score| score.abs() >= WON));
                }
                GameResult::Draw => {
                    let adjudicated = last.iter().all(|score| score.abs() <= DRAWN);
                    assert!(by_the_rules(&history).is_some() || adjudicated || scores.len() >= LONGEST);
                }
            }
        }
    }
}
