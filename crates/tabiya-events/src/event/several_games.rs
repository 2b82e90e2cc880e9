// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several games of each pairing of a Swiss: the two change colours after each game, and a round is worth what they have scored in
//! all of them.

use tabiya_tournament::{Cell, Colour, GameResult, Points, Scoring};

use super::{Board, Event, Format, MatchState, NextGame};

/// What the games of a pairing were, when all of them are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingScore {
    /// The points of the board's first player, and of the second one.
    pub points: [Points; 2],
    /// Whether any game took place.
    pub was_played: bool,
}

impl PairingScore {
    /// What the round was to the first player, or to the second one: more points than the opponent are a win.
    pub fn result(&self, is_first: bool) -> GameResult {
        let [first, second] = self.points;
        let (own, other) = if is_first { (first, second) } else { (second, first) };
        match (own.cmp(&other), self.was_played) {
            (std::cmp::Ordering::Greater, true) => GameResult::Win,
            (std::cmp::Ordering::Greater, false) => GameResult::ForfeitWin,
            (std::cmp::Ordering::Equal, true) if own > Points::ZERO => GameResult::Draw,
            (_, true) => GameResult::Loss,
            (_, false) => GameResult::ForfeitLoss,
        }
    }
}

impl Board {
    /// What these games were; `None` until so many are over.
    pub fn pairing_score(&self, games: u8) -> Option<PairingScore> {
        if self.games.len() < usize::from(games) {
            return None;
        }
        let scoring = Scoring::default();
        let mut score = PairingScore { points: [Points::ZERO; 2], was_played: false };
        for game in &self.games {
            let outcome = game.outcome?;
            score.was_played |= outcome.is_played();
            let sides = [Colour::White, Colour::Black].into_iter().zip(outcome.results());
            for (place, (colour, result)) in sides.enumerate() {
                let side = if game.turned { 1 - place } else { place };
                let cell = Cell::Game { opponent: 0, colour: Some(colour), result };
                score.points[side] += scoring.points(cell);
            }
        }
        Some(score)
    }
}

impl Event {
    /// How many games each pairing has: one, but in a Swiss that has more of them.
    pub const fn games_per_pairing(&self) -> u8 {
        match self.settings.format {
            Format::Swiss { .. } if self.settings.games_per_pairing > 1 => self.settings.games_per_pairing,
            Format::Swiss { .. }
            | Format::RoundRobin { .. }
            | Format::KnockOut { .. }
            | Format::Keizer { .. }
            | Format::Arena { .. }
            | Format::TeamMatch { .. } => 1,
        }
    }

    /// The game that the players of a board play next; `None` while one of theirs is open, and after the last one.
    pub(crate) fn next_game(&self, round: u16, board: u16) -> Option<NextGame> {
        match self.match_on(round, board) {
            Some(MatchState::Next(next)) => return Some(next),
            Some(MatchState::Running | MatchState::Decided(_)) => return None,
            None => {}
        }
        let these = self.round(round)?.board(board)?;
        let played = these.games.len();
        let is_missing = these.open_game().is_none() && played < usize::from(self.games_per_pairing());
        is_missing.then_some(NextGame { turned: played % 2 == 1, time: None, armageddon: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{BoardGame, EntrantId, Outcome};

    fn score(outcomes: &[Outcome], games: u8) -> Option<([i32; 2], [GameResult; 2])> {
        let mut board = Board::new(1, [EntrantId(1), EntrantId(2)], 0);
        let game = |(place, outcome): (usize, &Outcome)| BoardGame {
            turned: place % 2 == 1,
            outcome: Some(*outcome),
            ..BoardGame::first()
        };
        board.games = outcomes.iter().enumerate().map(game).collect();
        let score = board.pairing_score(games)?;
        Some((score.points.map(Points::as_tenths), [true, false].map(|first| score.result(first))))
    }

    #[test]
    fn a_round_is_worth_what_its_games_were() {
        use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
        use Outcome::{BlackWins, BothForfeit, BothLose, WhiteByForfeit, WhiteDraws, WhiteWins};
        assert_eq!(score(&[WhiteWins], 2), None);
        assert_eq!(score(&[WhiteWins, BlackWins], 2), Some(([20, 0], [Win, Loss])), "with both colours");
        assert_eq!(score(&[WhiteWins, WhiteWins], 2), Some(([10, 10], [Draw, Draw])));
        assert_eq!(score(&[WhiteWins, Outcome::Draw], 2), Some(([15, 5], [Win, Loss])));
        assert_eq!(score(&[WhiteWins, Outcome::Draw, BlackWins], 3), Some(([15, 15], [Draw, Draw])));
        assert_eq!(score(&[WhiteDraws, WhiteDraws], 2), Some(([5, 5], [Draw, Draw])));
        assert_eq!(score(&[BothLose, BothLose], 2), Some(([0, 0], [Loss, Loss])));
        assert_eq!(score(&[BothForfeit, BothForfeit], 2), Some(([0, 0], [ForfeitLoss, ForfeitLoss])));
        // Black of the first game did not come to it, and White not to the second one.
        let one_each = Some(([20, 0], [ForfeitWin, ForfeitLoss]));
        assert_eq!(score(&[WhiteByForfeit, Outcome::BlackByForfeit], 2), one_each);
        assert_eq!(score(&[WhiteByForfeit, WhiteByForfeit], 2), Some(([10, 10], [ForfeitLoss, ForfeitLoss])));
        assert_eq!(score(&[WhiteByForfeit, WhiteWins], 2), Some(([10, 10], [Draw, Draw])));
    }
}
