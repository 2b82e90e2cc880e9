// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of a game: starting position, time control and seats.

use serde::{Deserialize, Serialize};
use tabiya_rules::{Color, FenError, History, Outcome, Position, Variant};

use crate::{Origin, PlayerDetails, PlayerId, PlayerName, Restrictions, Seat, Seats, TimeControl};

/// The terms of a game. They never change, except that an open seat can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct Terms {
    start: Position,
    time: Option<TimeControl>,
    rated: bool,
    private: bool,
    takebacks: bool,
    berserk: bool,
    restrictions: Restrictions,
    seats: Seats,
    details: [Option<Box<PlayerDetails>>; 2],
    at_the_board: [Option<PlayerName>; 2],
    origin: Option<Box<Origin>>,
    reserved: Option<Box<[PlayerId; 2]>>,
}

impl Terms {
    /// The terms of a casual game. Its variant is the starting position's.
    ///
    /// # Errors
    /// The game would be over before the first move, or one player would have both seats.
    pub fn new(start: Position, time: Option<TimeControl>, seats: Seats) -> Result<Self, TermsError> {
        if let Some(outcome) = History::new(start).outcome() {
            return Err(TermsError::AlreadyOver { outcome });
        }
        if seats.white == seats.black && seats.white.player().is_some() {
            return Err(TermsError::BothSeats);
        }
        Ok(Self {
            start,
            time,
            rated: false,
            private: false,
            takebacks: true,
            berserk: false,
            restrictions: Restrictions::NONE,
            seats,
            details: [None, None],
            at_the_board: [None, None],
            origin: None,
            reserved: None,
        })
    }

    /// The same terms for a rated game.
    ///
    /// # Errors
    /// Such a game can't be rated: it has no time control, the computer plays, it begins from a chosen
    /// position, or it is private.
    pub fn rated(self) -> Result<Self, TermsError> {
        let Seats { white, black } = self.seats;
        if self.time.is_none() {
            Err(TermsError::CantBeRated { why: "it has no time control" })
        } else if [white, black].iter().any(|seat| matches!(seat, Seat::Computer(_))) {
            Err(TermsError::CantBeRated { why: "the computer plays" })
        } else if self.private {
            Err(TermsError::CantBeRated { why: "it is private" })
        } else if !self.variant().is_usual_start(&self.start) {
            Err(TermsError::CantBeRated { why: "it begins from a position of somebody's choice" })
        } else {
            Ok(Self { rated: true, ..self })
        }
    }

    /// The same terms for a private game, which only its players and staff may see.
    ///
    /// # Errors
    /// The game is rated. A rating that nobody else can follow would not be fair to others.
    pub fn private(self) -> Result<Self, TermsError> {
        if self.rated {
            return Err(TermsError::CantBeRated { why: "it is private" });
        }
        Ok(Self { private: true, ..self })
    }

    /// The same terms for a game in which no moves are taken back.
    #[must_use]
    pub fn without_takebacks(self) -> Self {
        Self { takebacks: false, ..self }
    }

    /// The same terms for a game of an arena, whose players may give up half of their time for a point more. Where half of the
    /// time is no risk, because moves add much, or where there is no chess clock, they stay as they are.
    #[must_use]
    pub fn with_berserk(self) -> Self {
        let berserk = self.time.is_some_and(TimeControl::is_a_risk_halved);
        Self { berserk, ..self }
    }

    /// The same terms for a game in which these things, and nothing else besides takebacks, are forbidden.
    #[must_use]
    pub fn with_restrictions(self, restrictions: Restrictions) -> Self {
        Self { restrictions, ..self }
    }

    /// The same terms with the name by which this side's player is called at the board. For a person without
    /// an account who plays at one screen beside the one who saves the game, or at the venue of an event.
    ///
    /// # Errors
    /// The seat has no player.
    pub fn with_name_at_the_board(mut self, color: Color, name: PlayerName) -> Result<Self, TermsError> {
        if self.seats[color].player().is_none() {
            return Err(TermsError::NoPlayer { color });
        }
        self.at_the_board[color as usize] = Some(name);
        Ok(self)
    }

