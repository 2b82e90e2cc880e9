// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges: making, answering and listing them; games against the computer, and open ones.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_accounts::people::SiteRules;
use tabiya_accounts::people::scopes::Scope;
use tabiya_engine::Level;
use tabiya_game::{Seat, Seats};
use tabiya_limits::address::{Caller, ChargeNewGame};
use tabiya_live::challenge::{ChallengeError, OfferError, Seen, color_of as color_of_offer};
use tabiya_live::room::{OfComputer, OrderError, RoomCommand, seat_for_the_computer};
use tabiya_live::wish::{WrongWish, color_of, terms_of};
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, PlayerView, Refusal, TimeControlView};
use tabiya_rules::Color;
use tabiya_runtime::clean::visible;
use tabiya_runtime::identity::Identity;
use tabiya_store::Account;

use super::access::{Access, Visitor};
use super::export::game_id;
use super::failure::Failure;
use super::fields::{Fields, Form, Path, Query, listed};
use super::offer::{REASONS, about, shown, shown_ended};
use super::person::named;
use super::variant::Kind;
use super::{done, events, game, person, wish};
use crate::answer::ApiError;
use crate::state::App;

/// The most seconds that an opponent is given at once: a day.
pub(super) const MOST_GIVEN: u32 = 86_400;
/// How long a challenge for a game with clocks waits whose caller does not stay, in milliseconds.
const SHORT: u64 = 20_000;
/// What an open challenge costs of what a player may ask for.
const OPEN_COSTS: u32 = 20;

/// Names the field that is wrong.
fn wrong(wish: WrongWish) -> Failure {
    Failure::bad(match wish {
        WrongWish::Start(why) => format!("fen: {why}"),
        WrongWish::Time(why) => format!("clock.limit: {why}"),
        WrongWish::Terms(why) => why.to_string(),
    })
}

/// `GET /api/challenge`
pub(super) async fn list(State(app): State<App>, access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeRead])?;
    let offers = app.challenges.of(access.player()).await?;
    let (incoming, out): (Vec<_>, Vec<_>) = offers.iter().partition(|offer| offer.yours);
    let all = |offers: Vec<&ChallengeView>| {
        offers.into_iter().map(|offer| shown(&app, offer, "created")).collect::<Vec<_>>()
    };
    Ok(Json(json!({ "in": all(incoming), "out": all(out) })))
}

/// `POST /api/challenge/NAME`
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    access: Access,
    Path(name): Path<String>,
    Form(form): Form,
) -> Result<Response, Failure> {
    let access = access.with(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay])?;
    SiteRules::check(app.people.site.rules().play, Some(&access.identity()))?;
    access.charge(&app, 2)?;
    let to = named(&app, &name).await?;
    let terms = wish::game(&form)?;
    let from = access.account();
    if let Some(token) = form.text("acceptByToken") {
        return accepted_by_token(&app, [from, &to], terms, token, app.charge(caller)).await;
    }
    let keeps_alive = form.flag("keepAliveStream")?.unwrap_or(false);
    let is_live = matches!(terms.time, Some(TimeControlView::Equal(_) | TimeControlView::Odds(_)));
    let patience = (is_live && !keeps_alive).then_some(SHORT);
    if keeps_alive {
        return events::challenge_stream(&app, &access, &to, terms).await;
    }
    let made = app.challenges.make([from, &to], terms, patience).await?;
    let mut answer = shown(&app, &made.view(from.player), "created");
    // Older clients look for it inside.
    answer["challenge"] = answer.clone();
    Ok(Json(answer).into_response())
}

/// The opponent has agreed beforehand by a token.
async fn accepted_by_token(
    app: &App,
    [from, to]: [&Account; 2],
    terms: ChallengeTerms,
    token: &str,
    charge: ChargeNewGame,
) -> Result<Response, Failure> {
    let key = app.people.keys.of(token).await?.filter(|key| key.login.account.player == to.player);
    let key = key.ok_or_else(|| Failure::bad("acceptByToken: it is no token of this player"))?;
    if !key.scopes.has(Scope::ChallengeWrite) {
        return Err(Failure::missing_scope(&[Scope::ChallengeWrite]));
    }
    let offer = app.challenges.begin_at_once([from, to], terms, charge).await?;
    let read = app.archive.game(offer.game).await?;
    let now = app.rooms.timeline().for_control(read.game().time_control());
    let color = color_of_offer(offer.terms.color, offer.game);
    let mut answer = shown(app, &offer, "accepted");
    // Older clients look for it inside.
    answer["challenge"] = answer.clone();
    answer["game"] = game::own(offer.game, read.game(), color, None, now);
    Ok(Json(answer).into_response())
}

