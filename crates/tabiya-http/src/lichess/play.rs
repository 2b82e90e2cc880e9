// SPDX-License-Identifier: AGPL-3.0-or-later
//! What boards and bots do in a game: move, offer, claim, resign, and talk.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tabiya_accounts::feed;
use tabiya_game::{CommandKey, GameId};
use tabiya_live::room::{OrderError, RoomCommand};
use tabiya_protocol::{ChatCommand, ClientMessage, LeftClaim, Refusal, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Answer, Outbox};
use tabiya_store::{ChatLine, ChatRoom};
use tokio::time::timeout;

use super::access::{Access, Kind, Visitor};
use super::done;
use super::export::game_id;
use super::failure::Failure;
use super::fields::{Form, Path, Query};
use super::follow::follow;
use crate::answer::ApiError;
use crate::state::App;

/// How long the answer to something said may take.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);
/// The number of the only command.
const NUMBER: u32 = 1;
/// Lines of a chat that are listed.
const LISTED: u32 = 100;

/// A game of the caller's, for the kind of program that the path is for.
pub(super) async fn seated(
    app: &App,
    access: Access,
    kind: Kind,
    id: &str,
) -> Result<(Access, GameId), Failure> {
    let access = kind.check(access)?;
    let id = game_id(id)?;
    let row = app.store.archive.game(id).await?.ok_or_else(Failure::no_such_game)?;
    // Whoever does not play has nothing to do here, and learns nothing.
    match access.identity().side_in(&row.seats()) {
        Some(_) => Ok((access, id)),
        None => Err(Failure::no_such_game()),
    }
}

async fn order(app: &App, access: &Access, id: GameId, command: RoomCommand) -> Result<Json<Value>, Failure> {
    app.rooms.order(id, access.identity(), command).await?;
    Ok(done())
}

/// `POST /api/board/game/ID/move/UCI[?offeringDraw=]`
pub(super) async fn play(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path((id, uci)): Path<(String, String)>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let access = kind.check(access)?;
    // The room itself knows who plays, so that a move needs no look into the database.
    let id = game_id(&id)?;
    let (offers_draw, key) = (query.flag("offeringDraw")? == Some(true), query.key()?);
    let identity = access.identity();
    app.rooms.order(id, identity.clone(), RoomCommand::PlayNow { uci }).await?;
    if offers_draw {
        // An offer that is not possible now does not undo the move.
        let _ = app.rooms.order(id, identity, RoomCommand::OfferDraw.keyed(key)).await;
    }
    Ok(done())
}

/// `POST …/draw/yes|no` and `…/takeback/yes|no`
pub(super) async fn answer(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path((id, what, accept)): Path<(String, String, String)>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let (access, id) = seated(&app, access, kind, &id).await?;
    let accept = match accept.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" => true,
        "no" | "false" | "0" => false,
        _ => return Err(Failure::bad("say yes or no")),
    };
    let command = match (what.as_str(), accept) {
        ("draw", true) => RoomCommand::OfferDraw,
        ("draw", false) => RoomCommand::AnswerDraw { accept: false, seq: None },
        ("takeback", true) => RoomCommand::TakebackYes,
        ("takeback", false) => RoomCommand::AnswerTakeback { accept: false, seq: None },
        _ => return Err(Failure::not_found("No such call")),
    };
    match app.rooms.order(id, access.identity(), command.keyed(query.key()?)).await {
        // Nothing was offered: that is declined already.
        Err(OrderError::Refused { .. }) if !accept => Ok(done()),
        result => Ok(result.map(|_| done())?),
    }
}

/// `POST …/abort` and others that are one word.
pub(super) async fn act(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path((id, what)): Path<(String, String)>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let (access, id) = seated(&app, access, kind, &id).await?;
    let key = query.key()?;
    let command = match what.as_str() {
        "abort" => RoomCommand::Abort,
        "resign" => RoomCommand::Resign,
        "claim-victory" => RoomCommand::ClaimLeft { claim: LeftClaim::Win },
        "claim-draw" => return claim_draw(&app, &access, id, key).await,
        "berserk" => RoomCommand::Berserk,
        _ => return Err(Failure::not_found("No such call")),
    };
    order(&app, &access, id, command.keyed(key)).await
}

