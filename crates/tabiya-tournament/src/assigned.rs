// SPDX-License-Identifier: MIT OR Apache-2.0
//! Points that differ from what a kind of result is usually worth: TRF26's lines `299` with a type in column 5.

use crate::{Bye, Cell, GameResult, Points};

/// A kind of result, as column 5 of a line `299` names it. The pairing-allocated bye has none: its value stands in line
/// `162` or `320`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `W`: won on the board.
    Win,
    /// `D`: drawn on the board.
    Draw,
    /// `L`: lost on the board.
    Loss,
    /// `F`: a full-point bye.
    FullBye,
    /// `H`: a half-point bye.
    HalfBye,
    /// `Z`: a zero-point bye.
    ZeroBye,
    /// `+`: won by forfeit.
    ForfeitWin,
    /// `-`: lost by forfeit.
    ForfeitLoss,
}

impl Outcome {
    /// The kind with a letter, in capitals or not.
    pub(crate) const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'W' => Self::Win,
            'D' => Self::Draw,
            'L' => Self::Loss,
            'F' => Self::FullBye,
            'H' => Self::HalfBye,
            'Z' => Self::ZeroBye,
            '+' => Self::ForfeitWin,
            '-' => Self::ForfeitLoss,
            _ => return None,
        })
    }

    /// The kind of what a player did. Nothing for the pairing-allocated bye and for a result that is not known.
    pub const fn of_cell(cell: Cell) -> Option<Self> {
        Some(match cell {
            Cell::Bye(Bye::Full) => Self::FullBye,
            Cell::Bye(Bye::Half) => Self::HalfBye,
            Cell::Bye(Bye::Zero) => Self::ZeroBye,
            Cell::Bye(Bye::PairingAllocated) => return None,
            Cell::Game { result, .. } => match result {
                GameResult::Win | GameResult::ShortWin => Self::Win,
                GameResult::Draw | GameResult::ShortDraw => Self::Draw,
                GameResult::Loss | GameResult::ShortLoss => Self::Loss,
                GameResult::ForfeitWin => Self::ForfeitWin,
                GameResult::ForfeitLoss => Self::ForfeitLoss,
                GameResult::Unknown => return None,
            },
        })
    }

    /// The letter of column 5.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Win => 'W',
            Self::Draw => 'D',
            Self::Loss => 'L',
            Self::FullBye => 'F',
            Self::HalfBye => 'H',
            Self::ZeroBye => 'Z',
            Self::ForfeitWin => '+',
            Self::ForfeitLoss => '-',
        }
    }

    /// The result in half points: 2, 1 or 0.
    pub(crate) const fn halves(self) -> u8 {
        match self {
            Self::Win | Self::FullBye | Self::ForfeitWin => 2,
            Self::Draw | Self::HalfBye => 1,
            Self::Loss | Self::ZeroBye | Self::ForfeitLoss => 0,
        }
    }
}

/// One line `299` with a type. With a round and with names it says what that round of these participants was, whatever
/// their games say; else it says what all results of its kind are worth, in a round or of participants where these are
/// stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignedPoints {
    /// The kind of result.
    pub outcome: Outcome,
    /// The match points of teams; `None` where these stay as they are.
    pub match_points: Option<Points>,
    /// The points, or the game points of teams; `None` where these stay as they are.
    pub points: Option<Points>,
    /// The round, from 1; `None` for all.
    pub round: Option<u16>,
    /// Starting numbers, or numbers of teams; empty for all.
    pub players: Vec<u16>,
}

impl AssignedPoints {
    /// Whether the line says what one round of a participant was, not what a kind of result is worth.
    pub(crate) fn replaces(&self, number: u16, round: u16) -> bool {
        self.round == Some(round) && self.players.contains(&number)
    }

    fn applies(&self, number: u16, round: u16, outcome: Option<Outcome>) -> bool {
        let all_rounds = self.round.is_none_or(|stated| stated == round);
        let everybody = self.players.is_empty() || self.players.contains(&number);
        self.replaces(number, round) || (all_rounds && everybody && outcome == Some(self.outcome))
    }

    /// The line that holds for a round of a participant: the one that says most about it, the last of several.
    pub(crate) fn find(list: &[Self], number: u16, round: u16, outcome: Option<Outcome>) -> Option<&Self> {
        let holding = list.iter().filter(|line| line.applies(number, round, outcome));
        holding.max_by_key(|line| (!line.players.is_empty(), line.round.is_some()))
    }
}
