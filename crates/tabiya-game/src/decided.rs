// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a game makes of an arbiter's verdict, and whether the end of a log follows from one.

use crate::{Decided, Event, Game, GameResult, Refusal, ReplayCause, Termination, Time, Verdict};

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

    /// Checks the end in a log: one by an arbiter has a verdict from which its result follows, and any other has none.
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
