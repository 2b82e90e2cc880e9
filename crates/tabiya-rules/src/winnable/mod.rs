// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a side can still mate by any series of legal moves (FIDE 5.2.2, 6.9).
//!
//! Three kinds of proof are tried, the fastest first. Material ([`Position::can_win`]) and blocked pawns
//! ([`blockade`]) can prove a no. The [`search`] looks for a helpmate, in which both sides help, and examines
//! the most promising positions first. A mate that it finds proves a yes; if it has examined all positions,
//! that proves a no. Every yes comes with its line of moves.
//!
//! A player can choose in which position time runs out, so the work has a limit, [`WINNABLE_NODES`]. It is
//! counted in positions and not in time, so that the answer is the same on every machine.

mod bare_king;
mod blockade;
mod mate_distance;
mod search;
mod small_endings;
mod visited;

use alloc::vec::Vec;

use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;

use self::search::Verdict;

/// Whether a side can still mate if both sides help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winnable {
    /// Proven: a series of legal moves ends with this side's mate.
    Yes,
    /// Proven: no series of legal moves ends with this side's mate.
    No,
    /// Nothing was proven within the limit.
    Unknown,
}

/// The number of positions after which [`Position::winnable`] gives up. That is at most about two
/// milliseconds of work, whatever the position.
pub const WINNABLE_NODES: u32 = 9_500;

impl Position {
    /// Whether `color` can still mate by any series of legal moves if the other side helps (FIDE 6.9). This
    /// decides the result when the other side's time runs out. It takes some microseconds in most positions
    /// of real games, and examines at most [`WINNABLE_NODES`] positions.
    ///
    /// A series ends where mate or stalemate ends the game. If `color` has mated already, the answer is yes,
    /// whatever the material. Counted moves and repetitions are ignored; they
    /// belong to the game's history.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Winnable};
    ///
    /// // 8  . . . . . . . .     No piece can get through, and none can capture anything.
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

    /// The same with a limit on the number of positions. A higher limit never turns a yes into a no, or a no
    /// into a yes.
    #[must_use]
    pub fn winnable_within(&self, color: Color, nodes: u32) -> Winnable {
        match search::helpmate(self, color, nodes) {
            Verdict::Mate(_) => Winnable::Yes,
            Verdict::Impossible => Winnable::No,
            Verdict::LimitReached => Winnable::Unknown,
        }
    }

    /// The moves of a helpmate in which `color` mates: the proof of [`Winnable::Yes`]. It need not be the
    /// shortest. `None` if there is none, or if none was found within this number of positions.
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
            Verdict::Impossible | Verdict::LimitReached => None,
        }
    }

    /// Whether it is proven that neither side can mate any more, so that the game is drawn at once (FIDE
    /// 5.2.2). `false` also if nothing was proven within the limit, and if mate or stalemate has already ended
    /// the game.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.has_legal_move() && Color::ALL.into_iter().all(|color| self.winnable(color) == Winnable::No)
    }
}
