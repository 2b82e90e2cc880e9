// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who plays in an event at the moment, and so reads nothing of its chat.

use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, Format, Outcome, Plays, Settings};
use tabiya_events::events::Events;
use tabiya_game::{GameId, Millis, Time, TimeControl};
use tabiya_live::chat::PlayedNow;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::played::player;

const NOW: Time = Time(1);

/// Whoever had a seat at the venue read all advice: such a player has no account, and its id stands in no entry.
#[tokio::test]
async fn both_players_of_a_board_count_also_by_a_seat_at_the_venue_and_until_the_result() {
    let folder = TempDir::new().unwrap();
    let events = Events::new(Store::new(SqliteStore::open(folder.path()).unwrap()));
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let enter = |number: u8, account: bool| Command::Enter {
        player: account.then(|| player(number)),
        card: Card::new(format!("Player {number}"), None),
        plays: Some(if account { Plays::Online } else { Plays::OverTheBoard }),
    };
    let settings = Settings::new("Hall", Format::Swiss { rounds: 1, baku: false }, Some(time), 7);
    let (id, _) = events.create(settings, None, &[enter(1, true), enter(2, false)], NOW, 5).await.unwrap();
    assert!(events.playing(id).await.unwrap().unwrap().is_empty(), "no game has begun");
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    let game = GameId::from_bits(1);
    for command in [Command::Publish, Command::Start { ids: vec![game] }] {
        events.act(id, &command, None, Who::Operator, NOW).await.unwrap();
    }
    let seats = events.read(id).await.unwrap().venue_seats(id, 1);
    let at_the_venue = seats[0].player(&events.venue_key().await.unwrap());
    let playing = events.playing(id).await.unwrap().unwrap();
    assert!(playing.contains(&player(1)) && playing.contains(&at_the_venue), "{playing:?}");
    assert_eq!(playing.len(), 2);
    let ended =
        Command::GameEnded { game, outcome: Outcome::Draw, absent: None, plies: 20, berserk: [false; 2] };
    events.act(id, &ended, None, Who::Server, NOW).await.unwrap();
    assert!(events.playing(id).await.unwrap().unwrap().is_empty(), "the game is over");
}
