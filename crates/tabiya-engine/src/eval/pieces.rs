// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pieces: mobility, threats, outposts, and support of passed pawns.

use tabiya_rules::{
    Bitboard, Color, File, Rank, Role, Square, bishop_attacks, king_attacks, knight_attacks, queen_attacks,
    rook_attacks,
};

use super::pawns::{PawnStructure, attacks_of, beside, fill, forward, rank_seen_by};
use super::terms::{
    BISHOP_BEHIND_PAWNS, BISHOP_MOBILITY, BISHOP_PAIR, HANGING, KNIGHT_MOBILITY, MINOR_THREAT, OUTPOST,
    PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_ROOK_BEHIND, PASSED_SAFE, PAWN_THREAT,
    PUSH_THREAT, QUEEN_MOBILITY, ROOK_MOBILITY, ROOK_ON_HALF_OPEN_FILE, ROOK_ON_OPEN_FILE, ROOK_THREAT, Sink,
};
use crate::eval::board::Board;

/// The number of king moves between two squares.
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    let (a, b) = (a.index() as i32, b.index() as i32);
    (a % 8 - b % 8).abs().max((a / 8 - b / 8).abs())
}

/// The attacked squares of each side, by colour.
#[derive(Default)]
pub(crate) struct Attacks {
    pub(crate) pawns: [u64; 2],
    pub(crate) all: [u64; 2],
    pub(crate) twice: [u64; 2],
    pub(crate) by_role: [[u64; 6]; 2],
    /// The squares around each king.
    pub(crate) ring: [u64; 2],
    /// The strength of the attack *by* that side on the squares around the enemy king.
    pub(crate) pressure: [i32; 2],
    /// The number of pieces that take part in it.
    pub(crate) attackers: [i32; 2],
}

/// The weight of one attacked square near the king, by the attacker's role.
const PRESSURE: [i32; 6] = [0, 3, 2, 3, 4, 0];

impl Attacks {
    pub(crate) fn new(board: &Board) -> Attacks {
        let position = &board.position;
        let mut attacks = Attacks::default();
        for us in Color::ALL {
            let king = position.king_of(us);
            let pawns = position.pieces(us, Role::Pawn).0;
            let (by_king, by_pawns) = (king_attacks(king).0, attacks_of(us, pawns));
            let at = us.index();
            attacks.pawns[at] = by_pawns;
            attacks.by_role[at][Role::Pawn.index()] = by_pawns;
            attacks.by_role[at][Role::King.index()] = by_king;
            attacks.all[at] = by_king | by_pawns;
            attacks.twice[at] = by_king & by_pawns;
            attacks.ring[at] = by_king | forward(us, by_king) | Bitboard::square(king).0;
        }
        attacks
    }
}

/// Adds mobility, open files and outposts of that side, and fills in its pieces' attacks.
pub(crate) fn mobility(us: Color, board: &Board, attacks: &mut Attacks, sink: &mut impl Sink) {
    let position = &board.position;
    let (at, them) = (us.index(), us.opposite());
    let occupied = position.occupied();
    let own_pawns = position.pieces(us, Role::Pawn).0;
    let enemy_pawns = position.pieces(them, Role::Pawn).0;
    let blocked = own_pawns & forward(them, occupied.0);
    let king = Bitboard::square(position.king_of(us)).0;
    let useful = !(blocked | king | attacks.pawns[them.index()]);
    let pinned = position.pinned(us);
    let own_king = position.king_of(us);
    // Outposts: squares in the enemy's half that no enemy pawn can ever attack and that an own pawn protects.
    let reach = fill(them, attacks.pawns[them.index()]);
    let half = match us {
        Color::White => 0x0000_FFFF_FF00_0000_u64,
        Color::Black => 0x0000_00FF_FFFF_0000,
    };
    let outposts = half & attacks.pawns[at] & !reach;

    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let (table, most) = match role {
            Role::Knight => (KNIGHT_MOBILITY, 8),
            Role::Bishop => (BISHOP_MOBILITY, 13),
            Role::Rook => (ROOK_MOBILITY, 14),
            _ => (QUEEN_MOBILITY, 27),
        };
        for square in position.pieces(us, role) {
            let mut reached = match role {
                Role::Knight => knight_attacks(square).0,
                // Sliders attack through pieces that move along the same line, so that batteries count.
                Role::Bishop => bishop_attacks(square, occupied ^ position.pieces(us, Role::Queen)).0,
                Role::Rook => {
                    let friends = position.pieces(us, Role::Rook) | position.pieces(us, Role::Queen);
                    rook_attacks(square, occupied ^ friends.without(square)).0
                }
                _ => queen_attacks(square, occupied).0,
            };
            if pinned.contains(square) {
                reached &= tabiya_rules::line(own_king, square).0;
            }
            attacks.twice[at] |= attacks.all[at] & reached;
            attacks.all[at] |= reached;
            attacks.by_role[at][role.index()] |= reached;
            sink.add(table + ((reached & useful).count_ones() as usize).min(most), 1);
            let near = reached & attacks.ring[them.index()];
            if near != 0 {
                attacks.attackers[at] += 1;
                attacks.pressure[at] += PRESSURE[role.index()] * near.count_ones() as i32;
            }
            match role {
                Role::Knight if Bitboard(outposts).contains(square) => sink.add(OUTPOST, 1),
                Role::Bishop => {
                    if Bitboard(outposts).contains(square) {
                        sink.add(OUTPOST + 1, 1);
                    }
                    let shade = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
                    sink.add(BISHOP_BEHIND_PAWNS, (shade.0 & own_pawns).count_ones() as i32);
                }
                Role::Rook => {
                    let file = Bitboard::file(square.file()).0;
                    if file & (own_pawns | enemy_pawns) == 0 {
                        sink.add(ROOK_ON_OPEN_FILE, 1);
                    } else if file & own_pawns == 0 {
                        sink.add(ROOK_ON_HALF_OPEN_FILE, 1);
                    }
                }
                _ => {}
            }
        }
    }
    let bishops = position.pieces(us, Role::Bishop);
    if bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK) {
        sink.add(BISHOP_PAIR, 1);
    }
}

