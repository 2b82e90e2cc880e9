// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a side can still mate by any series of legal moves (FIDE 5.2.2, 6.9).
//!
//! Three kinds of proof are tried, the cheapest first. Material ([`Position::can_win`]) and walls ([`walls`]) can prove a no. The
//! [`search`] looks for a helpmate, both sides helping, the most promising positions first: a line is a proof of yes, and if
//! there is nothing left to look at, that is a proof of no. A yes always comes with its line.
//!
//! A player chooses the position in which a flag falls, so the work has a limit, [`WINNABLE_NODES`]. It is counted in positions
//! and not in time: the answer is the same on every machine.

mod promise;
mod search;
mod seen;
mod strip;
mod walls;

use alloc::vec::Vec;

use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;

use self::search::Verdict;

/// Whether a side can still mate if both sides do their best to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winnable {
    /// Proven: there is a series of legal moves that ends with this side's mate.
    Yes,
    /// Proven: no series of legal moves ends with this side's mate.
    No,
    /// Nothing was proven with the work allowed.
    Unknown,
}

/// Positions that [`Position::winnable`] looks at before it gives up: at most about two milliseconds of work, whatever the position.
pub const WINNABLE_NODES: u32 = 9_500;

impl Position {
    /// Whether that side can still mate by any series of legal moves, the other side helping (FIDE 6.9): what decides when
    /// the other side's flag falls. It takes some microseconds in most positions of games and looks at
    /// [`WINNABLE_NODES`] positions at most.
    ///
    /// Moves end where the rules end the game by themselves with mate or stalemate. Counted moves and repetitions are not asked:
    /// they are the history's.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Winnable};
    ///
    /// // 8  . . . . . . . .     Nobody gets through, and nobody can take anything.
    /// // 7  . . . . k . . .
    /// // 6  . . . . . . . .
    /// // 5  p . p . p . p .
    /// // 4  P p P p P p P p
    /// // 3  . P . P . P . P
    /// // 2  . . . . K . . .
    /// // 1  . . B . . . . .
    /// //    a b c d e f g h
    /// let wall = Position::from_fen("8/4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/5B2 w - - 0 1").unwrap();
    /// assert_eq!(wall.winnable(Color::White), Winnable::No);
    /// assert!(wall.is_dead());
    /// assert_eq!(Position::start().winnable(Color::Black), Winnable::Yes);
    /// ```
    #[must_use]
    pub fn winnable(&self, color: Color) -> Winnable {
        self.winnable_within(color, WINNABLE_NODES)
    }

    /// The same with the number of positions to look at, at most. More work never turns a yes into a no or the other way
    /// round.
    #[must_use]
    pub fn winnable_within(&self, color: Color, nodes: u32) -> Winnable {
        match search::helpmate(self, color, nodes) {
            Verdict::Mate(_) => Winnable::Yes,
            Verdict::Impossible => Winnable::No,
            Verdict::OutOfWork => Winnable::Unknown,
        }
    }

    /// The moves of a helpmate in which that side mates, both sides helping: the proof of a [`Winnable::Yes`]. Not the
    /// shortest one. `None` if there is none or none was found among that many positions.
    ///
    /// ```
    /// use tabiya_rules::{Color, Outcome, Position};
    ///
    /// let mut position = Position::start();
    /// for mv in position.helpmate(Color::Black, 1_000).unwrap() {
    ///     position.play(mv);
    /// }
    /// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    /// ```
    #[must_use]
    pub fn helpmate(&self, color: Color, nodes: u32) -> Option<Vec<Move>> {
        match search::helpmate(self, color, nodes) {
            Verdict::Mate(line) => Some(line),
            Verdict::Impossible | Verdict::OutOfWork => None,
        }
    }

    /// Whether it is proven that neither side can mate any more, and the game so a draw at once (FIDE 5.2.2). `false` also
    /// where nothing was proven with the work allowed.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.winnable(color) == Winnable::No)
    }
}
