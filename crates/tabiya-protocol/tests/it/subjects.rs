// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of several subjects in one enum.

use tabiya_protocol::{ClientMessage, ConnectionMessage, GameCommand, ServerMessage};

#[test]
fn each_subject_lists_its_types_and_no_type_is_of_two() {
    for direction in [ClientMessage::types_by_subject(), ServerMessage::types_by_subject()] {
        let mut all = std::collections::BTreeSet::new();
        for (read, listed) in direction {
            assert_eq!(read, listed);
            assert!(listed.iter().all(|kind| all.insert(*kind)), "{listed:?}");
        }
    }
}

#[test]
fn a_message_means_the_same_wherever_its_type_stands() {
    let first = r#"{"type":"play","topic":"game:00000007","id":1,"seq":2,"uci":"e2e4"}"#;
    let played: ClientMessage = serde_json::from_str(first).unwrap();
    assert!(matches!(played, ClientMessage::Game(GameCommand::Play { id: 1, seq: 2, .. })));
    for last in [
        r#"{"topic":"game:00000007","id":1,"seq":2,"uci":"e2e4","type":"play"}"#,
        r#"{"topic":"game:00000007","id":1,"t\u0079pe":"pl\u0061y","seq":2,"uci":"e2e4"}"#,
    ] {
        assert_eq!(serde_json::from_str::<ClientMessage>(last).unwrap(), played, "{last}");
    }
    assert_eq!(serde_json::to_string(&played).unwrap(), first);
    for wrong in [
        r#"{"type":"play","type":"join","topic":"game:00000007","id":1}"#,
        r#"{"id":1,"id":1,"type":"resign","topic":"game:00000007"}"#,
        r#"{"id":1,"x":1,"type":"resign","topic":"game:00000007"}"#,
        r#"{"id":-1,"type":"resign","topic":"game:00000007"}"#,
        r#"{"topic":"game:00000007","id":1}"#,
        r#"{"type":"fly"}"#,
        r#"{"type":null}"#,
        r#""play""#,
        "{}",
        "[]",
    ] {
        assert!(serde_json::from_str::<ClientMessage>(wrong).is_err(), "{wrong}");
    }
    let told = ServerMessage::from(ConnectionMessage::Outdated { protocol: 3 });
    assert_eq!(serde_json::to_string(&told).unwrap(), r#"{"type":"outdated","protocol":3}"#);
}
