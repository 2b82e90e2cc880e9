// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys of commands in the log.

use tabiya_game::{Event, Game, Keyed, Stamped};

use crate::table::{Black, Table, White};

#[test]
fn a_replayed_log_knows_the_keys_that_stand_in_it() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    let offered = |by, key: &str| {
        let keyed = Some(Box::new(Keyed { by, key: key.parse().unwrap() }));
        Stamped { keyed, ..Stamped::new(table.now, Event::DrawOffered { by }) }
    };
    let log = [table.log.clone(), vec![offered(White, "one")]].concat();
    let text = serde_json::to_string(&log).unwrap();
    assert!(text.contains(r#""event":{"draw_offered":{"by":"white"}},"keyed":{"by":"white","key":"one"}}"#));
    let read: Vec<Stamped> = serde_json::from_str(&text).unwrap();
    let game = Game::replay(&read).unwrap();
    let key = "one".parse().unwrap();
    assert_eq!(game.carried_out(White, &key), Some(3));
    assert_eq!(game.carried_out(Black, &key), None);
    assert_ne!(game, Game::replay(&[table.log.clone(), vec![offered(White, "two")]].concat()).unwrap());
}
