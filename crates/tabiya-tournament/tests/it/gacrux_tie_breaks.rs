// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every code and every modifier beside Gacrux, on random Swisses, round robins and team events with byes, forfeits and
//! withdrawals.
//!
//! `TABIYA_TIE_BREAKS=3000` compares so many tournaments.

use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::round_robin::{berger, withdraw};
use tabiya_tournament::{Cell, Colour, Dialect, GameResult, Player, System, Tournament, TrfFile};

use super::gacrux::{compare, python, tournaments};
use super::gacrux_table::table;
use super::team_events::{Random, team_event, team_round_robin};

const TOURNAMENTS: u64 = 80;

#[test]
fn gacrux_agrees_on_every_code_and_modifier() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..tournaments("TABIYA_TIE_BREAKS", TOURNAMENTS) {
        let event = match seed % 4 {
            0 => swiss(seed),
            1 => robin(seed),
            2 => team_event(seed),
            _ => team_round_robin(seed),
        };
        // A Swiss for which no pairing was left ended early.
        let Some(table) = table(&event, seed as usize / 4) else { continue };
        let name = format!("{seed:05}.trf");
        std::fs::write(folder.path().join(&name), TrfFile::from(event).write(Dialect::Trf26)).unwrap();
        std::fs::write(folder.path().join(name.replace("trf", "tsv")), table).unwrap();
    }
    compare(&python, folder.path(), "standings");
}

fn swiss(seed: u64) -> Tournament {
    generate(&Recipe {
        players: 7 + (seed * 31 % 23) as u16,
        rounds: 3 + (seed / 4 % 5) as u16,
        seed,
        forfeits: 120,
        half_byes: 80,
        zero_byes: 60,
        withdrawals: 40,
        late_entries: 50,
        ..Recipe::default()
    })
}

/// A round robin with forfeits, of which somebody may have left.
fn robin(seed: u64) -> Tournament {
    let mut random = Random::new(seed);
    let count = 3 + random.below(8) as u16;
    let games = 1 + random.below(2) as u8;
    let rounds = berger(count, games);
    let player = |number: u16| Player::new(number, format!("Player, {number}"), Some(2400 - 13 * number));
    let mut event = Tournament {
        players: (1..=count).map(player).collect(),
        rounds: u16::try_from(rounds.len()).ok(),
        first_colour: Some(Colour::White),
        system: System::RoundRobin { games },
        ..Tournament::default()
    };
    let leaver = (count > 3 && random.one_in(3)).then(|| 1 + random.below(u64::from(count)) as u16);
    let left_after = random.below(rounds.len() as u64) as usize;
    let forfeits = random.one_in(2);
    for (round, pairs) in (1..).zip(&rounds) {
        for (white, black) in pairs {
            let gone = [*white, *black].iter().any(|number| Some(*number) == leaver);
            if gone && usize::from(round) > left_after {
                continue;
            }
            let result = match random.below(12) {
                0 if forfeits => GameResult::ForfeitWin,
                1 if forfeits => GameResult::ForfeitLoss,
                2..5 => GameResult::Draw,
                5..9 => GameResult::Win,
                _ => GameResult::Loss,
            };
            for (number, opponent, colour, result) in [
                (*white, *black, Colour::White, result),
                (*black, *white, Colour::Black, result.seen_by_opponent()),
            ] {
                let cell = Cell::Game { opponent, colour: Some(colour), result };
                event.players[usize::from(number) - 1].set_cell(round, cell);
            }
        }
    }
    if let Some(leaver) = leaver {
        withdraw(&mut event, leaver).expect("a round robin");
    }
    for player in &mut event.players {
        while player.cells.len() < rounds.len() {
            player.cells.push(Cell::ABSENT);
        }
    }
    let scores: Vec<_> = event.players.iter().map(|player| event.score(player, 200)).collect();
    event.players.iter_mut().zip(scores).for_each(|(player, score)| player.points = Some(score));
    event
}
