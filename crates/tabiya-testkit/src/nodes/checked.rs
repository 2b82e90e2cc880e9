// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is looked at after a run.

use crate::history::{Charge, GameHistory, Log, charges, check};

use super::player::{Heard, LOOKS_FOR_ANOTHER, Thought};

/// What was found in one game.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) faults: Vec<String>,
    /// The most that a turn cost beyond the player's own thinking, in milliseconds.
    pub(super) most_lost: u64,
}

/// Compares what the clients of a game sent and heard with its log, and with the moves that each node tells.
pub(super) fn check_game(
    game: &str,
    heard: Vec<Heard>,
    log: &Log,
    told: &[Vec<crate::history::Uci>],
) -> Checked {
    let thoughts: Vec<Thought> = heard.iter().flat_map(|heard| heard.thoughts.iter().copied()).collect();
    let mut history = GameHistory { game: game.to_owned(), ..GameHistory::default() };
    for mut heard in heard {
        heard.stream.to_the_end = true;
        history.sent.extend(heard.sent);
        history.acknowledged.extend(heard.acknowledged);
        history.streams.push(heard.stream);
    }
    let mut faults = Vec::new();
    for moves in told {
        history.http_moves = Some(moves.clone());
        // Each node is asked; what all of them lack is said once.
        for fault in check(&history, log) {
            let fault = format!("game {game}: {fault}");
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    let lost = charges(log).into_iter().filter_map(|charge| Some((charge, lost(charge, &thoughts)?)));
    let most = lost.max_by_key(|(_, lost)| *lost);
    if let Some((Charge { ply, ms }, lost)) = most
        && u128::from(lost) > LOOKS_FOR_ANOTHER.as_millis()
    {
        faults.push(format!(
            "game {game}: the turn at ply {ply} cost {ms} ms, {lost} ms more than its player thought"
        ));
    }
    Checked { faults, most_lost: most.map_or(0, |(_, lost)| lost) }
}

/// What this turn cost beyond the player's own thinking.
fn lost(charge: Charge, thoughts: &[Thought]) -> Option<u64> {
    let thought = thoughts.iter().find(|thought| thought.ply == charge.ply)?;
    Some(charge.ms.saturating_sub(thought.ms))
}