    /// The same terms for a game that goes on between these players, White's first: on another server the same people have other
    /// ids. What was known of a player with another id is left out, and a game with such a player is casual.
    ///
    /// # Errors
    /// One player would have both seats.
    pub fn played_by(mut self, players: [PlayerId; 2]) -> Result<Self, TermsError> {
        if players[0] == players[1] {
            return Err(TermsError::BothSeats);
        }
        for (color, player) in Color::ALL.into_iter().zip(players) {
            if self.seats[color] != Seat::Player(player) {
                (self.details[color as usize], self.at_the_board[color as usize]) = (None, None);
                self.rated = false;
            }
        }
        let [white, black] = players.map(Seat::Player);
        Ok(Self { seats: Seats { white, black }, ..self })
    }

    /// The same terms with the name, title and rating of this side's player.
    ///
    /// # Errors
    /// The seat has no player.
    pub fn with_details(mut self, color: Color, details: PlayerDetails) -> Result<Self, TermsError> {
        if self.seats[color].player().is_none() {
            return Err(TermsError::NoPlayer { color });
        }
        self.details[color as usize] = Some(Box::new(details));
        Ok(self)
    }

    /// The same terms for a game that was played elsewhere.
    #[must_use]
    pub fn from_elsewhere(self, origin: Origin) -> Self {
        Self { origin: Some(Box::new(origin)), ..self }
    }

    /// The same terms with both seats kept for these players, White's first: nobody else may join.
    ///
    /// # Errors
    /// A seat is taken, or both are kept for the same player.
    pub fn reserved_for(self, players: [PlayerId; 2]) -> Result<Self, TermsError> {
        if let Some(color) = Color::ALL.into_iter().find(|color| self.seats[*color] != Seat::Open) {
            return Err(TermsError::SeatNotOpen { color });
        }
        if players[0] == players[1] {
            return Err(TermsError::BothSeats);
        }
        Ok(Self { reserved: Some(Box::new(players)), ..self })
    }

    /// The starting position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The variant.
    pub const fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The time control; `None` if the game is unlimited.
    pub const fn time(&self) -> Option<TimeControl> {
        self.time
    }

    /// Whether the game is rated.
    pub const fn is_rated(&self) -> bool {
        self.rated
    }

    /// Whether only the players and staff may see the game.
    pub const fn is_private(&self) -> bool {
        self.private
    }

    /// Whether the players may agree to take moves back.
    pub const fn allows_takebacks(&self) -> bool {
        self.takebacks
    }

    /// Whether the players may go berserk.
    pub const fn allows_berserk(&self) -> bool {
        self.berserk
    }

    /// What is forbidden in this game, besides takebacks.
    pub const fn restrictions(&self) -> Restrictions {
        self.restrictions
    }

    /// Whether two people play at one screen, and at least one of them has a name but no account. Such a game is private; a
    /// game of an event in which somebody without an account sits at the venue is not.
    pub const fn is_over_the_board(&self) -> bool {
        self.private
            && self.origin.is_none()
            && (self.at_the_board[0].is_some() || self.at_the_board[1].is_some())
    }

    /// Where the game was played; `None` if here, and in old logs.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_deref()
    }

    /// The name by which this side's player is called at the board. `None` unless the game was played at one
    /// screen or at the venue of an event by a person without an account, or elsewhere.
    pub const fn name_at_the_board(&self, color: Color) -> Option<&PlayerName> {
        self.at_the_board[color as usize].as_ref()
    }

    /// Name, title and rating of this side's player when the game was created. `None` for a guest, the
    /// computer and an open seat, and in old logs.
    pub fn details(&self, color: Color) -> Option<&PlayerDetails> {
        self.details[color as usize].as_deref()
    }

    /// The players for whom the seats are kept, White's first; `None` where anybody may join.
    pub fn reserved(&self) -> Option<[PlayerId; 2]> {
        self.reserved.as_deref().copied()
    }

    /// The seats when the game was created.
    pub const fn seats(&self) -> Seats {
        self.seats
    }
}

