// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cross table of a Swiss: one line a player, one cell a round.

use std::fmt::Write as _;

use crate::standings::Standings;
use crate::{Bye, Cell, Colour, GameResult, Tournament};

/// A cell as tables in the hall have it: `12w1` beat 12 with White, `5b=` drew with Black, `7w+` won and `7w−` lost by forfeit,
/// `bye` is the pairing-allocated bye, `+1`, `=½` and `−` are a full, a half and no point without a game. The sign is the minus
/// of typographers (U+2212), as wide as the plus: a hyphen is hardly seen in print.
pub fn cell_text(cell: Cell) -> String {
    match cell {
        Cell::Bye(Bye::PairingAllocated) => "bye".into(),
        Cell::Bye(Bye::Full) => "+1".into(),
        Cell::Bye(Bye::Half) => "=½".into(),
        Cell::Bye(Bye::Zero) => "−".into(),
        Cell::Game { opponent, colour, result } => {
            let colour = match colour {
                Some(Colour::White) => "w",
                Some(Colour::Black) => "b",
                None => "",
            };
            let result = match result {
                GameResult::Win | GameResult::ShortWin => "1",
                GameResult::Draw | GameResult::ShortDraw => "=",
                GameResult::Loss | GameResult::ShortLoss => "0",
                GameResult::ForfeitWin => "+",
                GameResult::ForfeitLoss => "−",
                GameResult::Unknown => "",
            };
            format!("{opponent}{colour}{result}")
        }
    }
}

/// The table in the order of the standings, with columns of blanks.
pub fn cross_table(tournament: &Tournament, standings: &Standings) -> String {
    let longest = tournament.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for line in &standings.players {
        let Some(player) = tournament.player(line.number) else { continue };
        let _ = write!(
            out,
            "{:>4} {:>4} {:<longest$} {:>5}",
            line.rank,
            line.number,
            player.name,
            line.points.to_string()
        );
        for round in 1..=standings.rounds {
            let _ = write!(out, " {:>7}", cell_text(player.cell(round)));
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_the_signs_of_other_sheets() {
        let game = |colour, result| Cell::Game { opponent: 7, colour, result };
        for (cell, text) in [
            (game(Some(Colour::White), GameResult::ForfeitWin), "7w+"),
            (game(Some(Colour::Black), GameResult::ForfeitLoss), "7b\u{2212}"),
            (game(None, GameResult::ForfeitLoss), "7\u{2212}"),
            (game(Some(Colour::White), GameResult::Draw), "7w="),
            (Cell::Bye(Bye::Zero), "\u{2212}"),
            (Cell::Bye(Bye::Half), "=½"),
        ] {
            assert_eq!(cell_text(cell), text, "{cell:?}");
        }
    }
}
