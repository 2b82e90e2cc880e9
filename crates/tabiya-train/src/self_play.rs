// SPDX-License-Identifier: MIT OR Apache-2.0
//! One game of the engine against itself.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Limits, Report, Untimed};
use tabiya_rules::{Color, History, Move, Outcome, Position};

use crate::games::{Game, GameResult, Ply};
use crate::random::Random;
use crate::samples::is_tactical;

/// How games are played. Together with a game's number it decides every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// After how many positions a search begins no new iteration.
    pub(crate) nodes: u64,
    /// One move in so many is a random one; 0: none.
    pub(crate) stray: usize,
}

/// Games begin with this many random moves, or one more, so that either side opens as often.
const RANDOM_PLIES: usize = 8;
/// An opening that a quick search finds further from even, in hundredths of a pawn, is not played.
const EVEN: i32 = 300;
/// Nobody strays from the best move when it takes something (the score would be one of a position that is not quiet), nor when
/// the score is beyond this: there are enough won games.
const STRAYING: i32 = 600;
/// A game is won when both sides have seen this score ...
const WON: i32 = 2_000;
/// ... for so many plies in a row.
const WON_PLIES: u32 = 5;
/// From this ply on a game is drawn ...
const DRAWN_FROM: usize = 80;
/// ... when both sides have seen no more than this ...
const DRAWN: i32 = 8;
/// ... for so many plies in a row.
const DRAWN_PLIES: u32 = 10;
/// A game of so many plies is drawn.
const LONGEST: usize = 400;
/// Of the table, in MiB: a game fills no more, and it stays in the processor's own memory.
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
        let mv = stray(settings, &history, best, score, &mut random).unwrap_or(best);
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

/// Now and then a random move in the place of the best. Most positions of a search are behind moves that nobody would play;
/// so the network sees such positions too, with what a search says of them.
fn stray(
    settings: &Settings,
    history: &History,
    best: Move,
    score: i32,
    random: &mut Random,
) -> Option<Move> {
    if settings.stray == 0 || random.below(settings.stray) != 0 {
        return None;
    }
    let position = history.position();
    if score.abs() > STRAYING || is_tactical(position, best) {
        return None;
    }
    let moves = position.legal_moves();
    Some(moves[random.below(moves.len())])
}

fn search(engine: &mut Engine, settings: &Settings, history: &History) -> Report {
    // The second limit only stops an iteration that explodes.
    let (soft, hard) = (settings.nodes, settings.nodes * 10);
    let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
    engine.search(history, &limits, &AtomicBool::new(false), &Untimed, &mut |_| ())
}

/// A position behind random moves that is not yet decided.
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

/// How the rules end a game; whoever may claim a draw does.
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
        for (number, stray) in [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 1)] {
            let settings = Settings { seed: 3, nodes: 60, stray };
            let game = play(&mut Engine::new(HASH), &settings, number);
            // An engine that has played before remembers nothing of it.
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