/// Why terms are not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// The starting position is already the end of a game.
    #[error("a game can't begin in a position that is over: {outcome}")]
    AlreadyOver {
        /// The outcome of that position.
        outcome: Outcome,
    },
    /// The same player has both seats.
    #[error("a player can't sit on both seats")]
    BothSeats,
    /// The game can't be rated.
    #[error("this game can't be rated: {why}")]
    CantBeRated {
        /// The reason.
        why: &'static str,
    },
    /// Details are given for a seat without a player.
    #[error("{color} has a name, but no person sits there")]
    NoPlayer {
        /// The side.
        color: Color,
    },
    /// A seat is kept for somebody, but somebody sits there.
    #[error("{color}'s seat can't be kept for a player: it is taken")]
    SeatNotOpen {
        /// The side.
        color: Color,
    },
    /// The starting position is not valid.
    #[error("the start position can't be read: {0}")]
    Fen(#[from] FenError),
}

/// Terms as the log stores them, before they are checked. The standard start and standard chess are omitted.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// Old logs, in which only castling told the variants apart, gave the field its name.
    #[serde(rename = "castling", default, skip_serializing_if = "is_standard")]
    variant: Variant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    private: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    no_takebacks: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    berserk: bool,
    #[serde(default, skip_serializing_if = "Restrictions::is_empty")]
    restrictions: Restrictions,
    white: Seat,
    black: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_details: Option<Box<PlayerDetails>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_details: Option<Box<PlayerDetails>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_name: Option<PlayerName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_name: Option<PlayerName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<Box<Origin>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reserved: Option<Box<[PlayerId; 2]>>,
}

fn is_standard(variant: &Variant) -> bool {
    *variant == Variant::Standard
}

impl TryFrom<Form> for Terms {
    type Error = TermsError;

    fn try_from(form: Form) -> Result<Self, TermsError> {
        let start = match form.fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(&fen)?,
        };
        let seats = Seats { white: form.white, black: form.black };
        let mut terms = Self::new(start.with_castling_mode(form.variant.castling_mode()), form.time, seats)?;
        for (color, details) in Color::ALL.into_iter().zip([form.white_details, form.black_details]) {
            if let Some(details) = details {
                terms = terms.with_details(color, *details)?;
            }
        }
        for (color, name) in Color::ALL.into_iter().zip([form.white_name, form.black_name]) {
            if let Some(name) = name {
                terms = terms.with_name_at_the_board(color, name)?;
            }
        }
        if let Some(origin) = form.origin {
            terms = terms.from_elsewhere(*origin);
        }
        if let Some(players) = form.reserved {
            terms = terms.reserved_for(*players)?;
        }
        if form.no_takebacks {
            terms = terms.without_takebacks();
        }
        // As it was stored: what counts as a risk may change.
        terms.berserk = form.berserk && form.time.is_some_and(|time| time.clock_of(Color::White).is_some());
        let terms = terms.with_restrictions(form.restrictions);
        let terms = if form.private { terms.private()? } else { terms };
        if form.rated { terms.rated() } else { Ok(terms) }
    }
}

impl From<Terms> for Form {
    fn from(terms: Terms) -> Self {
        let variant = terms.variant();
        let usual = Position::start().with_castling_mode(variant.castling_mode()) == terms.start;
        let [white_details, black_details] = terms.details;
        let [white_name, black_name] = terms.at_the_board;
        Self {
            fen: (!usual).then(|| terms.start.to_fen()),
            variant,
            time: terms.time,
            rated: terms.rated,
            private: terms.private,
            no_takebacks: !terms.takebacks,
            berserk: terms.berserk,
            restrictions: terms.restrictions,
            white: terms.seats.white,
            black: terms.seats.black,
            white_details,
            black_details,
            white_name,
            black_name,
            origin: terms.origin,
            reserved: terms.reserved,
        }
    }
}
