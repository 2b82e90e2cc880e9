// SPDX-License-Identifier: MIT OR Apache-2.0
//! What makes a level weaker than the full engine: errors like those of people.
//!
//! A weak player searches few positions and not deep. It overlooks moves: more often long moves, backward
//! moves, and moves deep in a line. Its evaluation has a random error. It then plays the best move that it
//! sees. The errors come from a hash of the position and the game's seed. So the same search gives the same
//! answer, and the player repeats an error within a game. A player does not play worse when it is behind.
//! From level 6 on, it never overlooks what the opponent could capture at once. The lowest levels do not
//! search at all: see `novice`.
//!
//! The table lists the players of version 11. *Depth* (in plies) and *nodes* limit the search; captures are
//! searched further. *Noise* is the standard deviation of the error added to each evaluation, in hundredths
//! of a pawn. *Overlooked* is the share of ordinary quiet moves that are overlooked. *Mates* is the share of
//! mates in one that are seen. *Takes* is the share of unprotected pieces that are taken. *Book* is the
//! length of the opening book in plies. Levels up to 12 use the hand-crafted evaluation, so that they stay the
//! same when the engine gets another network.
//!
//! | level | depth | nodes | noise | overlooked | mates | takes | book |
//! |---|---|---|---|---|---|---|---|
//! | 4 | 1 | 220 | 93 | 24.4 % | 49 % | 71 % | 2 |
//! | 5 | 2 | 381 | 78 | 19.9 % | 69 % | 86 % | 4 |
//! | 6 | 2 | 620 | 65 | 15.2 % | 82 % | 93 % | 4 |
//! | 7 | 4 | 1,030 | 49 | 10.2 % | 92 % | 98 % | 6 |
//! | 8 | 6 | 2,000 | 33 | 5.6 % | 98 % | 99 % | 6 |
//! | 9 | 7 | 4,800 | 16 | 1.8 % | 99 % | 100 % | 8 |
//! | 10 | 20 | 9,300 | 9 | 0.8 % | 100 % | 100 % | 8 |
//! | 11 | 20 | 25,000 | 4 | 0.1 % | 100 % | 100 % | 10 |
//! | 12 | 20 | 49,000 | 3 | 0.0 % | 100 % | 100 % | 12 |
//! | 13 | 30 | 90,000 | 2 | 0.0 % | 100 % | 100 % | 12 |
//! | 14 | 40 | 240,000 | 1 | 0.0 % | 100 % | 100 % | 12 |
//! | 15 | 60 | 1,600,000 | 0 | 0.0 % | 100 % | 100 % | 12 |

use std::fmt;

use tabiya_rules::{Color, History, Move, Position, Role};

use crate::eval::board::{Board, mix};
use crate::level::{NOVICES, Strength};
use crate::novice::Novice;
use crate::report::Report;
use crate::score::{EVAL_LIMIT, Score, Value};
use crate::see;

/// The properties of a player of a given strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Player {
    /// The depth of its search in plies. Captures are searched further.
    depth: u8,
    /// The number of nodes that it searches.
    nodes: u64,
    /// The standard deviation of the error in its evaluation, in hundredths of a pawn.
    noise: Value,
    /// The number of ordinary quiet moves out of 1,000 that it overlooks. It overlooks more of the hard moves
    /// and fewer captures.
    overlooked: u32,
    /// The percentage of mates in one that it finds.
    mates: u32,
    /// The percentage of unprotected pieces that it takes.
    takes: u32,
    /// The number of plies for which it follows the opening book.
    book: usize,
}

const fn player(
    depth: u8,
    nodes: u64,
    noise: Value,
    overlooked: u32,
    mates: u32,
    takes: u32,
    book: usize,
) -> Player {
    Player { depth, nodes, noise, overlooked, mates, takes, book }
}

/// The players of the levels above the novices, version [`LEVELS_VERSION`](crate::LEVELS_VERSION).
const PLAYERS: [Player; 12] = [
    player(1, 220, 93, 244, 49, 71, 2),
    player(2, 381, 78, 199, 69, 86, 4),
    player(2, 620, 65, 152, 82, 93, 4),
    player(4, 1_030, 49, 102, 92, 98, 6),
    player(6, 2_000, 33, 56, 98, 99, 6),
    player(7, 4_800, 16, 18, 99, 100, 8),
    player(20, 9_300, 9, 8, 100, 100, 8),
    player(20, 25_000, 4, 1, 100, 100, 10),
    player(20, 49_000, 3, 0, 100, 100, 12),
    player(30, 90_000, 2, 0, 100, 100, 12),
    player(40, 240_000, 1, 0, 100, 100, 12),
    player(60, 1_600_000, 0, 0, 100, 100, 12),
];

