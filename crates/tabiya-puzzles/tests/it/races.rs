// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races over a real database: who gets in, and what is kept of them.

use tabiya_protocol::{AssignPuzzleSet, NewPuzzleSet, NewRace, RaceMove, RaceStage, RaceVerdict};
use tabiya_puzzles::{Entrant, Races};
use tabiya_store::{Ends, Role};

use super::*;

const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
const GUEST: PlayerId = PlayerId::from_bytes([8; 16]);
const MADE: Time = Time(1_000);
/// When the first puzzle has come, where the race was started at once.
const RUNS: Time = Time(6_500);
const OVER: Time = Time(100_000);

/// A place with so many mates in one.
async fn with_mates(count: u32) -> (Place, Races) {
    let place = place().await;
    let mates = (0..count).map(|number| MATE.replacen("mate1", &format!("m{number}"), 1));
    let mates: Vec<_> = mates.map(|line| kept(&line, Audience::Everybody)).collect();
    place.store.puzzles.add_puzzles(&mates).await.expect("stored");
    let races = Races::new(place.solving.clone());
    (place, races)
}

async fn account(place: &Place, player: PlayerId) -> Account {
    place.store.accounts.account(player).await.expect("read").expect("there")
}

const fn by(account: &Account) -> Entrant<'_> {
    Entrant { player: account.player, account: Some(account) }
}

const fn guest() -> Entrant<'static> {
    Entrant { player: GUEST, account: None }
}

