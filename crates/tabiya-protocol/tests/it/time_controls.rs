// SPDX-License-Identifier: MIT OR Apache-2.0
//! The forms of a time control on the wire.

use tabiya_game::{TimeControl, TimeControlError};
use tabiya_protocol::{CorrespondenceView, TimeControlView};

#[test]
fn every_time_control_crosses_the_wire() {
    for json in [
        r#"{"initial_ms":300000,"increment_ms":3000}"#,
        r#"{"initial_ms":300000,"delay_ms":3000}"#,
        r#"{"initial_ms":300000,"bronstein_ms":3000}"#,
        r#"{"white":{"initial_ms":60000,"increment_ms":0},"black":{"initial_ms":300000,"delay_ms":5000}}"#,
        r#"{"days":14}"#,
    ] {
        let view: TimeControlView = serde_json::from_str(json).unwrap();
        let control = TimeControl::try_from(view).unwrap();
        assert_eq!(serde_json::to_string(&TimeControlView::from(control)).unwrap(), json);
    }
}

#[test]
fn what_is_none_is_told_what_one_is() {
    for bad in [
        r#"{"initial_ms":300000}"#,
        r#"{"initial_ms":300000,"increment_ms":0,"delay_ms":1}"#,
        r#"{"initial_ms":-1,"increment_ms":0}"#,
        r#"{"days":3,"weeks":1}"#,
        r#"{"days":300}"#,
        r#""3+2""#,
    ] {
        let error = serde_json::from_str::<TimeControlView>(bad).unwrap_err().to_string();
        assert!(error.contains("one of \"increment_ms\", \"delay_ms\""), "{error}");
    }
    let view = TimeControlView::Correspondence(CorrespondenceView { days: 0 });
    assert_eq!(TimeControl::try_from(view), Err(TimeControlError::Days { found: 0 }));
}
