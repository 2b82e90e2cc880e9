// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lowest levels: children and other people who have just learnt the moves. They do not calculate.
//!
//! A novice looks at the board after each of its own moves and plays the move that it likes best. It thinks of
//! no reply. At each turn it has only some of the opponent's pieces in view. It forgets what the other pieces
//! attack and protect: so it leaves pieces where they can be taken, moves pieces to attacked squares, and
//! takes protected pawns with the queen. It is most likely to see the piece that moved last. It also worries
//! about only some of its own pieces, does not see all captures, and often believes that a protected piece can
//! be lost. It likes to take, to give check and to move again the piece that it moved last, and it forgets the
//! pieces on its first rank: see `likes`. In the opening it follows the book for a few plies.
//!
//! All of this comes from a hash of the position and the game's seed, as in `handicap`.
//!
//! *View* is the share of the opponent's pieces that the novice has in view. *Worry* is the share of its own
//! pieces that it worries about. *Counts* is how often it knows that a protected piece costs the opponent
//! something. *Takes* is the share of captures that it sees, and *mates* of mates in one. *Whim* is the
//! standard deviation of what it likes about a move for no reason, and *queen* is how much it likes to move the
//! queen, both in hundredths of a pawn. *Book* is the length of the opening book in plies.
//!
//! | level | view | worry | counts | takes | mates | whim | queen | book |
//! |---|---|---|---|---|---|---|---|---|
//! | 1 | 25 % | 20 % | 10 % | 10 % | 4 % | 135 | 60 | 2 |
//! | 2 | 72 % | 62 % | 45 % | 57 % | 30 % | 80 | 20 | 2 |
//! | 3 | 95 % | 90 % | 90 % | 95 % | 60 % | 40 | -20 | 2 |

mod likes;

use tabiya_rules::{Bitboard, History, Move, Position, Role, Square};

use crate::eval::board::{Board, mix};
use crate::level::{NOVICES, Strength};
use crate::score::Value;
use likes::Likes;

/// The properties of a novice of a given strength: the columns of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Player {
    view: u32,
    worry: u32,
    counts: u32,
    takes: u32,
    mates: u32,
    whim: Value,
    queen: Value,
    book: usize,
}

#[allow(clippy::too_many_arguments, reason = "one for each column of the table")]
const fn player(
    view: u32,
    worry: u32,
    counts: u32,
    takes: u32,
    mates: u32,
    whim: Value,
    queen: Value,
    book: usize,
) -> Player {
    Player { view, worry, counts, takes, mates, whim, queen, book }
}

/// The novices, version [`LEVELS_VERSION`](crate::LEVELS_VERSION).
const PLAYERS: [Player; NOVICES] = [
    player(25, 20, 10, 10, 4, 135, 60, 2),
    player(72, 62, 45, 57, 30, 80, 20, 2),
    player(95, 90, 90, 95, 60, 40, -20, 2),
];

/// What a piece is worth to a novice.
const WORTH: [Value; 6] = [100, 300, 300, 500, 900, 0];
/// What a check-mate is worth, once it is seen.
const MATE: Value = 100_000;

impl Player {
    /// The novice of a strength. Between two levels, every property is interpolated. Above the highest novice
    /// it stays the same: there `Handicap` decides at each move whether the novice plays.
    fn new(strength: Strength) -> Player {
        let (level, hundredths) = strength.parts();
        let at = (usize::from(level.get()) - 1).min(NOVICES - 1);
        let (below, above) = (PLAYERS[at], PLAYERS[(at + 1).min(NOVICES - 1)]);
        let between = |a: i32, b: i32| a + ((b - a) * i32::from(hundredths) + 50).div_euclid(100);
        let percent = |a: u32, b: u32| between(a as i32, b as i32) as u32;
        Player {
            view: percent(below.view, above.view),
            worry: percent(below.worry, above.worry),
            counts: percent(below.counts, above.counts),
            takes: percent(below.takes, above.takes),
            mates: percent(below.mates, above.mates),
            whim: between(below.whim, above.whim),
            queen: between(below.queen, above.queen),
            book: percent(below.book as u32, above.book as u32) as usize,
        }
    }
}

/// A novice at one move of one game.
pub(crate) struct Novice<'a> {
    player: Player,
    history: &'a History,
    board: Board,
    /// The hash seed for this move of the game.
    seed: u64,
    /// The opponent's pieces that it has in view.
    view: Bitboard,
    /// Its own pieces that it worries about.
    worries: Bitboard,
    /// Whether it knows at this move what a protection is worth.
    counts: bool,
}

