// SPDX-License-Identifier: AGPL-3.0-or-later
//! Code cards: players that an organiser makes by list, for a class. A card's code logs in until it is replaced or ends.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::names::ChosenName;
use tabiya_accounts::people::rights::{self, Permission};
use tabiya_accounts::people::staff_act::StaffAct;
use tabiya_accounts::people::{People, PeopleError, PeopleFailure, codes, in_words};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::desk::{Card, CardsMade, MakePlayers, SayKid};
use tabiya_runtime::chance;
use tabiya_store::{Account, CARD, Ends, Role, Token};

use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// Players that one list may have.
const MOST: usize = 100;

/// A new code for this player, which takes the place of the one before.
async fn new_card(
    people: &People,
    actor: &Account,
    player: PlayerId,
    until: Option<u64>,
) -> Result<String, ApiError> {
    // The player may have got a role or a second factor since the caller looked; neither comes while this is held.
    let _held = people.hold().await;
    let now_stored = people.store.accounts.account(player).await?;
    let now_stored = now_stored.ok_or_else(|| PeopleError::NoSuchPlayer(player.to_string()))?;
    rights::check_card(actor, &now_stored)?;
    let code = codes::new_code();
    let hash = codes::hash_of_code(&code).expect("a new code is one");
    let token = Token {
        hash: hash.to_vec(),
        purpose: CARD.to_owned(),
        player: Some(player),
        data: String::new(),
        created: people.now(),
        expires: Time(until.unwrap_or(u64::MAX)),
    };
    people.store.tokens.keep_tokens(&[token], true).await?;
    Ok(code)
}

/// Whom a line of the list means.
enum Line {
    /// A player of the organiser's, who gets a new card.
    Known(Box<Account>),
    New(ChosenName),
}

/// Whom this name of a list means; `skeletons` are of the names before it.
async fn line(
    people: &People,
    actor: &Account,
    name: &str,
    skeletons: &mut Vec<String>,
) -> Result<Line, PeopleFailure> {
    let new = ChosenName::new(name).map_err(|error| PeopleError::BadRequest(format!("{name:?}: {error}")))?;
    if skeletons.contains(&new.skeleton) {
        return Err(PeopleError::BadRequest(format!("{name:?} stands twice in the list")).into());
    }
    skeletons.push(new.skeleton.clone());
    match people.store.accounts.account_called(&new.key).await? {
        Some(own) if own.list_owner == Some(actor.player) && own.is_open() => {
            rights::check_card(actor, &own)?;
            Ok(Line::Known(Box::new(own)))
        }
        Some(taken) => Err(PeopleError::NameTaken { asked: new.name.to_string(), taken: taken.name }.into()),
        None => Ok(Line::New(new)),
    }
}

/// `POST /api/page/desk/players`: all of the list, or nobody where a name can't be had.
pub(super) async fn make(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    body: Bytes,
) -> Result<(StatusCode, Json<CardsMade>), ApiError> {
    staff.only(&[Role::Organiser, Role::Moderator, Role::Admin])?;
    // The one body that holds a list, so it is not read by the reader that takes none.
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(PeopleError::BadRequest("the body must be an object".to_owned()).into());
    }
    let wish: MakePlayers =
        serde_json::from_slice(&body).map_err(|error| PeopleError::BadRequest(error.to_string()))?;
    let people = &app.people;
    if wish.until.is_some_and(|until| until <= people.now().0) {
        return Err(PeopleError::BadRequest(
            "\"until\" lies in the past: such cards would never work".to_owned(),
        )
        .into());
    }
    let actor = &staff.0.account;
    let names: Vec<&str> =
        wish.names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    if names.is_empty() || names.len() > MOST {
        let say = format!("a list has 1 to {MOST} names, not {}", names.len());
        return Err(PeopleError::BadRequest(say).into());
    }
    let mut lines = Vec::with_capacity(names.len());
    let mut skeletons = Vec::with_capacity(names.len());
    // All of them at once, so that nobody corrects a list name by name.
    let mut refused = Vec::new();
    for name in names {
        match line(people, actor, name, &mut skeletons).await {
            Ok(line) => lines.push(line),
            Err(PeopleFailure::People(error)) => refused.push(error),
            Err(error) => return Err(error.into()),
        }
    }
    match refused.len() {
        0 => {}
        1 => return Err(refused.remove(0).into()),
        _ => {
            let all: Vec<_> = refused.iter().map(ToString::to_string).collect();
            return Err(PeopleError::BadRequest(all.join("; ")).into());
        }
    }
    let mut cards = Vec::with_capacity(lines.len());
    for line in lines {
        let (player, name, is_new) = match line {
            Line::Known(own) => (own.player, own.name, false),
            Line::New(ChosenName { name, key, skeleton }) => {
                let mut account = Account::new(chance::player_id(), name, key, skeleton, people.now());
                account.kid = wish.kid.unwrap_or(true);
                account.list_owner = Some(actor.player);
                let created = people.store.accounts.create_account(&account).await;
                created.map_err(|error| in_words(error, &account))?;
                (account.player, account.name, true)
            }
        };
        let code = new_card(people, actor, player, wish.until).await?;
        if !is_new {
            // After the old card has ended: nobody logs in with it any more.
            people.change(player, Ends::All, |_| Ok(())).await?;
        }
        cards.push(Card { name: name.to_string(), code });
    }
    people.log_act(actor, StaffAct::Cards, None, format!("{}", cards.len())).await?;
    Ok((StatusCode::CREATED, Json(CardsMade { cards })))
}

/// `POST /api/page/desk/users/{name}/card`: a new card; the one before opens nothing, and its sessions end.
pub(super) async fn renew(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
) -> Result<Json<Card>, ApiError> {
    let people = &app.people;
    let account = people.named(&name).await?;
    let code = new_card(people, &login.account, account.player, None).await?;
    people.change(account.player, Ends::All, |_| Ok(())).await?;
    people.log_act(&login.account, StaffAct::Card, Some(account.player), String::new()).await?;
    Ok(Json(Card { name: account.name.to_string(), code }))
}

/// `POST /api/page/desk/users/{name}/kid`: kid mode on or off; never by the player.
pub(super) async fn kid(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<SayKid>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let account = people.named(&name).await?;
    rights::check(&login.account, &account, Permission::Reset)?;
    let _deciding = people.deciding_kid_mode.lock().await;
    let set = |account: &mut Account| {
        account.kid = wish.kid;
        if wish.kid {
            account.email = None;
        }
        Ok(())
    };
    people.change(account.player, Ends::Nothing, set).await?;
    people.doors.close_of(account.player, None);
    let details = if wish.kid { "on" } else { "off" };
    people.log_act(&login.account, StaffAct::Kid, Some(account.player), details.to_owned()).await?;
    Ok(StatusCode::NO_CONTENT)
}
