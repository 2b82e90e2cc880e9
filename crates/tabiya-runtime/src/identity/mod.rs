// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is asking.
//!
//! A request proves who sent it by a credential: the cookie of a session, or a guest's. `identify`, which stands above the
//! accounts (tabiya-http's `answer/who.rs`), tries them in turn and is the only place that does: handlers, sockets and
//! rooms get an [`Identity`] and never see a credential. A program's access token is a further one, which opens the
//! compatible API alone ([`bearer`]).

mod guest;
mod logged_in;
mod seat;
mod session;
mod token;

use std::collections::HashSet;
use std::sync::Arc;

use tabiya_game::{PlayerDetails, PlayerId, Seats};
use tabiya_rules::Color;
use tabiya_store::{Account, Role};

use crate::secret::Hash;
pub use guest::{from_cookie as guest_of_cookie, new_guest_cookie};
pub use logged_in::{IDLE, LONGEST, LoggedIn, STAFF_IDLE};

pub use seat::{no_seat_cookie, player_of_seat, players_of_cookie as seats_of_cookie, seat_cookie};
pub use session::{from_cookies as sessions_of_cookies, no_session_cookie, session_cookie};
pub use token::bearer;

/// Somebody who has proved who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The player, with or without an account.
    pub player: PlayerId,
    /// How the player is known now, to be kept by each game that they begin or join. `None` for a guest.
    pub details: Option<Box<PlayerDetails>>,
    /// The account and the session; `None` for a guest.
    pub login: Option<Arc<LoggedIn>>,
    /// Whether the player acts with the rights of a role of staff.
    is_staff: bool,
    /// The seats at the venue of events that the device has been given: each is the player's id in one game alone.
    at_the_venue: Vec<PlayerId>,
}

/// Whether an account may use the rights of its role, if that is one of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffRights {
    /// It may.
    Held,
    /// It may not, because it lacks the second factor that the site asks for.
    Withheld,
}

impl Identity {
    /// Somebody of whom nothing is known: no cookie, no token.
    pub const fn stranger() -> Self {
        Self::guest(PlayerId::from_bytes([0; PlayerId::LEN]))
    }

    /// Somebody without an account.
    pub const fn guest(player: PlayerId) -> Self {
        Self { player, details: None, login: None, is_staff: false, at_the_venue: Vec::new() }
    }

    /// Somebody who is logged in. Only `People::identity_of` calls it, which knows the rights.
    pub fn logged_in(login: Arc<LoggedIn>, rights: StaffRights) -> Self {
        let details = Some(Box::new(login.details()));
        let is_staff = login.account.role.is_staff() && rights == StaffRights::Held;
        Self { player: login.account.player, details, login: Some(login), is_staff, at_the_venue: Vec::new() }
    }

    /// The same with seats at the venue of events.
    #[must_use]
    pub fn at_the_venue(self, seats: Vec<PlayerId>) -> Self {
        Self { at_the_venue: seats, ..self }
    }

    /// The players of the seats at the venue that the device has been given.
    pub fn venue_seats(&self) -> &[PlayerId] {
        &self.at_the_venue
    }

    /// The player of the seat at the venue by which this visitor plays in a game; `None` for whoever plays there as who they
    /// are, and for spectators.
    pub fn venue_seat_in(&self, seats: &Seats) -> Option<PlayerId> {
        let sits = self.at_the_venue.iter().copied().find(|seat| seats.color_of(*seat).is_some())?;
        (self.own_side_in(seats).is_none()).then_some(sits)
    }

    /// The side that the player has in a game: taken as who they are, as a guest whose games the account has taken over, or by
    /// a seat at the venue.
    pub fn side_in(&self, seats: &Seats) -> Option<Color> {
        self.own_side_in(seats).or_else(|| self.at_the_venue.iter().find_map(|seat| seats.color_of(*seat)))
    }

    /// The same without the seats at the venue.
    fn own_side_in(&self, seats: &Seats) -> Option<Color> {
        let as_guest = || self.login.as_ref()?.guests.iter().find_map(|guest| seats.color_of(*guest));
        seats.color_of(self.player).or_else(as_guest)
    }

    /// All players who are this visitor: who they are, the guests whose games the account has taken over, and those who have a
    /// seat at the venue of an event by this device.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let guests = self.login.iter().flat_map(|login| &login.guests);
        guests.chain(&self.at_the_venue).chain([&self.player]).copied()
    }

    /// Whether one of these is this visitor: as who they are, as a guest whose games the account has taken over, or by a seat at
    /// the venue.
    pub fn is_one_of(&self, players: &HashSet<PlayerId>) -> bool {
        self.players().any(|player| players.contains(&player))
    }

    /// Whether a game between these players has no secrets from this visitor: one of them, or staff.
    pub fn sees_all(&self, seats: &Seats) -> bool {
        self.side_in(seats).is_some() || self.is_staff()
    }

    /// Whether this is a child's account, in kid mode.
    pub fn is_child(&self) -> bool {
        self.login.as_ref().is_some_and(|login| login.account.kid)
    }

    /// Whether this is somebody of the staff.
    pub const fn is_staff(&self) -> bool {
        self.is_staff
    }

    /// Whether this is somebody who settles disputes: an organiser does not.
    pub fn moderates(&self) -> bool {
        let role = self.login.as_ref().map(|login| login.account.role);
        self.is_staff && matches!(role, Some(Role::Moderator | Role::Admin))
    }

    /// The players whom this one blocks.
    pub fn blocked(&self) -> &[PlayerId] {
        self.login.as_ref().map_or(&[], |login| &login.blocked)
    }

    /// The account; `None` for a guest.
    pub fn account(&self) -> Option<&Account> {
        self.login.as_ref().map(|login| &login.account)
    }

    /// The organiser who made the access token by which this player acts; `None` for all others.
    pub fn made_by(&self) -> Option<PlayerId> {
        self.login.as_ref().and_then(|login| login.made_by)
    }

    /// The hash of the session; `None` for a guest.
    pub fn session(&self) -> Option<Hash> {
        self.login.as_ref().map(|login| login.session)
    }
}