/// Adds threats: enemy pieces that that side could capture or drive away.
pub(crate) fn threats(us: Color, board: &Board, attacks: &Attacks, sink: &mut impl Sink) {
    let position = &board.position;
    let (at, them) = (us.index(), us.opposite());
    let held = attacks.all[them.index()];
    let minors = attacks.by_role[at][Role::Knight.index()] | attacks.by_role[at][Role::Bishop.index()];
    let rooks = attacks.by_role[at][Role::Rook.index()];
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let targets = position.pieces(them, role).0;
        let mut add = |term: usize, by: u64| {
            let count = (targets & by).count_ones() as i32;
            if count != 0 {
                sink.add(term + role.index(), count);
            }
        };
        if role != Role::Pawn {
            add(PAWN_THREAT, attacks.pawns[at]);
        }
        let weak = if role == Role::Pawn { !held } else { !0 };
        add(MINOR_THREAT, minors & weak);
        add(ROOK_THREAT, rooks & (weak & !attacks.pawns[them.index()]));
    }
    let pieces = position.by_color(them).0 & !position.by_role(Role::King).0;
    let hanging = pieces & attacks.all[at] & !held;
    sink.add(HANGING, hanging.count_ones() as i32);

    let empty = !position.occupied().0;
    let pawns = position.pieces(us, Role::Pawn).0;
    let once = forward(us, pawns) & empty;
    let third = match us {
        Color::White => Bitboard::rank(Rank::Third).0,
        Color::Black => Bitboard::rank(Rank::Sixth).0,
    };
    let pushes = once | forward(us, once & third) & empty;
    let safe = pushes & !attacks.pawns[them.index()] & (attacks.all[at] | !held);
    let pieces = pieces & !position.by_role(Role::Pawn).0 & !attacks.pawns[at];
    let driven = attacks_of(us, safe) & pieces;
    sink.add(PUSH_THREAT, driven.count_ones() as i32);
}

/// Adds the terms of that side's passed pawns.
pub(crate) fn passed(
    us: Color,
    board: &Board,
    structure: &PawnStructure,
    attacks: &Attacks,
    sink: &mut impl Sink,
) {
    let position = &board.position;
    let them = us.opposite();
    let (own_king, enemy_king) = (position.king_of(us), position.king_of(them));
    for square in structure.passed[us.index()] {
        let rank = rank_seen_by(us, square);
        let own = Bitboard::square(square).0;
        let Some(stop) = Bitboard(forward(us, own)).first() else { continue };
        let way = fill(us, forward(us, own));
        if !position.occupied().contains(stop) {
            sink.add(PASSED_FREE + rank, 1);
        }
        if way & (attacks.all[them.index()] | position.by_color(them).0) == 0 {
            sink.add(PASSED_SAFE + rank, 1);
        }
        sink.add(PASSED_OWN_KING + rank, distance(own_king, stop).min(5));
        sink.add(PASSED_ENEMY_KING + rank, distance(enemy_king, stop).min(5));
        let behind = fill(them, own) & position.pieces(us, Role::Rook).0;
        if behind != 0 {
            sink.add(PASSED_ROOK_BEHIND, 1);
        }
    }
}

/// The file of a square and the neighbouring files.
pub(crate) fn files_around(square: Square) -> u64 {
    let file = Bitboard::file(square.file()).0;
    file | beside(file)
}

/// The file with that index; larger indices give the last file.
pub(crate) fn file_mask(index: usize) -> u64 {
    Bitboard::file(File::ALL[index.min(7)]).0
}
