// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels 1 to 12: players that err like people.
//!
//! A weak level does not play a strong game with blunders thrown in. It looks less far, it overlooks moves, above all long
//! ones, backward ones and those deep in a line, and it judges positions a little wrongly; then it plays
//! the best it sees. What it overlooks and misjudges comes from a hash of the position and the game's seed: thinking
//! again gives the same answer. From level 5 on nearly nothing is given away in one move.
//!
//! The levels, version 4. *Depth* in plies, captures are followed further; *noise* is the standard deviation of what is
//! added to each evaluation, in hundredths of a pawn; *overlooked* of ordinary quiet moves; *mates* in one that are seen;
//! *takes* of pieces that can be had for nothing; *book* in plies.
//!
//! | level | depth | nodes | noise | overlooked | mates | takes | book |
//! |---|---|---|---|---|---|---|---|
//! | 1 | 1 | 1,000 | 90 | 27.0 % | 45 % | 68 % | 2 |
//! | 2 | 2 | 2,500 | 76 | 21.0 % | 62 % | 81 % | 3 |
//! | 3 | 2 | 4,000 | 64 | 17.0 % | 76 % | 91 % | 4 |
//! | 4 | 3 | 8,000 | 61 | 15.5 % | 86 % | 95 % | 4 |
//! | 5 | 3 | 12,000 | 50 | 10.8 % | 95 % | 99 % | 6 |
//! | 6 | 4 | 20,000 | 38 | 6.0 % | 100 % | 100 % | 6 |
//! | 7 | 5 | 36,000 | 27 | 3.0 % | 100 % | 100 % | 8 |
//! | 8 | 6 | 60,000 | 19 | 1.6 % | 100 % | 100 % | 8 |
//! | 9 | 7 | 90,000 | 14 | 0.9 % | 100 % | 100 % | 10 |
//! | 10 | 8 | 140,000 | 10 | 0.4 % | 100 % | 100 % | 10 |
//! | 11 | 10 | 350,000 | 5 | 0.1 % | 100 % | 100 % | 12 |
//! | 12 | 60 | 1,600,000 | 0 | 0.0 % | 100 % | 100 % | 12 |

use std::fmt;

use tabiya_rules::{Color, History, Move, Position, Role};

use crate::board::{Board, mix};
use crate::report::Report;
use crate::score::{EVAL_LIMIT, Score, Value};
use crate::see;

/// The version of what levels mean. It changes whenever a level would play another move; a game that must be replayed
/// with its computer's moves notes it.
pub const LEVELS_VERSION: u32 = 4;

/// How strong a computer opponent is: 1, a beginner, to 12, everything the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The full engine.
    pub const HIGHEST: Level = Level(12);

    /// That level, if it is 1 to 12.
    #[must_use]
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 12 { Some(Level(level)) } else { None }
    }

    /// 1 to 12.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (1..13_u8).map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What makes a player of a level.
struct Player {
    /// How deep it looks, in plies; captures are followed further.
    depth: u8,
    /// How many positions it looks at.
    nodes: u64,
    /// How far its judgement is off, as a standard deviation in hundredths of a pawn.
    noise: Value,
    /// How many of a thousand ordinary quiet moves it overlooks; hard ones more often, captures less.
    blind: u32,
    /// How many mates in one of a hundred it finds.
    mates: u32,
    /// How many of a hundred pieces for the taking it takes.
    takes: u32,
    /// For how many plies of a game it knows openings.
    book: usize,
}

const fn player(
    depth: u8,
    nodes: u64,
    noise: Value,
    blind: u32,
    mates: u32,
    takes: u32,
    book: usize,
) -> Player {
    Player { depth, nodes, noise, blind, mates, takes, book }
}

/// The table of levels, version [`LEVELS_VERSION`].
const PLAYERS: [Player; 12] = [
    player(1, 1_000, 90, 270, 45, 68, 2),
    player(2, 2_500, 76, 210, 62, 81, 3),
    player(2, 4_000, 64, 170, 76, 91, 4),
    player(3, 8_000, 61, 155, 86, 95, 4),
    player(3, 12_000, 50, 108, 95, 99, 6),
    player(4, 20_000, 38, 60, 100, 100, 6),
    player(5, 36_000, 27, 30, 100, 100, 8),
    player(6, 60_000, 19, 16, 100, 100, 8),
    player(7, 90_000, 14, 9, 100, 100, 10),
    player(8, 140_000, 10, 4, 100, 100, 10),
    player(10, 350_000, 5, 1, 100, 100, 12),
    player(60, 1_600_000, 0, 0, 100, 100, 12),
];

/// A player of a level, at one move of one game.
pub(crate) struct Handicap {
    player: &'static Player,
    level: Level,
    seed: u64,
    /// What is overlooked now: the same wherever it appears in the tree, another set with the next move.
    glance: u64,
}

impl Handicap {
    pub(crate) fn new(position: &Position, level: Level, seed: u64) -> Handicap {
        let player = &PLAYERS[usize::from(level.0) - 1];
        Handicap { player, level, seed: mix(seed), glance: mix(mix(seed) ^ position.key()) }
    }

    pub(crate) fn depth(&self) -> u8 {
        self.player.depth
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.player.nodes
    }

    /// Whether there is no handicap at all.
    pub(crate) fn is_full(&self) -> bool {
        self.player.noise == 0 && self.player.blind == 0
    }

    pub(crate) fn hash_mebibytes(&self) -> usize {
        if self.player.nodes < 100_000 { 1 } else { 16 }
    }

    /// A number from 0 to 999 that only this move of this game and the subject decide.
    fn roll(&self, subject: u64) -> u32 {
        (mix(self.glance ^ mix(subject)) >> 40) as u32 % 1_000
    }

