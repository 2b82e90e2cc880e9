// SPDX-License-Identifier: MIT OR Apache-2.0
//! Training samples: positions of games, each with the score that a search found and the game's result.

use std::path::PathBuf;

use tabiya_engine::{Engine, Evaluation};
use tabiya_rules::{Color, Move, Position, Role};

use crate::games::{Game, GameReader, GameResult};
use crate::random::Random;

/// A position in 32 bytes, from the view of the side to move: its own pieces first, its own first rank at the
/// bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    occupied: u64,
    /// Four bits for each piece, in the order of the squares: 0 to 5 are own pawn to king, 6 to 11 the other
    /// side's.
    pieces: [u8; 16],
    /// The score for the side to move, in hundredths of a pawn.
    pub(crate) score: i16,
    /// The result for the side to move: 0 lost, 1 drawn, 2 won. [`UNPLAYED`] if the position was in no game.
    pub(crate) result: u8,
    /// Bit 0: the own view is mirrored left to right. Bit 1: the other side's view is.
    mirrored: u8,
}

/// A score beyond this says only which side wins, not by how much.
const DECIDED: i32 = 3_000;
/// One game in this many is used for validation.
const VALIDATION_INTERVAL: u32 = 50;

/// Used in place of a result.
pub(crate) const UNPLAYED: u8 = 3;

impl Sample {
    pub(crate) fn new(position: &Position, score: i16, result: GameResult) -> Sample {
        let turn = position.turn();
        let flip = if turn == Color::White { 0 } else { 56 };
        let mut seen = [None; 64];
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let enemy = u8::from(piece.color != turn);
                seen[square.index() ^ flip] = Some(enemy * 6 + piece.role.index() as u8);
            }
        }
        let mut sample = Sample { occupied: 0, pieces: [0; 16], score, result: 1, mirrored: 0 };
        for (nth, (square, code)) in
            (0..64).filter_map(|square: usize| seen[square].map(|code| (square, code))).take(32).enumerate()
        {
            sample.occupied |= 1 << square;
            sample.pieces[nth / 2] |= code << (nth % 2 * 4);
        }
        let on_the_right = |color: Color| u8::from(position.king_of(color).index() % 8 >= 4);
        sample.mirrored = on_the_right(turn) | on_the_right(turn.opposite()) << 1;
        sample.result = match (result, turn) {
            (GameResult::Draw, _) => 1,
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => 2,
            (GameResult::White, Color::Black) | (GameResult::Black, Color::White) => 0,
        };
        sample
    }

    /// Calls the function with the inputs of each piece: in the own view, and in the other side's view.
    #[inline]
    pub(crate) fn for_each_input(&self, mut each: impl FnMut(usize, usize)) {
        let own_flip = if self.mirrored & 1 != 0 { 7 } else { 0 };
        let other_flip = 56 ^ if self.mirrored & 2 != 0 { 7 } else { 0 };
        let mut rest = self.occupied;
        let mut nth = 0;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let code = usize::from(self.pieces[nth / 2] >> (nth % 2 * 4) & 15);
            nth += 1;
            let swapped = if code < 6 { code + 6 } else { code - 6 };
            each(code * 64 + (square ^ own_flip), swapped * 64 + (square ^ other_flip));
        }
    }

    /// Like [`tabiya_engine::nnue::output_group`].
    #[inline]
    pub(crate) fn group(&self) -> usize {
        ((self.occupied.count_ones() as usize).saturating_sub(2) / 4).min(tabiya_engine::nnue::GROUPS - 1)
    }
}

/// Whether the score is the value of the position as it is: the position is quiet and not yet decided.
fn is_telling(position: &Position, mv: Move, score: i16) -> bool {
    i32::from(score).abs() <= DECIDED && !position.is_check() && !is_tactical(position, mv)
}

/// Whether the move captures or promotes to a queen.
pub(crate) fn is_tactical(position: &Position, mv: Move) -> bool {
    mv.is_en_passant()
        || mv.promotion() == Some(Role::Queen)
        || (!mv.is_castling() && position.occupied().contains(mv.to()))
}

/// The samples that were read.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) training: Vec<Sample>,
    /// The samples of the validation games, which are not trained on.
    pub(crate) validation: Vec<Sample>,
    pub(crate) games: u64,
    pub(crate) positions: u64,
}

impl Samples {
    /// Reads at most this number of games from the files, and adds `augment` positions for each position of a
    /// game (data augmentation).
    ///
    /// # Errors
    /// If a file can't be read.
    pub(crate) fn read(
        files: &[PathBuf],
        max_games: u64,
        augment: usize,
        seed: u64,
    ) -> anyhow::Result<Samples> {
        let mut samples = Samples::default();
        let mut engine = Engine::new(Engine::MIN_HASH);
        engine.set_evaluation(Evaluation::ByHand);
        for file in files {
            let mut reader = GameReader::open(file)?;
            while samples.games < max_games
                && let Some(game) = reader.read()?
            {
                samples.take(&game);
                if !game.number.is_multiple_of(VALIDATION_INTERVAL) && augment > 0 {
                    let mut random = Random::new(seed, game.number.into());
                    samples.augment(&game, augment, &mut engine, &mut random);
                }
            }
        }
        Ok(samples)
    }

