// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks, pins and the king's safe squares on a [`Board`].

use super::castling::ClearWays;
use super::tables::{KING_TABLES, NOT_A, NOT_H, lowest};
use crate::attacks::{leapers, pairs, sliders};
use crate::board::{Board, END_RANKS};
use crate::side::Side;

/// What restricts the moves of the side to move.
pub(crate) struct Limits {
    /// The king's square.
    pub(crate) king: usize,
    /// The targets of other pieces that answer all checks: every square without a check, none in double
    /// check.
    pub(crate) targets: u64,
    /// The squares from the king to each piece that pins along a rank or file, that piece included.
    pub(crate) pin_lines: u64,
    /// The same along diagonals.
    pub(crate) pin_diagonals: u64,
}

impl Limits {
    #[inline(always)]
    pub(crate) fn new<S: Side>(board: &Board) -> Limits {
        let occupied = board.occupied();
        let own = board.own::<S>();
        let enemy = occupied & !own;
        let king = lowest(board.kings() & own);
        let near = (leapers::PAWN[S::COLOR.index()][king] & board.pawns())
            | (leapers::KNIGHT[king] & board.knights());
        let mut targets = !0;
        let leaping_checkers = near & enemy;
        if leaping_checkers != 0 {
            let single = leaping_checkers & (leaping_checkers - 1) == 0;
            targets = if single { leaping_checkers } else { 0 };
        }
        // With two checkers no square answers both checks, so each check simply removes all other targets.
        let mut look_along = |mut snipers: u64| {
            let mut pins = 0;
            while snipers != 0 {
                let sniper = lowest(snipers);
                let way = pairs::between(king, sniper);
                let blockers = way & occupied;
                if blockers == 0 {
                    targets &= way | 1 << sniper;
                } else if blockers & (blockers - 1) == 0 && blockers & own != 0 {
                    pins |= way | 1 << sniper;
                }
                snipers &= snipers - 1;
            }
            pins
        };
        let pin_lines = look_along(board.line_sliders() & enemy & KING_TABLES.lines[king]);
        let pin_diagonals = look_along(board.diagonal_sliders() & enemy & KING_TABLES.diagonals[king]);
        Limits { king, targets, pin_lines, pin_diagonals }
    }
}

/// The enemy pieces that attack the king of `S`.
#[inline(always)]
pub(crate) fn checkers<S: Side>(board: &Board) -> u64 {
    let occupied = board.occupied();
    let own = board.own::<S>();
    let enemy = occupied & !own;
    let king = lowest(board.kings() & own);
    let near =
        (leapers::PAWN[S::COLOR.index()][king] & board.pawns()) | (leapers::KNIGHT[king] & board.knights());
    let mut checkers = near & enemy;
    let mut snipers = enemy
        & ((board.line_sliders() & KING_TABLES.lines[king])
            | (board.diagonal_sliders() & KING_TABLES.diagonals[king]));
    while snipers != 0 {
        let sniper = lowest(snipers);
        if pairs::between(king, sniper) & occupied == 0 {
            checkers |= 1 << sniper;
        }
        snipers &= snipers - 1;
    }
    checkers
}

/// The king's legal moves.
pub(crate) struct KingMoves {
    /// The targets of its moves by one square.
    pub(crate) steps: u64,
    /// The rooks with which it may castle.
    pub(crate) castling: u64,
}

/// Computes in one pass which squares next to the king are attacked and, if no piece is in the way of
/// castling, which squares that the king would pass are.
#[inline(always)]
pub(crate) fn king_moves<S: Side>(board: &Board, limits: &Limits) -> KingMoves {
    let king = limits.king;
    let occupied = board.occupied();
    let own = board.own::<S>();
    let enemy = occupied & !own;
    let guarded =
        leapers::KING[lowest(board.kings() & enemy)] | pawns_attack::<S::Enemy>(board.pawns() & enemy);
    let steps = leapers::KING[king] & !own & !guarded;
    let rights = board.special & if S::IS_WHITE { 0xFF } else { 0xFF << 56 };
    if rights != 0 && limits.targets == !0 {
        let ways = ClearWays::new::<S>(board, limits, rights);
        let way = ways.king_squares();
        if way != 0 {
            let zone = Zone::with_castling(king, way);
            let free = unattacked::<S>(board, king, (steps | way) & !guarded, &zone);
            return KingMoves { steps: steps & free, castling: ways.rooks_within(free) };
        }
    }
    let free = if steps == 0 { 0 } else { unattacked::<S>(board, king, steps, &Zone::around(king)) };
    KingMoves { steps: free, castling: 0 }
}

