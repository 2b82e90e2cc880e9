// SPDX-License-Identifier: AGPL-3.0-or-later
use tabiya_game::PlayerName;
use tabiya_store::Role;

use super::*;

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
const EVE: PlayerId = PlayerId::from_bytes([3; 16]);
const NOW: Time = Time(1_000);

/// A fork in two moves, and a mate in one beside which another move wins.
const LINES: [&str; 2] = [
    "fork1\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -\t1400\t200\tfork\t\tself-play\t-",
    "mate1\t7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1\th8g8 d1d8\ta1a8/a1a7\t700\t200\tmate\t\tself-play\t-",
];

fn race(class: Option<PlayerId>) -> Race {
    let puzzles = LINES.map(|line| Puzzle::from_line(line).unwrap());
    Race::new((ANN, false), class, (NewRace::default(), puzzles.into()), NOW)
}

/// So many milliseconds after the first puzzle has come.
const fn at(span: u64) -> Time {
    Time(NOW.0 + COUNTDOWN + span)
}

/// A race of Ann and Bob that has just begun.
fn running() -> Race {
    let mut race = race(None);
    for player in [ANN, BOB] {
        assert_eq!(race.join(player, None, NOW), Joined::In);
    }
    assert!(race.start(NOW));
    race
}

fn play(race: &mut Race, player: PlayerId, (number, found, uci): (u32, u32, &str), span: u64) -> RaceVerdict {
    let played = RaceMove { number, found, uci: uci.to_owned() };
    race.play(player, &played, at(span)).unwrap().verdict
}

fn refusal(race: &mut Race, player: PlayerId, uci: &str, now: Time) -> String {
    let played = RaceMove { number: 1, found: 0, uci: uci.to_owned() };
    race.play(player, &played, now).unwrap_err()
}

fn counts(race: &Race) -> Vec<[u32; 2]> {
    race.racers().iter().map(Racer::counts).collect()
}

#[test]
fn everybody_solves_the_same_puzzles_and_the_server_counts() {
    let mut race = running();
    assert_eq!(race.stage(at(0)), RaceStage::Running);
    assert_eq!(play(&mut race, ANN, (1, 0, "d5f6"), 0), RaceVerdict::Right);
    assert_eq!(play(&mut race, ANN, (1, 1, "f6d7"), 1), RaceVerdict::Solved);
    assert_eq!(play(&mut race, BOB, (1, 0, "h2h3"), 1), RaceVerdict::Wrong);
    assert_eq!(
        play(&mut race, BOB, (2, 0, "a1a7"), 2),
        RaceVerdict::Good,
        "it still wins, and costs nothing"
    );
    assert_eq!(play(&mut race, BOB, (2, 0, "a1a8"), 3), RaceVerdict::Solved, "any mate counts");
    assert_eq!(counts(&race), [[1, 0], [1, 1]]);
    assert_eq!(race.clock(at(LENGTH - 1)), [0, 1]);
    assert_eq!(play(&mut race, ANN, (2, 0, "d1d8"), LENGTH - 1), RaceVerdict::Solved);
}