impl<'a> Novice<'a> {
    /// `seed` is that of the game, mixed.
    pub(crate) fn new(history: &'a History, strength: Strength, seed: u64) -> Novice<'a> {
        let position = history.position();
        let mut novice = Novice {
            player: Player::new(strength),
            history,
            board: Board::new(*position),
            seed: mix(seed ^ position.key()),
            view: Bitboard::EMPTY,
            worries: Bitboard::EMPTY,
            counts: false,
        };
        novice.look();
        novice
    }

    /// The number of plies for which it follows the opening book.
    pub(crate) fn book(&self) -> usize {
        self.player.book
    }

    /// Chooses what it has in view at this move.
    fn look(&mut self) {
        let position = *self.history.position();
        let (us, them) = (position.turn(), position.turn().opposite());
        let arrived = self.history.moves().last().map(|mv| mv.destination());
        let enemies = position.by_color(them);
        let at_home = Bitboard::rank(them.back_rank());
        for square in enemies {
            let chance = if Some(square) == arrived {
                // It looks at what the opponent just did.
                50 + self.player.view / 2
            } else if at_home.contains(square) {
                self.player.view * 2 / 3
            } else {
                self.player.view
            };
            if self.roll(1, square.index() as u64) < 10 * chance {
                self.view = self.view.with(square);
            }
        }
        for square in position.by_color(us) {
            let dear = position.role_at(square) == Some(Role::Queen);
            let chance = if dear { 30 + self.player.worry * 7 / 10 } else { self.player.worry };
            if self.roll(2, square.index() as u64) < 10 * chance {
                self.worries = self.worries.with(square);
            }
        }
        self.counts = self.roll(3, 0) < 10 * self.player.counts;
    }

    /// A number from 0 to 999 that depends only on the game, its current position and the subject.
    fn roll(&self, kind: u64, subject: u64) -> u32 {
        (mix(self.seed ^ mix(kind << 32 | subject)) >> 40) as u32 % 1_000
    }

    /// The allowed move that it likes best. `None` if there is none.
    pub(crate) fn choose(&self, allowed: impl Fn(Move) -> bool) -> Option<Move> {
        let likes = Likes::new(self.history, self.player.queen);
        let moves = self.history.position().legal_moves();
        moves.into_iter().filter(|mv| allowed(*mv)).max_by_key(|mv| self.urge(&likes, *mv))
    }

    /// The material on the board, from its view: what it believes about the game.
    pub(crate) fn opinion(&self) -> Value {
        let position = self.history.position();
        let count = |color| -> Value {
            position.by_color(color).into_iter().map(|square| worth(position, square)).sum()
        };
        count(position.turn()) - count(position.turn().opposite())
    }

    /// How much it wants to play the move.
    fn urge(&self, likes: &Likes<'_>, mv: Move) -> Value {
        let bits = u64::from(mv.to_bits());
        let next = self.history.position().after(mv);
        let check = next.is_check();
        if check && !next.has_legal_move() && self.roll(4, 0) < 10 * self.player.mates {
            return MATE;
        }
        let mut urge = likes.of(&self.board, mv, check) + self.whim(bits);
        if mv.promotion() == Some(Role::Queen) {
            urge += WORTH[Role::Queen.index()];
        }
        if let Some((victim, _)) = self.board.victim(mv)
            && self.roll(5, bits) < 10 * self.player.takes
        {
            urge += WORTH[victim.index()] + likes::TAKING;
        }
        urge - self.danger(&next, mv)
    }

    /// What it fears to lose after the move, as far as it sees: the piece that moved, or another one.
    fn danger(&self, next: &Position, mv: Move) -> Value {
        let us = self.board.position.turn();
        let target = mv.destination();
        // It looks at the square to which it moves about as often as at the opponent's pieces.
        let moved = self.roll(6, u64::from(mv.to_bits())) < 10 * (self.player.view + 100) / 2;
        let others = self.worries.without(mv.from()) & next.by_color(us);
        let feared = if moved { others.with(target) } else { others.without(target) };
        feared.into_iter().map(|square| self.loss(next, square)).max().unwrap_or(0)
    }

    /// What the pieces in view could win on the square.
    fn loss(&self, next: &Position, square: Square) -> Value {
        let attackers = next.attackers_to(square, next.occupied());
        let enemies = attackers & next.by_color(next.turn()) & self.view;
        let Some(cheapest) = enemies.into_iter().map(|attacker| king_last(next, attacker)).min() else {
            return 0;
        };
        let protected = (attackers & next.by_color(next.turn().opposite())).any();
        let price = if protected && self.counts { cheapest } else { 0 };
        (worth(next, square) - price).max(0)
    }

    /// A part of the urge that has no reason.
    fn whim(&self, bits: u64) -> Value {
        let word = mix(self.seed ^ mix(7 << 32 | bits));
        // The sum of four uniform values is close to a normal distribution with a standard deviation of 37,837.
        let dice: Value = (0..4).map(|n| ((word >> (16 * n)) & 0xFFFF) as Value).sum::<Value>() - 2 * 65_535;
        dice / 64 * self.player.whim / (37_837 / 64)
    }
}

fn worth(position: &Position, square: Square) -> Value {
    position.role_at(square).map_or(0, |role| WORTH[role.index()])
}

/// What an attacker is worth in an exchange. A king that takes can't be taken.
fn king_last(position: &Position, square: Square) -> Value {
    match position.role_at(square) {
        Some(Role::King) | None => 2_000,
        Some(role) => WORTH[role.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use tabiya_rules::parse_san;

    fn strength(level: usize) -> Strength {
        Level::new(level as u8).unwrap().into()
    }

    /// The share of the games, in percent, in which the novice answers the moves with this move.
    fn plays(level: usize, fen: &str, moves: &str, wanted: &str) -> usize {
        let mut history = History::new(Position::from_fen(fen).unwrap());
        for word in moves.split_whitespace() {
            let mv = parse_san(history.position(), word).unwrap();
            history.play(mv);
        }
        let answers =
            (0..1_000).filter_map(|seed| Novice::new(&history, strength(level), mix(seed)).choose(|_| true));
        let wanted = parse_san(history.position(), wanted).unwrap();
        answers.filter(|mv| *mv == wanted).count() / 10
    }

    #[test]
    fn the_table_in_the_documentation_is_true() {
        let source = include_str!("mod.rs");
        let rows: Vec<Vec<i32>> = source
            .lines()
            .filter_map(|line| line.strip_prefix("//! | "))
            .map(|line| {
                line.split('|').filter_map(|cell| cell.trim().trim_end_matches(" %").parse().ok()).collect()
            })
            .filter(|row: &Vec<i32>| !row.is_empty())
            .collect();
        let players = PLAYERS.iter().enumerate().map(|(at, player)| {
            let Player { view, worry, counts, takes, mates, whim, queen, book } = *player;
            let [view, worry, counts, takes, mates] = [view, worry, counts, takes, mates].map(|x| x as i32);
            vec![at as i32 + 1, view, worry, counts, takes, mates, whim, queen, book as i32]
        });
        assert_eq!(rows, players.collect::<Vec<_>>());
    }

    #[test]
    fn novices_grow_in_every_way_and_between_the_levels() {
        let levels = [100, 150, 200, 250, 300].map(|hundredths| {
            let elo = |level: usize| Level::new(level as u8).unwrap().elo();
            let (below, part) = (hundredths / 100, (hundredths % 100) as i32);
            Player::new(Strength::from_elo(
                elo(below) + (elo((below + 1).min(NOVICES)) - elo(below)) * part / 100,
            ))
        });
        for pair in levels.windows(2) {
            let [weak, strong] = pair else { continue };
            assert!(weak.view < strong.view && weak.worry < strong.worry && weak.counts < strong.counts);
            assert!(weak.takes < strong.takes && weak.mates < strong.mates && weak.book <= strong.book);
            assert!(weak.whim > strong.whim && weak.queen > strong.queen, "{weak:?} {strong:?}");
        }
    }

    #[test]
    fn a_free_queen_is_taken_more_often_by_higher_novices() {
        let taken = [1, 2, 3].map(|level| plays(level, START, "e4 e5 Nf3 Qh4", "Nxh4"));
        assert!((5..=40).contains(&taken[0]) && taken[2] >= 85 && taken.is_sorted(), "{taken:?}");
    }

    #[test]
    fn an_attacked_queen_is_saved_more_often_by_higher_novices() {
        // The pawn on c4 attacks the queen on d5.
        let fen = "rnb1kbnr/ppp1pppp/8/3q4/2P5/8/PP1P1PPP/RNBQKBNR b KQkq - 0 3";
        let left = [1, 2, 3].map(|level| {
            let position = Position::from_fen(fen).unwrap();
            let stays = |mv: Move| position.role_at(mv.from()) != Some(Role::Queen);
            let history = History::new(position);
            let answers = (0..1_000)
                .filter_map(|seed| Novice::new(&history, strength(level), mix(seed)).choose(|_| true));
            answers.filter(|mv| stays(*mv)).count() / 10
        });
        assert!(left[0] >= 25 && left[2] <= 12 && left.iter().rev().is_sorted(), "{left:?}");
    }

    #[test]
    fn a_check_is_given_for_its_own_sake() {
        // The bishop can give check on b5, where the pawn takes it.
        let fen = "rnbqkbnr/1pp2ppp/p3p3/3p4/3P4/4P3/PPP2PPP/RNBQKBNR w KQkq - 0 4";
        let checks = [1, 3].map(|level| plays(level, fen, "", "Bb5+"));
        assert!(checks[0] >= 5 && checks[0] > checks[1], "{checks:?}");
    }

    #[test]
    fn a_mate_in_one_is_mostly_missed_by_the_lowest() {
        let mates = [1, 2, 3].map(|level| plays(level, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", "Rd8#"));
        assert!(mates[0] <= 30 && mates[2] >= 55 && mates.is_sorted(), "{mates:?}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
}
