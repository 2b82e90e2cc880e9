// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every [`Archive`] must do, written by the [`GameLog`](crate::GameLog) beside it.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod wrong;

use std::{future::Future, num::NonZeroU8, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{
    Command, Computer, Game, GameId, GameResult, Keyed, Millis, PlayerDetails, PlayerId, Seat, Seats, Speed,
    Stamped, Termination, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position, Variant};

use super::games::{ANN, BOB, EVE, MATE, bullet, id, moves, played, scholars_mate, shifted, terms};
use crate::{
    AppendError, Archive, ArchivedEnd, ArchivedGame, Filling, FinishedGame, GameFilter, PageKey,
    PlayerOutcome, StorageError, Store,
};

pub use wrong::Wrong;

/// A place for one store that starts empty, and can be opened again after the store is gone.
pub trait Fixture: Send + Sync {
    /// Opens the store. Never called while an earlier one of this fixture lives.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ archive archive_tests Fixture:
    a_new_game_is_listed_with_its_terms
    moves_that_were_taken_back_do_not_count
    a_seat_that_is_taken_shows_in_both_lists
    a_game_is_listed_under_its_variant
    names_titles_and_ratings_are_those_of_then
    an_ended_game_moves_to_the_finished_ones
    a_game_that_is_stored_whole_is_listed_whole
    what_was_refused_changes_no_row
    pages_show_each_game_once_while_others_end
    every_game_comes_once_in_the_order_of_the_ids
    filters_let_through_what_they_say
    results_are_counted_by_colour
    a_trial_is_counted_nowhere
    many_rows_at_once
    reopening_keeps_the_rows
}

const ALL: GameFilter = GameFilter {
    opponent: None,
    color: None,
    outcome: None,
    speed: None,
    rated: None,
    private: None,
    variant: None,
    termination: None,
    from: None,
    to: None,
    min_half_moves: None,
    max_half_moves: None,
};

fn ids(games: &[ArchivedGame]) -> Vec<GameId> {
    games.iter().map(|game| game.id).collect()
}

/// The row must say what the log says.
async fn agrees(store: &Store, id: GameId) {
    let log = store.log.load(id).await.unwrap().unwrap();
    let game = Game::replay(&log).unwrap();
    let row = store.archive.game(id).await.unwrap().unwrap();
    assert_eq!((row.id, row.created, row.time), (id, game.created(), game.time_control()));
    assert_eq!(row.seats(), game.seats());
    for color in Color::ALL {
        assert_eq!(row.seat(color).details.as_ref(), game.details(color), "{color}");
    }
    assert_eq!((row.rated, row.variant), (game.terms().is_rated(), game.terms().variant()));
    let end =
        game.ending().map(|end| ArchivedEnd { at: end.at, result: end.result, termination: end.termination });
    assert_eq!(row.end, end);
    assert_eq!(row.half_moves, if game.is_over() { game.ply() } else { 0 });
}

/// Also where the store is asked for each event by itself, and where many come at once.
pub async fn moves_that_were_taken_back_do_not_count(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let mut commands = moves(&["e2e4", "e7e5", "g1f3", "b8c6"]);
    for by in [Color::White, Color::Black] {
        commands.extend([Command::ProposeTakeback { by }, Command::AcceptTakeback { by: by.opposite() }]);
    }
    let attempt = "d7d5".parse().unwrap();
    commands.push(Command::Play { by: Color::Black, attempt, seq: 0, lag: None });
    commands.push(Command::Resign { by: Color::White });
    let log = played(terms(ANN, Seat::Player(BOB), bullet()), commands);
    let mut with_keys = log.clone();
    for (number, event) in (0..).zip(&mut with_keys).skip(1) {
        let key = format!("key{number}").parse().unwrap();
        event.keyed = Some(Box::new(Keyed { by: Color::White, key }));
    }
    let logs = [(id(1), &log), (id(3), &with_keys)];
    for (game, log) in logs {
        store.log.create_game(game, log[..1].to_vec()).await.unwrap();
        for (seq, event) in (0..).zip(log).skip(1).take(7) {
            store.log.append(game, seq, vec![event.clone()]).await.unwrap();
        }
    }
    drop(store);
    // Another one has to count what it finds.
    let store = fixture.open().await;
    for (game, log) in logs {
        for (seq, event) in (0..).zip(log).skip(8) {
            store.log.append(game, seq, vec![event.clone()]).await.unwrap();
        }
    }
    store.log.create_game(id(2), log[..4].to_vec()).await.unwrap();
    store.log.append(id(2), 4, log[4..].to_vec()).await.unwrap();
    for number in [1, 2, 3] {
        agrees(&store, id(number)).await;
    }
}

/// Terms of every kind come back.
pub async fn a_new_game_is_listed_with_its_terms(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let computer = |version| Seat::Computer(Computer { level: NonZeroU8::new(7).unwrap(), version });
    let days = serde_json::from_str(r#"{"days":3}"#).unwrap();
    let opponents = [Seat::Open, Seat::Player(BOB), computer(None), computer(Some(10))];
    let times = [None, bullet(), Some(days)];
    let mut number = 0;
    for opponent in opponents {
        for time in times {
            let log = played(terms(ANN, opponent, time), []);
            store.log.create_game(id(number), log).await.unwrap();
            agrees(&store, id(number)).await;
            let row = store.archive.game(id(number)).await.unwrap().unwrap();
            assert_eq!((row.rated, row.variant, row.opening), (false, Variant::Standard, None));
            number += 1;
        }
    }
    assert_eq!(store.archive.unfinished_count_of(ANN).await.unwrap(), 12);
    assert_eq!(store.archive.unfinished_count_of(BOB).await.unwrap(), 3);
    assert_eq!(store.archive.unfinished_of(ANN, 100).await.unwrap().len(), 12);
    assert_eq!(store.archive.unfinished_of(ANN, 5).await.unwrap().len(), 5);
    assert_eq!(store.archive.finished_of(ANN, &ALL, None, 100).await.unwrap(), []);
    assert_eq!(store.archive.game(id(number)).await.unwrap(), None);
    assert_eq!(store.archive.filling().await.unwrap(), None);
}

/// The newcomer gets a list, and is the other one's opponent.
pub async fn a_seat_that_is_taken_shows_in_both_lists(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (number, color) in (0..).zip(Color::ALL) {
        let seats = tabiya_game::Seats::new(ANN, color, Seat::Open);
        let terms = tabiya_game::Terms::new(tabiya_rules::Position::start(), bullet(), seats).unwrap();
        let log = played(terms, [Command::Join { player: BOB, details: None, color: None }]);
        store.log.create_game(id(number), log[..1].to_vec()).await.unwrap();
        assert_eq!(store.archive.unfinished_count_of(BOB).await.unwrap() as u64, number);
        store.log.append(id(number), 1, log[1..2].to_vec()).await.unwrap();
        agrees(&store, id(number)).await;
    }
    assert_eq!(store.archive.unfinished_of(BOB, 10).await.unwrap().len(), 2);
    assert_eq!(store.archive.unfinished_count_of(BOB).await.unwrap(), 2);
    for (number, color) in (0..2).zip(Color::ALL) {
        let log = store.log.load(id(number)).await.unwrap().unwrap();
        let mut game = Game::replay(&log).unwrap();
        let at = Time(9_000 + number);
        for (seq, event) in (2..).zip(game.decide(Command::Abort { by: Some(color) }, at).unwrap()) {
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            store.log.append(id(number), seq, vec![stamped]).await.unwrap();
        }
        agrees(&store, id(number)).await;
    }
    for (player, opponent) in [(ANN, BOB), (BOB, ANN)] {
        let filter = GameFilter { opponent: Some(opponent), ..ALL };
        assert_eq!(ids(&store.archive.finished_of(player, &filter, None, 9).await.unwrap()), [id(1), id(0)]);
    }
}

/// In both players' lists, whichever of them takes the open seat, and however few half-moves are asked for.
pub async fn a_game_is_listed_under_its_variant(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let variants = Variant::ALL.into_iter().flat_map(|variant| Color::ALL.map(|color| (variant, color)));
    for (number, (variant, color)) in (0..).zip(variants) {
        let start = variant.fixed_start().or(Position::chess960(17)).unwrap();
        let terms = Terms::new(start, bullet(), Seats::new(ANN, color, Seat::Open)).unwrap();
        let join = Command::Join { player: BOB, details: None, color: None };
        let log = played(terms, [join, Command::Abort { by: Some(Color::White) }]);
        store.log.create_game(id(number), log[..1].to_vec()).await.unwrap();
        for (seq, event) in (1..).zip(&log[1..]) {
            store.log.append(id(number), seq, vec![event.clone()]).await.unwrap();
        }
        agrees(&store, id(number)).await;
        for (player, color) in [(ANN, color), (BOB, !color)] {
            let filter =
                GameFilter { variant: Some(variant), color: Some(color), max_half_moves: Some(0), ..ALL };
            let found = store.archive.finished_of(player, &filter, None, 9).await.unwrap();
            assert_eq!(ids(&found), [id(number)], "{variant}");
        }
    }
}

/// As the log gives them, for a player who created the game and for one who joined.
pub async fn names_titles_and_ratings_are_those_of_then(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let details = |json: &str| serde_json::from_str::<PlayerDetails>(json).unwrap();
    let ann = details(r#"{"name":"Ann Ł","title":"WGM","rating":{"points":2301,"provisional":true}}"#);
    let bob = details(r#"{"name":"bob","rating":{"points":0}}"#);
    let rated = terms(ANN, Seat::Open, bullet()).with_details(Color::White, ann).unwrap().rated().unwrap();
    let join = Command::Join { player: BOB, details: Some(Box::new(bob)), color: None };
    let log = played(rated, [join].into_iter().chain(moves(&MATE)));
    store.log.create_game(id(1), log[..1].to_vec()).await.unwrap();
    agrees(&store, id(1)).await;
    store.log.append(id(1), 1, log[1..].to_vec()).await.unwrap();
    agrees(&store, id(1)).await;
    let row = store.archive.game(id(1)).await.unwrap().unwrap();
    assert!(row.rated && row.white.details.is_some() && row.black.details.is_some());
    for (rated, expected) in [(true, vec![id(1)]), (false, vec![])] {
        let filter = GameFilter { rated: Some(rated), ..ALL };
        assert_eq!(ids(&store.archive.finished_of(BOB, &filter, None, 9).await.unwrap()), expected);
    }
}

/// With the event that ends it, for both players.
pub async fn an_ended_game_moves_to_the_finished_ones(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.log.create_game(id(1), log[..1].to_vec()).await.unwrap();
    for (seq, stamped) in (0..).zip(&log).skip(1) {
        let listed = store.archive.finished_of(ANN, &ALL, None, 9).await.unwrap();
        assert_eq!(listed, [], "event {seq}");
        store.log.append(id(1), seq, vec![stamped.clone()]).await.unwrap();
        agrees(&store, id(1)).await;
    }
    for player in [ANN, BOB] {
        let finished = store.archive.finished_of(player, &ALL, None, 9).await.unwrap();
        assert_eq!(ids(&finished), [id(1)]);
        assert_eq!(finished[0].half_moves, 7);
        assert_eq!(finished[0].end.unwrap().result, GameResult::WhiteWins);
        assert_eq!(finished[0].end.unwrap().termination, Termination::Checkmate);
        assert_eq!(store.archive.unfinished_of(player, 9).await.unwrap(), []);
        assert_eq!(store.archive.unfinished_count_of(player).await.unwrap(), 0);
        assert_eq!(store.archive.finished_count_of(player, &ALL).await.unwrap(), 1);
    }
    let names = [(id(1), "Scholar's Mate".to_owned()), (id(7), "of no game".to_owned())];
    store.archive.name_openings(&names).await.unwrap();
    let named = store.archive.game(id(1)).await.unwrap().unwrap();
    assert_eq!(named.opening.as_deref(), Some("Scholar's Mate"));
    assert_eq!(store.archive.game(id(7)).await.unwrap(), None);
}

/// However the events are cut into writes.
pub async fn a_game_that_is_stored_whole_is_listed_whole(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.log.create_game(id(1), log.clone()).await.unwrap();
    store.log.create_game(id(2), log[..2].to_vec()).await.unwrap();
    store.log.append(id(2), 2, log[2..].to_vec()).await.unwrap();
    store.log.keep_game(id(3), FinishedGame::pack(&log).unwrap()).await.unwrap();
    for number in [1, 2, 3] {
        agrees(&store, id(number)).await;
    }
    assert_eq!(store.archive.finished_count_of(BOB, &ALL).await.unwrap(), 3);
    // What is kept again, or refused, is listed once.
    store.log.keep_game(id(3), FinishedGame::pack(&log).unwrap()).await.unwrap();
    store.log.keep_game(id(3), FinishedGame::pack(&scholars_mate(EVE, BOB)).unwrap()).await.unwrap_err();
    assert_eq!(store.archive.finished_count_of(BOB, &ALL).await.unwrap(), 3);
    assert_eq!(store.archive.finished_count_of(EVE, &ALL).await.unwrap(), 0);
}

/// Neither a creation that is repeated nor an append that does not fit.
pub async fn what_was_refused_changes_no_row(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.log.create_game(id(1), log[..3].to_vec()).await.unwrap();
    let before = store.archive.game(id(1)).await.unwrap();
    store.log.create_game(id(1), log[..2].to_vec()).await.unwrap();
    store.log.create_game(id(1), scholars_mate(EVE, BOB)).await.unwrap_err();
    let last = log.len() - 1;
    let refused = store.log.append(id(1), last as u32, log[last..].to_vec()).await;
    assert!(matches!(refused, Err(AppendError::Conflict { .. })), "{refused:?}");
    assert_eq!(store.archive.game(id(1)).await.unwrap(), before);
    assert_eq!(store.archive.unfinished_count_of(EVE).await.unwrap(), 0);
    assert_eq!(store.archive.unfinished_count_of(ANN).await.unwrap(), 1);
    assert_eq!(store.archive.finished_of(BOB, &ALL, None, 9).await.unwrap(), []);
}

/// Games that end at the same moment are told apart by the bytes of their ids, upper case before lower case.
pub async fn pages_show_each_game_once_while_others_end(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let names = ["a", "B", "b", "A", "0", "9", "Z", "z", "aB", "Ab", "x0", "X1"];
    let mut expected = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let game: GameId = format!("{name:0<8}").parse().unwrap();
        let end = place as u64 / 5 * 100_000;
        store.log.create_game(game, shifted(scholars_mate(ANN, BOB), end)).await.unwrap();
        expected.push((end, game));
    }
    expected.sort_unstable();
    let expected: Vec<_> = expected.into_iter().rev().map(|(_, game)| game).collect();
    for size in [1, 2, 5, 12, 50] {
        let mut seen = Vec::new();
        let mut before: Option<PageKey> = None;
        loop {
            let page = store.archive.finished_of(ANN, &ALL, before, size).await.unwrap();
            assert!(page.len() <= size as usize);
            let Some(last) = page.last() else { break };
            before = last.page_key();
            seen.extend(ids(&page));
            assert!(seen.len() < 100, "the pages have no end");
            // It is newer than the first page, so no later page shows it.
            let newer = GameId::from_bits(u64::from(size) * 1_000 + seen.len() as u64);
            let log = shifted(scholars_mate(EVE, ANN), 9_000_000);
            store.log.create_game(newer, log).await.unwrap();
        }
        seen.retain(|game| expected.contains(game));
        assert_eq!(seen, expected, "pages of {size}");
    }
}

/// Finished and unfinished ones, in steps of any length.
pub async fn every_game_comes_once_in_the_order_of_the_ids(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.archive.ends_after(None, 10).await.unwrap(), []);
    let mut expected = Vec::new();
    for (number, name) in ["b", "A", "a", "0", "Z"].into_iter().enumerate() {
        let game: GameId = format!("{name:0<8}").parse().unwrap();
        let log = shifted(scholars_mate(ANN, BOB), number as u64 * 100_000);
        let (log, end) = if number == 1 { (log[..1].to_vec(), None) } else { (log.clone(), log.last()) };
        let end = end.map(|ended| ended.at);
        store.log.create_game(game, log).await.unwrap();
        expected.push((game, end));
    }
    expected.sort_unstable();
    for size in [1, 2, 5, 9] {
        let mut seen: Vec<(GameId, Option<Time>)> = Vec::new();
        loop {
            let after = seen.last().map(|(game, _)| *game);
            let next = store.archive.ends_after(after, size).await.unwrap();
            assert!(next.len() <= size as usize && seen.len() < 100, "the steps have an end");
            if next.is_empty() {
                break;
            }
            seen.extend(next);
        }
        assert_eq!(seen, expected, "steps of {size}");
    }
}

/// Each filter alone, and all together.
pub async fn filters_let_through_what_they_say(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let rapid = Some(TimeControl::new(Millis::from_secs(900), Millis::ZERO).unwrap());
    let join = |player| Command::Join { player, details: None, color: None };
    let resign = |by| Command::Resign { by };
    let with_moves = |first: Vec<Command>, last| {
        first.into_iter().chain(moves(&MATE[..2])).chain([last]).collect::<Vec<_>>()
    };
    let draw = [Command::OfferDraw { by: Color::White }, Command::AcceptDraw { by: Color::Black }];
    let logs = [
        // 0: Ann has White and wins against Bob, bullet.
        scholars_mate(ANN, BOB),
        // 1: Ann has Black and loses to Eve, rapid, in private.
        played(
            terms(EVE, Seat::Open, rapid).private().unwrap(),
            with_moves(vec![join(ANN)], resign(Color::Black)),
        ),
        // 2: Ann has White and draws with Bob, unlimited.
        played(
            terms(ANN, Seat::Player(BOB), None),
            moves(&MATE[..2]).into_iter().chain(draw).collect::<Vec<_>>(),
        ),
        // 3: Ann has White and calls the game with the computer off.
        played(
            terms(ANN, Seat::Computer(Computer { level: NonZeroU8::MIN, version: None }), rapid),
            [Command::Abort { by: Some(Color::White) }],
        ),
    ];
    for (number, log) in (0..).zip(logs) {
        store.log.create_game(id(number), shifted(log, number * 100_000)).await.unwrap();
    }
    let cases = [
        (ALL, vec![3, 2, 1, 0]),
        (GameFilter { opponent: Some(BOB), ..ALL }, vec![2, 0]),
        (GameFilter { opponent: Some(EVE), ..ALL }, vec![1]),
        (GameFilter { opponent: Some(ANN), ..ALL }, vec![]),
        (GameFilter { color: Some(Color::White), ..ALL }, vec![3, 2, 0]),
        (GameFilter { color: Some(Color::Black), ..ALL }, vec![1]),
        (GameFilter { outcome: Some(PlayerOutcome::Won), ..ALL }, vec![0]),
        (GameFilter { outcome: Some(PlayerOutcome::Lost), ..ALL }, vec![1]),
        (GameFilter { outcome: Some(PlayerOutcome::Drawn), ..ALL }, vec![2]),
        (GameFilter { outcome: Some(PlayerOutcome::Aborted), ..ALL }, vec![3]),
        (GameFilter { speed: Some(Speed::Rapid), ..ALL }, vec![3, 1]),
        (GameFilter { speed: Some(Speed::Bullet), ..ALL }, vec![0]),
        (GameFilter { rated: Some(true), ..ALL }, vec![]),
        (GameFilter { rated: Some(false), ..ALL }, vec![3, 2, 1, 0]),
        (GameFilter { private: Some(true), ..ALL }, vec![1]),
        (GameFilter { private: Some(false), ..ALL }, vec![3, 2, 0]),
        (GameFilter { variant: Some(Variant::Standard), ..ALL }, vec![3, 2, 1, 0]),
        (GameFilter { variant: Some(Variant::Chess960), ..ALL }, vec![]),
        (
            GameFilter {
                opponent: Some(BOB),
                color: Some(Color::White),
                outcome: Some(PlayerOutcome::Won),
                speed: Some(Speed::Bullet),
                rated: Some(false),
                private: Some(false),
                variant: Some(Variant::Standard),
                termination: Some(Termination::Checkmate),
                from: Some(Time(0)),
                to: Some(Time(99_999)),
                min_half_moves: Some(7),
                max_half_moves: Some(7),
            },
            vec![0],
        ),
        (GameFilter { termination: Some(Termination::Resignation), ..ALL }, vec![1]),
        (GameFilter { termination: Some(Termination::Agreement), ..ALL }, vec![2]),
        (GameFilter { termination: Some(Termination::Abort), ..ALL }, vec![3]),
        (GameFilter { from: Some(Time(100_000)), ..ALL }, vec![3, 2, 1]),
        (GameFilter { to: Some(Time(200_000)), ..ALL }, vec![1, 0]),
        (GameFilter { from: Some(Time(100_000)), to: Some(Time(299_999)), ..ALL }, vec![2, 1]),
        (GameFilter { from: Some(Time(300_000)), to: Some(Time(200_000)), ..ALL }, vec![]),
        (GameFilter { min_half_moves: Some(1), ..ALL }, vec![2, 1, 0]),
        (GameFilter { min_half_moves: Some(3), ..ALL }, vec![0]),
        (GameFilter { max_half_moves: Some(2), ..ALL }, vec![3, 2, 1]),
        (GameFilter { max_half_moves: Some(0), ..ALL }, vec![3]),
    ];
    for (filter, expected) in cases {
        let expected: Vec<_> = expected.into_iter().map(id).collect();
        let found = store.archive.finished_of(ANN, &filter, None, 9).await.unwrap();
        assert_eq!(ids(&found), expected, "{filter:?}");
        let count = store.archive.finished_count_of(ANN, &filter).await.unwrap();
        assert_eq!(count, expected.len() as u64, "{filter:?}");
    }
}

/// For each colour, with all opponents or with one; games that go on don't count.
pub async fn results_are_counted_by_colour(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for number in 0..5 {
        let players = [[ANN, BOB], [BOB, ANN], [ANN, EVE], [ANN, BOB], [BOB, EVE]][number as usize];
        store.log.create_game(id(number), scholars_mate(players[0], players[1])).await.unwrap();
    }
    store.log.create_game(id(9), played(terms(ANN, Seat::Open, None), [])).await.unwrap();
    let mut all = store.archive.results_of(ANN, None, None).await.unwrap();
    all.sort_unstable_by_key(|(color, ..)| *color as u8);
    assert_eq!(all, [(Color::White, PlayerOutcome::Won, 3), (Color::Black, PlayerOutcome::Lost, 1)]);
    let mut with_bob = store.archive.results_of(ANN, Some(BOB), None).await.unwrap();
    with_bob.sort_unstable_by_key(|(color, ..)| *color as u8);
    assert_eq!(with_bob, [(Color::White, PlayerOutcome::Won, 2), (Color::Black, PlayerOutcome::Lost, 1)]);
    assert_eq!(
        store.archive.results_of(EVE, Some(ANN), None).await.unwrap(),
        [(Color::Black, PlayerOutcome::Lost, 1)]
    );
    let ended = store.archive.game(id(2)).await.unwrap().unwrap().end.unwrap().at;
    for (until, count) in [(Time(ended.0 - 1), None), (ended, Some(1)), (Time(u64::MAX), Some(1))] {
        let counted = store.archive.results_of(EVE, Some(ANN), Some(until)).await.unwrap();
        assert_eq!(counted.first().map(|(_, _, count)| *count), count, "until {until:?}");
    }
}

/// Without a clock against the computer, a game counts once its player has moved twice; with a clock, or against somebody, always.
pub async fn a_trial_is_counted_nowhere(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let black = |time| {
        Terms::new(Position::start(), time, Seats::new(ANN, Color::Black, computer)).expect("playable")
    };
    let given_up = |terms: Terms, by: Color, half_moves: usize| {
        played(terms, moves(&MATE[..half_moves]).into_iter().chain([Command::Resign { by }]))
    };
    let games = [
        (given_up(terms(ANN, computer, None), Color::White, 2), 0),
        (given_up(terms(ANN, computer, None), Color::White, 3), 1),
        (given_up(black(None), Color::Black, 3), 1),
        (given_up(black(None), Color::Black, 4), 2),
        (given_up(terms(ANN, computer, bullet()), Color::White, 2), 3),
        (given_up(terms(ANN, Seat::Player(BOB), None), Color::White, 2), 4),
    ];
    for (number, (log, lost)) in (0..).zip(games) {
        store.log.create_game(id(number), log).await.unwrap();
        let results = store.archive.results_of(ANN, None, None).await.unwrap();
        let counted: u64 = results
            .iter()
            .map(|(_, outcome, count)| {
                assert_eq!(*outcome, PlayerOutcome::Lost);
                count
            })
            .sum();
        assert_eq!(counted, lost, "after game {number}");
    }
}

/// More than one statement lists, in any order, and those that are not there are left out.
pub async fn many_rows_at_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for number in 0..60 {
        store.log.create_game(id(number), played(terms(ANN, Seat::Open, None), [])).await.unwrap();
    }
    let asked: Vec<_> = (0..1_200).map(|number| id(number * 17 % 1_201)).collect();
    let mut found = ids(&store.archive.games(&asked).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, (0..60).map(id).filter(|id| asked.contains(id)).collect::<Vec<_>>());
    assert_eq!(store.archive.games(&[]).await.unwrap(), []);
}

/// The rows are as durable as the log.
pub async fn reopening_keeps_the_rows(fixture: &impl Fixture) {
    let log = scholars_mate(ANN, BOB);
    let store = fixture.open().await;
    store.log.create_game(id(1), log[..4].to_vec()).await.unwrap();
    drop(store);
    let store = fixture.open().await;
    agrees(&store, id(1)).await;
    // The number of half-moves is known again.
    store.log.append(id(1), 4, log[4..].to_vec()).await.unwrap();
    drop(store);
    let store = fixture.open().await;
    agrees(&store, id(1)).await;
    assert_eq!(store.archive.filling().await.unwrap(), None);
}

/// How an archive can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A page begins with the last game of the page before.
    RepeatsTheKey,
    /// Games that end at the same moment are left out after the first page.
    SkipsTies,
    /// Lists everything, whatever the filter says.
    IgnoresTheFilter,
    /// Returns one game more than was asked for.
    ExceedsTheLimit,
    /// Counts finished games among the unfinished ones.
    CountsFinishedGames,
    /// Does not know how many half-moves a game has.
    ForgetsHalfMoves,
    /// Lists the games of a player's opponent on one side only.
    SwapsTheSeats,
    /// Says of every game that it is standard chess.
    ForgetsTheVariant,
    /// Counts trials, as games that White lost.
    CountsTrials,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::RepeatsTheKey,
        Self::SkipsTies,
        Self::IgnoresTheFilter,
        Self::ExceedsTheLimit,
        Self::CountsFinishedGames,
        Self::ForgetsHalfMoves,
        Self::SwapsTheSeats,
        Self::ForgetsTheVariant,
        Self::CountsTrials,
    ];
}
