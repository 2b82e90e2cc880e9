// SPDX-License-Identifier: AGPL-3.0-or-later
//! One game of the bot: reads how it stands, and moves when it is its turn.

use anyhow::{Context, bail};
use serde_json::Value;

use super::engine::{Program, Time};
use super::http::Server;
use super::variant_of;

/// How long the engine may think about a move when no clock runs, in milliseconds.
const UNHURRIED: u64 = 3_000;
/// What the way to the server and back may take of the clock, in milliseconds.
const WAY: u64 = 50;
/// Clocks from here on stand for days, or for no limit.
const DAYS: u64 = 24 * 60 * 60 * 1000;

/// How the game ends, in words.
pub(super) fn play(server: &Server, program: &Program, own: &str, id: &str) -> anyhow::Result<String> {
    let mut engine = program.start()?;
    let (mut start, mut white) = ("startpos".to_owned(), true);
    for line in server.lines(&format!("/api/bot/game/stream/{id}"))? {
        let line = line?;
        if line.is_empty() {
            continue;
        }
        let event: Value = serde_json::from_str(&line).context("the game can't be read")?;
        let state = match event["type"].as_str() {
            Some("gameFull") => {
                white = event["white"]["id"] == own;
                event["initialFen"].as_str().unwrap_or("startpos").clone_into(&mut start);
                let variant = event["variant"]["key"].as_str().unwrap_or_default();
                let variant = variant_of(variant).context("the bot does not play this variant")?;
                engine.begin(variant)?;
                &event["state"]
            }
            Some("gameState") => &event,
            _ => continue,
        };
        let status = state["status"].as_str().unwrap_or_default();
        if status != "started" && status != "created" {
            let winner = state["winner"].as_str();
            return Ok(winner.map_or_else(|| status.to_owned(), |winner| format!("{status}, {winner} wins")));
        }
        let moves = state["moves"].as_str().unwrap_or_default();
        if is_turn(&start, moves, white) {
            let time = time(state, white);
            let best = engine.think(&start, moves, &time)?;
            let Some(best) = best else { bail!("the engine knows no move") };
            // The game may have ended in this moment; then the stream says so.
            if let Err(error) = server.post(&format!("/api/bot/game/{id}/move/{best}"), "") {
                eprintln!("{id}: {best}: {error:#}");
            }
        }
    }
    Ok("the line has ended".to_owned())
}

/// Whether this side is to move.
fn is_turn(start: &str, moves: &str, white: bool) -> bool {
    let black_begins = start.split_whitespace().nth(1) == Some("b");
    let played = moves.split_whitespace().count();
    (played.is_multiple_of(2) != black_begins) == white
}

fn time(state: &Value, white: bool) -> Time {
    let ms = |name: &str| state[name].as_u64().unwrap_or_default();
    let own = ms(if white { "wtime" } else { "btime" });
    if own >= DAYS {
        return Time::Move(UNHURRIED);
    }
    let left = |name: &str| ms(name).saturating_sub(WAY).max(1);
    Time::Clocks {
        white: left("wtime"),
        black: left("btime"),
        white_increment: ms("winc"),
        black_increment: ms("binc"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_follows_from_the_start_and_the_moves() {
        let black_begins = "4k3/8/8/8/8/8/8/4K2R b K - 0 1";
        for (start, moves, white, expected) in [
            ("startpos", "", true, true),
            ("startpos", "e2e4", true, false),
            ("startpos", "e2e4", false, true),
            ("startpos", "e2e4 e7e5", false, false),
            (black_begins, "", false, true),
            (black_begins, "e8e7", true, true),
            (black_begins, "", true, false),
        ] {
            assert_eq!(is_turn(start, moves, white), expected, "{start} {moves} {white}");
        }
    }

    #[test]
    fn days_are_not_thought_through() {
        let state =
            serde_json::json!({ "wtime": 2_147_483_647_u64, "btime": 60_000, "winc": 0, "binc": 1000 });
        assert!(matches!(time(&state, true), Time::Move(_)));
        assert!(matches!(time(&state, false), Time::Clocks { black: 59_950, black_increment: 1000, .. }));
    }
}