/// `POST /api/challenge/ai`
pub(super) async fn ai(
    State(app): State<App>,
    caller: Caller,
    access: Access,
    Form(form): Form,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let access = access.with(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay])?;
    if access.key.is_made_by_another() {
        return Err(Failure::for_challenges_alone());
    }
    let identity = access.identity();
    SiteRules::check(app.people.site.rules().play, Some(&identity))?;
    access.charge(&app, 2)?;
    let (low, high) = (u64::from(Level::LOWEST.get()), u64::from(Level::HIGHEST.get()));
    let level = form
        .within("level", low, high)?
        .ok_or_else(|| Failure::bad(format!("level: from {low} to {high}")))?;
    let level = u8::try_from(level).ok().and_then(Level::new).ok_or_else(|| Failure::bad("level"))?;
    let terms = wish::game(&form)?;
    let side = color_of(terms.color);
    let seats = Seats::new(identity.player, side, seat_for_the_computer(level));
    // A game against the computer counts for nobody, whatever the form says.
    let game = terms_of(&ChallengeTerms { rated: false, ..terms }, seats).map_err(wrong)?;
    app.analyses.check_computer(&OfComputer::Game(*game.start()), &identity).await.map_err(ApiError::from)?;
    let charges = [(identity.player, app.charge(caller))];
    let id = app.pairing.begin(&[identity.player], charges, game).await?;
    let read = app.archive.game(id).await?;
    let now = app.rooms.timeline().for_control(read.game().time_control());
    let mut answer = game::own(id, read.game(), side, None, now);
    answer["player"] = json!(game::color(side));
    answer["createdAt"] = json!(read.game().created().0);
    answer["variant"] = Kind::of(read.game().history().start()).json();
    answer["turns"] = json!(read.game().ply());
    Ok((StatusCode::CREATED, Json(answer)))
}

/// `POST /api/challenge/open`: a game both of whose seats are open.
pub(super) async fn open(
    State(app): State<App>,
    caller: Caller,
    access: Option<Access>,
    headers: HeaderMap,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let identity = access.as_ref().map(Access::identity);
    SiteRules::check(app.people.site.rules().play, identity.as_ref())?;
    if let Some(access) = &access {
        access.charge(&app, OPEN_COSTS)?;
    }
    let terms = wish::game(&form)?;
    form.refuse("expiresAt", "an open challenge of this server does not expire; take it back with cancel")?;
    let users = users(&app, &form).await?;
    let mut game = terms_of(&terms, Seats { white: Seat::Open, black: Seat::Open }).map_err(wrong)?;
    if let Some([white, black]) = &users {
        let kept = game.reserved_for([white.player, black.player]);
        game = kept.map_err(|error| Failure::bad(format!("users: {error}")))?;
    }
    app.creation_limit.take(&caller, 1).map_err(Failure::too_fast)?;
    let id = app.rooms.create(game).await?;
    if let Some(access) = &access {
        app.programs.made_open(id, access.player());
    }
    let mut answer = about(&app, id, &terms, "created");
    let url = format!("{}/game/{id}", person::origin_for(&app, &headers));
    answer["challenger"] = Value::Null;
    answer["destUser"] = Value::Null;
    answer["finalColor"] = json!("white");
    answer["urlWhite"] = json!(format!("{url}?color=white"));
    answer["urlBlack"] = json!(format!("{url}?color=black"));
    let ids = users.map(|users| users.map(|user| user.key));
    answer["open"] = json!({ "userIds": ids });
    if let Some(name) = form.text("name") {
        answer["name"] = json!(visible(name).chars().take(40).collect::<String>());
    }
    answer["challenge"] = answer.clone();
    Ok(Json(answer))
}