/// A draw by the rules, or against an opponent who has left.
async fn claim_draw(
    app: &App,
    access: &Access,
    id: GameId,
    key: Option<CommandKey>,
) -> Result<Json<Value>, Failure> {
    match app.rooms.order(id, access.identity(), RoomCommand::ClaimDraw.keyed(key.clone())).await {
        Err(OrderError::Refused { .. }) => {
            order(app, access, id, RoomCommand::ClaimLeft { claim: LeftClaim::Draw }.keyed(key)).await
        }
        result => Ok(result.map(|_| done())?),
    }
}

fn room_of(word: Option<&str>) -> Result<ChatRoom, Failure> {
    match word {
        None | Some("player") => Ok(ChatRoom::Players),
        Some("spectator") => Ok(ChatRoom::Spectators),
        Some(_) => Err(Failure::bad("room: it is player or spectator")),
    }
}

/// `POST …/chat`
pub(super) async fn say(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let (access, id) = seated(&app, access, kind, &id).await?;
    let room = room_of(form.text("room"))?;
    let text = form.text("text").ok_or_else(|| Failure::bad("text: say something"))?.to_owned();
    match (room, say_in(&app, &access, id, room, text).await) {
        (_, Answer::Done(_)) => Ok(done()),
        // Players neither read nor write there before the game is over. Bots say the same in both rooms.
        (ChatRoom::Spectators, Answer::Refused { refusal: Refusal::StillPlaying, .. }) => Ok(done()),
        (_, Answer::Refused { refusal, message }) => Err(Failure::refused(&refusal, message)),
        (_, Answer::Gone) => Err(ApiError::Stopping.into()),
    }
}

async fn say_in(app: &App, access: &Access, id: GameId, room: ChatRoom, text: String) -> Answer {
    let topic = match room {
        ChatRoom::Players => Topic::Chat(id),
        ChatRoom::Spectators => Topic::Watchers(id),
        ChatRoom::Event => return Answer::Gone,
    };
    let (mut outbox, visitor) = (Outbox::default(), feed::Visitor::reading(Some(access.identity())));
    let mut chat = match follow(app, &topic, &visitor, &mut outbox).await {
        Ok(chat) => chat,
        Err(refusal) => {
            let message = refusal.to_string();
            return Answer::Refused { refusal, message };
        }
    };
    let message = ClientMessage::Chat(ChatCommand::Say { topic, id: NUMBER, text });
    let now = app.rooms.timeline().now();
    let said = chat.ask(&visitor, (NUMBER, message), now, &mut outbox);
    timeout(PATIENCE, said).await.unwrap_or(Answer::Gone)
}

/// `GET …/chat[?room=]`: what was said among the players, or, once the game is over, among the spectators.
pub(super) async fn chat(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let (access, id) = seated(&app, access, kind, &id).await?;
    let room = room_of(query.text("room"))?;
    read(&app, (id, room), Some(&access.identity())).await
}

/// `GET /api/game/ID/chat`: what spectators said, for everybody who may read it on the page.
pub(super) async fn spectators_chat(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    read(&app, (game_id(&id)?, ChatRoom::Spectators), visitor.identity().as_ref()).await
}

/// The last lines of a chat, by the rules of the page.
async fn read(
    app: &App,
    chat: (GameId, ChatRoom),
    reader: Option<&Identity>,
) -> Result<Json<Value>, Failure> {
    let lines = app.chats.lines(chat, reader, LISTED).await.map_err(Failure::no_topic)?;
    let line = |line: &ChatLine| json!({ "user": line.name, "text": line.text });
    Ok(Json(lines.iter().map(line).collect::<Vec<_>>().into()))
}
