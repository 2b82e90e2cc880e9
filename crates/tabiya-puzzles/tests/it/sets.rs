// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles: who may look at one, who may change it, and what its owner is told of the class.

use tabiya_protocol::{
    AssignPuzzleSet, ChangePuzzleSet, NewPuzzleSet, PupilAttempt, PuzzleEnd, PuzzleFilter, PuzzleSetView,
};
use tabiya_puzzles::{NotSolved, Worth};
use tabiya_store::{Account, Ends, OpeningsOfPuzzle, Role};

use super::*;

const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
const COLLEAGUE: PlayerId = PlayerId::from_bytes([8; 16]);
const EVE: PlayerId = PlayerId::from_bytes([5; 16]);
const NOW: Time = Time(1_000);

/// A teacher with the pupil Ann, a colleague with the pupil Bob, and Eve.
async fn school() -> Place {
    let place = place().await;
    enrol(&place, TEACHER, "Teach", Role::Organiser, None).await;
    enrol(&place, COLLEAGUE, "Colleague", Role::Organiser, None).await;
    enrol(&place, ANN, "Ann", Role::Player, Some(TEACHER)).await;
    enrol(&place, BOB, "Bob", Role::Player, Some(COLLEAGUE)).await;
    enrol(&place, EVE, "Eve", Role::Admin, None).await;
    place
}

impl Place {
    async fn account(&self, player: PlayerId) -> Account {
        self.store.accounts.account(player).await.expect("read").expect("an account")
    }

    async fn make(&self, owner: PlayerId, id: &str, puzzles: &[&str]) -> PuzzleSetView {
        let puzzles = puzzles.iter().map(|id| (*id).to_owned()).collect();
        let wish = NewPuzzleSet { name: "Tuesday".to_owned(), puzzles, filter: None };
        let owner = self.account(owner).await;
        self.solving.new_set(&owner, wish, (id.to_owned(), 1), NOW).await.expect("made")
    }

