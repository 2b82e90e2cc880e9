// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairing of whoever looks for a game now, against a plain model of the rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabiya_tournament::Colour;
use tabiya_tournament::lobby::{Pair, Pool, Seeker, agree, colours, fits, window};

type Player = u8;
type Wish = u8;

fn seeker() -> impl Strategy<Value = Seeker<Player>> {
    let colour =
        || prop_oneof![4 => Just(None), 1 => Just(Some(Colour::White)), 1 => Just(Some(Colour::Black))];
    let range = prop_oneof![
        3 => Just(None),
        1 => (800u16..2400, 0u16..800).prop_map(|(low, width)| Some((low, low + width)))
    ];
    let rating = prop_oneof![1 => Just(None), 4 => (800u16..2600).prop_map(Some)];
    let others = || proptest::collection::vec(0u8..24, 0..3);
    (0u8..24, rating, range, colour(), -3i8..=3, colour(), others(), others()).prop_map(
        |(player, rating, range, colour, whites, last, met, avoids)| Seeker {
            rating,
            range,
            colour,
            whites,
            last,
            met,
            avoids: avoids.into_iter().collect(),
            ..Seeker::new(player, 0)
        },
    )
}

/// What happens to a lobby.
#[derive(Clone, Debug)]
enum Step {
    Add(Wish, Seeker<Player>),
    Remove(Player),
    Wait(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => (0u8..3, seeker()).prop_map(|(wish, seeker)| Step::Add(wish, seeker)),
        1 => (0u8..24).prop_map(Step::Remove),
        2 => (0u64..12_000).prop_map(Step::Wait),
    ];
    proptest::collection::vec(step, 1..60)
}

/// What one colour wish, or none, says about the side that a player got.
fn has_wish(seeker: &Seeker<Player>, pair: Pair<Player>) -> bool {
    match seeker.colour {
        None => true,
        Some(Colour::White) => pair.white == seeker.player,
        Some(Colour::Black) => pair.black == seeker.player,
    }
}

proptest! {
    /// The pool against a list of everybody: no pair breaks a rule, nobody waits in vain, and nobody is paired twice.
    #[test]
    fn everybody_is_paired_who_can_be_and_nobody_else(steps in steps(), coin: bool) {
        let mut pool = Pool::default();
        let mut waiting: Vec<(Wish, Seeker<Player>)> = Vec::new();
        let mut now = 0;
        let check = |pair: Pair<Player>, all: &[(Wish, Seeker<Player>)], now| {
            let of = |player| all.iter().find(|(_, seeker)| seeker.player == player).expect("who is paired waited");
            let (white, black) = (of(pair.white), of(pair.black));
            prop_assert_eq!(white.0, black.0, "equal wishes meet");
            prop_assert!(fits(&white.1, &black.1, now), "{:?} and {:?}", white, black);
            prop_assert!(has_wish(&white.1, pair) && has_wish(&black.1, pair));
            Ok(())
        };
        for step in steps {
            match step {
                Step::Add(wish, seeker) => {
                    let seeker = Seeker { since: now, ..seeker };
                    waiting.retain(|(_, each)| each.player != seeker.player);
                    let has_partner =
                        waiting.iter().any(|(other, each)| *other == wish && fits(&seeker, each, now));
                    let player = seeker.player;
                    waiting.push((wish, seeker.clone()));
                    let pair = pool.add(wish, seeker, now, coin);
                    prop_assert_eq!(pair.is_some(), has_partner, "a pair is made at once if there is one");
                    if let Some(pair) = pair {
                        prop_assert!(pair.white == player || pair.black == player);
                        check(pair, &waiting, now)?;
                        waiting.retain(|(_, each)| ![pair.white, pair.black].contains(&each.player));
                    }
                }
                Step::Remove(player) => {
                    let was_there = waiting.iter().any(|(_, each)| each.player == player);
                    prop_assert_eq!(pool.remove(&player).is_some(), was_there);
                    waiting.retain(|(_, each)| each.player != player);
                }
                Step::Wait(span) => {
                    now += span;
                    let pairs = pool.pair_more(now, || coin);
                    for pair in pairs {
                        check(pair, &waiting, now)?;
                        waiting.retain(|(_, each)| ![pair.white, pair.black].contains(&each.player));
                    }
                    // The longest that somebody can wait whose window still grows; later nothing changes by itself.
                    let left = waiting.iter().enumerate().any(|(index, (wish, one))| {
                        waiting[..index].iter().any(|(other, each)| wish == other && fits(one, each, now))
                    });
                    prop_assert!(!left, "two who fit are left");
                }
            }
            prop_assert_eq!(pool.len(), waiting.len());
            // What was built up step by step equals what is built at once.
            let mut anew = Pool::default();
            for (wish, seeker) in &waiting {
                prop_assert_eq!(anew.add(*wish, seeker.clone(), now, coin), None);
            }
            prop_assert_eq!(&anew, &pool);
        }
    }

    #[test]
    fn fitting_is_mutual_and_waiting_never_hurts(one in seeker(), other in seeker(), now in 0u64..60_000, more in 0u64..60_000) {
        prop_assert_eq!(fits(&one, &other, now), fits(&other, &one, now));
        prop_assert!(!fits(&one, &other, now) || fits(&one, &other, now + more));
        prop_assert!(window(now) <= window(now + more));
        prop_assert_eq!(agree(&one, &other), fits(&one, &other, 60_000), "after a while only wishes count");
    }

    #[test]
    fn the_order_of_two_players_decides_no_colour_but_by_the_coin(one in seeker(), other in seeker(), coin: bool) {
        prop_assume!(agree(&one, &other));
        let [first, second] = [colours(&one, &other, coin), colours(&other, &one, coin)];
        let is_even = one.colour.or(other.colour).is_none() && one.whites == other.whites && one.last == other.last;
        prop_assert_eq!(first == second, !is_even);
    }

    /// However two players alone begin, colours even out.
    #[test]
    fn two_alone_meet_at_once_again_and_again_with_colours_changing(coins in proptest::collection::vec(any::<bool>(), 2..20)) {
        let mut players = [Seeker::new(1u8, 0), Seeker::new(2u8, 0)];
        let mut whites = Vec::new();
        for coin in coins {
            let mut pool = Pool::default();
            prop_assert_eq!(pool.add(0u8, players[0].clone(), 0, coin), None);
            let pair = pool.add(0u8, players[1].clone(), 0, coin);
            let pair = pair.expect("two alone are paired at once");
            whites.push(pair.white);
            for player in &mut players {
                let is_white = player.player == pair.white;
                player.whites += if is_white { 1 } else { -1 };
                player.last = Some(if is_white { Colour::White } else { Colour::Black });
                player.met = vec![if is_white { pair.black } else { pair.white }];
            }
        }
        for two in whites.windows(2) {
            prop_assert_ne!(two[0], two[1]);
        }
    }
}

