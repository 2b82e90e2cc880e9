// SPDX-License-Identifier: AGPL-3.0-or-later
//! Looking for an opponent in the lobby. A search lives as long as its request.

use axum::extract::State;
use axum::response::Response;
use tabiya_accounts::feed::{HeldFeed, Visitor};
use tabiya_accounts::people::SiteRules;
use tabiya_accounts::people::scopes::Scope;
use tabiya_limits::address::Caller;
use tabiya_protocol::http::StartPosition;
use tabiya_protocol::{
    ClientMessage, ClockControlView, CorrespondenceView, LobbyCommand, LobbyMessage, RatingRange, SearchEnd,
    SeekWish, ServerMessage, TimeControlView, Topic,
};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::topic::{Answer, Outbox, Outgoing};
use tokio::time::timeout;

use super::access::Access;
use super::failure::Failure;
use super::fields::{Fields, Form};
use super::follow::follow;
use super::lines::{BEAT, Gone, Lines, stream_lines};
use super::{variant, wish};
use crate::state::App;

const NUMBER: u32 = 1;
/// How long the lobby may take to say whether it takes the search.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// The longest clock that is sought, in minutes.
pub(super) const MOST_MINUTES: f64 = 180.0;

/// `time` in minutes, which may have a fraction, and `increment` in seconds; or `days`.
fn sought(form: &Fields) -> Result<SeekWish, Failure> {
    let time = match (form.fraction("time")?, form.within("days", 1, u64::from(wish::MOST_DAYS))?) {
        (_, Some(days)) => {
            let days = u8::try_from(days).unwrap_or(wish::MOST_DAYS);
            TimeControlView::Correspondence(CorrespondenceView { days })
        }
        (Some(minutes), None) if (0.0..=MOST_MINUTES).contains(&minutes) => {
            let increment = form.within("increment", 0, wish::MOST_INCREMENT)?.unwrap_or(0);
            let increment_ms = u32::try_from(increment * 1000).unwrap_or(u32::MAX);
            let initial_ms = match (minutes * 60_000.0).round() as u32 {
                0 if increment_ms == 0 => {
                    return Err(Failure::bad("time: a clock that begins with no time needs an increment"));
                }
                0 => increment_ms,
                initial_ms => initial_ms,
            };
            TimeControlView::Equal(ClockControlView::Increment { initial_ms, increment_ms })
        }
        (Some(_), None) => return Err(Failure::bad(format!("time: from 0 to {MOST_MINUTES} minutes"))),
        (None, None) => return Err(Failure::bad("time: say how many minutes, or days")),
    };
    let variant = match wish::start(form)? {
        StartPosition::Usual(variant) => variant,
        StartPosition::Fen { .. } => {
            return Err(Failure::bad(format!("variant: the lobby has {}", variant::listed(&[]))));
        }
    };
    let range = match form.text("ratingRange") {
        None => None,
        Some(text) => {
            let (low, high) =
                text.split_once('-').ok_or_else(|| Failure::bad("ratingRange: as in 1500-1800"))?;
            let points = |text: &str| {
                text.trim().parse::<u16>().map_err(|_| Failure::bad("ratingRange: as in 1500-1800"))
            };
            Some(RatingRange { low: points(low)?, high: points(high)? })
        }
    };
    let rated = form.flag("rated")?.unwrap_or(false);
    Ok(SeekWish { time, variant, rated, color: wish::color(form)?, range })
}

/// `POST /api/board/seek`
pub(super) async fn seek(
    State(app): State<App>,
    caller: Caller,
    access: Access,
    Form(form): Form,
) -> Result<Response, Failure> {
    let access = access.with(&[Scope::BoardPlay])?;
    let identity = access.identity();
    SiteRules::check(app.people.site.rules().play, Some(&identity))?;
    if access.account().title == Some(tabiya_game::Title::Bot) {
        return Err(Failure::bad("Bots are challenged; they don't wait in the lobby"));
    }
    access.charge(&app, 2)?;
    let wish = sought(&form)?;
    let mut outbox = Outbox::default();
    let entered = app.people.enter(Some(&identity), outbox.dismisser()).await;
    let visitor = Visitor {
        identity: Some(identity),
        may_play: true,
        may_watch: true,
        charge_new_game: app.charge(caller),
        caller: Some(caller),
    };
    let stopping = || Failure::from(crate::answer::ApiError::Stopping);
    let mut feed = follow(&app, &Topic::Lobby, &visitor, &mut outbox).await.map_err(|_| stopping())?;
    let message = ClientMessage::Lobby(LobbyCommand::Seek { topic: Topic::Lobby, id: NUMBER, wish });
    let now = app.rooms.timeline().now();
    let asked = feed.ask(&visitor, (NUMBER, message), now, &mut outbox);
    match timeout(PATIENCE, asked).await {
        Ok(Answer::Done(_)) => {}
        Ok(Answer::Refused { refusal, message }) => return Err(Failure::refused(&refusal, message)),
        // The token has ended, or the lobby has.
        Ok(Answer::Gone) | Err(_) => return Err(stopping()),
    }
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        let _entered = entered;
        wait(&mut outbox, &feed, &lines).await
    }))
}

/// Keeps the search alive until it has become a game, has ended otherwise, or the client is gone.
async fn wait(outbox: &mut Outbox, feed: &HeldFeed, lines: &Lines) -> Result<(), Gone> {
    let mut beat = Beat::every(BEAT);
    loop {
        tokio::select! {
            outgoing = outbox.next() => match outgoing {
                Outgoing::Dismissed | Outgoing::Ended(_) => return Ok(()),
                Outgoing::Missed(_) => {
                    if feed.catch_up().await.is_err() {
                        return Ok(());
                    }
                }
                Outgoing::Message { body, .. } => {
                    let ended = body.messages().find_map(|message| match &*message {
                        ServerMessage::Lobby(LobbyMessage::Searching { seek: None, ended, .. }) => Some(ended.clone()),
                        _ => None,
                    });
                    if let Some(why) = ended {
                        // Without a reason where the reader was too slow to be told it.
                        if let Some(SearchEnd::Refused { message, .. }) = why {
                            lines.say(&serde_json::json!({ "error": message })).await?;
                        }
                        return Ok(());
                    }
                }
            },
            _ = beat.next() => {
                if feed.stays().await.is_err() {
                    return Ok(());
                }
                lines.blank().await?;
            }
            () = lines.closed() => return Err(Gone),
        }
    }
}
