// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lessons: each pupil gets positions from their own games, with their own mistake as the wrong answer, and nobody else's.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_archive::archive::Archive;
use tabiya_archive::delay::Delay;
use tabiya_game::{Command, Game, GameId, Seat, Seats, Stamped, Terms};
use tabiya_live::owned::Owned;
use tabiya_protocol::{LessonPupil, LessonPuzzle, LessonView, NewLesson, PuzzleVerdict};
use tabiya_puzzles::{Effort, LessonPgn, Lessons, NoLesson};
use tabiya_rules::{Color, Position};
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Ends, Role};

use super::*;

const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
const COLLEAGUE: PlayerId = PlayerId::from_bytes([8; 16]);
const EVE: PlayerId = PlayerId::from_bytes([5; 16]);
const NOW: Time = Time(100_000);
const EFFORT: Effort = Effort { screen: 4_000, first: 8_000, second: 40_000 };
const MATE: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
/// Black allows mate; then White leaves the queen to Black's; then Black falls for it once more.
const GAMES: &str = "[White \"Ann\"]\n[Black \"Berg, Bob\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"Ann\"]\n[Black \"Somebody\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 g6 4. Qg5 h6 5. Qg3 Nf6 6. Qxg6 fxg6 0-1\n\n\
    [White \"Somebody\"]\n[Black \"bob8\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    1. e4 e4 *\n";

struct School {
    place: Place,
    archive: Archive,
}

/// A teacher whose pupils are Ann and Bob, and a colleague whose pupil is Eve.
async fn school() -> School {
    let place = place().await;
    enrol(&place, TEACHER, "Teach", Role::Organiser, None).await;
    enrol(&place, COLLEAGUE, "Colleague", Role::Organiser, None).await;
    enrol(&place, ANN, "Ann", Role::Player, Some(TEACHER)).await;
    enrol(&place, BOB, "bob8", Role::Player, Some(TEACHER)).await;
    enrol(&place, EVE, "Eve", Role::Player, Some(COLLEAGUE)).await;
    let delay = Delay::new(0, Duration::ZERO);
    let archive = Archive::new(place.store.clone(), Timeline::start(), delay, Ghosts::default());
    School { place, archive }
}

fn pgn(pgn: &str) -> NewLesson {
    NewLesson { name: "Saturday".to_owned(), pgn: pgn.to_owned(), between: None, event: None }
}

fn of_day() -> NewLesson {
    NewLesson { between: Some([0, NOW.0]), ..pgn("") }
}

impl School {
    async fn account(&self, player: PlayerId) -> Account {
        self.place.store.accounts.account(player).await.expect("read").expect("an account")
    }

    async fn change(&self, player: PlayerId, change: impl Fn(Account) -> Account) {
        let changed = change(self.account(player).await);
        self.place.store.accounts.change_account(&changed, Ends::Nothing).await.expect("changed");
    }

    async fn make(&self, teacher: PlayerId, id: &str, wish: NewLesson) -> Result<LessonView, NotSolved> {
        let teacher = self.account(teacher).await;
        let read = LessonPgn::read(&wish.pgn);
        self.place.solving.new_lesson((&teacher, &self.archive), &wish, read, (id.to_owned(), NOW)).await
    }

    async fn look_at_games(&self) {
        let lessons = Lessons::new(self.place.store.clone(), EFFORT);
        lessons.round(&Arc::new(AtomicBool::new(false))).await.expect("done");
    }

    async fn view(&self, id: &str) -> LessonView {
        self.place.solving.lesson(&self.account(TEACHER).await, id).await.expect("a lesson")
    }

    /// The moves that this pupil is to better, and the ids of the positions; nothing if there is no such set for the pupil.
    async fn own(&self, player: PlayerId, id: &str) -> Vec<(String, String)> {
        match self.place.solving.set(&self.account(player).await, id).await {
            Ok(set) => set.puzzles.into_iter().map(|one| (one.played.unwrap_or_default(), one.id)).collect(),
            Err(NotSolved::UnknownSet(_)) => Vec::new(),
            Err(error) => panic!("{error}"),
        }
    }

