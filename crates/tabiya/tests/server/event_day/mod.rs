// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whole events on this server, from the entries to the standings: programs play all games by a script, rounds follow by
//! themselves, and each event is carried across two kills of the server: one in the middle of a round, one between two rounds.
//! A Swiss is also played on three nodes, of which the one that plays the event is killed.
//!
//! After each round: nobody plays two games, nobody is left out, the library's own checker pairs the round in the same way, the
//! journal replayed is what the page shows, the results are those of the games, and whatever was acknowledged is there.

mod checks;
mod club;
mod rounds;
mod script;
mod site;
mod unplayed;

use tabiya_events::arenas;

use crate::gacrux;
use club::Club;
use rounds::Kill;
use site::Site;

/// How large an event is: `TABIYA_EVENT_DAY=full` plays those of a large club.
fn size(full: u16, usually: u16) -> u16 {
    if std::env::var("TABIYA_EVENT_DAY").is_ok_and(|text| text == "full") { full } else { usually }
}

#[tokio::test]
async fn a_swiss_is_played_to_its_end_across_two_kills() {
    // With nine players somebody has the bye in each round.
    let (players, rounds) = (size(40, 9), size(9, 5));
    let rounds = rounds.to_string();
    let mut club = Club::new(players, &["--format", "swiss", "--rounds", &rounds, "--time", "5+0"]).await;
    rounds::play(&mut club, &[Kill::Amid(2), Kill::Behind(4)], |event, round| {
        checks::everybody_is_seated(event, round);
        checks::is_paired_by_the_rules(event, round);
    })
    .await;
    let report = club.tabiya(&["event", "export", club.id(), "--trf"]);
    assert!(report.contains("192 FIDE_DUTCH\n"), "{report}");
    gacrux::accepts(&report);
}

/// The programs are spread over the nodes. The one that plays the event is killed in the middle of two rounds and behind a third one, and is
/// back in the next round.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_on_three_nodes_is_played_to_its_end_across_the_deaths_of_its_owners() {
    let Some(site) = Site::three_nodes().await else { return };
    let (players, rounds) = (size(40, 9), size(9, 5).to_string());
    let mut club =
        Club::on(site, players, &["--format", "swiss", "--rounds", &rounds, "--time", "5+0"]).await;
    rounds::play(&mut club, &[Kill::Amid(2), Kill::Amid(3), Kill::Behind(4)], |event, round| {
        checks::everybody_is_seated(event, round);
        checks::is_paired_by_the_rules(event, round);
    })
    .await;
}

#[tokio::test]
async fn a_double_round_robin_is_played_to_its_end_across_two_kills() {
    let mut club = Club::new(size(6, 4), &["--format", "round-robin", "--double", "--time", "5+0"]).await;
    rounds::play(&mut club, &[Kill::Amid(2), Kill::Behind(4)], |event, round| {
        checks::everybody_is_seated(event, round);
        checks::is_paired_by_the_rules(event, round);
    })
    .await;
}

#[tokio::test]
async fn a_keizer_is_played_to_its_end_across_two_kills() {
    let rounds = size(8, 5).to_string();
    let mut club =
        Club::new(size(10, 6), &["--format", "keizer", "--rounds", &rounds, "--time", "5+0"]).await;
    rounds::play(&mut club, &[Kill::Amid(2), Kill::Behind(4)], |event, round| {
        checks::everybody_is_seated(event, round);
        assert_eq!(tabiya_events::keizer::check_round(event, round), None);
    })
    .await;
}

#[tokio::test]
async fn a_knockout_is_played_to_its_end_across_two_kills() {
    let mut club = Club::new(size(16, 8), &["--format", "knockout", "--time", "5+0"]).await;
    rounds::play(&mut club, &[Kill::Amid(1), Kill::Behind(2)], checks::winners_go_on).await;
}

#[tokio::test]
async fn an_arena_is_played_to_its_end_across_two_kills() {
    let (players, minutes) = (size(30, 8), size(2, 60).to_string());
    let mut club = Club::new(players, &["--format", "arena", "--duration", &minutes, "--time", "1+0"]).await;
    let by_itself = size(1, 0) == 1;
    let event = rounds::play_arena(&mut club, by_itself).await;
    let arena = event.arena.as_ref().expect("it was played");
    let scores: Vec<u32> = arenas::scores(&event).iter().map(|games| games.iter().sum()).collect();
    for (entrant, points) in event.entrants.iter().zip(scores) {
        let seat = arena.seat(entrant.id).expect("a seat");
        assert!(seat.has_played(), "{} was left out", entrant.card.name);
        assert_eq!(seat.sheet.points, points, "{}", entrant.card.name);
    }
}
