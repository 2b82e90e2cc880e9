// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a conditional line stands in its game, and the reply that is due.

use tabiya_game::{Game, Status};
use tabiya_rules::{Attempt, Color, Position};

use super::{Conditional, Prepared};

/// How a conditional line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// So many of its moves have been played, and the next one may come.
    Waits {
        /// How many.
        played: usize,
    },
    /// All of it has been played.
    Played,
    /// It does not apply any more.
    Dropped(WhyDropped),
}

/// Why a line does not apply any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDropped {
    /// Another move was played.
    OtherMove {
        /// So many of its moves had been played by then.
        played: usize,
    },
    /// Moves were taken back.
    TakenBack,
    /// The game ended.
    GameOver,
}

/// The position in which the game's half-move of this number, from 0, was played or is to be played.
fn position_before(game: &Game, half_move: usize) -> Position {
    let mut history = game.history().clone();
    history.take_back(game.plies().len().saturating_sub(half_move));
    *history.position()
}

impl Prepared {
    /// How this line stands.
    pub fn standing(line: &Conditional, game: &Game) -> Standing {
        // A number that the game has not reached was given before the server was set back to a backup.
        if game.was_taken_back_after(line.since) || line.since > game.last_seq() {
            return Standing::Dropped(WhyDropped::TakenBack);
        }
        let first = game.plies().partition_point(|played| played.seq <= line.since);
        // Nor has the game had this position where the server was set back and other moves were played since.
        if position_before(game, first) != line.line.start {
            return Standing::Dropped(WhyDropped::TakenBack);
        }
        let moves = &line.line.moves;
        for (index, played) in (first..game.plies().len()).zip(0..) {
            match moves.get(played) {
                None => return Standing::Played,
                Some(&expected) if game.was_played(index, expected) => {}
                Some(_) => return Standing::Dropped(WhyDropped::OtherMove { played }),
            }
        }
        let played = game.plies().len() - first;
        if played >= moves.len() {
            Standing::Played
        } else if game.is_over() {
            Standing::Dropped(WhyDropped::GameOver)
        } else {
            Standing::Waits { played }
        }
    }

    /// What is still to be played of each line that waits.
    pub(super) fn waiting<'a>(
        &'a self,
        game: &'a Game,
    ) -> impl Iterator<Item = (&'a Conditional, &'a [Attempt])> {
        self.conditional.iter().filter_map(|line| match Self::standing(line, game) {
            Standing::Waits { played } => Some((line, &line.line.moves[played..])),
            Standing::Played | Standing::Dropped(_) => None,
        })
    }

    /// The reply that is to be played now for the owner of these lines, who plays this side. While a draw is offered or a
    /// takeback is proposed, the lines wait: a move would be an answer.
    pub fn reply(&self, game: &Game, side: Color) -> Option<Attempt> {
        let is_free = game.draw_offer().is_none() && game.takeback_proposal().is_none();
        if game.status() != Status::Playing || game.turn() != side || !is_free {
            return None;
        }
        self.waiting(game).find_map(|(_, rest)| rest.first().copied())
    }
}
