// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the lobby knows of a search, and of two players who have found each other.

use tabiya_game::{Category, PlayerId, TimeControl};
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{CommandId, PlayerView, RatingRange, Refusal, SeekId, SeekView, SeekWish};
use tabiya_rules::{Color, Variant};
use tabiya_runtime::topic::SubscriberId;
use tabiya_tournament::Colour;
use tabiya_tournament::lobby::Seeker;

use super::past::Past;

/// The game that is looked for. Only equal ones meet: the pool keeps them together, in an order of no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sought {
    pub(super) time: TimeControl,
    pub(super) variant: Variant,
    pub(super) rated: bool,
}

impl Sought {
    /// What a client's wish asks for.
    ///
    /// # Errors
    /// If there is no such game in the lobby.
    pub(super) fn of(wish: &SeekWish) -> Result<Self, Refusal> {
        let bad = |why: &str| Refusal::BadSeek { why: why.to_owned() };
        let time = TimeControl::try_from(wish.time).map_err(|error| bad(&error.to_string()))?;
        if time != time.turned() {
            return Err(bad("in the lobby both sides have the same time"));
        }
        if wish.range.is_some_and(|range| range.low > range.high) {
            return Err(bad("the lowest rating is above the highest"));
        }
        Ok(Self { time, variant: wish.variant, rated: wish.rated })
    }

    /// The same game, where it does not count.
    pub(super) const fn casual(self) -> Self {
        Self { rated: false, ..self }
    }

    /// In which category it would count.
    pub(super) fn category(&self) -> Category {
        Category::new(self.variant, self.time.speed())
    }
}

/// A player in a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) id: PlayerId,
    pub(super) tab: SubscriberId,
    /// How the others see the player, with the rating in the category of the game.
    pub(super) view: PlayerView,
}

impl Player {
    /// Whether the player has an account.
    pub(super) const fn is_member(&self) -> bool {
        matches!(self.view, PlayerView::Player { .. })
    }

    pub(super) const fn rating(&self) -> Option<u16> {
        match self.view {
            PlayerView::Player { rating: Some(rating), .. } => Some(rating.points),
            _ => None,
        }
    }
}

/// Somebody who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seek {
    pub(super) id: SeekId,
    pub(super) player: Player,
    pub(super) sought: Sought,
    pub(super) color: Option<Color>,
    pub(super) range: Option<RatingRange>,
    /// In milliseconds of the server's clock.
    pub(super) since: u64,
    /// Whether others see it. A child's name is not for strangers.
    pub(super) is_listed: bool,
    /// Players with whom no game can begin.
    pub(super) avoids: Vec<PlayerId>,
}

impl Seek {
    pub(super) fn view(&self) -> SeekView {
        let Self { id, player, sought, color, range, .. } = self;
        SeekView {
            id: *id,
            player: player.view.clone(),
            time: sought.time.into(),
            rated: sought.rated,
            color: *color,
            variant: sought.variant,
            range: *range,
        }
    }

    /// What the pairing rule must know.
    pub(super) fn seeker(&self, past: &Past) -> Seeker<PlayerId> {
        Seeker {
            rating: self.player.rating(),
            range: self.range.map(|range| (range.low, range.high)),
            colour: self.color.map(colour),
            avoids: self.avoids.iter().copied().collect(),
            since: self.since,
            ..past.seeker(self.player.id, self.since)
        }
    }
}

/// The wish of a client.
pub(super) const fn color_of(choice: ColorChoice) -> Option<Color> {
    match choice {
        ColorChoice::White => Some(Color::White),
        ColorChoice::Black => Some(Color::Black),
        ColorChoice::Random => None,
    }
}

const fn colour(color: Color) -> Colour {
    match color {
        Color::White => Colour::White,
        Color::Black => Colour::Black,
    }
}

/// One of two players who have found each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Party {
    pub(super) player: Player,
    /// The search that goes on if no game can begin.
    pub(super) seek: Option<Seek>,
    /// The command that accepted the other's search.
    pub(super) accepts: Option<CommandId>,
}

impl From<Seek> for Party {
    fn from(seek: Seek) -> Self {
        Self { player: seek.player.clone(), seek: Some(seek), accepts: None }
    }
}

/// Two players who have found each other, and whose game is being created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) white: Party,
    pub(super) black: Party,
    pub(super) sought: Sought,
}

/// How a bot hears that the lobby is for people.
pub(super) fn no_bots() -> Refusal {
    Refusal::BadSeek { why: "bots don't wait in the lobby; they are challenged by name".to_owned() }
}

/// Why no game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// One of both has blocked the other.
    Apart,
    /// This player may have no game now.
    Of(PlayerId, Refusal),
    /// The server could not create it.
    NotSaved,
}