/// The squares from which enemy pieces may attack the squares in question. Pieces elsewhere are skipped.
struct Zone {
    lines: u64,
    diagonals: u64,
    knights: u64,
}

impl Zone {
    /// The zone for the squares next to a king.
    #[inline(always)]
    fn around(king: usize) -> Zone {
        Zone {
            lines: KING_TABLES.line_zone[king],
            diagonals: KING_TABLES.diagonal_zone[king],
            knights: KING_TABLES.knight_zone[king],
        }
    }

    /// The zone that also covers these squares of castling. In standard chess that is one more square on each
    /// side.
    #[inline(always)]
    fn with_castling(king: usize, ways: u64) -> Zone {
        let mut zone = Zone::around(king);
        let mut far = ways & !leapers::KING[king];
        while far != 0 {
            let square = lowest(far);
            zone.lines |= KING_TABLES.lines[square];
            zone.diagonals |= KING_TABLES.diagonals[square];
            zone.knights |= leapers::KNIGHT[square];
            far &= far - 1;
        }
        zone
    }
}

/// The squares of a set that no knight or slider in the zone attacks. Sliders attack through the own king.
#[inline(always)]
fn unattacked<S: Side>(board: &Board, king: usize, mut free: u64, zone: &Zone) -> u64 {
    let occupied = board.occupied();
    let enemy = occupied & !board.own::<S>();
    let without_king = occupied ^ 1 << king;
    let mut knights = board.knights() & enemy & zone.knights;
    while knights != 0 {
        free &= !leapers::KNIGHT[lowest(knights)];
        knights &= knights - 1;
    }
    let mut rooks = board.line_sliders() & enemy & zone.lines;
    while rooks != 0 {
        free &= !sliders::rook(lowest(rooks), without_king);
        rooks &= rooks - 1;
    }
    let mut bishops = board.diagonal_sliders() & enemy & zone.diagonals;
    while bishops != 0 {
        free &= !sliders::bishop(lowest(bishops), without_king);
        bishops &= bishops - 1;
    }
    free
}

/// All squares that these pawns of `S` attack.
#[inline(always)]
pub(crate) fn pawns_attack<S: Side>(pawns: u64) -> u64 {
    if S::IS_WHITE {
        (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9
    } else {
        (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    }
}

/// Whether one of these enemies of `S` attacks a square when `occupied` holds pieces.
fn is_attacked<S: Side>(board: &Board, square: usize, occupied: u64, enemy: u64) -> bool {
    let attackers = (leapers::PAWN[S::COLOR.index()][square] & board.pawns())
        | (leapers::KNIGHT[square] & board.knights())
        | (leapers::KING[square] & board.kings())
        | (sliders::rook(square, occupied) & board.line_sliders())
        | (sliders::bishop(square, occupied) & board.diagonal_sliders());
    attackers & enemy != 0
}

/// The own pawns that may legally capture en passant. Checked on the board after the capture, because two
/// pawns leave one rank at once, which the pin masks don't cover.
#[inline(never)]
pub(crate) fn en_passant_capturers<S: Side>(board: &Board, king: usize) -> u64 {
    let target = lowest(board.special & !END_RANKS);
    let captured = if S::IS_WHITE { target - 8 } else { target + 8 };
    let own = board.own::<S>();
    let occupied = board.occupied();
    let mut pawns = leapers::PAWN[S::Enemy::COLOR.index()][target] & board.pawns() & own;
    let mut legal = 0;
    while pawns != 0 {
        let pawn = pawns & pawns.wrapping_neg();
        let after = (occupied & !(pawn | 1 << captured)) | 1 << target;
        let enemy = occupied & !own & !(1 << captured);
        if !is_attacked::<S>(board, king, after, enemy) {
            legal |= pawn;
        }
        pawns &= pawns - 1;
    }
    legal
}

/// Whether a capture on the board's en passant square is legal.
#[inline(never)]
pub(crate) fn can_take_en_passant<S: Side>(board: Board) -> bool {
    en_passant_capturers::<S>(&board, lowest(board.kings() & board.own::<S>())) != 0
}