/// From this strength on (in hundredths of a level), what the opponent can capture at once is never
/// overlooked.
const CAREFUL_FROM: u16 = 600;
/// The subject of the roll that decides whether a novice plays.
const WHO_PLAYS: u64 = 1 << 32;
/// From this strength on, the network evaluates positions.
const NET_FROM: u16 = 1300;

impl Player {
    /// The player of a strength. Between two levels, every property is interpolated. A strength of novices
    /// gives the lowest player.
    fn new(strength: Strength) -> Player {
        let (level, hundredths) = strength.parts();
        let Some(at) = usize::from(level.get()).checked_sub(NOVICES + 1) else { return PLAYERS[0] };
        let below = PLAYERS[at];
        let Some(above) = PLAYERS.get(at + 1).filter(|_| hundredths > 0) else {
            return below;
        };
        let part = f64::from(hundredths) / 100.0;
        let between = |a: f64, b: f64| a + (b - a) * part;
        let whole = |a: u32, b: u32| between(a.into(), b.into()).round() as u32;
        let nodes = (below.nodes as f64) * (above.nodes as f64 / below.nodes as f64).powf(part);
        Player {
            // A player who searches deeper also needs enough nodes for it.
            depth: if hundredths < 50 { below.depth } else { above.depth },
            nodes: nodes.round() as u64,
            noise: between(below.noise.into(), above.noise.into()).round() as Value,
            overlooked: whole(below.overlooked, above.overlooked),
            mates: whole(below.mates, above.mates),
            takes: whole(below.takes, above.takes),
            book: whole(below.book as u32, above.book as u32) as usize,
        }
    }
}

/// A player of a given strength, at one move of one game.
pub(crate) struct Handicap {
    player: Player,
    strength: Strength,
    careful: bool,
    seed: u64,
    /// The hash seed for what is overlooked at this move of the game. A move is overlooked everywhere in the
    /// tree or nowhere; the next move of the game uses another seed.
    overlook_seed: u64,
}

impl Handicap {
    pub(crate) fn new(position: &Position, strength: Strength, seed: u64) -> Handicap {
        let careful = strength.hundredths() >= CAREFUL_FROM;
        let overlook_seed = mix(mix(seed) ^ position.key());
        Handicap { player: Player::new(strength), strength, careful, seed: mix(seed), overlook_seed }
    }

    pub(crate) fn depth(&self) -> u8 {
        self.player.depth
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.player.nodes
    }

    /// Whether the network evaluates positions for this player.
    pub(crate) fn uses_network(&self) -> bool {
        self.strength.hundredths() >= NET_FROM
    }

    /// Whether this is the full engine, without any handicap.
    pub(crate) fn is_full(&self) -> bool {
        self.strength == Strength::FULL
    }

    pub(crate) fn hash_mebibytes(&self) -> usize {
        if self.player.nodes < 50_000 { 1 } else { 16 }
    }

    /// A number from 0 to 999 that depends only on the game, its current position and the subject.
    fn roll(&self, subject: u64) -> u32 {
        (mix(self.overlook_seed ^ mix(subject)) >> 40) as u32 % 1_000
    }

    /// Whether this player finds a mate in one now.
    fn sees_mate(&self) -> bool {
        self.roll(1) < 10 * self.player.mates
    }

    /// Whether a novice chooses the move now. Between the highest novice and the lowest player who searches, both
    /// play, each as often as the strength is near.
    fn is_novice(&self) -> bool {
        let above = i32::from(self.strength.hundredths()) - 100 * NOVICES as i32;
        above < 100 && self.roll(WHO_PLAYS) as i32 >= 10 * above
    }