/// `users`: the two who alone may join, White first; `None` where anybody may.
async fn users(app: &App, form: &Fields) -> Result<Option<[Account; 2]>, Failure> {
    let Some(text) = form.text("users") else { return Ok(None) };
    let [white, black] = listed(text, 2)?[..] else {
        return Err(Failure::bad("users: two names with a comma between them, White first"));
    };
    let [white, black] = [named(app, white).await?, named(app, black).await?];
    if !white.is_open() || !black.is_open() {
        return Err(Failure::not_found("No such user"));
    }
    Ok(Some([white, black]))
}

/// `GET /api/challenge/ID/show`
pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let id = game_id(&id).map_err(|_| Failure::not_found("No such challenge"))?;
    if let Some(player) = visitor.player() {
        match app.challenges.version(id, player).await? {
            Some((offer, None)) => return Ok(Json(shown(&app, &offer, "created"))),
            // The game of one that was accepted is shown below, as to everybody else.
            Some((_, Some(ChallengeEnd::Accepted { .. }))) | None => {}
            Some((offer, Some(ended))) => return Ok(Json(shown_ended(&app, &offer, &ended))),
        }
    }
    // An organiser's token shows no private game of its player.
    let viewer = visitor.0.as_ref().filter(|access| !access.key.is_made_by_another()).map(Access::identity);
    let read = app.archive.game_for(id, viewer.as_ref()).await;
    let read = read.map_err(|_| Failure::not_found("No such challenge"))?;
    let seats = read.game().seats();
    let status = if seats.open().is_some() { "created" } else { "accepted" };
    let terms = ChallengeTerms {
        time: read.game().time_control().map(Into::into),
        color: ColorChoice::Random,
        start: tabiya_protocol::http::StartPosition::Fen { fen: read.game().history().start().to_fen() },
        rated: read.game().terms().is_rated(),
        private: read.game().terms().is_private(),
        restrictions: read.game().terms().restrictions(),
    };
    let mut shown = about(&app, id, &terms, status);
    for (name, side) in [("challenger", Color::White), ("destUser", Color::Black)] {
        let view = tabiya_archive::view::player(read.game(), side);
        shown[name] = if matches!(view, PlayerView::Open) { Value::Null } else { game::side(&view) };
    }
    shown["finalColor"] = json!("white");
    Ok(Json(shown))
}

/// `POST /api/challenge/ID/accept[?color=]`
pub(super) async fn accept(
    State(app): State<App>,
    caller: Caller,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay])?;
    let identity = access.identity();
    SiteRules::check(app.people.site.rules().play, Some(&identity))?;
    let id = game_id(&id).map_err(|_| Failure::not_found("No such challenge"))?;
    let charge = app.charge(caller);
    match app.challenges.accept(Seen::ByProgram(id), access.player(), charge).await {
        Ok(_) => return Ok(done()),
        // Perhaps it is an open one: a game with a free seat; or one that was accepted long ago.
        Err(OfferError::Challenge(ChallengeError::Gone)) => {}
        Err(error) => return Err(error.into()),
    }
    let found = app.archive.game_for(id, Some(&identity)).await;
    let read = found.map_err(|_| Failure::not_found("No such challenge"))?;
    if identity.side_in(&read.game().seats()).is_some() {
        return Ok(done());
    }
    if read.game().terms().reserved().is_some() {
        // Each seat is one player's, whatever colour was asked for.
        app.rooms.order(id, identity, RoomCommand::Join).await?;
        return Ok(done());
    }
    let side = match wish::color(&form)? {
        ColorChoice::Random if read.game().ply() == 0 && both_open(&read.game().seats()) => {
            color_of(ColorChoice::Random)
        }
        ColorChoice::Random => {
            read.game().seats().open().ok_or_else(|| Failure::not_found("No such challenge"))?
        }
        choice => color_of(choice),
    };
    match app.rooms.order(id, identity, RoomCommand::JoinAs(side)).await {
        Ok(()) => Ok(done()),
        Err(OrderError::Read(_)) => Err(Failure::not_found("No such challenge")),
        Err(error) => Err(error.into()),
    }
}

fn both_open(seats: &Seats) -> bool {
    seats.white == Seat::Open && seats.black == Seat::Open
}