#[test]
fn a_repeat_is_avoided_where_somebody_else_waits() {
    // Two whose colours collide wait together; the nearer of them was the last opponent.
    let waiting = |player, rating| Seeker {
        rating: Some(rating),
        colour: Some(Colour::White),
        ..Seeker::new(player, 0)
    };
    let newcomer = Seeker { rating: Some(1500), met: vec![1u8], ..Seeker::new(9u8, 0) };
    let mut pool = Pool::default();
    assert_eq!(pool.add(0u8, waiting(1, 1500), 0, false), None);
    assert_eq!(pool.add(0u8, waiting(2, 1600), 0, false), None);
    let pair = pool.clone().add(0u8, newcomer.clone(), 0, false);
    assert_eq!(pair, Some(Pair { white: 2, black: 9 }));
    pool.remove(&2);
    assert_eq!(pool.add(0u8, newcomer, 0, false), Some(Pair { white: 1, black: 9 }), "nobody else waits");
}

#[test]
fn whoever_waits_long_goes_before_somebody_a_little_nearer() {
    let waiting = |player, rating, since| Seeker {
        rating: Some(rating),
        colour: Some(Colour::White),
        ..Seeker::new(player, since)
    };
    let mut pool = Pool::default();
    assert_eq!(pool.add(0u8, waiting(1, 1600, 0), 0, false), None);
    assert_eq!(pool.add(0u8, waiting(2, 1520, 10_000), 10_000, false), None);
    let newcomer = Seeker { rating: Some(1500), ..Seeker::new(9u8, 10_000) };
    assert_eq!(pool.best(&0, &newcomer, 10_000), Some(1), "ten seconds are two hundred points");
}

/// Five thousand who all collide: nothing here is quadratic, or this would take minutes.
#[test]
fn a_full_lobby_is_looked_through_quickly() {
    let mut pool = Pool::default();
    for player in 0u32..5_000 {
        let seeker = Seeker {
            rating: Some(800 + (player % 1_800) as u16),
            colour: Some(Colour::White),
            ..Seeker::new(player, 0)
        };
        assert_eq!(pool.add(0u8, seeker, 0, false), None);
    }
    for second in 0..20 {
        assert!(pool.pair_more(second * 1000, || false).is_empty());
    }
    let newcomers =
        (5_000u32..10_000).map(|player| Seeker { rating: Some(1700), ..Seeker::new(player, 40_000) });
    let white: BTreeSet<u32> = newcomers
        .filter_map(|newcomer| pool.add(0, newcomer, 40_000, false))
        .map(|pair| pair.white)
        .collect();
    assert_eq!(white.len(), 5_000, "each newcomer finds another opponent");
    assert!(pool.is_empty());
}
