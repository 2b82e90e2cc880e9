// SPDX-License-Identifier: AGPL-3.0-or-later
//! Following, blocking, notes and bios.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::MethodRouter;
use tabiya_accounts::people::may_publish;
use tabiya_game::PlayerId;
use tabiya_protocol::people::profile::{MAX_BIO, MAX_NOTE, Words};
use tabiya_runtime::clean::visible;

use crate::answer::methods::post;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// Players whom one player may follow, block or have a note about.
pub(super) const MOST_RELATIONS: u64 = 5_000;

/// The other player; an error if that is oneself, or there are too many already.
async fn other(app: &App, player: PlayerId, name: &str) -> Result<PlayerId, ApiError> {
    let other = app.people.named(name).await?.player;
    if other == player {
        return Err(ApiError::BadRequest("that is you".to_owned()));
    }
    if app.store.relations.relation_count_of(player).await? >= MOST_RELATIONS {
        let sentence = format!("you follow, block and note {MOST_RELATIONS} players; let go of one first");
        // Whom one knows already can still be changed.
        let known = app.store.relations.relation(player, other).await?;
        if known == Default::default() {
            return Err(ApiError::BadRequest(sentence));
        }
    }
    Ok(other)
}

/// What one player does about another.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Follow(bool),
    Block(bool),
}

/// `POST /api/page/players/NAME/follow`, `unfollow`, `block` and `unblock`.
pub(super) fn take(step: Step) -> MethodRouter<App> {
    post(
        async move |State(app): State<App>,
                    _: SameOrigin,
                    Member(login): Member,
                    Path(name): Path<String>| {
            let player = login.account.player;
            let other = other(&app, player, &name).await?;
            let relations = &app.store.relations;
            match step {
                Step::Follow(on) => relations.follow(player, other, on).await?,
                Step::Block(on) => {
                    app.people.block(player, other, on).await?;
                    if on {
                        app.challenges.part(player, other).await?;
                    }
                }
            }
            Ok::<_, ApiError>(StatusCode::NO_CONTENT)
        },
    )
}

/// `PUT /api/page/players/NAME/note`
pub(super) async fn note(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(name): Path<String>,
    JsonBody(Words { text }): JsonBody<Words>,
) -> Result<StatusCode, ApiError> {
    let player = login.account.player;
    let other = other(&app, player, &name).await?;
    app.store.relations.note_about(player, other, checked(&text, "a note", MAX_NOTE)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /api/page/bio`
pub(super) async fn bio(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(Words { text }): JsonBody<Words>,
) -> Result<StatusCode, ApiError> {
    // To take it away is allowed to all.
    if !text.trim().is_empty() {
        may_publish(Some(&login.account))?;
    }
    // What others see, as in a chat, but with its lines.
    let text = text.lines().map(visible).collect::<Vec<_>>().join("\n");
    app.store.relations.set_bio(login.account.player, checked(&text, "the text", MAX_BIO)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A text without blanks at its ends.
fn checked<'a>(text: &'a str, what: &str, most: usize) -> Result<&'a str, ApiError> {
    let text = text.trim();
    let length = text.chars().count();
    if length > most {
        return Err(ApiError::BadRequest(format!("{what} has at most {most} characters, not {length}")));
    }
    if text.chars().any(|letter| letter.is_control() && letter != '\n') {
        return Err(ApiError::BadRequest(format!("{what} has no control characters but line ends")));
    }
    Ok(text)
}