#[test]
fn a_move_that_comes_twice_scores_once_and_costs_nothing() {
    let mut race = running();
    assert_eq!(play(&mut race, ANN, (1, 0, "d5f6"), 0), RaceVerdict::Right);
    // In the position after it, the knight's move from f6 would be wrong.
    for again in ["d5f6", "f6h7", "rubbish"] {
        assert_eq!(play(&mut race, ANN, (1, 0, again), 1), RaceVerdict::Stale);
    }
    assert_eq!(play(&mut race, ANN, (1, 1, "f6d7"), 2), RaceVerdict::Solved);
    for (number, found) in [(1, 1), (1, 0), (0, 0), (3, 0), (2, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(play(&mut race, ANN, (number, found, "d1d8"), 3), RaceVerdict::Stale);
    }
    assert_eq!(counts(&race), [[1, 0], [0, 0]]);
}

#[test]
fn moves_count_between_the_first_puzzle_and_the_end_alone() {
    let mut race = race(None);
    race.join(ANN, None, NOW);
    assert!(refusal(&mut race, ANN, "d5f6", NOW).contains("does not run"));
    race.start(NOW);
    let soon = Time(NOW.0 + COUNTDOWN - 1);
    assert_eq!((race.stage(soon), race.clock(soon)), (RaceStage::Starting, [1, LENGTH]));
    assert!(refusal(&mut race, ANN, "d5f6", soon).contains("does not run"));
    assert!(race.puzzle(&race.racers()[0], soon).is_none(), "nobody sees it before the others");
    assert!(refusal(&mut race, BOB, "d5f6", at(0)).contains("not in this race"));
    assert!(refusal(&mut race, ANN, "d5d6", at(0)).contains("knight"));
    assert!(refusal(&mut race, ANN, "x", at(0)).contains("UCI"));
    assert!(refusal(&mut race, ANN, "d5f6", at(LENGTH)).contains("does not run"));
    assert_eq!((race.stage(at(LENGTH)), race.clock(at(LENGTH))), (RaceStage::Over, [0, 0]));
    assert_eq!(counts(&race), [[0, 0]]);
}

#[test]
fn solutions_are_told_when_it_is_over_alone() {
    let mut race = running();
    play(&mut race, ANN, (1, 0, "h2h3"), 0);
    for (now, count) in [(NOW, 0), (at(LENGTH - 1), 0), (at(LENGTH), 2)] {
        assert_eq!(race.puzzles(now).len(), count);
    }
}

#[test]
fn it_is_over_when_all_are_through() {
    let mut race = running();
    for player in [ANN, BOB] {
        assert_eq!(race.stage(at(1)), RaceStage::Running);
        for number in [1, 2] {
            play(&mut race, player, (number, 0, "h2h3"), 1);
        }
    }
    assert_eq!(race.stage(at(2)), RaceStage::Over);
}

#[test]
fn whoever_comes_late_has_the_same_puzzles_and_the_time_that_is_left() {
    let mut race = running();
    play(&mut race, ANN, (1, 0, "h2h3"), 0);
    assert!(race.may_join(EVE, at(LENGTH - 1)));
    assert_eq!(race.join(EVE, None, at(LENGTH - 1)), Joined::In);
    assert!(!race.may_join(EVE, at(LENGTH - 1)), "once");
    let at_hand = race.puzzle(race.racer(EVE).unwrap(), at(LENGTH - 1)).unwrap();
    assert_eq!(at_hand.id().as_str(), "fork1");
    assert_eq!(race.join(ANN, None, at(LENGTH)), Joined::In, "a reload keeps the score");
    assert_eq!(race.join(PlayerId::from_bytes([4; 16]), None, at(LENGTH)), Joined::Over);
}

#[test]
fn a_race_has_room_for_some() {
    let mut race = race(None);
    for number in 0..u8::try_from(MOST).unwrap() {
        assert_eq!(race.join(PlayerId::from_bytes([number; 16]), None, NOW), Joined::In);
    }
    let one_more = PlayerId::from_bytes([200; 16]);
    assert_eq!((race.join(one_more, None, NOW), race.may_join(one_more, NOW)), (Joined::Full, false));
    assert_eq!(race.racers().len(), MOST);
}

#[test]
fn a_racer_starts_it_while_its_maker_is_away_but_no_lesson() {
    let later = Time(NOW.0 + AWAY + 1);
    for (class, who, now, expected) in [
        (None, ANN, NOW, true),
        (None, BOB, NOW, false),
        (None, BOB, later, true),
        (None, EVE, later, false),
        // A pupil's race for the class of an organiser.
        (Some(EVE), BOB, later, true),
        // An organiser's own.
        (Some(ANN), BOB, later, false),
        (Some(ANN), ANN, later, true),
    ] {
        let mut race = race(class);
        race.join(BOB, None, NOW);
        assert_eq!(race.may_start(who, now), expected, "{class:?} {who:?}");
    }
    let mut race = race(None);
    assert!(!race.start(NOW), "nobody has joined");
    race.join(BOB, None, NOW);
    race.note(ANN, later);
    race.note(BOB, Time(later.0 + AWAY));
    assert!(!race.may_start(BOB, later), "its maker has come back");
    assert!(race.start(later) && race.start(at(LENGTH)), "once");
    assert_eq!(race.span(), Some([Time(later.0 + COUNTDOWN), Time(later.0 + COUNTDOWN + LENGTH)]));
}

#[test]
fn a_race_is_kept_while_its_maker_waits_and_for_an_hour_after_its_start() {
    let mut race = race(None);
    assert!(!race.is_outdated(Time(NOW.0 + KEPT)) && race.is_outdated(Time(NOW.0 + KEPT + 1)));
    race.note(ANN, Time(NOW.0 + 5));
    assert!(!race.is_outdated(Time(NOW.0 + KEPT + 5)));
    race.join(ANN, None, NOW);
    race.start(Time(NOW.0 + KEPT));
    assert!(!race.is_outdated(Time(NOW.0 + 2 * KEPT)) && race.is_outdated(Time(NOW.0 + 2 * KEPT + 5_001)));
}

fn account(player: PlayerId, name: &str) -> Account {
    let shown = PlayerName::try_from(name.to_owned()).unwrap();
    Account::new(player, shown, String::new(), String::new(), NOW)
}

#[test]
fn children_race_with_their_own_class_alone() {
    let adult = account(BOB, "Bob");
    let child = Account { kid: true, ..adult.clone() };
    let pupil = Account { list_owner: Some(ANN), ..child.clone() };
    let grown_up = Account { kid: false, ..pupil.clone() };
    let elsewhere = Account { list_owner: Some(EVE), ..child.clone() };
    let organiser = Account { role: Role::Organiser, ..account(ANN, "Ann") };
    let was_organiser = account(ANN, "Ann");
    let cases = [
        (None, [true, false]),
        (Some(adult.clone()), [true, false]),
        (Some(child), [false, false]),
        (Some(pupil.clone()), [false, true]),
        (Some(grown_up), [true, true]),
        (Some(elsewhere), [false, false]),
        (Some(organiser), [true, true]),
        (Some(was_organiser), [true, false]),
        (Some(Account { closed: Some(NOW), ..pupil }), [false, false]),
        (Some(Account { closed: Some(NOW), ..adult }), [false, false]),
    ];
    for (account, expected) in cases {
        let found = [None, Some(ANN)].map(|class| race(class).lets_in(account.as_ref()));
        assert_eq!(found, expected, "{account:?}");
    }
}

#[test]
fn names_are_those_that_others_may_read_now() {
    let mut race = race(None);
    for (player, name) in [(ANN, Some("Ann")), (BOB, Some("Bob")), (EVE, None)] {
        race.join(player, name.map(str::to_owned), NOW);
    }
    assert_eq!(race.names_wanted(Time(NOW.0 + NAMES_SERVE - 1)), []);
    let later = Time(NOW.0 + NAMES_SERVE);
    let players = race.names_wanted(later);
    assert_eq!((players.len(), race.names_wanted(later).len()), (3, 0), "asked once");
    race.name(&players, &[account(ANN, "Anna"), Account { kid: true, ..account(BOB, "Bob") }]);
    let names: Vec<_> = race.racers().iter().map(|racer| racer.name.as_deref()).collect();
    assert_eq!(names, [Some("Anna"), None, None]);
}

#[test]
fn its_maker_or_the_organiser_of_its_class_removes_a_racer_who_stays_away() {
    let mut race = running();
    assert_eq!(race.join(EVE, None, NOW), Joined::In);
    assert!(race.may_remove(ANN, NOW) && !race.may_remove(BOB, NOW));
    race.remove(ANN, 2);
    race.remove(ANN, 2);
    let left = |race: &Race| race.racers().iter().map(|racer| racer.number).collect::<Vec<_>>();
    assert_eq!(left(&race), [1, 3], "the others keep their numbers");
    assert!(race.was_removed(BOB) && !race.may_join(BOB, NOW));
    assert_eq!(race.join(BOB, None, NOW), Joined::Removed);
    assert_eq!(refusal(&mut race, BOB, "d5f6", at(1)), "you are not in this race");
    race.remove(ANN, 1);
    assert_eq!(left(&race), [1, 3], "nobody removes themselves");
    assert!(!race.may_remove(ANN, at(LENGTH)), "it is over");
    // A pupil has made a race for the class, whose organiser Eve is.
    let race = super::Race::new((BOB, false), Some(EVE), (NewRace::default(), Vec::new()), NOW);
    assert_eq!([ANN, BOB, EVE].map(|player| race.may_remove(player, NOW)), [false, true, true]);
}

/// The pupil who had made the race for the class could take the teacher out, and went on removing others after having been removed.
#[test]
fn a_pupil_does_not_remove_the_organiser_of_the_class_and_whoever_is_removed_removes_nobody() {
    let mut race = super::Race::new((BOB, false), Some(EVE), (NewRace::default(), Vec::new()), NOW);
    for player in [BOB, EVE, ANN] {
        assert_eq!(race.join(player, None, NOW), Joined::In);
    }
    race.remove(BOB, 2);
    assert!(race.racer(EVE).is_some(), "the teacher stays");
    race.remove(EVE, 1);
    assert!(race.was_removed(BOB));
    let may = |race: &Race, player| [race.may_remove(player, NOW), race.may_start(player, NOW)];
    assert_eq!([may(&race, BOB), may(&race, ANN)], [[false; 2]; 2]);
    assert!(race.may_remove(EVE, NOW));
    assert_eq!(may(&race, ANN), [false, false]);
    assert!(race.may_start(ANN, Time(NOW.0 + AWAY + 1)), "the others go on without its maker");
}

#[test]
fn whoever_is_removed_makes_room_but_not_for_ever() {
    let mut race = race(None);
    for number in 1..=MOST_EVER {
        let guest = PlayerId::from_bytes([number.to_le_bytes(); 4].concat().try_into().unwrap());
        assert_eq!(race.join(guest, None, NOW), Joined::In, "{number}");
        race.remove(ANN, number);
    }
    assert!(!race.may_join(BOB, NOW));
    assert_eq!(race.join(BOB, None, NOW), Joined::Full);
}
