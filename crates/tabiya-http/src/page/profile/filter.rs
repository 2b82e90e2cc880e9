// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which of a player's games are asked for, as the query says it.

use serde::Deserialize;
use tabiya_game::{GameId, Speed, Termination, Time};
use tabiya_rules::{Color, Variant};
use tabiya_store::{GameFilter, PageKey, PlayerOutcome};

use crate::answer::ApiError;
use crate::state::App;

/// The query of a list of games. What is left out lets everything through.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Query {
    /// The opponent's name.
    opponent: Option<String>,
    color: Option<Color>,
    result: Option<Outcome>,
    speed: Option<Speed>,
    rated: Option<bool>,
    /// The end of the game, in milliseconds since 1970.
    from: Option<u64>,
    to: Option<u64>,
    variant: Option<Variant>,
    min_plies: Option<u32>,
    max_plies: Option<u32>,
    termination: Option<Termination>,
    /// Where the page begins: `next` of the page before.
    after: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Won,
    Lost,
    Drawn,
    Aborted,
}

impl Query {
    /// Whether this filter lists all that a page lists of a player. Private games are in no list.
    pub(super) fn lists_all(filter: &GameFilter) -> bool {
        *filter == GameFilter { private: Some(false), ..GameFilter::default() }
    }

    /// The filter, and where the page begins.
    ///
    /// # Errors
    /// If there is no such opponent, `after` is no place in a list, or the storage fails.
    pub(super) async fn read(
        self,
        app: &App,
        to_staff: bool,
    ) -> Result<(GameFilter, Option<PageKey>), ApiError> {
        let opponent = match &self.opponent {
            Some(name) => Some(app.people.shown(name, to_staff).await?.player),
            None => None,
        };
        let outcome = self.result.map(|result| match result {
            Outcome::Won => PlayerOutcome::Won,
            Outcome::Lost => PlayerOutcome::Lost,
            Outcome::Drawn => PlayerOutcome::Drawn,
            Outcome::Aborted => PlayerOutcome::Aborted,
        });
        let filter = GameFilter {
            opponent,
            color: self.color,
            outcome,
            speed: self.speed,
            rated: self.rated,
            // Lists are for everybody.
            private: Some(false),
            variant: self.variant,
            termination: self.termination,
            from: self.from.map(Time),
            to: self.to.map(Time),
            min_half_moves: self.min_plies,
            max_half_moves: self.max_plies,
        };
        let after = self.after.as_deref().map(place).transpose()?;
        Ok((filter, after))
    }
}

/// A place in a list, as text: when the last game of the page before ended, and its id.
pub(super) fn cursor(key: PageKey) -> String {
    format!("{}-{}", key.ended.0, key.game)
}

fn place(text: &str) -> Result<PageKey, ApiError> {
    let parts = text.split_once('-');
    let key = parts.and_then(|(ended, game)| {
        let game: GameId = game.parse().ok()?;
        Some(PageKey { ended: Time(ended.parse().ok()?), game })
    });
    let wrong = || ApiError::BadRequest("after is what a page of this list gave as next".to_owned());
    key.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_list_is_read_as_it_was_written() {
        let key = PageKey { ended: Time(1_795_000_000_123), game: GameId::from_bits(77) };
        assert_eq!(place(&cursor(key)).unwrap(), key);
        for bad in ["", "-", "1795000000123", "x-0000001F", "1795000000123-0000001", "-1-0000001F"] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
