// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the rounds of an event, and the waves of an arena, are played.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use tabiya_events::event::Event;
use tabiya_testkit::Random;
use tokio::time::sleep;

use super::checks;
use super::club::Club;
use super::script::Script;

/// No script is so long.
const TO_THE_END: usize = usize::MAX;
/// Waves of an arena that an organiser ends.
const WAVES: usize = 4;

/// A game of the round without a result.
struct OpenGame {
    id: String,
    script: Script,
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number")
}

/// The games of a round that have no result yet.
fn open_games(view: &Value, round: u16) -> Vec<OpenGame> {
    let boards = view["rounds"][usize::from(round) - 1]["boards"].as_array().expect("boards");
    let games = boards.iter().flat_map(|board| {
        let games = board["games"].as_array().expect("games").iter().enumerate();
        games.map(move |(place, game)| (board, place, game))
    });
    let open = games.filter(|(_, _, game)| game["outcome"].is_null() && game["game"].is_string());
    open.map(|(board, place, game)| OpenGame {
        id: game["game"].as_str().expect("an id").to_owned(),
        script: Script::of(
            3 * number(&board["white"]) + number(&board["black"]) + usize::from(round) + place,
        ),
    })
    .collect()
}

/// The games of an arena that are played now, each by two players.
fn playing(view: &Value) -> Vec<OpenGame> {
    let mut games: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for entrant in view["entrants"].as_array().expect("a list") {
        if let Some(game) = entrant["playing"].as_str() {
            games.entry(game).or_default().push(number(&entrant["id"]));
        }
    }
    let open = games.into_iter().map(|(game, players)| {
        assert_eq!(players.len(), 2, "{game}");
        OpenGame { id: game.to_owned(), script: Script::of(players.iter().sum()) }
    });
    open.collect()
}

/// Plays these games on: first in all of them, so that nobody waits long for a first move.
async fn play_all(club: &mut Club, games: &[OpenGame], most: usize) {
    for most in [2, most] {
        for game in games {
            club.play(&game.id, game.script, most).await;
        }
    }
}

/// Whether the games of a round have begun.
fn has_begun(view: &Value, round: u16) -> bool {
    let these = &view["rounds"][usize::from(round) - 1];
    let boards = these["boards"].as_array();
    let has_game = |board: &Value| board["games"][0]["game"].is_string();
    these["stage"] == "started" && boards.is_some_and(|boards| boards.iter().all(has_game))
}

/// When the server is killed, or the node that plays the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kill {
    /// In the middle of this round.
    Amid(u16),
    /// Right after the last move of this round.
    Behind(u16),
}

/// Plays an event to its end, across these kills. A node that was killed comes back in the next round. `check` looks at each round that
/// was paired.
pub(super) async fn play(club: &mut Club, kills: &[Kill], check: impl Fn(&Event, u16)) {
    let mut random = Random::new(40);
    let mut kills = kills.to_vec();
    let mut is_due = |kill| {
        let found = kills.iter().position(|due| *due == kill);
        found.map(|place| kills.swap_remove(place)).is_some()
    };
    for round in 1_u16.. {
        club.until(&format!("round {round} to begin"), |view| has_begun(view, round)).await;
        club.come_back().await;
        let (event, _, view) = club.journal().await;
        check(&event, round);
        let open = open_games(&view, round);
        play_all(club, &open, 2).await;
        club.nobody_plays_twice().await;
        if is_due(Kill::Amid(round)) {
            play_all(club, &open[..open.len() / 2], TO_THE_END).await;
            club.kill().await;
        }
        let view = loop {
            // The match of a knockout may need one more game, which begins when the last one has its result.
            let view = club
                .until(&format!("round {round} to go on"), |view| {
                    !open_games(view, round).is_empty() || is_over(view, round)
                })
                .await;
            let open = open_games(&view, round);
            if open.is_empty() {
                break view;
            }
            play_all(club, &open, TO_THE_END).await;
            if is_due(Kill::Behind(round)) {
                // Somewhere while the results come in and the next round is paired, published and begun.
                sleep(Duration::from_micros(random.below(30_000))).await;
                club.kill().await;
            }
        };
        checks::results_are_those_of_the_games(club, &view, round).await;
        if view["facts"]["stage"] == "finished" {
            assert_eq!(view["facts"]["total_rounds"], round, "all rounds are played");
            assert_eq!(kills, [], "all kills were inflicted");
            club.come_back().await;
            let (_, _, view) = club.journal().await;
            checks::each_pairing_has_one_game(club, &view);
            return;
        }
    }
}

/// Whether the next round is there, or there is none.
fn is_over(view: &Value, round: u16) -> bool {
    let rounds = view["rounds"].as_array().expect("rounds").len();
    rounds > usize::from(round) || view["facts"]["stage"] == "finished"
}

/// Plays an arena until its time is over, or until an organiser ends it. The server is killed in the middle of a wave and behind
/// one. Returns the event afterwards.
pub(super) async fn play_arena(club: &mut Club, by_itself: bool) -> Event {
    let is_finished = |view: &Value| view["facts"]["stage"] == "finished";
    for wave in 1.. {
        let view = club.until("a wave", |view| is_finished(view) || !playing(view).is_empty()).await;
        if is_finished(&view) {
            assert!(wave > WAVES, "too few waves: {wave}");
            break;
        }
        let open = playing(&view);
        if wave == 1 {
            let players = view["entrants"].as_array().expect("a list").len();
            assert_eq!(2 * open.len(), players, "everybody plays in the first wave");
        }
        play_all(club, &open, 2).await;
        club.nobody_plays_twice().await;
        if wave == 2 {
            play_all(club, &open[..open.len() / 2], TO_THE_END).await;
            club.kill().await;
        }
        play_all(club, &open, TO_THE_END).await;
        if wave == 3 {
            club.kill().await;
        }
        let is_open =
            |view: &Value| playing(view).iter().any(|now| open.iter().any(|game| game.id == now.id));
        club.until("the results of a wave", |view| !is_open(view)).await;
        if wave == WAVES && !by_itself {
            club.tabiya(&["event", "finish", club.id()]);
        }
    }
    let (event, journal, _) = club.journal().await;
    checks::nobody_played_twice(&journal);
    event
}
