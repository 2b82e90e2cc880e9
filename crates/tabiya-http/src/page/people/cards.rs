// SPDX-License-Identifier: AGPL-3.0-or-later
//! Code cards: players that an organiser makes by list, for a class. A card's code logs in until it is replaced or ends.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::class::{make_pupil_of, was_made_by};
use tabiya_accounts::people::names::ChosenName;
use tabiya_accounts::people::rights::{self, Permission};
use tabiya_accounts::people::{People, PeopleError, PeopleFailure, codes, in_words};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::desk::{Card, CardsMade, MakePlayers, SayKid};
use tabiya_runtime::chance;
use tabiya_store::{Account, AccountError, CARD, Deed, Ends, ListRefused, NewAct, Replaced, Role, Token};

use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// Players that one list may have.
const MOST: usize = 100;

/// A new code for this account, and what is kept of it.
fn new_card(people: &People, player: PlayerId, until: Option<u64>) -> (String, Token) {
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
    (code, token)
}

/// How often a list is read again, one of whose accounts was changed at the same time.
const ATTEMPTS: usize = 5;

/// Whether an account of a list has changed since it was read, or was made, as by the same list sent twice at once.
fn changed_meanwhile(why: &AccountError, account: &Account) -> bool {
    match why {
        AccountError::Stale => true,
        // A name that only looks alike is as much in the way when the list is read again.
        AccountError::NameTaken { name } => {
            ChosenName::new(&name.to_string()).is_ok_and(|taken| taken.key == account.key)
        }
        _ => false,
    }
}

/// Stores these accounts with a card for each. `None` where one of them has changed or was made since it was read.
async fn hand_out(
    people: &People,
    accounts: Vec<Account>,
    until: Option<u64>,
    act: &NewAct,
) -> Result<Option<Vec<Card>>, ApiError> {
    let (mut cards, mut list) = (Vec::new(), Vec::new());
    for account in accounts {
        let (code, token) = new_card(people, account.player, until);
        cards.push(Card { name: account.name.to_string(), code });
        list.push((account, token));
    }
    match people.hand_out(&list, act).await {
        Ok(()) => Ok(Some(cards)),
        Err(ListRefused { at, why }) if changed_meanwhile(&why, &list[at].0) => Ok(None),
        Err(ListRefused { at, why }) => Err(in_words(why, &list[at].0).into()),
    }
}

const CHANGING: PeopleError =
    PeopleError::Conflict("players of the list are being changed by many at once; try again");

/// The account that a line of the list means: a player of the organiser's, who gets a new card, or a new one. `before` are the
/// names that stand before it.
async fn line(
    people: &People,
    actor: &Account,
    (name, kid): (&str, bool),
    before: &mut Vec<ChosenName>,
) -> Result<Account, PeopleFailure> {
    let new = ChosenName::new(name).map_err(|error| PeopleError::BadRequest(format!("{name:?}: {error}")))?;
    // `Lina` and `LINA` are one name, though they don't look alike.
    if before.iter().any(|other| other.key == new.key || other.skeleton == new.skeleton) {
        return Err(PeopleError::BadRequest(format!("{name:?} stands twice in the list")).into());
    }
    before.push(new.clone());
    match people.store.accounts.account_called(&new.key).await? {
        Some(own) if was_made_by(&own, actor.player) && own.is_open() => {
            rights::check_card(actor, &own)?;
            Ok(own)
        }
        Some(taken) => Err(PeopleError::NameTaken { asked: new.name.to_string(), taken: taken.name }.into()),
        None => {
            let ChosenName { name, key, skeleton } = new;
            let mut account = Account::new(chance::player_id(), name, key, skeleton, people.now());
            account.kid = kid;
            make_pupil_of(&mut account, actor.player);
            Ok(account)
        }
    }
}

/// The accounts that a list means.
async fn read_list(
    people: &People,
    actor: &Account,
    names: &[&str],
    wish: &MakePlayers,
) -> Result<Vec<Account>, ApiError> {
    let mut accounts = Vec::with_capacity(names.len());
    let mut before = Vec::with_capacity(names.len());
    // All of them at once, so that nobody corrects a list name by name.
    let mut refused = Vec::new();
    for name in names {
        match line(people, actor, (name, wish.kid.unwrap_or(true)), &mut before).await {
            Ok(account) => accounts.push(account),
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
    // A card that somebody has printed already ends only where that is wanted.
    if accounts.iter().any(|own| own.version > 0) && !wish.renew {
        let mut known = Vec::new();
        for own in &accounts {
            // Another request may have made the whole list while it was looked up here.
            if own.version > 0 || people.store.accounts.account_called(&own.key).await?.is_some() {
                known.push(own.name.to_string());
            }
        }
        return Err(PeopleError::HaveCards(known).into());
    }
    Ok(accounts)
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
    let mut made = None;
    for _ in 0..ATTEMPTS {
        let accounts = read_list(people, actor, &names, &wish).await?;
        let count = u32::try_from(accounts.len()).expect("a list has few names");
        let act = people.act(actor, None, Deed::Cards { count }, "");
        made = hand_out(people, accounts, wish.until, &act).await?;
        if made.is_some() {
            break;
        }
    }
    let cards = made.ok_or(CHANGING)?;
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
    let player = people.named(&name).await?.player;
    let mut made = None;
    for _ in 0..ATTEMPTS {
        let stored = people.store.accounts.account(player).await?;
        let stored = stored.ok_or_else(|| PeopleError::NoSuchPlayer(player.to_string()))?;
        rights::check_card(&login.account, &stored)?;
        let act = people.act(&login.account, Some(player), Deed::Card, "");
        made = hand_out(people, vec![stored], None, &act).await?;
        if made.is_some() {
            break;
        }
    }
    let card = made.into_iter().flatten().next().ok_or(CHANGING)?;
    Ok(Json(card))
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
        if wish.kid {
            account.email = None;
        }
        Ok(Deed::Kid(Replaced::put(&mut account.kid, wish.kid)))
    };
    let by = (&login.account, Permission::Reset);
    people.change_by(by, account.player, Ends::Nothing, "", set).await?;
    people.doors.close_of(account.player, None);
    Ok(StatusCode::NO_CONTENT)
}
