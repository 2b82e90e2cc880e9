// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is looked at after a run.

use std::time::Duration;

use crate::history::{Charge, GameHistory, Log, charges, check};

use super::player::{Heard, Thought};

/// What was found in one game.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) faults: Vec<String>,
    /// The most that a turn cost beyond the player's own thinking, in milliseconds.
    pub(super) most_lost: u64,
}

/// Compares what the clients of a game sent and heard, up to the newest event that they had when they went, with its log, and with the
/// moves that each node tells. `may_lose`: how much more than its player's thinking time a turn may have cost.
pub(super) fn check_game(
    (game, (heard, newest)): (&str, (Vec<Heard>, u32)),
    log: &Log,
    told: &[Vec<crate::history::Uci>],
    may_lose: Duration,
) -> Checked {
    let thoughts: Vec<Thought> = heard.iter().flat_map(|heard| heard.thoughts.iter().copied()).collect();
    let mut history = GameHistory { game: game.to_owned(), newest: Some(newest), ..GameHistory::default() };
    for (place, mut heard) in heard.into_iter().enumerate() {
        heard.stream.to_the_end = true;
        history.asked.extend(heard.asks.all(place));
        history.refused.extend(heard.refused);
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
    faults.extend(late(log, newest).map(|late| format!("game {game}: {late}")));
    let lost = charges(log).into_iter().filter_map(|charge| Some((charge, lost(charge, &thoughts)?)));
    let most = lost.max_by_key(|(_, lost)| *lost);
    if let Some((Charge { ply, ms, .. }, lost)) = most
        && u128::from(lost) > may_lose.as_millis()
    {
        faults.push(format!(
            "game {game}: the turn at ply {ply} cost {ms} ms, {lost} ms more than its player thought"
        ));
    }
    Checked { faults, most_lost: most.map_or(0, |(_, lost)| lost) }
}

/// What is wrong with the events that came after the clients had gone. One turn may have begun anew, because the game went to another
/// node; nothing else may have happened.
fn late(log: &Log, newest: u32) -> Option<String> {
    let kinds: Vec<_> = log.kinds_after(newest).collect();
    let is_right = matches!(kinds[..], [] | ["turn_restarted"]);
    (!is_right).then(|| format!("after the clients had gone there came {kinds:?}"))
}

/// What this turn cost beyond the player's own thinking.
fn lost(charge: Charge, thoughts: &[Thought]) -> Option<u64> {
    // The move of a ply is played anew after it was taken back.
    let of_it = thoughts.iter().filter(|thought| thought.ply == charge.ply && thought.after < charge.seq);
    let thought = of_it.max_by_key(|thought| thought.after)?;
    Some(charge.ms.saturating_sub(thought.ms))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn after_the_clients_have_gone_a_turn_begins_anew_once_at_most() {
        let created = json!({"created": {"time": {"initial": 60_000, "increment": 0},
            "white": {"guest": "a"}, "black": {"guest": "b"}}});
        let again = json!({"turn_restarted": {"clock": 60_000}});
        let ended = json!({"ended": {"result": "1/2-1/2", "termination": "agreement"}});
        let late_in = |events: &[&serde_json::Value]| {
            let lines: Vec<_> = events.iter().map(|event| json!({"at": 0, "event": event})).collect();
            late(&Log::from_json(&lines).unwrap(), 0).is_some()
        };
        assert_eq!([&[&created][..], &[&created, &again]].map(late_in), [false, false]);
        assert_eq!(
            [[&created, &again, &again], [&created, &again, &ended]].map(|all| late_in(&all)),
            [true, true]
        );
        assert!(late_in(&[&created, &ended]));
    }

    /// White's second move is taken back and played anew: each has a thought of its own.
    #[test]
    fn a_move_that_is_played_anew_cost_what_its_own_turn_did() {
        let mut lines =
            vec![json!({"at": 0, "event": {"created": {"time": {"initial": 60_000, "increment": 0},
                "white": {"guest": "a"}, "black": {"guest": "b"}}}})];
        for (uci, clock) in [("e2e4", 60_000), ("e7e5", 60_000), ("g1f3", 59_000)] {
            lines.push(json!({"at": 0, "event": {"move_played": {"uci": uci, "clock": clock}}}));
        }
        let back = json!({"by": "white", "half_moves": 1, "clocks": [60_000, 60_000]});
        lines.push(json!({"at": 0, "event": {"taken_back": back}}));
        lines.push(json!({"at": 0, "event": {"move_played": {"uci": "g1f3", "clock": 56_000}}}));
        let log = Log::from_json(&lines).unwrap();
        let lost_in = |thoughts: &[Thought]| -> Vec<u64> {
            charges(&log).into_iter().filter_map(|charge| lost(charge, thoughts)).collect()
        };
        let [first, anew] = [(2, 900), (4, 3_000)].map(|(after, ms)| Thought { ply: 2, after, ms });
        assert_eq!(lost_in(&[first, anew]), [100, 1_000]);
        assert_eq!(lost_in(&[anew]), [1_000], "the first move has no thought that was before it");
    }
}
