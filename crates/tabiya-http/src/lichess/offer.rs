// SPDX-License-Identifier: AGPL-3.0-or-later
//! A challenge, in the shapes of this dialect.

use serde_json::{Value, json};
use tabiya_game::{GameId, TimeControl};
use tabiya_live::challenge::color_of;
use tabiya_live::wish::Start;
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, DeclineReason};
use tabiya_rules::Position;

use super::variant::Kind;
use super::{game, person};
use crate::state::App;

/// Why challenges are declined: lichess's word, its sentence, and our word for it.
pub(super) const REASONS: [(&str, &str, DeclineReason); 11] = [
    ("generic", "I'm not accepting challenges at the moment.", DeclineReason::None),
    ("later", "This is not the right time for me, please ask again later.", DeclineReason::Later),
    (
        "tooFast",
        "This time control is too fast for me, please challenge again with a slower game.",
        DeclineReason::TooFast,
    ),
    (
        "tooSlow",
        "This time control is too slow for me, please challenge again with a faster game.",
        DeclineReason::TooSlow,
    ),
    ("timeControl", "I'm not accepting challenges with this time control.", DeclineReason::None),
    ("rated", "Please send me a rated challenge instead.", DeclineReason::Rated),
    ("casual", "Please send me a casual challenge instead.", DeclineReason::Casual),
    ("standard", "I'm not accepting variant challenges right now.", DeclineReason::Standard),
    ("variant", "I'm not willing to play this variant right now.", DeclineReason::Standard),
    ("noBot", "I'm not accepting challenges from bots.", DeclineReason::None),
    ("onlyBot", "I'm only accepting challenges from bots.", DeclineReason::None),
];

/// The word and the sentence for a reason.
fn reason(said: Option<&str>, reason: DeclineReason) -> (&'static str, &'static str) {
    let known = REASONS.iter().find(|(word, ..)| Some(*word) == said);
    let ours = || REASONS.iter().find(|(.., own)| *own == reason);
    known.or_else(ours).map_or(("generic", REASONS[0].1), |(word, sentence, _)| (word, sentence))
}

pub(super) fn time_of(terms: &ChallengeTerms) -> Option<TimeControl> {
    terms.time.and_then(|time| TimeControl::try_from(time).ok())
}

/// Where the game begins, for what it is called. One of the 960 is drawn when the game begins.
pub(super) fn position_of(terms: &ChallengeTerms) -> Position {
    Start::of(&terms.start).map_or_else(|_| Position::start(), Start::stand_in)
}

/// What stands in a challenge about its game.
pub(super) fn about(app: &App, id: GameId, terms: &ChallengeTerms, status: &str) -> Value {
    let (start, time) = (position_of(terms), time_of(terms));
    let kind = Kind::of(&start);
    let mut about = json!({
        "id": id,
        "url": format!("{}/game/{id}", person::origin(app)),
        "status": status,
        "variant": kind.json(),
        "rated": terms.rated,
        "speed": game::speed(time),
        "timeControl": game::time_control(time),
        "color": match terms.color {
            ColorChoice::White => "white",
            ColorChoice::Black => "black",
            ColorChoice::Random => "random",
        },
        "perf": { "icon": "", "name": person::perf_name(game::category(&start, time)) },
    });
    if kind == Kind::FromPosition {
        about["initialFen"] = json!(start.to_fen());
    }
    about
}

/// A challenge as one of its players sees it.
pub(super) fn shown(app: &App, offer: &ChallengeView, status: &str) -> Value {
    let mut shown = about(app, offer.game, &offer.terms, status);
    shown["challenger"] = game::side(&offer.from);
    shown["destUser"] = game::side(&offer.to);
    shown["finalColor"] = json!(game::color(color_of(offer.terms.color, offer.game)));
    shown["direction"] = json!(if offer.yours { "in" } else { "out" });
    shown
}

/// The same of a challenge that has ended.
pub(super) fn shown_ended(app: &App, offer: &ChallengeView, ended: &ChallengeEnd) -> Value {
    let status = match ended {
        ChallengeEnd::Accepted { .. } => "accepted",
        ChallengeEnd::Declined { .. } => "declined",
        ChallengeEnd::Cancelled | ChallengeEnd::Expired => "canceled",
    };
    let mut shown = shown(app, offer, status);
    if let ChallengeEnd::Declined { reason: why, word, .. } = ended {
        let (word, sentence) = reason(word.as_deref(), *why);
        shown["declineReason"] = json!(sentence);
        shown["declineReasonKey"] = json!(word.to_ascii_lowercase());
    }
    shown
}