fn solves(number: u32) -> RaceMove {
    RaceMove { number, found: 0, uci: "d1d8".to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_is_run_on_its_link_and_what_accounts_have_tried_is_kept_as_practice() {
    let (place, races) = with_mates(12).await;
    enrol(&place, ANN, "Ann", Role::Player, None).await;
    let ann = account(&place, ANN).await;
    let new = ("race1".to_owned(), 7);
    let id = races.make(by(&ann), NewRace::default(), new, MADE).await.expect("made");
    for entrant in [by(&ann), guest()] {
        races.join(&id, entrant, MADE).await.expect("joined");
    }
    races.start(&id, guest(), MADE).await.expect_err("it is not the guest's");
    races.start(&id, by(&ann), MADE).await.expect("started");
    let waiting = races.look(&id, by(&ann), MADE).await.expect("there");
    assert_eq!((waiting.stage, waiting.puzzle), (RaceStage::Starting, None));
    let [first, other] = [races.look(&id, by(&ann), RUNS).await, races.look(&id, guest(), RUNS).await]
        .map(|seen| seen.expect("there").puzzle);
    assert!(first.is_some() && first == other, "the same for all");
    // Twice at once, from two tabs.
    let played = solves(1);
    let (one, two) =
        tokio::join!(races.play(&id, by(&ann), &played, RUNS), races.play(&id, by(&ann), &played, RUNS));
    let mut verdicts = [one, two].map(|moved| moved.expect("judged").verdict);
    verdicts.sort_by_key(|verdict| *verdict == RaceVerdict::Stale);
    assert_eq!(verdicts, [RaceVerdict::Solved, RaceVerdict::Stale]);
    races.play(&id, guest(), &solves(1), RUNS).await.expect("judged");
    let seen = races.look(&id, guest(), RUNS).await.expect("there");
    let scores: Vec<_> = seen.racers.iter().map(|racer| (racer.name.as_deref(), racer.score)).collect();
    assert_eq!(scores, [(Some("Ann"), 1), (None, 1)]);
    assert_eq!((seen.played.len(), seen.puzzle.map(|puzzle| puzzle.number)), (0, Some(2)));
    let over = races.look(&id, by(&ann), OVER).await.expect("there");
    assert_eq!((over.stage, over.played.len(), over.puzzle), (RaceStage::Over, 1, None));
    let tried = place.store.puzzles.attempt(ANN, &over.played[0].id).await.expect("read").expect("kept");
    assert_eq!((tried.first, tried.rated, tried.tries), (AttemptEnd::Solved, None, 1));
    assert_eq!(place.store.puzzles.attempts_of(GUEST, None, 9).await.expect("read"), []);
    // It is known now, so it counts for nothing later.
    place.play(Some(ANN), &over.played[0].id, &["d1d8"]).await;
    assert_eq!(place.points(ANN).await, 1500.0);
    let results = races.results(&id, guest(), OVER).await.expect("there");
    assert_eq!((results.owner.as_deref(), results.puzzles.len()), (Some("Ann"), 14));
    // It tells Ann the puzzles that she has not come to, so they count for nothing either.
    races.results(&id, by(&ann), OVER).await.expect("there");
    for puzzle in &results.puzzles {
        let seen = place.store.puzzles.attempt(ANN, puzzle.id().as_str()).await.expect("read");
        assert!(seen.is_some_and(|seen| seen.rated.is_none()), "{}", puzzle.id());
    }
    let running = races.results(&id, guest(), RUNS).await.expect("there");
    assert_eq!(running.puzzles.len(), 0, "nobody is told them before the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_childs_race_is_for_the_class_and_an_open_one_is_closed_to_children() {
    let (place, races) = with_mates(12).await;
    enrol(&place, TEACHER, "Teach", Role::Organiser, None).await;
    for (player, name, owner) in [(ANN, "Ann", Some(TEACHER)), (BOB, "Bob", None)] {
        enrol(&place, player, name, Role::Player, owner).await;
    }
    let teacher = account(&place, TEACHER).await;
    let pupil = Account { kid: true, ..account(&place, ANN).await };
    let bob = account(&place, BOB).await;
    let [adult, lonely] = [false, true].map(|kid| Account { kid, ..bob.clone() });
    let make = async |entrant: Entrant<'_>, class, id: &str| {
        let wish = NewRace { class, ..NewRace::default() };
        races.make(entrant, wish, (id.to_owned(), 7), MADE).await
    };
    for (entrant, class) in [(by(&lonely), false), (by(&lonely), true), (by(&adult), true), (guest(), true)] {
        let refused = make(entrant, class, "none").await;
        assert!(matches!(refused, Err(NotSolved::NoRace(_))), "{refused:?}");
    }
    make(by(&pupil), false, "class1").await.expect("made");
    make(by(&teacher), true, "class2").await.expect("made");
    make(by(&adult), false, "open").await.expect("made");
    for class in ["class1", "class2"] {
        for member in [by(&pupil), by(&teacher)] {
            assert!(races.join(class, member, MADE).await.expect("let in").is_of_class);
        }
        for other in [by(&adult), by(&lonely), guest()] {
            let refusals = [
                races.look(class, other, MADE).await.err(),
                races.join(class, other, MADE).await.err(),
                races.start(class, other, MADE).await.err(),
                races.play(class, other, &solves(1), RUNS).await.err(),
                races.results(class, other, MADE).await.err(),
            ];
            for refusal in refusals {
                assert!(matches!(refusal, Some(NotSolved::UnknownRace(_))), "{other:?}: {refusal:?}");
            }
        }
    }
    for child in [by(&pupil), by(&lonely)] {
        assert!(matches!(races.join("open", child, MADE).await, Err(NotSolved::UnknownRace(_))));
    }
    // Whoever becomes a child's account, or leaves, is named no more.
    races.join("open", by(&adult), MADE).await.expect("let in");
    let change = Account { kid: true, ..account(&place, BOB).await };
    place.store.accounts.change_account(&change, Ends::Nothing).await.expect("changed");
    let seen = races.look("open", guest(), Time(MADE.0 + 20_000)).await.expect("there");
    assert_eq!(seen.racers.first().map(|racer| &racer.name), Some(&None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_needs_some_puzzles() {
    let (_place, races) = with_mates(7).await;
    let make = |themes: Vec<String>| {
        races.make(guest(), NewRace { themes, ..NewRace::default() }, ("r".to_owned(), 7), MADE)
    };
    assert!(matches!(make(Vec::new()).await, Err(NotSolved::FewPuzzles(9))));
    assert!(matches!(make(vec!["none".to_owned()]).await, Err(NotSolved::Moves(_))));
    assert!(matches!(make(vec!["fork".to_owned(); 21]).await, Err(NotSolved::Moves(_))));
}

/// Nobody has tried a set whose puzzles came in a race.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_of_a_class_has_no_puzzle_that_the_class_should_solve() {
    let (place, races) = with_mates(14).await;
    enrol(&place, TEACHER, "Teacher", Role::Organiser, None).await;
    let teacher = account(&place, TEACHER).await;
    let make = async |id: &str, puzzles: &[&str]| {
        let new = NewPuzzleSet {
            name: id.to_owned(),
            puzzles: puzzles.iter().map(|id| (*id).to_owned()).collect(),
            filter: None,
        };
        place.solving.new_set(&teacher, new, (id.to_owned(), 0), MADE).await.expect("a set")
    };
    let assigned = make("assigned", &["m1", "m3", "m5"]).await;
    make("own", &["m2"]).await;
    let until = MADE.0 + 24 * 60 * 60 * 1_000;
    let given = AssignPuzzleSet { seen: assigned.version, due: Some(until) };
    place.solving.assign_set(&teacher, "assigned", given, MADE).await.expect("assigned");
    let raced = async |id: &str, class| {
        let new = NewRace { class, ..NewRace::default() };
        races.make(by(&teacher), new, (id.to_owned(), 7), MADE).await.expect("made");
        races.join(id, by(&teacher), MADE).await.expect("joined");
        races.start(id, by(&teacher), MADE).await.expect("started");
        let puzzles = races.results(id, by(&teacher), OVER).await.expect("there").puzzles;
        puzzles.iter().map(|puzzle| puzzle.id().to_string()).collect::<HashSet<_>>()
    };
    let (class, all) = (raced("race1", true).await, raced("race2", false).await);
    assert!(["m1", "m3", "m5"].iter().all(|id| all.contains(*id) && !class.contains(*id)), "{class:?}");
    assert!(class.contains("m2"), "{class:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_made_a_race_makes_it_again_for_the_same_players() {
    let (place, races) = with_mates(12).await;
    for (player, name) in [(ANN, "Ann"), (BOB, "Bob")] {
        enrol(&place, player, name, Role::Player, None).await;
    }
    let (ann, bob) = (account(&place, ANN).await, account(&place, BOB).await);
    let again = async |entrant: Entrant<'_>, new: &str, at: Time| {
        races.repeat("r1", entrant, (new.to_owned(), 8), at).await
    };
    races.make(by(&ann), NewRace::default(), ("r1".to_owned(), 7), MADE).await.expect("made");
    for entrant in [by(&ann), by(&bob), guest()] {
        races.join("r1", entrant, MADE).await.expect("joined");
    }
    races.remove("r1", by(&ann), 3, MADE).await.expect("removed");
    races.start("r1", by(&ann), MADE).await.expect("started");
    assert!(matches!(again(by(&ann), "r2", RUNS).await, Err(NotSolved::NoRace(_))), "it runs");
    assert!(matches!(again(by(&bob), "r2", OVER).await, Err(NotSolved::NoRace(_))), "it is not Bob's");
    let seen = races.look("r1", by(&ann), OVER).await.expect("there");
    assert_eq!((seen.may_repeat, seen.next), (true, None));
    // Pressed twice.
    assert_eq!(again(by(&ann), "r2", OVER).await.expect("made"), "r2");
    assert_eq!(again(by(&ann), "r3", OVER).await.expect("made"), "r2");
    let seen = races.look("r1", by(&bob), OVER).await.expect("there");
    assert_eq!((seen.may_repeat, seen.next.as_deref()), (false, Some("r2")));
    let seen = races.join("r2", by(&bob), OVER).await.expect("joined");
    let names: Vec<_> = seen.racers.iter().map(|racer| racer.name.as_deref()).collect();
    assert_eq!(names, [Some("Ann"), Some("Bob")], "whoever made it has joined");
    // Whoever was removed stays so.
    assert_eq!(races.look("r1", guest(), OVER).await.expect("there").next, None);
    assert!(matches!(races.join("r2", guest(), OVER).await, Err(NotSolved::NoRace(_))));
}
