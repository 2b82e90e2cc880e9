// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `--instead` answers, beside a search through all pairings of small fields.

use proptest::prelude::*;
use tabiya_tournament::dutch::{self, Absolute, Criterion, Instead, Options};
use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Bye, Cell, Colour, Player, Points, Tournament};

/// A player as C1 to C3 see one. No round here is the last, so nobody is a topscorer.
struct Candidate {
    number: u16,
    score: Points,
    met: Vec<u16>,
    must: Option<Colour>,
    may_have_bye: bool,
}

fn candidate(event: &Tournament, player: &Player, round: u16) -> Candidate {
    let played: Vec<(u16, Colour)> = (1..round)
        .filter_map(|past| player.cell(past).played())
        .filter_map(|(opponent, colour, _)| colour.map(|colour| (opponent, colour)))
        .collect();
    let count = |wanted| played.iter().filter(|(_, colour)| *colour == wanted).count() as i32;
    let difference = count(Colour::White) - count(Colour::Black);
    let last_two: Vec<Colour> = played.iter().rev().take(2).map(|(_, colour)| *colour).collect();
    let must = match last_two.as_slice() {
        _ if difference > 1 => Some(Colour::Black),
        _ if difference < -1 => Some(Colour::White),
        [one, two] if one == two => Some(one.other()),
        _ => None,
    };
    let bars = |cell: Cell| {
        let unplayed_win = cell.played().is_none() && event.scoring.points(cell) >= event.scoring.win();
        cell == Cell::Bye(Bye::PairingAllocated) || unplayed_win
    };
    Candidate {
        number: player.number,
        score: event.score(player, round - 1) + event.virtual_points(player.number, round),
        met: played.iter().map(|(opponent, _)| *opponent).collect(),
        must,
        may_have_bye: !(1..round).any(|past| bars(player.cell(past))),
    }
}

fn may_meet(one: &Candidate, other: &Candidate) -> bool {
    !one.met.contains(&other.number) && (one.must.is_none() || one.must != other.must)
}

/// The lowest score that can have the bye while all others are paired, `Some(None)` without a bye. `None` where there is no
/// pairing.
fn best_bye(field: &[&Candidate]) -> Option<Option<Points>> {
    let Some((first, rest)) = field.split_first() else { return Some(None) };
    let without = |skipped: usize| -> Vec<&Candidate> {
        rest.iter().enumerate().filter(|(place, _)| *place != skipped).map(|(_, one)| *one).collect()
    };
    let paired = rest.iter().enumerate().filter(|(_, other)| may_meet(first, other));
    let byes = paired.filter_map(|(place, _)| best_bye(&without(place)));
    let own =
        (field.len() % 2 == 1 && first.may_have_bye && best_bye(rest).is_some()).then_some(Some(first.score));
    byes.chain(own).min()
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let rates = (0..80_u16, 0..80_u16, 0..80_u16, any::<bool>());
    (4..9_u16, 1..6_u16, any::<u64>(), rates).prop_map(
        |(players, rounds, seed, (forfeits, half_byes, zero_byes, baku))| Recipe {
            players,
            rounds,
            seed,
            baku,
            forfeits,
            half_byes,
            zero_byes,
            ..Recipe::default()
        },
    )
}

