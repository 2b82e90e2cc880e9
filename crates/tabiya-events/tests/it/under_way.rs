// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether an event is played right now.

use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, Format, Outcome, Plays, Settings};
use tabiya_events::events::Events;
use tabiya_game::Time;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

const BEGUN: Time = Time(1_000_000);
const HOUR: u64 = 3600 * 1000;

#[tokio::test]
async fn a_round_is_under_way_from_its_start_to_its_last_result_and_not_the_next_morning() {
    let folder = TempDir::new().unwrap();
    let events = Events::new(Store::new(SqliteStore::open(folder.path()).unwrap()));
    let enter = |name: &str| Command::Enter {
        player: None,
        card: Card::new(name, None),
        plays: Some(Plays::OverTheBoard),
    };
    let players = ["Ann", "Ben", "Eve", "Kim"].map(enter);
    let settings = Settings::new("Club evening", Format::Swiss { rounds: 2, baku: false }, None, 7);
    let (id, _) = events.create(settings, None, &players, BEGUN, 5).await.unwrap();
    let under_way = async |hours: u64| events.is_any_under_way(Time(BEGUN.0 + hours * HOUR)).await.unwrap();
    assert!(!under_way(0).await, "nothing is paired");
    events.pair(id, Who::Operator, || BEGUN).await.unwrap();
    events.act(id, &Command::Publish, None, Who::Operator, BEGUN).await.unwrap();
    assert!(!under_way(0).await, "clocks stand");
    events.act(id, &Command::Start { ids: Vec::new() }, None, Who::Operator, BEGUN).await.unwrap();
    assert!(under_way(0).await && under_way(4).await);
    assert!(!under_way(13).await, "they play on some other day");
    for board in [1, 2] {
        assert!(under_way(0).await, "board {board} plays on");
        let result = Command::EnterResult { round: None, board, game: None, outcome: Outcome::Draw };
        events.act(id, &result, None, Who::Operator, BEGUN).await.unwrap();
    }
    assert!(!under_way(0).await, "the round is over, and the next has not begun");
}
