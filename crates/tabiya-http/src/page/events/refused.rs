// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a page hears that events refuse something.

use crate::answer::{Answered, ApiError};
use axum::http::StatusCode;
use tabiya_events::decide::{Refusal, WrongBoard, WrongEntry, WrongGame, WrongMember};
use tabiya_events::events::EventError;
use tabiya_protocol::http::CallRefusal;

/// Somebody creates an event or a series who may not.
impl Answered for Refusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotYours
            | Self::OwnerOnly
            | Self::WrongCode
            | Self::NotThisBoard { .. }
            | Self::NotInGame
            | Self::Entry(WrongEntry::CodeNeeded | WrongEntry::WrongCode | WrongEntry::Child(_))
            | Self::Member(WrongMember::Child)
            | Self::Game(WrongGame::OnlyMissing)
            | Self::OnlyMissing => (StatusCode::FORBIDDEN, "forbidden"),
            Self::Overtaken(_) => (StatusCode::CONFLICT, "event_overtaken"),
            Self::Prizes(_)
            | Self::Game(WrongGame::Text(_))
            | Self::ByHand(_)
            | Self::Board(WrongBoard::Number)
            | Self::Code(_)
            | Self::Settings(_)
            | Self::Name
            | Self::NoReason
            | Self::Card(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::NoSuchEntrant(_)
            | Self::NoSuchBoard { .. }
            | Self::NoSuchRound(_)
            | Self::Game(WrongGame::NoGame(_))
            | Self::NoSuchGame { .. } => (StatusCode::NOT_FOUND, "not_found"),
            Self::FormatStays
            | Self::Pairing(_)
            | Self::EntryClosed
            | Self::Entry(WrongEntry::Rating { .. })
            | Self::Stays(_)
            | Self::TooLate(_)
            | Self::Full { .. }
            | Self::EnteredBefore(_)
            | Self::Presence(_)
            | Self::Bye(_)
            | Self::Board(
                WrongBoard::Taken { .. } | WrongBoard::TakenInSection { .. } | WrongBoard::Format,
            )
            | Self::Team(_)
            | Self::Section(_)
            | Self::NoDraft
            | Self::DraftStands(_)
            | Self::NothingPublished
            | Self::HasBegun(_)
            | Self::NotBegun(_)
            | Self::NoRoundYet
            | Self::GameRuns { .. }
            | Self::NotBothMoved { .. }
            | Self::WinnerStays
            | Self::NoPostponing
            | Self::NotThisRound(_)
            | Self::Table(_)
            | Self::Clocks(_)
            | Self::Member(
                WrongMember::HasAccount(_)
                | WrongMember::Erased(_)
                | WrongMember::TooManyCodes
                | WrongMember::StillPlays(_),
            )
            | Self::Game(
                WrongGame::Online(_)
                | WrongGame::NoResult(_)
                | WrongGame::NotPlayed(_)
                | WrongGame::Turned { .. }
                | WrongGame::OtherPlayers { .. }
                | WrongGame::OtherResult { .. },
            )
            | Self::NotBegunYet
            | Self::OnlineOnly
            | Self::Over => (StatusCode::CONFLICT, "event_refused"),
        }
    }

    fn refusal(&self) -> Option<CallRefusal> {
        self.told().map(CallRefusal::Event)
    }
}

impl From<EventError> for ApiError {
    fn from(error: EventError) -> Self {
        match error {
            EventError::NoSuchEvent(_) => Self::NoSuch("there is no such event here".into()),
            EventError::Refused(refusal) => refusal.into(),
            EventError::NotSaved(_) | EventError::IsHere(_) | EventError::Forked { .. } => {
                Self::BadRequest(error.to_string())
            }
            EventError::Busy => Self::Busy { what: "the event changes too fast" },
            EventError::Storage(error) => error.into(),
            EventError::Damaged { .. } => {
                tracing::error!(%error, "an event can't be read");
                Self::Fault
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    /// They stood in English on every page.
    #[tokio::test]
    async fn a_refusal_comes_with_its_kind_and_numbers_for_pages_and_an_english_sentence_for_programs() {
        let few = tabiya_events::pairing::NoPairing::TooManyRounds { players: 5, rounds: 7, most: 5 };
        let response = ApiError::from(EventError::from(few)).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a short body");
        let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        let refusal = serde_json::json!({"kind": "too_many_rounds", "players": 5, "rounds": 7, "most": 5});
        assert_eq!((&body["error"]["code"], &body["refusal"]), (&"event_refused".into(), &refusal));
        assert!(body["error"]["message"].as_str().expect("a sentence").contains("choose at most 5 rounds"));
    }
}
