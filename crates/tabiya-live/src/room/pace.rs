// SPDX-License-Identifier: AGPL-3.0-or-later
//! How long the computer takes for a move: as long as a person might, not as long as it needs.
//!
//! It moves fast in the opening, when it recaptures, and when there is only one legal move. Otherwise it uses
//! a share of its clock, varied at random.

use std::time::Duration;

use tabiya_engine::Clock;
use tabiya_rules::{History, Move, Square};

/// The minimum time. A move that comes before the own piece has landed looks like an error.
const SHORTEST: Duration = Duration::from_millis(350);
/// The maximum time that people like to wait.
const LONGEST: Duration = Duration::from_secs(4);
/// The usual time for a move in percent of the clock ...
const SHARE_OF_CLOCK: u32 = 1;
/// ... or, without a clock, this time.
const WITHOUT_CLOCK: Duration = Duration::from_secs(2);
/// The opening ends after this many half-moves.
const OPENING: usize = 12;

/// The pace of one move.
#[derive(Debug)]
pub(super) struct Pace {
    /// The time for a move that needs thought.
    thought: Duration,
    /// In percent of `thought`: the difficulty of this position, whatever move is played.
    difficulty: u32,
    /// The square on which a piece was just captured.
    taken_on: Option<Square>,
}

impl Pace {
    /// The pace of the next move in this game. `seed` is the game's.
    pub(super) fn new(history: &History, clock: Option<Clock>, seed: u64) -> Pace {
        let usual =
            clock.map_or(WITHOUT_CLOCK, |clock| clock.remaining * SHARE_OF_CLOCK / 100 + clock.increment / 2);
        // Between 50 and 150 percent of the usual time.
        let mood = 50 + (mixed(seed ^ history.ply() as u64) % 101) as u32;
        let only_one = history.position().legal_moves().len() == 1;
        let difficulty = match history.ply() {
            _ if only_one => 20,
            ..OPENING => 35,
            _ => 100,
        };
        Pace { thought: usual * mood / 100, difficulty, taken_on: taken_on(history) }
    }

    /// How long after the opponent's move this move should come.
    pub(super) fn of(&self, mv: Option<Move>) -> Duration {
        let takes_back = mv.is_some_and(|mv| self.taken_on == Some(mv.to()));
        let difficulty = if takes_back { self.difficulty.min(30) } else { self.difficulty };
        (self.thought * difficulty / 100).clamp(SHORTEST, LONGEST)
    }
}

/// The square on which the last move captured a piece.
fn taken_on(history: &History) -> Option<Square> {
    let (last, earlier) = history.moves().split_last()?;
    let mut before = History::new(*history.start());
    earlier.iter().for_each(|mv| before.play(*mv));
    let target = last.to();
    let takes = !last.is_castling() && before.position().occupied().contains(target);
    (takes || last.is_en_passant()).then_some(target)
}

/// Mixes the bits of a number (the last step of SplitMix64; Steele, Lea and Flood, 2014).
fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, parse_san};

    use super::*;

    fn game(fen: &str, moves: &str) -> History {
        let mut history = History::new(Position::from_fen(fen).unwrap());
        for san in moves.split_whitespace() {
            let mv = parse_san(history.position(), san).unwrap();
            history.play(mv);
        }
        history
    }

    fn clock(seconds: u64) -> Option<Clock> {
        let remaining = Duration::from_secs(seconds);
        Some(Clock { remaining, increment: Duration::ZERO, moves_to_go: None })
    }

    const OPEN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    /// Twelve half-moves from there on. The last one is a capture.
    const PLAYED: &str = "O-O O-O d3 d6 Bg5 h6 Bh4 g5 Nxg5 hxg5 Bxg5 Bg4 Qd2 Nd4 Bxf6";

    fn mean(history: &History, clock: Option<Clock>, san: &str) -> Duration {
        let mv = parse_san(history.position(), san).unwrap();
        (0..200).map(|seed| Pace::new(history, clock, seed).of(Some(mv))).sum::<Duration>() / 200
    }

    #[test]
    fn thought_is_for_moves_that_need_it() {
        let middle = game(OPEN, PLAYED);
        let quiet = mean(&middle, clock(200), "a6");
        assert!((1_700..2_300).contains(&quiet.as_millis()), "{quiet:?}");
        assert!(mean(&middle, clock(200), "Qxf6") < quiet / 2, "taking back is quick");
        assert!(mean(&game(OPEN, ""), clock(200), "O-O") < quiet / 2, "the opening is known");
        assert!(mean(&middle, clock(30), "a6") < quiet / 4, "little time is little thought");
        assert!(mean(&game("6k1/8/8/8/8/8/r7/7K w - - 0 1", ""), clock(200), "Kg1") < quiet / 3, "no choice");
    }

    #[test]
    fn it_is_never_longer_than_people_wait() {
        let middle = game(OPEN, PLAYED);
        for seed in 0..500 {
            let pace = Pace::new(&middle, clock(3_600), seed).of(None);
            assert!((SHORTEST..=LONGEST).contains(&pace));
        }
        let paces: std::collections::BTreeSet<_> =
            (0..20).map(|seed| Pace::new(&middle, None, seed).of(None)).collect();
        assert!(paces.len() > 10, "and seldom twice the same");
    }
}