/// `POST /api/challenge/ID/decline`
pub(super) async fn decline(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay])?;
    let id = game_id(&id).map_err(|_| Failure::not_found("No such challenge"))?;
    let word = form.text("reason").unwrap_or("generic");
    // Words that are not known are no reason to go on being challenged.
    let (word, _, reason) =
        REASONS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word)).unwrap_or(&REASONS[0]);
    app.challenges.decline(Seen::ByProgram(id), access.player(), *reason, Some(word)).await?;
    Ok(done())
}

/// `POST /api/challenge/ID/cancel`: takes an own challenge back, also an open one; or aborts its game, if that has begun and
/// was not played.
pub(super) async fn cancel(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay])?;
    let id = game_id(&id).map_err(|_| Failure::not_found("No such challenge"))?;
    match app.challenges.cancel(Seen::ByProgram(id), access.player()).await {
        Ok(()) => return Ok(done()),
        // If the opponent has accepted it at this moment, its game is what is to be aborted.
        Err(OfferError::Challenge(ChallengeError::Gone)) => {}
        Err(error) => return Err(error.into()),
    }
    if access.key.is_made_by_another() {
        // Games are the player's own affair.
        return Err(Failure::not_found("No such challenge"));
    }
    let identity = access.identity();
    let read = app.archive.game_for(id, Some(&identity)).await;
    let read = read.map_err(|_| Failure::not_found("No such challenge"))?;
    let has_made = app.programs.has_made_open(id, identity.player) && read.game().seats().open().is_some();
    if identity.side_in(&read.game().seats()).is_none() && !has_made {
        return Err(Failure::not_found("No such challenge"));
    }
    let command = if has_made { RoomCommand::Withdraw } else { RoomCommand::Abort };
    app.rooms.order(id, identity, command).await?;
    Ok(done())
}

/// `POST /api/challenge/ID/start-clocks?token1=&token2=`: both players, by their tokens, let the clocks run at once.
pub(super) async fn start_clocks(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
    Query(query): Query,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeWrite])?;
    let id = game_id(&id)?;
    let identity = access.identity();
    let read = app.archive.game_for(id, Some(&identity)).await.map_err(|_| Failure::no_such_game())?;
    let seats = read.game().seats();
    let mut agreed = vec![access.player()];
    for name in ["token1", "token2"] {
        let Some(token) = query.text(name).or(form.text(name)) else { continue };
        let key = app.people.keys.of(token).await?;
        let key = key.ok_or_else(|| Failure::bad(format!("{name}: there is no such token")))?;
        if !key.scopes.has(Scope::ChallengeWrite) {
            return Err(Failure::missing_scope(&[Scope::ChallengeWrite]));
        }
        agreed.push(key.login.account.player);
    }
    let players = || Color::ALL.into_iter().filter_map(|color| seats[color].player());
    if let Some(other) = players().find(|player| !agreed.contains(player)) {
        let side = seats.color_of(other).map_or("", game::color);
        return Err(Failure::bad(format!(
            "token1, token2: {side} has not agreed: give a token of each player"
        )));
    }
    let caller = players().next().map(Identity::guest).ok_or_else(Failure::no_such_game)?;
    match app.rooms.order(id, caller, RoomCommand::StartClocks).await {
        // They run already: nothing is left to do.
        Err(OrderError::Refused { refusal: Refusal::Stale { .. }, .. }) => Ok(done()),
        started => Ok(started.map(|()| done())?),
    }
}

/// `POST /api/round/ID/add-time/SECONDS`: gives the opponent time.
pub(super) async fn add_time(
    State(app): State<App>,
    access: Access,
    Path((id, seconds)): Path<(String, String)>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeWrite])?;
    let seconds = seconds.parse().ok().filter(|seconds| (1..=MOST_GIVEN).contains(seconds));
    let seconds = seconds.ok_or_else(|| Failure::bad(format!("seconds: from 1 to {MOST_GIVEN}")))?;
    let time = tabiya_game::Millis::from_secs(seconds);
    app.rooms
        .order(game_id(&id)?, access.identity(), RoomCommand::AddTime { time }.keyed(query.key()?))
        .await?;
    Ok(done())
}
