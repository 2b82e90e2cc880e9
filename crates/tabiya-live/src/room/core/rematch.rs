// SPDX-License-Identifier: AGPL-3.0-or-later
//! After the end: another game with colours changed.
//!
//! Nothing of a game comes after its end in the log: offers are rows of their own (`room/rematches.rs`),
//! which the room stores before anybody hears of them.

use tabiya_game::{Game, GameId, Seat, Seats, Terms, TimeControl};
use tabiya_protocol::{GameMessage, ServerMessage};
use tabiya_rules::Color;

use crate::room::computer::{level_of, seat_for_the_computer};

/// How a rematch stands.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::room) struct Rematch {
    offered_by: Option<Color>,
    game: Option<GameId>,
    /// By colour: whether the side has declined.
    declined: [bool; 2],
}

impl Rematch {
    /// Both have agreed, and this is the new game.
    pub(in crate::room) const fn agreed(game: GameId) -> Self {
        Self { offered_by: None, game: Some(game), declined: [false; 2] }
    }

    /// Whether there is no new game yet.
    pub(in crate::room) const fn is_open(&self) -> bool {
        self.game.is_none()
    }

    /// Whether nothing is offered and no new game is there.
    pub(in crate::room) const fn is_nothing(&self) -> bool {
        self.offered_by.is_none() && self.game.is_none()
    }

    /// The side whose offer is open.
    pub(in crate::room) fn open_offer(&self) -> Option<Color> {
        self.offered_by.filter(|_| self.is_open())
    }

    pub(in crate::room) fn is_offered_by(&self, by: Color) -> bool {
        self.offered_by == Some(by)
    }

    /// This side's offer is open.
    pub(in crate::room) fn offer(&mut self, by: Color) {
        self.offered_by = Some(by);
    }

    /// This side ends the open offer: declines the opponent's, or withdraws its own.
    pub(in crate::room) fn decline(&mut self, by: Color) {
        let offered_by = self.offered_by.take();
        self.declined[by as usize] |= offered_by.is_some_and(|offering| offering != by);
    }

    /// This side declined an offer before the room began.
    pub(in crate::room) fn declined_before(&mut self, by: Color) {
        self.declined[by as usize] = true;
    }

    /// The open offer has expired.
    pub(in crate::room) fn expire(&mut self) {
        self.offered_by = None;
    }

    /// Whether this side has declined a rematch: it is not asked again.
    pub(in crate::room) const fn was_declined_by(&self, by: Color) -> bool {
        self.declined[by as usize]
    }

    /// What a client that comes must know; none where nobody wants a rematch yet.
    pub(in crate::room) fn message(&self, of: GameId) -> Option<ServerMessage> {
        let Self { offered_by, game, .. } = *self;
        (offered_by.is_some() || game.is_some()).then_some(ServerMessage::Game(GameMessage::Rematch {
            topic: of.into(),
            offered_by,
            game,
            declined_by: None,
        }))
    }
}

/// How the rematch of a finished game stood before its room began.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::room) struct Standing {
    pub(in crate::room) rematch: Rematch,
    /// The row of the open offer.
    pub(in crate::room) offer: Option<GameId>,
}

/// What came of an offer.
#[derive(Clone, Copy, Debug)]
pub(in crate::room) enum Offered {
    /// It is stored, in this row; `None` where there are no rows.
    Kept(Option<GameId>),
    /// The store had an offer already of which the room did not know, because the answer to its write was lost.
    Before(Standing),
}

/// What the next game is played under: the same with colours changed, and against the computer as its level
/// is today.
pub(in crate::room) fn terms(game: &Game) -> Terms {
    let seats = game.seats();
    let again = |seat| match seat {
        Seat::Computer(computer) => seat_for_the_computer(level_of(computer)),
        seat => seat,
    };
    let turned = Seats { white: again(seats[Color::Black]), black: again(seats[Color::White]) };
    let start = *game.history().start();
    let time = game.time_control().map(TimeControl::turned);
    let terms = Terms::new(start, time, turned).expect("the same terms were playable before");
    let terms = terms.with_restrictions(game.terms().restrictions());
    let terms = if game.terms().allows_takebacks() { terms } else { terms.without_takebacks() };
    if game.terms().is_rated() {
        terms.rated().expect("the same terms could be rated before")
    } else if game.terms().is_private() {
        terms.private().expect("a private game is not rated")
    } else {
        terms
    }
}
