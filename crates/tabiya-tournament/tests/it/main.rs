// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the crate as others see it.

mod dutch_examples;
mod dutch_laws;
mod fuzz_body;
mod fuzzing;
mod gacrux;
mod gacrux_table;
mod gacrux_tie_breaks;
mod instead;
mod lobby;
mod standings;
mod team_events;
mod teams;
mod trf;
mod working;

use proptest::prelude::ProptestConfig;
use tabiya_tournament::{Bye, Cell, Colour, GameResult, Player, TieBreak, Tournament};

/// So many cases of a random test, or more where `PROPTEST_CASES` says so.
fn cases(least: u32) -> ProptestConfig {
    ProptestConfig::with_cases(match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases.max(least),
        None => least,
    })
}

/// Tie-breaks by their codes, with commas between.
fn list(codes: &str) -> Vec<TieBreak> {
    codes.split(',').map(|code| code.parse().expect("a tie-break")).collect()
}

/// Six players with byes of all kinds and a forfeit.
fn unplayed_rounds() -> Tournament {
    tournament(
        4,
        &[
            "4w1 2b= 3w1 6b1",
            "5w1 1w= 4b= 3b=",
            "6w+ H 1b0 2w=",
            "1b0 5w1 2w= U",
            "2b0 4b0 6b1 Z",
            "3b- U 5w0 1w0",
        ],
    )
}

/// A tournament from lines like `4w1 2b= 3w+ U`, one a player, in the order of starting numbers.
fn tournament(rounds: u16, lines: &[&str]) -> Tournament {
    let players = (1..).zip(lines).map(|(number, line)| {
        let mut player = Player::new(number, format!("Player {number}"), Some(2500 - 10 * number));
        player.cells = line.split_whitespace().map(cell).collect();
        player
    });
    let first_colour = Some(Colour::White);
    Tournament { players: players.collect(), rounds: Some(rounds), first_colour, ..Tournament::default() }
}

fn cell(text: &str) -> Cell {
    match text {
        "U" => return Cell::Bye(Bye::PairingAllocated),
        "F" => return Cell::Bye(Bye::Full),
        "H" => return Cell::Bye(Bye::Half),
        "Z" => return Cell::ABSENT,
        _ => {}
    }
    let (number, rest) = text.split_at(text.find(['w', 'b']).expect("a colour"));
    let (colour, result) = rest.split_at(1);
    let result = match result {
        "1" => GameResult::Win,
        "=" => GameResult::Draw,
        "0" => GameResult::Loss,
        "+" => GameResult::ForfeitWin,
        "-" => GameResult::ForfeitLoss,
        other => panic!("{other}"),
    };
    let colour = if colour == "w" { Colour::White } else { Colour::Black };
    Cell::Game { opponent: number.parse().expect("a number"), colour: Some(colour), result }
}
