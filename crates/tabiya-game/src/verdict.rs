// SPDX-License-Identifier: MIT OR Apache-2.0
//! An arbiter decides a game that is being played, and ends it by that.
//!
//! Before both sides have moved nothing was played: the arbiter can only say who did not come, and the game ends without a result,
//! so it rates nobody. Later the verdict is the result. One that gives the sides different scores than a win or a draw, such as a
//! loss for both, leaves the game without a result, too. In each case the event that ends the game keeps the verdict.

use serde::{Deserialize, Serialize};

use crate::{Event, Game, GameResult, PlayerId, Refusal, ReplayCause, Termination, Time};

/// What an arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// White wins.
    WhiteWins,
    /// Half a point each.
    Draw,
    /// Black wins.
    BlackWins,
    /// Neither scores.
    BothLose,
    /// Half a point for White, nothing for Black.
    WhiteDraws,
    /// Half a point for Black, nothing for White.
    BlackDraws,
}

/// A verdict, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// The arbiter; `None` for whoever runs the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<PlayerId>,
}

impl Verdict {
    /// Whether it can be given where somebody did not come.
    const fn is_default(self) -> bool {
        matches!(self, Self::WhiteWins | Self::BlackWins | Self::BothLose)
    }

    /// The result of a game in which both have moved.
    const fn result(self) -> GameResult {
        match self {
            Self::WhiteWins => GameResult::WhiteWins,
            Self::Draw => GameResult::Draw,
            Self::BlackWins => GameResult::BlackWins,
            Self::BothLose | Self::WhiteDraws | Self::BlackDraws => GameResult::Aborted,
        }
    }
}

impl Game {
    /// Whether both sides have moved: a game that is decided before was not played. Sides alternate, so two half-moves are one of
    /// each.
    pub fn both_have_moved(&self) -> bool {
        self.history.ply() >= 2
    }

    /// `by_default`: because somebody did not come.
    pub(crate) fn decide_verdict(
        &self,
        decided: Decided,
        by_default: bool,
        now: Time,
    ) -> Result<Vec<Event>, Refusal> {
        let is_possible = self.both_have_moved() || by_default && decided.verdict.is_default();
        let result = self.result_of(decided.verdict).filter(|_| is_possible).ok_or(Refusal::NotBothMoved)?;
        let clock = self.clock_to_move(now);
        let (termination, decided) = (Termination::ArbiterDecision, Some(Box::new(decided)));
        Ok(vec![Event::Ended { result, termination, clock, by: None, decided }])
    }

    /// The result that follows from a verdict in this position; `None` where it can't be given.
    fn result_of(&self, verdict: Verdict) -> Option<GameResult> {
        if self.both_have_moved() {
            Some(verdict.result())
        } else {
            verdict.is_default().then_some(GameResult::Aborted)
        }
    }

    /// Checks that an end by an arbiter, and no other, has a verdict from which its result follows.
    pub(crate) fn check_decided(
        &self,
        result: GameResult,
        termination: Termination,
        decided: Option<&Decided>,
    ) -> Result<(), ReplayCause> {
        let is_right = match decided {
            Some(decided) => {
                termination == Termination::ArbiterDecision && self.result_of(decided.verdict) == Some(result)
            }
            None => termination != Termination::ArbiterDecision,
        };
        if is_right { Ok(()) } else { Err(ReplayCause::ImpossibleEnd { result, termination }) }
    }
}