    async fn assign(
        &self,
        owner: PlayerId,
        id: &str,
        seen: u32,
        due: Option<u64>,
    ) -> Result<PuzzleSetView, NotSolved> {
        let owner = self.account(owner).await;
        self.solving.assign_set(&owner, id, AssignPuzzleSet { seen, due }, NOW).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_is_its_owners_until_the_class_should_solve_it() {
    let place = school().await;
    let made = place.make(TEACHER, "set1", &["fork1", "mate1", "fork1"]).await;
    let ids: Vec<_> = made.puzzles.iter().map(|puzzle| &*puzzle.id).collect();
    assert_eq!((ids, made.is_own, made.may_assign), (vec!["fork1", "mate1"], true, true));
    let shown = async |player| {
        let account = place.account(player).await;
        let lists = place.solving.set_lists(&account).await.expect("read");
        let is_listed = lists.assigned.iter().any(|set| set.id == "set1");
        let found = place.solving.set(&account, "set1").await;
        assert!(found.is_ok() || matches!(found, Err(NotSolved::UnknownSet(_))), "{found:?}");
        (found.is_ok(), is_listed)
    };
    for player in [ANN, BOB, COLLEAGUE, EVE] {
        assert_eq!(shown(player).await, (false, false), "not yet");
    }
    assert!(
        matches!(place.assign(TEACHER, "set1", 1, Some(NOW.0)).await, Err(NotSolved::Moves(_))),
        "it is past"
    );
    for late in [366 * 24 * 60 * 60 * 1_000 + NOW.0 + 1, i64::MAX.unsigned_abs()] {
        let refused = place.assign(TEACHER, "set1", 1, Some(late)).await;
        assert!(matches!(refused, Err(NotSolved::Moves(_))), "{late} is too late");
    }
    assert!(matches!(place.assign(TEACHER, "set1", 2, Some(5_000)).await, Err(NotSolved::Stale)));
    assert_eq!(place.assign(TEACHER, "set1", 1, Some(5_000)).await.expect("assigned").due, Some(5_000));
    for (player, expected) in
        [(ANN, (true, true)), (BOB, (false, false)), (COLLEAGUE, (false, false)), (EVE, (false, false))]
    {
        assert_eq!(shown(player).await, expected, "{player:?}");
    }
    // The pupil looks at it, and no more.
    let ann = place.account(ANN).await;
    let rename = ChangePuzzleSet { seen: 2, name: Some("Mine".to_owned()), puzzles: None };
    for refusal in [
        place.solving.change_set(&ann, "set1", rename, NOW).await.err(),
        place.solving.delete_set(&ann, "set1").await.err(),
        place.solving.set_results(&ann, "set1").await.err(),
        place.solving.set_sheet(&ann, "set1", NOW).await.err(),
        place.assign(ANN, "set1", 2, None).await.err(),
    ] {
        assert!(matches!(refusal, Some(NotSolved::NotYours)), "{refusal:?}");
    }
    // Whoever is no organiser any more says nothing to the pupils.
    let role = async |role| {
        let change = Account { role, ..place.account(TEACHER).await };
        place.store.accounts.change_account(&change, Ends::Nothing).await.expect("changed");
    };
    role(Role::Player).await;
    assert_eq!(shown(ANN).await, (false, false), "no organiser any more");
    let demoted = place.account(TEACHER).await;
    let rename = ChangePuzzleSet { seen: 2, name: Some("Mine".to_owned()), puzzles: None };
    let refused = place.solving.change_set(&demoted, "set1", rename, NOW).await;
    assert!(matches!(refused, Err(NotSolved::NotYours)), "{refused:?}");
    role(Role::Organiser).await;
    place.assign(TEACHER, "set1", 2, None).await.expect("taken back");
    assert_eq!(shown(ANN).await, (false, false), "taken back");
}

/// A set may have positions of one pupil's own games. A classmate is neither shown such a position nor told that there is one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_of_one_pupil_is_shown_to_that_pupil_alone_also_in_a_set() {
    const MATE_OF_ANN: PlayerId = PlayerId::from_bytes([4; 16]);
    let place = school().await;
    enrol(&place, MATE_OF_ANN, "Moe", Role::Player, Some(TEACHER)).await;
    let own = Audience::Pupil { organiser: TEACHER, pupil: ANN };
    let of_class = Audience::Class(TEACHER);
    for (id, audience) in [("own1", own), ("class1", of_class)] {
        let puzzle = kept(&MATE.replace("mate1", id), audience);
        place.store.puzzles.add_puzzles(&[puzzle]).await.expect("stored");
    }
    place.make(TEACHER, "set1", &["mate1", "class1", "own1"]).await;
    place.assign(TEACHER, "set1", 1, Some(5_000)).await.expect("assigned");
    for (player, expected) in [
        (ANN, vec!["mate1", "class1", "own1"]),
        (MATE_OF_ANN, vec!["mate1", "class1"]),
        (TEACHER, vec!["mate1", "class1", "own1"]),
        (BOB, vec![]),
        (COLLEAGUE, vec![]),
        (EVE, vec![]),
    ] {
        let account = place.account(player).await;
        let shown: Vec<String> = match place.solving.set(&account, "set1").await {
            Ok(set) => set.puzzles.into_iter().map(|puzzle| puzzle.id).collect(),
            Err(NotSolved::UnknownSet(_)) => Vec::new(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(shown, expected, "{}", account.name);
        let lists = place.solving.set_lists(&account).await.expect("read");
        let listed = lists.own.iter().chain(&lists.assigned).map(|set| set.puzzles as usize).sum::<usize>();
        assert_eq!(listed, expected.len(), "as many as {} can solve", account.name);
        for id in ["class1", "own1"] {
            let is_told = place.solving.look(id, Some(player)).await.is_ok();
            assert_eq!(is_told, expected.contains(&id), "{id} for {}", account.name);
        }
        // Nobody makes a set of what they can't see.
        let wish = NewPuzzleSet { name: "Mine".to_owned(), puzzles: vec!["own1".to_owned()], filter: None };
        let made = place.solving.new_set(&account, wish, (format!("of{}", account.name), 1), NOW).await;
        assert_eq!(made.is_ok(), expected.contains(&"own1"), "{}", account.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_are_told_by_pupil_and_puzzle() {
    let place = school().await;
    place.make(TEACHER, "set1", &["fork1", "mate1"]).await;
    let teacher = place.account(TEACHER).await;
    let early = place.solving.set_results(&teacher, "set1").await;
    assert!(matches!(early, Err(NotSolved::Moves(_))), "what pupils solve by themselves is theirs");
    place.assign(TEACHER, "set1", 1, Some(5_000)).await.expect("assigned");
    // Ann has tried the fork before she had the set.
    place.play(Some(ANN), "fork1", &["d5f6", "f6d7"]).await;
    for (moves, at) in [("h2h3", NOW), ("d1d8", Time(2_000))] {
        let moves = [moves.to_owned()];
        let rated = (&moves[..], Worth::Rated);
        place.solving.answer("mate1", Some(ANN), rated, at).await.expect("an answer");
    }
    // A later date changes nothing about that.
    place.assign(TEACHER, "set1", 2, Some(6_000)).await.expect("assigned again");
    place.play(Some(BOB), "fork1", &["d5f6", "f6d7"]).await;
    place.solving.name_pupil(&teacher, "ann", " Anna Berg ").await.expect("named");
    let results = place.solving.set_results(&teacher, "set1").await.expect("read");
    let [ann] = &results.pupils[..] else { panic!("{results:?}") };
    assert_eq!((&*ann.name, ann.real_name.as_deref()), ("Ann", Some("Anna Berg")));
    let tried = PupilAttempt { first: PuzzleEnd::Failed, last: PuzzleEnd::Solved, tries: 2 };
    assert_eq!(ann.attempts, [None, Some(tried)]);
    let lists = place.solving.set_lists(&place.account(ANN).await).await.expect("read");
    assert_eq!(
        (lists.assigned[0].solved, lists.assigned[0].puzzles),
        (2, 2),
        "Ann knows what she has solved"
    );
    // What is added later counts from then on, and what was there goes on counting.
    place
        .store
        .puzzles
        .add_puzzles(&[kept(&MATE.replace("mate1", "mate2"), Audience::Everybody)])
        .await
        .expect("stored");
    place.play(Some(ANN), "mate2", &["d1d8"]).await;
    let change = |seen, puzzles: &[&str]| ChangePuzzleSet {
        seen,
        name: None,
        puzzles: Some(puzzles.iter().map(|id| (*id).to_owned()).collect()),
    };
    let more = change(3, &["mate2", "fork1", "mate1"]);
    place.solving.change_set(&teacher, "set1", more, Time(3_000)).await.expect("changed");
    let found = place.solving.set_results(&teacher, "set1").await.expect("read");
    assert_eq!(found.pupils[0].attempts, [None, None, Some(tried)]);
    // Taken out and put in again it counts anew.
    for (seen, puzzles) in [(4, &["fork1"][..]), (5, &["fork1", "mate1"])] {
        place
            .solving
            .change_set(&teacher, "set1", change(seen, puzzles), Time(4_000))
            .await
            .expect("changed");
    }
    let found = place.solving.set_results(&teacher, "set1").await.expect("read");
    assert_eq!(found.pupils[0].attempts, [None, None]);
    // Nobody names the pupils of others.
    let colleague = place.account(COLLEAGUE).await;
    let refused = place.solving.name_pupil(&colleague, "Ann", "Nobody").await;
    assert!(matches!(refused, Err(NotSolved::NotYours)), "{refused:?}");
    let names = place.solving.set_results(&teacher, "set1").await.expect("read").pupils;
    assert_eq!(names[0].real_name, results.pupils[0].real_name);
}

/// What a teacher of beginners makes first, on a new server. The nearest puzzle to one end of the range lay outside it and was counted
/// as one of the set, which had fewer than there were.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_start_set_fills_a_first_set_wherever_it_can() {
    let place = school().await;
    place.solving.add_start_set().await.expect("stored");
    let teacher = place.account(TEACHER).await;
    for (at, (theme, [from, to], count)) in [
        (Some("mateIn1"), [400, 1400], 8),
        (Some("mateIn1"), [600, 1400], 8),
        (Some("hangingPiece"), [400, 1400], 20),
        (None, [600, 1400], 2),
        (None, [600, 700], 1),
    ]
    .into_iter()
    .enumerate()
    {
        for chance in [0, 7, u32::MAX] {
            let themes = theme.map(str::to_owned).into_iter().collect();
            let filter = PuzzleFilter { themes, openings: Vec::new(), from, to, count };
            let wish = NewPuzzleSet { name: "Tuesday".to_owned(), puzzles: Vec::new(), filter: Some(filter) };
            let id = format!("set{at}{chance}");
            let made = place.solving.new_set(&teacher, wish, (id, chance), NOW).await.expect("made");
            let points: Vec<_> = made.puzzles.iter().map(|puzzle| puzzle.rating.points).collect();
            assert_eq!(points.len(), usize::from(count), "{theme:?} from {from} to {to}: {points:?}");
            assert!(
                points.is_sorted() && points.iter().all(|points| (from..=to).contains(points)),
                "{points:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filter_fills_a_set_from_the_easiest_on() {
    let place = school().await;
    let ann = place.account(ANN).await;
    let made = async |filter: PuzzleFilter| {
        let wish = NewPuzzleSet { name: "Mine".to_owned(), puzzles: Vec::new(), filter: Some(filter) };
        let sets = async || place.solving.set_lists(&ann).await.expect("read").own.len();
        let before = sets().await;
        match place.solving.new_set(&ann, wish, (format!("set{before}"), 7), NOW).await {
            // No empty set is left behind.
            Err(NotSolved::NoneFits) => {
                assert_eq!(sets().await, before);
                Ok(Vec::new())
            }
            made => {
                let ids: Vec<_> = made?.puzzles.into_iter().map(|puzzle| puzzle.id).collect();
                assert!(!ids.is_empty());
                Ok::<_, NotSolved>(ids)
            }
        }
    };
    let filter = |themes: &[&str], from, to, count| PuzzleFilter {
        themes: themes.iter().map(|theme| (*theme).to_owned()).collect(),
        openings: Vec::new(),
        from,
        to,
        count,
    };
    assert_eq!(made(filter(&[], 100, 4000, 9)).await.expect("made"), ["mate1", "fork1"]);
    assert_eq!(made(filter(&[], 1000, 2000, 9)).await.expect("made"), ["fork1"]);
    // The mate is nearer to 900 than the fork, and out of the range: the fork fills the set all the same.
    assert_eq!(made(filter(&[], 900, 1400, 1)).await.expect("made"), ["fork1"]);
    assert_eq!(made(filter(&[], 710, 1399, 2)).await.expect("made"), [""; 0], "not quite within the range");
    assert_eq!(made(filter(&["mate", "pin"], 100, 4000, 9)).await.expect("made"), ["mate1"]);
    let fork = OpeningsOfPuzzle { puzzle: "fork1".to_owned(), openings: vec!["Dutch_Defense".to_owned()] };
    place.store.puzzles.tag_openings(&[fork]).await.expect("noted");
    let of_opening = |name: &str, filter| PuzzleFilter { openings: vec![name.to_owned()], ..filter };
    for (opening, themes, expected) in [
        ("Dutch_Defense", &[][..], &["fork1"][..]),
        ("Dutch_Defense", &["mate"], &[]),
        ("French_Defense", &[], &[]),
    ] {
        let found = made(of_opening(opening, filter(themes, 100, 4000, 9))).await.expect("made");
        assert_eq!(found, expected, "{opening} {themes:?}");
    }
    let wrong = made(of_opening("no opening", filter(&[], 100, 4000, 9))).await;
    assert!(matches!(wrong, Err(NotSolved::Moves(_))), "{wrong:?}");
    assert_eq!(made(filter(&["mate"; 20], 100, 4000, 9)).await.expect("made"), ["mate1"]);
    assert_eq!(made(filter(&["pin"], 100, 4000, 9)).await.expect("made"), [""; 0]);
    for wrong in [
        filter(&["nonsense"], 100, 4000, 9),
        filter(&["mate"; 21], 100, 4000, 9),
        filter(&[], 2000, 1000, 9),
        filter(&[], 100, 4000, 61),
        filter(&[], 100, 4000, 0),
    ] {
        assert!(matches!(made(wrong.clone()).await, Err(NotSolved::Moves(_))), "{wrong:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_prints_the_solutions_is_not_rated_for_them() {
    let place = school().await;
    place.make(TEACHER, "set1", &["fork1", "mate1"]).await;
    let teacher = place.account(TEACHER).await;
    assert_eq!(place.solving.size_of_set(&teacher, "set1").await.expect("a set"), 2);
    let sheet = place.solving.set_sheet(&teacher, "set1", NOW).await.expect("a sheet");
    let solutions: Vec<_> = sheet.puzzles.iter().map(|puzzle| &*puzzle.solution).collect();
    assert_eq!(solutions, ["1. Nf6+ Kg7 2. Nxd7", "1. Rd8# / Ra8#"]);
    let moves = ["d1d8".to_owned()];
    place.solving.answer("mate1", Some(TEACHER), (&moves[..], Worth::Rated), NOW).await.expect("an answer");
    assert_eq!(place.points(TEACHER).await, 1500.0);
}
