// SPDX-License-Identifier: MIT OR Apache-2.0
//! What holds of every Swiss tournament, whatever happens in it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabiya_tournament::dutch::{self, Options};
use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Bye, Cell, Colour, Dialect, TrfFile};

fn recipe() -> impl Strategy<Value = Recipe> {
    let rates = (0..80_u16, 0..60_u16, 0..60_u16, 0..20_u16, 0..40_u16);
    (2..40_u16, 1..12_u16, any::<u64>(), any::<bool>(), rates).prop_map(
        |(players, rounds, seed, baku, (forfeits, half_byes, zero_byes, withdrawals, late_entries))| Recipe {
            players,
            rounds,
            seed,
            baku,
            forfeits,
            half_byes,
            zero_byes,
            withdrawals,
            late_entries,
            ..Recipe::default()
        },
    )
}

proptest! {
    #![proptest_config(super::cases(200))]

    #[test]
    fn laws_of_the_swiss(recipe in recipe()) {
        let event = generate(&recipe);
        let last = event.rounds_paired();
        let win = event.scoring.win();
        for player in &event.players {
            let met: Vec<u16> = player.cells.iter().filter_map(|cell| cell.played().map(|game| game.0)).collect();
            let different: BTreeSet<&u16> = met.iter().collect();
            prop_assert_eq!(met.len(), different.len(), "C1: {} meets somebody twice", player.number);
            let mut unplayed_win = false;
            let mut colours: Vec<Colour> = Vec::new();
            for round in 1..=last {
                let cell = player.cell(round);
                if cell == Cell::Bye(Bye::PairingAllocated) {
                    prop_assert!(!unplayed_win, "C2: {} has a second bye in round {round}", player.number);
                }
                unplayed_win |= cell.played().is_none() && event.scoring.points(cell) >= win;
                if let Cell::Game { opponent, .. } = cell {
                    let back = event.player(opponent).unwrap().cell(round).opponent();
                    prop_assert_eq!(back, Some(player.number), "every opponent agrees");
                }
                colours.extend(cell.played().and_then(|game| game.1));
                if round < event.total_rounds() {
                    let white = colours.iter().filter(|colour| **colour == Colour::White).count();
                    prop_assert!(white.abs_diff(colours.len() - white) <= 2, "C3: {} difference", player.number);
                    let thrice = colours.windows(3).any(|three| three.iter().all(|one| *one == three[0]));
                    prop_assert!(!thrice, "C3: {} has one colour three times", player.number);
                }
            }
        }
        for round in 1..=last {
            let byes = event.players.iter().filter(|player| player.cell(round) == Cell::Bye(Bye::PairingAllocated));
            prop_assert!(byes.count() <= 1, "one bye in round {round} at most");
        }
    }

    #[test]
    fn everybody_present_is_paired_once_and_always_alike(recipe in recipe()) {
        let mut event = generate(&recipe);
        let round = event.rounds_paired() + 1;
        event.rounds = Some(round + 1);
        let pairing = dutch::pair(&event, &Options::default(), |_, _| {});
        prop_assert_eq!(&pairing, &dutch::pair(&event, &Options::default(), |_, _| {}));
        if let Ok(pairing) = pairing {
            let mut seen: Vec<u16> = pairing.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
            seen.extend(pairing.bye);
            seen.sort_unstable();
            let present = event.players.iter().filter(|player| event.requested_bye(player, round).is_none());
            prop_assert_eq!(seen, present.map(|player| player.number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn written_files_read_back(recipe in recipe()) {
        let file = TrfFile::from(generate(&recipe));
        for dialect in [Dialect::Trf26, Dialect::JaVaFo] {
            let text = file.write(dialect);
            let again = TrfFile::parse(&text).unwrap();
            prop_assert_eq!(&again.tournament.players, &file.tournament.players);
            prop_assert_eq!(again.tournament.rounds, file.tournament.rounds);
            prop_assert_eq!(again.tournament.first_colour, file.tournament.first_colour);
            let points = |file: &TrfFile| (1..=11).flat_map(|round| {
                let event = file.tournament.clone();
                let numbers: Vec<u16> = event.players.iter().map(|player| player.number).collect();
                numbers.into_iter().map(move |number| event.virtual_points(number, round)).collect::<Vec<_>>()
            }).collect::<Vec<_>>();
            prop_assert_eq!(points(&again), points(&file));
            prop_assert_eq!(again.write(dialect), text, "a second time nothing changes");
        }
    }
}
