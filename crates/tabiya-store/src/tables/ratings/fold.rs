// SPDX-License-Identifier: AGPL-3.0-or-later
//! The fold that ratings are, in memory: what a step makes of the players' states.

use std::collections::HashMap;

use tabiya_game::{Category, PlayerId, Rating, Standing, Time, refund};

use crate::{CorrectionOf, EndedGame, PlayerRating, RatedGame, RatedSide, RatingEntry};

/// Whose ratings, and of which category.
pub(crate) type Line = (PlayerId, Category);

/// How a player stands, and after how many entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) standing: Standing,
    pub(crate) number: u32,
    pub(crate) games: u32,
}

impl State {
    const NEWCOMER: Self = Self { standing: Standing::NEWCOMER, number: 0, games: 0 };
}

impl From<PlayerRating> for State {
    fn from(rating: PlayerRating) -> Self {
        Self { standing: rating.standing, number: rating.number, games: rating.games }
    }
}

/// The states of the players that are in it; of all others, a newcomer's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fold {
    states: HashMap<Line, State>,
}

impl Fold {
    pub(crate) fn of(ratings: impl IntoIterator<Item = PlayerRating>) -> Self {
        let states = ratings.into_iter().map(|rating| ((rating.player, rating.category), rating.into()));
        Self { states: states.collect() }
    }

    pub(crate) fn state(&self, line: Line) -> State {
        self.states.get(&line).copied().unwrap_or(State::NEWCOMER)
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (Line, State)> {
        self.states.iter().map(|(line, state)| (*line, *state))
    }

    /// Takes in a game; `None` if it was aborted, and so counts for nothing.
    pub(crate) fn game(&mut self, game: EndedGame) -> Option<RatedGame> {
        let players = [game.white, game.black];
        let before = players.map(|player| self.state((player, game.category)));
        let after = Standing::after(before.map(|state| state.standing), game.result, game.at)?;
        let side = |place: usize| RatedSide {
            number: before[place].number + 1,
            before: before[place].standing.rating,
            after: after[place].rating,
        };
        for place in [0, 1] {
            let State { number, games, .. } = before[place];
            let state = State { standing: after[place], number: number + 1, games: games + 1 };
            self.states.insert((players[place], game.category), state);
        }
        Some(RatedGame { game, white: side(0), black: side(1), is_taken_back: false })
    }

    /// Sets a player's rating.
    pub(crate) fn start(&mut self, line: Line, rating: Rating, at: Time) -> RatingEntry {
        let state = self.state(line);
        let since = state.standing.since.max(Some(at));
        let state = State { standing: Standing { rating, since }, number: state.number + 1, ..state };
        self.states.insert(line, state);
        RatingEntry { number: state.number, at, game: None, rating }
    }

    /// Gives a player the points back that a game took.
    pub(crate) fn take_back(&mut self, line: Line, side: RatedSide, at: Time) -> RatingEntry {
        let state = self.state(line);
        let rating = refund(state.standing.rating, side.before, side.after);
        let standing = Standing { rating, ..state.standing };
        self.states.insert(line, State { standing, number: state.number + 1, ..state });
        RatingEntry { number: state.number + 1, at, game: None, rating }
    }

    /// Takes in a correction; `game` is the one that it takes back or counts again. Empty where that is missing.
    pub(crate) fn correct(
        &mut self,
        what: &CorrectionOf,
        game: Option<&RatedGame>,
        at: Time,
    ) -> Vec<(Line, RatingEntry)> {
        match (*what, game) {
            (CorrectionOf::Start { player, category, rating }, _) => {
                let line = (player, category);
                vec![(line, self.start(line, rating, at))]
            }
            (CorrectionOf::TakenBack { .. } | CorrectionOf::CountedAgain { .. }, None) => Vec::new(),
            (what, Some(rated)) => {
                let EndedGame { category, white, black, .. } = rated.game;
                // To count again is to take back the other way round.
                let turned = |side: RatedSide| match what {
                    CorrectionOf::CountedAgain { .. } => {
                        RatedSide { before: side.after, after: side.before, ..side }
                    }
                    _ => side,
                };
                [((white, category), turned(rated.white)), ((black, category), turned(rated.black))]
                    .into_iter()
                    .map(|(line, side)| (line, self.take_back(line, side, at)))
                    .collect()
            }
        }
    }
}