    /// Whether this player finds a mate in one now.
    fn sees_mate(&self) -> bool {
        self.roll(1) < 10 * self.player.mates
    }

    /// A move that needs no thought: from the repertoire, or a mate in one that is seen.
    pub(crate) fn at_once(&self, history: &History) -> Option<Report> {
        if let Some(mv) = crate::opening::choose(history, self.player.book, self.seed) {
            return Some(Report::without_search(mv, Score::Cp(0)));
        }
        if self.is_full() || !self.sees_mate() {
            return None;
        }
        let mv = mates_in_one(history.position()).next()?;
        Some(Report::without_search(mv, Score::Mate(1)))
    }

    /// The first moves that come to mind; empty means that none does, and then all do.
    pub(crate) fn first_moves(&self, position: &Position) -> Vec<Move> {
        let board = Board::new(*position);
        let sees_mates = self.sees_mate();
        let mates: Vec<Move> = if sees_mates { Vec::new() } else { mates_in_one(position).collect() };
        let moves = position.legal_moves();
        let considered = moves.iter().copied().filter(|mv| !mates.contains(mv) && self.sees(&board, *mv, 0));
        considered.collect()
    }

    /// Whether the move is thought of, `ply` plies from the root.
    pub(crate) fn sees(&self, board: &Board, mv: Move, ply: usize) -> bool {
        if self.player.blind == 0 || board.position.is_check() {
            return true;
        }
        let roll = self.roll(u64::from(mv.to_bits()));
        if board.is_tactical(mv) {
            let free = see::wins(board, mv, 200);
            return if free { roll < 10 * self.player.takes } else { roll >= self.player.blind / 2 };
        }
        roll >= self.player.blind * difficulty(board, mv, ply) / 4
    }

    /// The evaluation as this player sees it.
    pub(crate) fn blur(&self, board: &Board, value: Value) -> Value {
        if self.player.noise == 0 {
            return value;
        }
        let word = mix(self.seed ^ board.position.key());
        // Four dice: near enough to a bell curve, with a standard deviation of 2 × 0.2887 × 65,536 ÷ 2.
        let dice: Value = (0..4).map(|n| ((word >> (16 * n)) & 0xFFFF) as Value).sum::<Value>() - 2 * 65_535;
        let error = dice / 64 * self.player.noise / (37_837 / 64);
        (value + error).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

impl fmt::Debug for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {} seed {:x}", self.level, self.seed)
    }
}

/// How easily a quiet move is overlooked; 4 is ordinary.
fn difficulty(board: &Board, mv: Move, ply: usize) -> u32 {
    if mv.is_castling() {
        return 1;
    }
    let (from, to) = (mv.from().index() as i32, mv.to().index() as i32);
    let (files, ranks) = ((from % 8 - to % 8).abs(), to / 8 - from / 8);
    let forward = if board.position.turn() == Color::White { ranks } else { -ranks };
    let mut difficulty = 3;
    if board.mover(mv) != Role::Pawn {
        difficulty += u32::from(forward < 0) * 2;
        difficulty += u32::from(files.max(ranks.abs()) >= 4) * 2;
        difficulty += u32::from(files != 0 && ranks != 0 && board.mover(mv) == Role::Queen);
    }
    difficulty + (ply as u32).min(4)
}

/// The moves that mate at once.
fn mates_in_one(position: &Position) -> impl Iterator<Item = Move> {
    let position = *position;
    position.legal_moves().into_iter().filter(move |mv| {
        let next = position.after(*mv);
        next.is_check() && !next.has_legal_move()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_in_the_documentation_is_true() {
        let source = include_str!("level.rs");
        let rows: Vec<Vec<u64>> = source
            .lines()
            .filter_map(|line| line.strip_prefix("//! | "))
            .map(|line| {
                let digits = |cell: &str| cell.chars().filter(char::is_ascii_digit).collect::<String>();
                line.split('|').filter_map(|cell| digits(cell).parse().ok()).collect()
            })
            .filter(|row: &Vec<u64>| !row.is_empty())
            .collect();
        assert_eq!(rows.len(), PLAYERS.len());
        for (row, (player, level)) in rows.iter().zip(PLAYERS.iter().zip(Level::all())) {
            let Player { depth, nodes, noise, blind, mates, takes, book } = player;
            let wanted = [
                level.0.into(),
                u64::from(*depth),
                *nodes,
                *noise as u64,
                u64::from(*blind),
                u64::from(*mates),
                u64::from(*takes),
                *book as u64,
            ];
            assert_eq!(row[..], wanted, "level {level}");
        }
    }

    #[test]
    fn players_grow_in_every_way() {
        for pair in PLAYERS.windows(2) {
            let [weak, strong] = pair else { continue };
            assert!(weak.depth <= strong.depth && weak.nodes < strong.nodes);
            assert!(weak.noise > strong.noise && weak.blind >= strong.blind);
            assert!(weak.mates <= strong.mates && weak.takes <= strong.takes && weak.book <= strong.book);
        }
    }

    #[test]
    fn noise_has_the_size_it_says_and_stays() {
        let level = Level::LOWEST;
        let board = Board::new(Position::start());
        let errors: Vec<f64> = (0..4_000)
            .map(|seed| Handicap::new(&board.position, level, seed).blur(&board, 0).into())
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let deviation =
            (errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / errors.len() as f64).sqrt();
        let said = f64::from(PLAYERS[0].noise);
        assert!(mean.abs() < said / 10.0 && (deviation - said).abs() < said / 10.0, "{mean} {deviation}");
        let handicap = Handicap::new(&board.position, level, 7);
        assert_eq!(handicap.blur(&board, 31), handicap.blur(&board, 31));
    }
}
