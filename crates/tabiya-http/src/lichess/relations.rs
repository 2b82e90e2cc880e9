// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whom the caller follows and blocks, and private notes.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde_json::Value;
use tabiya_accounts::people::scopes::Scope;
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Form, Path};
use super::lines::stream_lines;
use super::person::named;
use super::{done, person};
use crate::state::App;

/// Players whom one player may follow, block or have a note about; as on the page.
pub(super) const MOST_RELATIONS: u32 = 5_000;
/// Characters of a note.
pub(super) const LONGEST_NOTE: usize = 500;

/// The other player.
async fn other(app: &App, player: PlayerId, name: &str) -> Result<PlayerId, Failure> {
    let other = named(app, name).await?.player;
    if other == player {
        return Err(Failure::bad("That is you"));
    }
    if app.store.relations.relation_count_of(player).await? >= u64::from(MOST_RELATIONS)
        && app.store.relations.relation(player, other).await? == Default::default()
    {
        return Err(Failure::bad(format!(
            "You follow, block and note {MOST_RELATIONS} players; let go of one first"
        )));
    }
    Ok(other)
}

/// `POST /api/rel/follow/NAME` and its kin.
pub(super) async fn change(
    State(app): State<App>,
    access: Access,
    Path((what, name)): Path<(String, String)>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::FollowWrite])?;
    if !["follow", "unfollow", "block", "unblock"].contains(&what.as_str()) {
        return Err(Failure::not_found("No such call"));
    }
    let player = access.player();
    let other = other(&app, player, &name).await?;
    let (relations, begins) = (&app.store.relations, !what.starts_with("un"));
    if what.ends_with("follow") {
        relations.follow(player, other, begins).await?;
    } else {
        app.people.block(player, other, begins).await?;
        if begins {
            app.challenges.part(player, other).await?;
        }
    }
    Ok(done())
}

/// `GET /api/rel/following`
pub(super) async fn following(
    State(app): State<App>,
    access: Access,
    caller: Caller,
) -> Result<Response, Failure> {
    let access = access.with(&[Scope::FollowRead])?;
    let player = access.player();
    let relations = app.store.relations.relations_of(player, MOST_RELATIONS).await?;
    let followed: Vec<_> =
        relations.into_iter().filter(|(_, relation)| relation.follows).map(|(other, _)| other).collect();
    Visitor(Some(access)).charge_for(&app, &caller, followed.len())?;
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        for other in followed {
            let Ok(Some(account)) = app.store.accounts.account(other).await else { continue };
            let Ok(user) = person::full(&app, &account, Some(player)).await else { continue };
            lines.say(&user).await?;
        }
        Ok(())
    }))
}

/// `POST /api/user/NAME/note`
pub(super) async fn write_note(
    State(app): State<App>,
    access: Access,
    Path(name): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let text = form.text("text").ok_or_else(|| Failure::bad("text: say something"))?;
    if text.chars().count() > LONGEST_NOTE || text.chars().any(|each| each.is_control() && each != '\n') {
        return Err(Failure::bad(format!("text: at most {LONGEST_NOTE} characters, none of them control")));
    }
    let player = access.player();
    let other = other(&app, player, &name).await?;
    app.store.relations.note_about(player, other, text).await?;
    Ok(done())
}