    /// A move that needs no search: from the opening book, a novice's choice among the allowed moves, or a mate
    /// in one that the player sees.
    pub(crate) fn at_once(&self, history: &History, allowed: impl Fn(Move) -> bool) -> Option<Report> {
        let novice = self.is_novice().then(|| Novice::new(history, self.strength, self.seed));
        let book = novice.as_ref().map_or(self.player.book, Novice::book);
        if let Some(mv) = crate::opening::choose(history, book, self.seed) {
            return Some(Report::without_search(mv, Score::Cp(0)));
        }
        if let Some(novice) = novice {
            let mv = novice.choose(allowed)?;
            return Some(Report::without_search(mv, Score::Cp(novice.opinion())));
        }
        if self.is_full() || !self.sees_mate() {
            return None;
        }
        let mv = mates_in_one(history.position()).next()?;
        Some(Report::without_search(mv, Score::Mate(1)))
    }

    /// The root moves that the player sees. If it sees none, the list is empty and the search then uses all
    /// moves.
    pub(crate) fn first_moves(&self, position: &Position) -> Vec<Move> {
        let board = Board::new(*position);
        let sees_mates = self.sees_mate();
        let mates: Vec<Move> = if sees_mates { Vec::new() } else { mates_in_one(position).collect() };
        let moves = position.legal_moves();
        let considered = moves.iter().copied().filter(|mv| !mates.contains(mv) && self.sees(&board, *mv, 0));
        considered.collect()
    }

    /// Out of 1,000 captures by the opponent that win a piece, the number that this player overlooks.
    /// `missed` is the number for its own captures. Players are more careful about captures by the opponent.
    const fn carelessness(&self, missed: u32) -> u32 {
        if self.careful { 0 } else { missed / 2 }
    }

    /// Whether the player sees the move, `ply` plies from the root.
    pub(crate) fn sees(&self, board: &Board, mv: Move, ply: usize) -> bool {
        if self.player.overlooked == 0 || board.position.is_check() {
            return true;
        }
        let roll = self.roll(u64::from(mv.to_bits()));
        if board.is_tactical(mv) {
            if see::wins(board, mv, 200) {
                let missed = 10 * (100 - self.player.takes);
                return roll >= if ply == 1 { self.carelessness(missed) } else { missed };
            }
            return roll >= self.player.overlooked / 2;
        }
        roll >= self.player.overlooked * difficulty(board, mv, ply) / 4
    }

    /// Adds the player's error to an evaluation.
    pub(crate) fn add_error(&self, board: &Board, value: Value) -> Value {
        if self.player.noise == 0 {
            return value;
        }
        let word = mix(self.seed ^ board.position.key());
        // The sum of four uniform values is close to a normal distribution. Its standard deviation is 2 ×
        // 0.2887 × 65,536 = 37,837.
        let dice: Value = (0..4).map(|n| ((word >> (16 * n)) & 0xFFFF) as Value).sum::<Value>() - 2 * 65_535;
        let error = dice / 64 * self.player.noise / (37_837 / 64);
        (value + error).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

impl fmt::Debug for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} seed {:x}", self.strength, self.seed)
    }
}

/// How easily a quiet move is overlooked. An ordinary move is 4.
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
    use crate::level::Level;

    #[test]
    fn the_table_in_the_documentation_is_true() {
        let source = include_str!("handicap.rs");
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
        for (row, (player, level)) in rows.iter().zip(PLAYERS.iter().zip(Level::all().skip(NOVICES))) {
            let Player { depth, nodes, noise, overlooked, mates, takes, book } = player;
            let wanted = [
                level.get().into(),
                u64::from(*depth),
                *nodes,
                *noise as u64,
                u64::from(*overlooked),
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
            assert!(weak.noise > strong.noise && weak.overlooked >= strong.overlooked);
            assert!(weak.mates <= strong.mates && weak.takes <= strong.takes && weak.book <= strong.book);
        }
    }

    #[test]
    fn noise_has_the_size_it_says_and_stays() {
        let level = Strength::from(Level::new(NOVICES as u8 + 1).unwrap());
        let board = Board::new(Position::start());
        let errors: Vec<f64> = (0..4_000)
            .map(|seed| Handicap::new(&board.position, level, seed).add_error(&board, 0).into())
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let deviation =
            (errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / errors.len() as f64).sqrt();
        let said = f64::from(PLAYERS[0].noise);
        assert!(mean.abs() < said / 10.0 && (deviation - said).abs() < said / 10.0, "{mean} {deviation}");
        let handicap = Handicap::new(&board.position, level, 7);
        assert_eq!(handicap.add_error(&board, 31), handicap.add_error(&board, 31));
    }
}