proptest! {
    #![proptest_config(super::cases(200))]

    #[test]
    fn instead_tells_what_every_pair_would_mean(recipe in recipe()) {
        let mut event = generate(&recipe);
        let round = event.rounds_paired() + 1;
        event.rounds = Some(round + 1);
        let present = event.players.iter().filter(|player| event.requested_bye(player, round).is_none());
        let field: Vec<Candidate> = present.map(|player| candidate(&event, player, round)).collect();
        let all: Vec<&Candidate> = field.iter().collect();
        let options = Options::default();
        let Ok(pairing) = dutch::pair(&event, &options, |_, _| {}) else {
            prop_assert!(all.is_empty() || best_bye(&all).is_none(), "a pairing is found where there is one");
            return Ok(());
        };
        let least = best_bye(&all).expect("what was found exists");
        for (place, one) in field.iter().enumerate() {
            let rest: Vec<&Candidate> = all.iter().copied().filter(|left| left.number != one.number).collect();
            let possible = field.len() % 2 == 1 && one.may_have_bye && best_bye(&rest).is_some();
            let answer = dutch::instead(&event, &options, one.number, 0).unwrap();
            prop_assert_eq!(pairing.bye == Some(one.number), answer == Instead::SamePair);
            prop_assert_eq!(possible, !matches!(answer, Instead::Barred(_)), "the bye: {:?}", answer);
            match answer {
                Instead::Barred(Absolute::NoBye) => prop_assert_eq!(field.len() % 2, 0),
                Instead::Barred(Absolute::HadBye) => prop_assert!(!one.may_have_bye),
                Instead::Barred(reason) => prop_assert_eq!(reason, Absolute::NoCompletion),
                Instead::Worse(worse) => {
                    prop_assert!(worse.made < worse.other, "the bye: {:?}", worse);
                    prop_assert_eq!(worse.criterion == Criterion::C5, Some(one.score) != least);
                }
                Instead::Later { .. } | Instead::SamePair => prop_assert_eq!(Some(one.score), least),
            }
            for other in &field[place + 1..] {
                let answer = dutch::instead(&event, &options, one.number, other.number).unwrap();
                let back = dutch::instead(&event, &options, other.number, one.number).unwrap();
                prop_assert_eq!(&answer, &back, "the order of the two does not matter");
                let is_pair = pairing.pairs.iter().any(|pair| {
                    [(pair.white, pair.black), (pair.black, pair.white)].contains(&(one.number, other.number))
                });
                prop_assert_eq!(is_pair, answer == Instead::SamePair);
                let rest: Vec<&Candidate> =
                    all.iter().copied().filter(|left| ![one.number, other.number].contains(&left.number)).collect();
                let bye = best_bye(&rest);
                let possible = may_meet(one, other) && bye.is_some();
                prop_assert_eq!(possible, !matches!(answer, Instead::Barred(_)), "{:?}", answer);
                match answer {
                    Instead::Barred(Absolute::Met { round }) => {
                        let met = event.player(one.number).unwrap().cell(round).opponent();
                        prop_assert_eq!(met, Some(other.number));
                    }
                    Instead::Barred(Absolute::Colour(colour)) => {
                        prop_assert_eq!((one.must, other.must), (Some(colour), Some(colour)));
                    }
                    Instead::Barred(Absolute::NoCompletion) => prop_assert!(may_meet(one, other)),
                    Instead::Barred(reason) => prop_assert!(false, "nobody asked for that: {reason}"),
                    Instead::Worse(worse) => {
                        prop_assert!(worse.made < worse.other, "{}: {:?}", worse.criterion, worse);
                        let higher_bye = bye != Some(least);
                        prop_assert_eq!(worse.criterion == Criterion::C5, higher_bye, "{:?}", worse);
                    }
                    Instead::Later { .. } => prop_assert_eq!(bye, Some(least), "C5 comes first"),
                    Instead::SamePair => {}
                }
            }
        }
    }
}

#[test]
fn a_round_that_has_been_played_is_explained_as_it_was_before_it() {
    let event = generate(&Recipe { players: 21, rounds: 6, seed: 7, ..Recipe::default() });
    let options = Options::default();
    for round in 1..=6 {
        let mut before = event.clone();
        before.rounds = Some(event.total_rounds());
        for player in &mut before.players {
            // What was asked for stays, and games of the round go.
            let keep = usize::from(round) - usize::from(player.cell(round).opponent().is_some());
            let keep = if player.cell(round) == Cell::Bye(Bye::PairingAllocated) {
                usize::from(round) - 1
            } else {
                keep
            };
            player.cells.truncate(keep);
        }
        let (then, reasons) = dutch::explain(&before, &options, None).unwrap();
        let (now, again) = dutch::explain_round(&event, round, &options, None).unwrap();
        assert_eq!((then.round, &then.pairs, reasons), (round, &now.pairs, again));
        let (one, other) = (then.pairs[0].white, then.pairs[1].white);
        assert_eq!(
            dutch::instead(&before, &options, one, other),
            dutch::instead_in_round(&event, round, &options, one, other)
        );
    }
}
