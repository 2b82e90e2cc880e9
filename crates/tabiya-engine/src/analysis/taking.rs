// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one capture wins: the opponent's against the move played, and the one that the move played did not make.
//!
//! A capture is counted by playing the exchange on its square out (`exchange`).

use tabiya_rules::{Move, Position, Role, Square};

use super::exchange::{gain, taken};
use super::flaw::Flaw;
use super::line::PAWNS;

/// A promotion that wins less, in pawns, is an exchange of the promoted piece.
const PROMOTION: i32 = 4;

/// Whether a gain of so many pawns is not much more than what the score lost, in hundredths of a pawn.
const fn fits(pawns: i32, loss: i32) -> bool {
    pawns >= 1 && loss >= pawns * 50
}

/// What the opponent's best reply wins, and how much in pawns.
pub(super) fn lost(position: &Position, mv: Move, reply: Move, loss: i32) -> Option<(Flaw, i32)> {
    let next = position.after(mv);
    let wins = gain(&next, reply)?;
    let got = taken(position, mv).map(|(role, _)| role);
    let net = wins - got.map_or(0, |role| PAWNS[role.index()]);
    if !fits(net, loss) {
        return None;
    }
    let Some((role, square)) = taken(&next, reply) else {
        let promotes = reply.promotion().is_some() && wins >= PROMOTION;
        return promotes.then_some((Flaw::LetsPromote(reply.from()), net));
    };
    let whole = wins >= PAWNS[role.index()];
    let flaw = match got {
        None if whole => {
            let left = square != mv.to() && was_to_be_had(position, reply, wins);
            let [defenders, attackers] = around(&next, square);
            let pinned = pinned_protector(&next, square);
            Flaw::Hangs { role, square, left, attackers, defenders, pinned }
        }
        // The mover recaptures, or the move was itself a capture and the opponent recaptures: in both cases
        // one piece for the other. Of two pieces of the same worth something else is lost behind them.
        None => {
            let price =
                next.role_at(reply.from()).filter(|price| PAWNS[role.index()] > PAWNS[price.index()])?;
            Flaw::Loses { role, price }
        }
        Some(price) if whole && PAWNS[role.index()] > PAWNS[price.index()] => Flaw::Loses { role, price },
        // A pawn takes back and promotes: the piece that it takes is not what the mover loses by.
        Some(_) if reply.promotion().is_some() && wins >= PROMOTION => Flaw::LetsPromote(reply.from()),
        Some(_) => return None,
    };
    Some((flaw, net))
}

/// What the best move would have taken and the played move did not take, and what that wins in pawns.
pub(super) fn spared(position: &Position, mv: Move, best: Move, loss: i32) -> Option<(Flaw, i32)> {
    let (role, square) = taken(position, best)?;
    let wins = gain(position, best)?;
    let is_taken = taken(position, mv).is_some_and(|(_, taken)| taken == square);
    (!is_taken && fits(wins, loss)).then_some((Flaw::Spares(role, square), wins))
}

/// Whether the opponent could already make the same capture before the move.
fn was_to_be_had(position: &Position, reply: Move, wanted: i32) -> bool {
    let Some(passed) = position.after_null_move() else { return false };
    passed.is_legal(reply) && gain(&passed, reply).is_some_and(|wins| wins >= wanted)
}

/// How many pieces of the mover, and how many of the opponent, attack a square after the move.
fn around(next: &Position, square: Square) -> [u8; 2] {
    let attackers = next.attackers_to(square, next.occupied());
    let opponent = next.turn();
    let count = |color| u8::try_from((attackers & next.by_color(color)).len()).unwrap_or(u8::MAX);
    [opponent.opposite(), opponent].map(count)
}

/// A piece that would protect the square if it were not pinned to its king.
fn pinned_protector(next: &Position, square: Square) -> Option<(Role, Square)> {
    let owner = next.turn().opposite();
    let protectors = next.attackers_to(square, next.occupied()) & next.pinned(owner);
    let king = next.king_of(owner);
    let from = protectors.into_iter().find(|from| !tabiya_rules::line(king, *from).contains(square))?;
    Some((next.role_at(from)?, from))
}
