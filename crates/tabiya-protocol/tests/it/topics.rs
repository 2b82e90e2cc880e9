// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of topics.

use tabiya_game::GameId;
use tabiya_protocol::{MAX_TOPIC, Topic};

#[test]
fn every_kind_of_topic_is_read_and_written_alike() {
    for kind in Topic::KINDS {
        let names = [(*kind).to_owned(), format!("{kind}:00000007")];
        let known = names.map(|name| {
            let Ok(topic) = name.parse::<Topic>();
            assert_eq!(topic.to_string(), name);
            !matches!(topic, Topic::Unknown(_))
        });
        assert_ne!(known[0], known[1], "{kind}: with an id, or alone");
    }
}

#[test]
fn names_are_read_and_written_alike() {
    let game = GameId::from_bits(7);
    assert_eq!(format!("game:{game}").parse(), Ok(Topic::Game(game)));
    let known = [
        "game:00000007",
        "chat:00000007",
        "watchers:00000007",
        "analysis:00000007",
        "event:00000007",
        "event_chat:00000007",
        "lobby",
        "me",
    ];
    let unknown = ["event:", "chat:", "game:", "game:1234567", "Lobby", "", "Game:00000007"];
    for name in known.into_iter().chain(unknown) {
        let Ok(topic) = name.parse::<Topic>();
        assert_eq!(!matches!(topic, Topic::Unknown(_)), known.contains(&name), "{name}");
        assert_eq!(topic.to_string(), name);
        assert_eq!(topic.game().is_some(), name == "game:00000007", "{name}");
        let json = serde_json::to_string(&topic).unwrap();
        assert_eq!(serde_json::from_str::<Topic>(&json).unwrap(), topic);
    }
    let long = format!("\"{}\"", "x".repeat(MAX_TOPIC + 1));
    assert!(serde_json::from_str::<Topic>(&long).is_err());
}