    /// Adds positions that were not played: those after one or two random moves from each position of a game,
    /// with the static hand-crafted evaluation as their score. A search mostly evaluates positions after bad
    /// moves, which games hardly contain; these samples show a new network such positions.
    fn augment(&mut self, game: &Game, times: usize, engine: &mut Engine, random: &mut Random) {
        let mut position = game.start;
        for ply in &game.plies {
            for _ in 0..times {
                let mut other = position;
                for _ in 0..1 + random.below(2) {
                    let moves = other.legal_moves();
                    if !moves.is_empty() {
                        other.play(moves[random.below(moves.len())]);
                    }
                }
                if !other.is_check() {
                    let score = engine.evaluate(&other);
                    if score.abs() <= DECIDED {
                        let sample = Sample::new(&other, score as i16, GameResult::Draw);
                        self.training.push(Sample { result: UNPLAYED, ..sample });
                    }
                }
            }
            position.play(ply.mv);
        }
    }

    fn take(&mut self, game: &Game) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        let list = if game.number.is_multiple_of(VALIDATION_INTERVAL) {
            &mut self.validation
        } else {
            &mut self.training
        };
        let mut position = game.start;
        for ply in &game.plies {
            if is_telling(&position, ply.mv, ply.score) {
                list.push(Sample::new(&position, ply.score, game.result));
            }
            position.play(ply.mv);
        }
    }
}

/// Shuffles the samples.
pub(crate) fn shuffle(samples: &mut [Sample], random: &mut Random) {
    for at in (1..samples.len()).rev() {
        samples.swap(at, random.below(at + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Ply;
    use std::collections::BTreeSet;
    use tabiya_engine::nnue::{feature, is_mirrored, output_group};

    #[test]
    fn inputs_are_those_of_the_engine() {
        let mut random = Random::new(11, 0);
        for _ in 0..500 {
            let position = tabiya_rules::random_position(&mut || random.next());
            let sample = Sample::new(&position, 0, GameResult::Draw);
            let mut found = [BTreeSet::new(), BTreeSet::new()];
            sample.for_each_input(|own, other| {
                found[0].insert(own);
                found[1].insert(other);
            });
            let expected = [position.turn(), position.turn().opposite()].map(|view| {
                let piece = |square| position.piece_at(square).map(|piece| (piece, square));
                let mirrored = is_mirrored(&position, view);
                let input = |(piece, square)| feature(view, mirrored, piece, square);
                position.occupied().into_iter().filter_map(piece).map(input).collect()
            });
            assert_eq!(found, expected, "{}", position.to_fen());
            assert_eq!(sample.group(), output_group(&position));
        }
    }

    #[test]
    fn only_quiet_undecided_positions_are_learnt_from() {
        let start = Position::from_fen("4k3/8/8/3p4/4P3/8/7P/4K2R w K - 0 1").unwrap();
        let mut position = start;
        let mut plies = Vec::new();
        // Castling is quiet; a capture is not; a score can be decided; then quiet again; then in check.
        for (uci, score) in
            [("e1g1", 300), ("d5e4", -310), ("h2h3", 5_000), ("e8d7", -20), ("f1d1", 40), ("d7e6", -30)]
        {
            let attempt: tabiya_rules::Attempt = uci.parse().unwrap();
            let mv = attempt.to_move(&position).unwrap();
            plies.push(Ply { mv, score });
            position.play(mv);
        }
        let game = Game { number: 1, start, plies, result: GameResult::White };
        let mut samples = Samples::default();
        samples.take(&game);
        let kept: Vec<(i16, u8)> =
            samples.training.iter().map(|sample| (sample.score, sample.result)).collect();
        assert_eq!(kept, [(300, 2), (-20, 0), (40, 2)]);
        samples.take(&Game { number: VALIDATION_INTERVAL, ..game });
        assert_eq!((samples.training.len(), samples.validation.len()), (3, 3));
    }

    #[test]
    fn the_same_seed_shuffles_alike() {
        let at = |n: i16| Sample::new(&Position::start(), n, GameResult::Draw);
        let sorted: Vec<Sample> = (0..100).map(at).collect();
        let shuffled = |seed| {
            let mut samples = sorted.clone();
            shuffle(&mut samples, &mut Random::new(seed, 0));
            samples
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut back = shuffled(1);
        assert_ne!(back, sorted);
        back.sort_by_key(|sample| sample.score);
        assert_eq!(back, sorted);
    }
}
