// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who asks: a program with a token. No cookie opens anything, so no page on another site can act for its visitor. Cookies are
//! looked at for one purpose: what an engine says is kept from the person at the browser as long as that person plays.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use tabiya_accounts::people::SiteRules;
use tabiya_accounts::people::scopes::Scope;
use tabiya_accounts::people::tokens::Key;
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_runtime::identity::{Identity, bearer};
use tabiya_store::Account;

use super::failure::Failure;
use crate::answer::identify;
use crate::state::App;

/// What a program's token opens.
pub(super) struct Access {
    pub(super) key: Arc<Key>,
    identity: Identity,
}

impl Access {
    pub(super) fn account(&self) -> &Account {
        &self.key.login.account
    }

    pub(super) fn player(&self) -> PlayerId {
        self.account().player
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity.clone()
    }

    /// Checks that the token belongs to staff who have the second factor that the desk asks for.
    ///
    /// # Errors
    /// If it is a player's, with these words; or what staff have to do first.
    pub(super) fn check_staff(&self, else_say: &str) -> Result<(), Failure> {
        if !self.account().role.is_staff() {
            return Err(Failure::new(StatusCode::FORBIDDEN, else_say));
        }
        if !self.identity.is_staff() {
            let say = "Staff set up a second factor before programs use their rights: \
                       Settings, \"Second factor\"; then make a new token";
            return Err(Failure::new(StatusCode::FORBIDDEN, say));
        }
        Ok(())
    }

    /// The same, if the token has one of these scopes.
    ///
    /// # Errors
    /// Which scopes it would need.
    pub(super) fn with(self, scopes: &[Scope]) -> Result<Self, Failure> {
        if self.key.scopes.has_any(scopes) { Ok(self) } else { Err(Failure::missing_scope(scopes)) }
    }

    /// Counts a request that costs more than most.
    pub(super) fn charge(&self, app: &App, tokens: u32) -> Result<(), Failure> {
        app.programs.charge(self.player(), tokens).map_err(Failure::too_fast)
    }
}

impl OptionalFromRequestParts<App> for Access {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Failure> {
        let (key, shows_none) = match bearer(&parts.headers) {
            Some(text) => (app.people.keys.of(text).await?, false),
            None => (None, true),
        };
        let Some(key) = key else {
            let Ok(caller) = Caller::from_request_parts(parts, app).await;
            app.programs.charge_address(&caller, 1).map_err(Failure::too_fast)?;
            return if shows_none { Ok(None) } else { Err(Failure::no_such_token()) };
        };
        let identity = app.people.identity_of(Arc::clone(&key.login));
        let access = Self { key, identity };
        access.charge(app, 1)?;
        if access.key.is_made_by_another() && !is_about_challenges(parts.uri.path()) {
            return Err(Failure::for_challenges_alone());
        }
        Ok(Some(access))
    }
}

/// What a token opens that an organiser made for a player. The player's notes and private games are not the organiser's.
fn is_about_challenges(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    path == "/api/challenge" || path.starts_with("/api/challenge/") || path == "/api/token"
}

impl FromRequestParts<App> for Access {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let access = <Self as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        access.ok_or_else(Failure::no_such_token)
    }
}

/// Whoever may watch games here, with or without a token.
pub(super) struct Visitor(pub(super) Option<Access>);

impl Visitor {
    pub(super) fn identity(&self) -> Option<Identity> {
        self.0.as_ref().map(Access::identity)
    }

    pub(super) fn player(&self) -> Option<PlayerId> {
        self.0.as_ref().map(Access::player)
    }
}

/// The person at whose browser a call is made, by the cookie: an account or a guest. It gives no right. A player who opens an
/// address of this API beside their game hears of the engine no more than on any page.
///
/// Other sites can't use it to learn who plays: browsers send them no cookie with such a call, and show them no answer to one.
pub(super) async fn at_browser(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Failure> {
    Ok(identify(headers, app).await?)
}

/// Players or games for which a call costs as much as a small one.
const PIECES_PER_CHARGE: usize = 20;

impl Visitor {
    /// Counts a call that is about so many players or games.
    pub(super) fn charge_for(&self, app: &App, caller: &Caller, pieces: usize) -> Result<(), Failure> {
        let times = u32::try_from(pieces / PIECES_PER_CHARGE).unwrap_or(u32::MAX);
        match &self.0 {
            Some(access) => access.charge(app, times),
            None => app.programs.charge_address(caller, times).map_err(Failure::too_fast),
        }
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let access = <Access as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        let visitor = Self(access);
        SiteRules::check(app.people.site.rules().watch, visitor.identity().as_ref())?;
        Ok(visitor)
    }
}

/// For which kind of programs a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Board,
    Bot,
}

impl Kind {
    /// Whether the token may do what this kind does.
    ///
    /// # Errors
    /// What it would need.
    pub(super) fn check(self, access: Access) -> Result<Access, Failure> {
        let is_bot = access.account().title == Some(tabiya_game::Title::Bot);
        match self {
            Self::Board => access.with(&[Scope::BoardPlay]),
            Self::Bot if is_bot => access.with(&[Scope::BotPlay]),
            Self::Bot => {
                access.with(&[Scope::BotPlay])?;
                Err(Failure::bad(
                    "This endpoint can only be used with a Bot account. See POST /api/bot/account/upgrade",
                ))
            }
        }
    }
}

impl FromRequestParts<App> for Kind {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        Ok(if parts.uri.path().starts_with("/api/bot/") { Self::Bot } else { Self::Board })
    }
}