    async fn listed(&self, player: PlayerId) -> Vec<(String, u32)> {
        let lists = self.place.solving.set_lists(&self.account(player).await).await.expect("read");
        lists.assigned.into_iter().map(|set| (set.id, set.puzzles)).collect()
    }

    /// A finished game of these players.
    async fn play(&self, number: u64, [white, black]: [PlayerId; 2], private: bool, end: u64) {
        let terms = Terms::new(Position::start(), None, Seats::new(white, Color::White, Seat::Player(black)));
        let terms = terms.expect("playable");
        let terms = if private { terms.private().expect("playable") } else { terms };
        let (mut game, created) = Game::create(terms, Time(1));
        let mut log = vec![created];
        for (ply, uci) in ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"].iter().enumerate() {
            let attempt = uci.parse().expect("a move");
            let (by, seq) = (Color::ALL[ply % 2], game.last_seq());
            let command = Command::Play { by, attempt, seq, lag: None };
            for event in game.decide(command, Time(end)).expect("legal") {
                let stamped = Stamped::new(Time(end), event);
                game.apply(&stamped);
                log.push(stamped);
            }
        }
        let id = GameId::from_bits(number);
        self.place.store.log.create_game(id, log[..1].to_vec()).await.expect("created");
        self.place.store.log.append(id, 1, log[1..].to_vec()).await.expect("appended");
    }
}

