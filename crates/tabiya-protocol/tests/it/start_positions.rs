// SPDX-License-Identifier: MIT OR Apache-2.0
//! The form of a start position, in which challenges are stored.

use tabiya_protocol::http::StartPosition;
use tabiya_rules::Variant;

/// Challenges are stored with these texts, so none may ever change.
#[test]
fn a_start_position_keeps_its_form() {
    for (start, json) in [
        (StartPosition::Usual(Variant::Standard), r#"{"kind":"standard"}"#),
        (StartPosition::Usual(Variant::Chess960), r#"{"kind":"chess960"}"#),
        (StartPosition::Fen { fen: "8/8 w".to_owned() }, r#"{"kind":"fen","fen":"8/8 w"}"#),
    ] {
        assert_eq!(serde_json::to_string(&start).expect("plain data"), json);
        assert_eq!(serde_json::from_str::<StartPosition>(json).expect("what was written"), start);
    }
    for (json, why) in [
        (r#"{"kind":"fen"}"#, "missing field `fen`"),
        (r#"{"kind":"draughts"}"#, "expected the variant standard or chess960, found \"draughts\""),
        (r#"{"fen":"8/8 w"}"#, "missing field `kind`"),
    ] {
        let error = serde_json::from_str::<StartPosition>(json).expect_err("no start position").to_string();
        assert!(error.contains(why), "{error}");
    }
}