fn of<'a>(view: &'a LessonView, name: &str) -> &'a LessonPupil {
    view.pupils.iter().find(|pupil| pupil.name == name).expect("a player of the games")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_pupil_gets_positions_of_the_own_games_alone() {
    let school = school().await;
    let solving = &school.place.solving;
    let teacher = school.account(TEACHER).await;
    solving.name_pupil(&teacher, "bob8", "Bob Berg").await.expect("named");
    let names = solving.pupil_names(&teacher).await.expect("read");
    let names: Vec<_> = names.iter().map(|pupil| (&*pupil.name, pupil.real_name.as_deref())).collect();
    assert_eq!(names, [("Ann", None), ("bob8", Some("Bob Berg"))]);
    solving.name_pupil(&teacher, "Ann", "Berg,  BOB").await.expect("named");
    let shared = solving.pupil_names(&teacher).await.expect("read");
    assert!(
        shared.iter().all(|pupil| pupil.shares_name),
        "one name, in whatever order it is written: {shared:?}"
    );
    solving.name_pupil(&teacher, "Ann", "").await.expect("no name");
    let alone = solving.pupil_names(&teacher).await.expect("read");
    assert!(alone.iter().all(|pupil| !pupil.shares_name), "{alone:?}");
    let colleague = school.account(COLLEAGUE).await;
    assert_eq!(solving.pupil_names(&colleague).await.expect("read").len(), 1, "Eve, and nobody else's");
    let made = school.make(TEACHER, "today1", pgn(GAMES)).await.expect("a lesson");
    assert_eq!((made.total, made.done, made.unread), (3, 0, 1));
    let lessons = Lessons::new(school.place.store.clone(), EFFORT);
    lessons.round(&Arc::new(AtomicBool::new(true))).await.expect("nothing, because the server stops");
    assert_eq!(school.view("today1").await.done, 0);
    let elsewhere = lessons.owning(Owned::leased(Arc::clone(&school.place.store.nodes)));
    elsewhere.round(&Arc::new(AtomicBool::new(false))).await.expect("nothing, because another node does it");
    assert_eq!(school.view("today1").await.done, 0);
    school.look_at_games().await;
    let view = school.view("today1").await;
    assert_eq!(view.done, 3);
    let bob = of(&view, "bob8");
    assert_eq!((bob.has_account, bob.real_name.as_deref()), (true, Some("Bob Berg")));
    let played: Vec<_> = bob.positions.iter().map(|one| &*one.played).collect();
    assert_eq!(played, ["Nf6"], "the same trap twice is one position");
    // Where it comes from, and who the opponent was.
    let opponent = |one: &LessonPuzzle| one.opponent.map(|place| &*view.pupils[place as usize].name);
    assert_eq!((bob.positions[0].game, opponent(&bob.positions[0])), (Some(1), Some("Ann")));
    let solution = &bob.positions[0].puzzle.solution;
    assert!(solution.starts_with("3... "), "with the numbers of the game: {solution}");
    assert!(!of(&view, "Somebody").has_account);
    let ann = of(&view, "Ann");
    let of_ann = ann.positions.iter().find(|one| one.played == "Qg5").expect("Ann's mistake");
    assert_eq!((of_ann.game, opponent(of_ann)), (Some(2), Some("Somebody")));
    // Each pupil sees the own ones, which no other pupil does.
    let (of_bob, of_ann) = (school.own(BOB, "today1").await, school.own(ANN, "today1").await);
    assert_eq!(of_bob.iter().map(|(played, _)| &**played).collect::<Vec<_>>(), ["Nf6"]);
    let id = &of_bob[0].1;
    assert!(of_ann.iter().all(|(_, other)| other != id));
    assert_eq!(school.own(EVE, "today1").await, []);
    for (player, is_shown) in [(BOB, true), (TEACHER, true), (ANN, false), (EVE, false), (COLLEAGUE, false)] {
        let looked = solving.look(id, Some(player)).await;
        assert_eq!(looked.is_ok(), is_shown, "{player:?}: {looked:?}");
    }
    assert!(matches!(solving.look(id, None).await, Err(NotSolved::Unknown(_))));
    // The own mistake is the wrong answer, and nobody is rated for it.
    let tried = ["g8f6".to_owned()];
    let answer = solving.answer(id, Some(BOB), (&tried[..], Worth::Rated), NOW).await.expect("an answer");
    assert_eq!(answer.verdict, PuzzleVerdict::Wrong);
    assert_eq!(school.place.points(BOB).await, 1500.0);
    let kept = of(&school.view("today1").await, "bob8").positions[0].clone();
    assert_eq!((kept.first, kept.last), (Some(PuzzleEnd::Failed), Some(PuzzleEnd::Failed)));
    assert_eq!(school.listed(BOB).await, [("today1".to_owned(), 1)]);
    // A second lesson of the same game has positions of its own, which stay when the first one goes.
    school.make(TEACHER, "today2", pgn(GAMES)).await.expect("a lesson");
    school.look_at_games().await;
    assert_eq!(of(&school.view("today2").await, "bob8").positions[0].last, None);
    solving.delete_lesson(&teacher, "today1").await.expect("deleted");
    assert!(matches!(solving.look(id, Some(BOB)).await, Err(NotSolved::Unknown(_))));
    assert_eq!(school.own(BOB, "today2").await.len(), 1);
    assert_eq!(school.listed(BOB).await, [("today2".to_owned(), 1)]);
    // One that is withdrawn is counted no more: nobody could ever solve it.
    let last = school.own(BOB, "today2").await.remove(0).1;
    assert!(school.place.store.puzzles.withdraw_puzzle(&last).await.expect("withdrawn"));
    assert_eq!((school.listed(BOB).await.len(), school.own(BOB, "today2").await.len()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_is_its_teachers_alone_and_has_games() {
    let school = school().await;
    let endless = "1. e4 e5 *\n\n1. d4 d5 *\n\n";
    for (wish, expected) in [
        (pgn(""), NoLesson::NoGames),
        (of_day(), NoLesson::NoGames),
        (NewLesson { event: Some("nonsense".to_owned()), ..pgn("") }, NoLesson::NoGames),
        (pgn("1. e4 e4 *"), NoLesson::Unreadable { unread: 1 }),
    ] {
        let refused = school.make(TEACHER, "today3", wish).await;
        assert!(matches!(refused, Err(NotSolved::Lesson(why)) if why == expected), "{refused:?}");
    }
    for between in [[2, 1], [0, u64::MAX]] {
        let refused = school.make(TEACHER, "today3", NewLesson { between: Some(between), ..pgn("") }).await;
        assert!(matches!(refused, Err(NotSolved::Moves(_))), "{refused:?}");
    }
    let many: String =
        (0..95).map(|number| format!("[White \"Player {number}\"]\n\n1. e4 e5 *\n\n")).collect();
    let made = school.make(TEACHER, "today3", pgn(&(many + endless))).await.expect("a lesson");
    assert_eq!((made.total, made.left_out), (90, 7));
    school.make(TEACHER, "today4", pgn(endless)).await.expect("a lesson");
    // The third one waits, but not that of a colleague.
    let refused = school.make(TEACHER, "today5", pgn(endless)).await;
    assert!(matches!(refused, Err(NotSolved::Lesson(NoLesson::Busy))), "{refused:?}");
    school.make(COLLEAGUE, "today6", pgn(endless)).await.expect("a lesson");
    for player in [ANN, COLLEAGUE] {
        let other = school.account(player).await;
        for refusal in [
            school.place.solving.lesson(&other, "today3").await.err(),
            school.place.solving.delete_lesson(&other, "today3").await.err(),
            school.place.solving.set(&other, "today3").await.err(),
        ] {
            assert!(matches!(refusal, Some(NotSolved::UnknownSet(_))), "{refusal:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_day_are_those_of_the_class() {
    let school = school().await;
    school.play(1, [ANN, BOB], false, 50_000).await;
    school.play(2, [BOB, TEACHER], false, 60_000).await;
    school.play(3, [ANN, EVE], false, 50_000).await;
    school.play(4, [ANN, BOB], true, 50_000).await;
    school.play(5, [ANN, BOB], false, NOW.0 + 1).await;
    let made = school.make(TEACHER, "today1", of_day()).await.expect("a lesson");
    assert_eq!(made.total, 2, "also short ones, but none that is private, of others or of another day");
    school.look_at_games().await;
    let view = school.view("today1").await;
    assert_eq!(view.pupils.iter().map(|pupil| &*pupil.name).collect::<Vec<_>>(), ["bob8", "Ann"]);
    assert_eq!(of(&view, "bob8").positions.len(), 1);
    // The same game once more, from a file.
    let again = NewLesson { pgn: format!("[White \"ann\"]\n[Black \"BOB8\"]\n\n{MATE}\n"), ..of_day() };
    assert_eq!(school.make(TEACHER, "today2", again).await.expect("a lesson").total, 2);
    // Whoever wants no puzzles from the own games has none here.
    school
        .change(BOB, |mut account| {
            account.settings.0.insert("puzzle_games".to_owned(), "off".to_owned());
            account
        })
        .await;
    let refused = school.make(TEACHER, "today3", of_day()).await;
    assert!(matches!(refused, Err(NotSolved::Lesson(NoLesson::NoGames))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_not_of_the_class_any_more_has_no_lesson() {
    let school = school().await;
    let role = async |role| school.change(TEACHER, |account| Account { role, ..account }).await;
    let list = async |list_owner| school.change(BOB, |account| Account { list_owner, ..account }).await;
    let game = format!("[White \"Ann\"]\n[Black \"bob8\"]\n\n{MATE}\n");
    school.make(TEACHER, "today1", pgn(&game)).await.expect("a lesson");
    // A pupil who goes before the game is looked at gets nothing.
    list(Some(COLLEAGUE)).await;
    school.look_at_games().await;
    assert_eq!(of(&school.view("today1").await, "bob8").positions, []);
    list(Some(TEACHER)).await;
    school.make(TEACHER, "today2", pgn(&game)).await.expect("a lesson");
    school.look_at_games().await;
    assert_eq!(school.listed(BOB).await, [("today2".to_owned(), 1)]);
    // Of a teacher who is none any more pupils read nothing, nor of the one before.
    role(Role::Player).await;
    assert_eq!((school.listed(BOB).await.len(), school.own(BOB, "today2").await.len()), (0, 0));
    role(Role::Organiser).await;
    assert_eq!(school.own(BOB, "today2").await.len(), 1);
    list(Some(COLLEAGUE)).await;
    assert_eq!((school.listed(BOB).await.len(), school.own(BOB, "today2").await.len()), (0, 0));
    // With the account the name goes, also out of a lesson that is being made.
    list(Some(TEACHER)).await;
    school.make(TEACHER, "today3", pgn(&game)).await.expect("a lesson");
    school.place.store.puzzle_lessons.forget_lessons(BOB).await.expect("forgotten");
    school.place.store.puzzles.forget_attempts(BOB).await.expect("forgotten");
    school.look_at_games().await;
    for lesson in ["today2", "today3"] {
        let names: Vec<_> = school.view(lesson).await.pupils.into_iter().map(|pupil| pupil.name).collect();
        assert_eq!(names, ["Ann"], "{lesson}");
    }
}
