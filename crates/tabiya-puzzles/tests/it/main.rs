// SPDX-License-Identifier: AGPL-3.0-or-later
//! Solving over a real database: what counts, what does not, and what nobody is told too early.

mod lessons;
mod races;
mod sets;

use std::collections::HashSet;

use tabiya_game::{PlayerId, PlayerName, Time};
use tabiya_protocol::{PuzzleEnd, PuzzleVerdict, PuzzleView};
use tabiya_puzzles::{NotSolved, Puzzle, Solving, Theme, Wish, Worth, class_called, openings_of, to_store};
use tabiya_store::{Account, AttemptEnd, Audience, Ends, NewPuzzle, Role, SqliteStore, Store};
use tempfile::TempDir;

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

/// A fork in two moves, and a mate in one beside which another move wins.
const FORK: &str = "fork1\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -\t1400\t200\t\
    endgame fork short\t\tgame AbCd1234\t-";
const MATE: &str = "mate1\t7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1\th8g8 d1d8\ta1a8/a1a7\t700\t200\t\
    backRankMate mate mateIn1\t\tself-play\t-";

struct Place {
    _folder: TempDir,
    store: Store,
    solving: Solving,
}

async fn place() -> Place {
    let folder = TempDir::new().expect("a folder");
    let store = Store::new(SqliteStore::open(folder.path().join("data")).expect("it opens"));
    let puzzles = [FORK, MATE].map(|line| kept(line, Audience::Everybody));
    assert_eq!(store.puzzles.add_puzzles(&puzzles).await.expect("stored"), 2);
    Place { _folder: folder, solving: Solving::new(store.clone()), store }
}

fn kept(line: &str, audience: Audience) -> NewPuzzle {
    to_store(&Puzzle::from_line(line).expect("a puzzle"), audience).expect("a rating")
}

impl Place {
    async fn play(
        &self,
        player: Option<PlayerId>,
        id: &str,
        moves: &[&str],
    ) -> (PuzzleVerdict, Option<PuzzleEnd>) {
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        let answer =
            self.solving.answer(id, player, (&moves[..], Worth::Rated), Time(1)).await.expect("an answer");
        (answer.verdict, answer.done.map(|done| done.end))
    }

    async fn look(&self, id: &str, player: PlayerId) -> PuzzleView {
        self.solving.look(id, Some(player)).await.expect("it is there")
    }

    async fn points(&self, player: PlayerId) -> f64 {
        self.store.puzzles.puzzle_player(player).await.expect("read").standing.rating.points()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_is_told_after_a_right_move_and_the_last_one_is_rated() {
    let place = place().await;
    let view = place.look("fork1", ANN).await;
    assert!(view.counts && view.tried.is_none() && view.missed.is_none());
    assert_eq!((view.mistake.san.to_string().as_str(), view.position.legal.len()), ("Qd7", 16));
    let (verdict, end) = place.play(Some(ANN), "fork1", &["d5f6"]).await;
    let PuzzleVerdict::Right { reply, position } = verdict else { panic!("{verdict:?}") };
    assert_eq!((reply.san.to_string().as_str(), end), ("Kg7", None));
    assert!(position.fen.starts_with("8/3q1pkp/5N2/"), "{}", position.fen);
    assert_eq!(place.points(ANN).await, 1500.0, "half a solution is none");
    let solved = place.play(Some(ANN), "fork1", &["d5f6", "f6d7"]).await;
    assert_eq!(solved, (PuzzleVerdict::Solved, Some(PuzzleEnd::Solved)));
    let points = place.points(ANN).await;
    assert!(points > 1550.0, "{points}");
    // Again and again, and by somebody else.
    place.play(Some(ANN), "fork1", &["d5f6", "f6d7"]).await;
    assert_eq!(place.play(Some(ANN), "fork1", &["h2h3"]).await.1, Some(PuzzleEnd::Failed));
    assert_eq!(place.points(ANN).await, points);
    assert_eq!(place.points(BOB).await, 1500.0);
    let seen = place.look("fork1", ANN).await;
    assert_eq!((seen.tried, seen.missed), (Some(PuzzleEnd::Failed), Some(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_still_wins_costs_nothing_and_any_mate_counts() {
    let place = place().await;
    assert_eq!(place.play(Some(ANN), "mate1", &["a1a7"]).await, (PuzzleVerdict::Good, None));
    assert_eq!(place.store.puzzles.attempt(ANN, "mate1").await.expect("read"), None);
    assert_eq!(place.play(Some(ANN), "mate1", &["a1a8"]).await.0, PuzzleVerdict::Solved);
    assert!(place.points(ANN).await > 1500.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_is_rated_and_the_puzzle_comes_again_the_next_day() {
    let place = place().await;
    assert_eq!(
        place.play(Some(ANN), "mate1", &["h2h3"]).await,
        (PuzzleVerdict::Wrong, Some(PuzzleEnd::Failed))
    );
    assert!(place.points(ANN).await < 1500.0);
    assert_eq!(place.play(Some(ANN), "mate1", &["d1d8"]).await.1, Some(PuzzleEnd::Solved));
    let again = Wish { again: true, ..Wish::default() };
    let next = |now: u64| place.solving.next(Some(ANN), &again, Time(now));
    let id = |next: tabiya_protocol::NextPuzzle| next.puzzle.map(|puzzle| puzzle.id);
    assert_eq!(id(next(2).await.expect("an answer")).as_deref(), Some("fork1"));
    // The next day at the same hour, or a little earlier.
    let due = next(23 * 60 * 60 * 1_000).await.expect("an answer");
    assert!(due.puzzle.as_ref().is_some_and(|puzzle| !puzzle.counts), "it was rated");
    assert_eq!(id(due).as_deref(), Some("mate1"));
    // Whoever has just left it out gets another.
    let skipped = Wish { except: vec!["mate1".to_owned()], ..again.clone() };
    let other =
        place.solving.next(Some(ANN), &skipped, Time(24 * 60 * 60 * 1_000 + 3)).await.expect("an answer");
    assert_eq!(id(other).as_deref(), Some("fork1"));
}

/// "Skip" went round between the first two that were due.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_puzzles_out_gets_all_that_are_due_and_then_new_ones() {
    let place = place().await;
    let due: Vec<String> = (1..=3).map(|number| format!("due{number}")).collect();
    let more: Vec<_> =
        due.iter().map(|id| kept(&MATE.replacen("mate1", id, 1), Audience::Everybody)).collect();
    place.store.puzzles.add_puzzles(&more).await.expect("stored");
    for id in &due {
        place.play(Some(ANN), id, &["h2h3"]).await;
    }
    let mut left_out: Vec<String> = Vec::new();
    for _ in 0..5 {
        let wish = Wish { again: true, except: left_out.clone(), ..Wish::default() };
        let next = place.solving.next(Some(ANN), &wish, Time(24 * 60 * 60 * 1_000)).await.expect("an answer");
        left_out.push(next.puzzle.expect("a puzzle").id);
    }
    assert_eq!(left_out[..3], due);
    assert_eq!(left_out[3..].iter().collect::<HashSet<_>>().len(), 2, "{left_out:?}");
    assert!(left_out[3..].iter().all(|id| ["mate1", "fork1"].contains(&&**id)), "{left_out:?}");
    let wish = Wish { again: true, except: left_out.clone(), ..Wish::default() };
    let next = place.solving.next(Some(ANN), &wish, Time(24 * 60 * 60 * 1_000)).await.expect("an answer");
    assert_eq!(next.puzzle.map(|puzzle| puzzle.id), Some(due[0].clone()), "then from the first on");
}

/// After ten that were gone nobody got another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_due_comes_however_many_are_gone_and_not_in_place_of_what_is_asked_for() {
    let place = place().await;
    let due: Vec<String> = (10..35).map(|number| format!("due{number}")).collect();
    let puzzles: Vec<NewPuzzle> =
        due.iter().map(|id| kept(&MATE.replacen("mate1", id, 1), Audience::Everybody)).collect();
    place.store.puzzles.add_puzzles(&puzzles).await.expect("stored");
    for id in &due {
        place.play(Some(ANN), id, &["h2h3"]).await;
    }
    let (last, gone) = due.split_last().expect("some");
    for id in gone {
        assert!(place.store.puzzles.withdraw_puzzle(id).await.expect("withdrawn"));
    }
    let next = async |wish: Wish| {
        let now = Time(24 * 60 * 60 * 1_000);
        let next = place.solving.next(Some(ANN), &wish, now).await.expect("an answer");
        next.puzzle.map(|puzzle| puzzle.id)
    };
    let again = Wish { again: true, ..Wish::default() };
    assert_eq!(next(again.clone()).await.as_ref(), Some(last));
    let forks = Wish { themes: vec![Theme::Fork], ..again.clone() };
    assert_eq!(next(forks).await.as_deref(), Some("fork1"));
    let harder = Wish { shift: 1, ..again };
    assert_ne!(next(harder).await.as_ref(), Some(last));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_what_was_missed_for_practice_a_few_a_day_come_again() {
    let place = place().await;
    let ids: Vec<String> = (0..8).map(|number| format!("rush{number}")).collect();
    let more: Vec<_> =
        ids.iter().map(|id| kept(&MATE.replacen("mate1", id, 1), Audience::Everybody)).collect();
    place.store.puzzles.add_puzzles(&more).await.expect("stored");
    let wrong = ["h2h3".to_owned()];
    let day = 24 * 60 * 60 * 1_000;
    let miss = async |id: &str, now| {
        place.solving.answer(id, Some(ANN), (&wrong, Worth::Practice), Time(now)).await.expect("an answer");
    };
    place.solving.answer("mate1", Some(ANN), (&wrong, Worth::Rated), Time(1)).await.expect("an answer");
    for id in &ids[..7] {
        miss(id, 2).await;
    }
    miss("rush7", day + 3).await;
    let due = place.store.puzzles.due_attempts(ANN, Time(9 * day), 20).await.expect("read");
    let due: Vec<_> = due.iter().map(|attempt| &*attempt.puzzle).collect();
    assert_eq!(due, ["mate1", "rush0", "rush1", "rush2", "rush3", "rush4", "rush7"]);
}

/// With the start set, whose ratings are far apart: two puzzles came for ever, and the same two for all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_get_ever_others_and_an_easier_one_is_easier() {
    let folder = TempDir::new().expect("a folder");
    let store = Store::new(SqliteStore::open(folder.path().join("data")).expect("it opens"));
    let solving = Solving::new(store.clone());
    solving.add_start_set().await.expect("stored");
    let next = async |wish: Wish| {
        let puzzle = solving.next(None, &wish, Time(1)).await.expect("an answer").puzzle.expect("a puzzle");
        (puzzle.id, puzzle.rating.points)
    };
    let chances = || (0..40).map(|draw| u32::MAX / 40 * draw);
    for points in [None, Some(600)] {
        let mut firsts = HashSet::new();
        for chance in chances() {
            firsts.insert(next(Wish { chance, points, ..Wish::default() }).await.0);
        }
        assert!(firsts.len() >= 20, "{points:?}: {firsts:?}");
    }
    // Whoever says which were seen gets others, until there are none.
    let mut seen: Vec<String> = Vec::new();
    for chance in chances() {
        let (id, _) = next(Wish { chance, except: seen.clone(), ..Wish::default() }).await;
        assert!(!seen.contains(&id), "{id} comes again");
        seen.push(id);
    }
    for chance in chances() {
        let shifted = async |shift| next(Wish { chance, shift, ..Wish::default() }).await.1;
        let (easier, harder) = (shifted(-1).await, shifted(1).await);
        assert!(easier <= 1000 && harder >= 1350, "{easier} and {harder} for a guest of 1200");
    }
    let all = ["mate1", "fork1"].map(str::to_owned).to_vec();
    let place = place().await;
    let again = Wish { except: all, ..Wish::default() };
    let last = place.solving.next(None, &again, Time(1)).await.expect("an answer").puzzle;
    assert_eq!(
        last.map(|puzzle| puzzle.id).as_deref(),
        Some("mate1"),
        "but for the last one they come again"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn why_a_move_is_wrong_is_told_only_once_it_has_been_played() {
    let place = place().await;
    for tried in ["d1d8", "h2h3"] {
        let asked = place.solving.wrong_move("mate1", Some(ANN), &[tried.to_owned()]).await;
        let Err(NotSolved::Moves(what)) = asked else { panic!("{tried} is judged") };
        assert_eq!(what, "play the move first");
    }
    place.play(Some(ANN), "mate1", &["h2h3"]).await;
    assert!(place.solving.wrong_move("mate1", Some(ANN), &["h2h3".to_owned()]).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_or_the_solution_takes_the_rating_away() {
    let place = place().await;
    let hint = place.solving.hint("fork1", Some(ANN), &[], Time(1)).await.expect("a hint");
    assert_eq!(hint.from.to_string(), "d5");
    assert_eq!(place.look("fork1", ANN).await.tried, Some(PuzzleEnd::Hinted));
    place.play(Some(ANN), "fork1", &["d5f6", "f6d7"]).await;
    let shown = place.solving.solution("mate1", Some(ANN), Time(1)).await.expect("a solution");
    assert_eq!(shown.line.iter().map(|mv| mv.san.to_string()).collect::<Vec<_>>(), ["Rd8#"]);
    assert_eq!(shown.done.themes, ["backRankMate", "mate", "mateIn1"]);
    assert_eq!(place.look("mate1", ANN).await.tried, Some(PuzzleEnd::Shown));
    place.play(Some(ANN), "mate1", &["d1d8"]).await;
    assert_eq!(place.points(ANN).await, 1500.0);
    let first = place.solving.history(ANN, None).await.expect("read").tried.into_iter().map(|one| one.first);
    assert_eq!(first.collect::<Vec<_>>(), [PuzzleEnd::Shown, PuzzleEnd::Hinted]);
    let next = place.solving.next(Some(ANN), &Wish::default(), Time(2)).await.expect("an answer");
    assert_eq!(next.puzzle, None, "both were tried");
    assert_eq!(next.player.map(|player| player.tried), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_solves_and_nothing_is_kept() {
    let place = place().await;
    let wish = Wish { themes: vec![Theme::Fork], ..Wish::default() };
    for _ in 0..2 {
        let next = place.solving.next(None, &wish, Time(1)).await.expect("an answer");
        assert_eq!(next.puzzle.map(|puzzle| (puzzle.id, puzzle.counts)), Some(("fork1".to_owned(), false)));
        let (verdict, end) = place.play(None, "fork1", &["d5f6", "f6d7"]).await;
        assert_eq!((verdict, end), (PuzzleVerdict::Solved, Some(PuzzleEnd::Solved)));
    }
    assert_eq!(place.store.puzzles.puzzle("fork1").await.expect("read").map(|puzzle| puzzle.plays), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_that_nobody_can_have_played_are_refused() {
    let place = place().await;
    for (moves, expected) in [
        (vec![], "missing"),
        (vec!["x"], "UCI"),
        (vec!["d5d6"], "knight"),
        (vec!["d5f6", "f6d7", "d7e5"], "not the way on"),
        (vec!["d5f6"; 22], "20 moves at most"),
    ] {
        let moves: Vec<String> = moves.into_iter().map(str::to_owned).collect();
        let error = place
            .solving
            .answer("fork1", Some(ANN), (&moves[..], Worth::Rated), Time(1))
            .await
            .expect_err("refused");
        assert!(matches!(&error, NotSolved::Moves(what) if what.contains(expected)), "{moves:?}: {error}");
    }
    let right = ["d5f6".to_owned()];
    assert!(matches!(place.solving.wrong_move("fork1", None, &right).await, Err(NotSolved::Moves(_))));
    assert!(matches!(place.solving.look("none", None).await, Err(NotSolved::Unknown(_))));
    assert_eq!(place.points(ANN).await, 1500.0);
}

/// Whoever asks about a move behind a guess learns what the guess is worth.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_move_counts_also_where_another_is_asked_about() {
    let place = place().await;
    let wrong = (PuzzleVerdict::Wrong, Some(PuzzleEnd::Failed));
    assert_eq!(place.play(Some(ANN), "fork1", &["h2h3", "f6d7"]).await, wrong);
    assert!(place.points(ANN).await < 1500.0);
    let moves = ["h2h3".to_owned()];
    place.solving.hint("fork1", Some(BOB), &moves, Time(1)).await.expect_err("h3 is wrong");
    place.play(Some(BOB), "fork1", &["d5f6", "f6d7"]).await;
    assert_eq!(place.points(BOB).await, 1500.0, "he was told that h3 is wrong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_that_is_withdrawn_while_it_is_solved_counts_for_nothing() {
    let place = place().await;
    place.play(Some(ANN), "fork1", &["d5f6"]).await;
    assert!(place.store.puzzles.withdraw_puzzle("fork1").await.expect("withdrawn"));
    let moves = ["d5f6", "f6d7"].map(str::to_owned);
    let error = place
        .solving
        .answer("fork1", Some(ANN), (&moves[..], Worth::Rated), Time(1))
        .await
        .expect_err("refused");
    assert!(matches!(error, NotSolved::Withdrawn), "{error}");
    assert_eq!(place.points(ANN).await, 1500.0);
}

/// By a script: all at once, again, a month late, and by another account. Each account is rated once, for its first attempt.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_solution_that_is_sent_many_times_is_rated_once_for_each_account() {
    let place = place().await;
    let moves = ["d5f6", "f6d7"].map(str::to_owned);
    let send = |player: PlayerId, at: u64| {
        let (solving, moves) = (place.solving.clone(), moves.clone());
        tokio::spawn(async move {
            let answer = solving.answer("fork1", Some(player), (&moves, Worth::Rated), Time(at)).await;
            answer.expect("an answer").done.expect("it is solved").rated.is_some()
        })
    };
    let at_once: Vec<_> = (0..16).map(|_| send(ANN, 1)).collect();
    let mut rated = 0;
    for answer in at_once {
        rated += u32::from(answer.await.expect("no panic"));
    }
    assert_eq!(rated, 1, "of sixteen at once");
    let points = place.points(ANN).await;
    let month = 30 * 24 * 60 * 60 * 1_000;
    assert!(!send(ANN, 2).await.expect("no panic"), "a second time");
    assert!(!send(ANN, month).await.expect("no panic"), "a month late");
    assert_eq!(place.points(ANN).await, points);
    assert_eq!(place.points(BOB).await, 1500.0, "nobody is rated for what another account sends");
    assert!(send(BOB, month).await.expect("no panic"), "his first attempt, however late");
    assert!(place.points(BOB).await > 1500.0);
    for player in [ANN, BOB] {
        assert_eq!(place.store.puzzles.puzzle_player(player).await.expect("read").tried, 1);
    }
    assert_eq!(place.store.puzzles.puzzle("fork1").await.expect("read").map(|puzzle| puzzle.plays), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_counts_for_nothing_and_takes_the_rating_away() {
    let place = place().await;
    let moves = ["d1d8".to_owned()];
    let practice = (&moves[..], Worth::Practice);
    let answer = place.solving.answer("mate1", Some(ANN), practice, Time(1)).await.expect("an answer");
    assert_eq!(answer.done.map(|done| (done.end, done.rated)), Some((PuzzleEnd::Solved, None)));
    place.play(Some(ANN), "mate1", &["d1d8"]).await;
    assert_eq!(place.points(ANN).await, 1500.0, "it was known before");
}

/// A program has the solutions, so it can say anything. What it only fetched nobody has failed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_program_says_is_no_first_try_and_what_it_fetches_is_not_due() {
    let place = place().await;
    let attempt = async |id| place.store.puzzles.attempt(ANN, id).await.expect("read").expect("kept");
    place.solving.told_whole("fork1", Some(ANN), Time(1)).await.expect("told");
    assert_eq!((attempt("fork1").await.first, attempt("fork1").await.due), (AttemptEnd::Shown, None));
    for (id, end) in [("mate1", AttemptEnd::Solved), ("fork1", AttemptEnd::Failed)] {
        place.solving.report_practice(id, ANN, end, Time(2)).await.expect("kept");
        let kept = attempt(id).await;
        assert_eq!((kept.first, kept.last, kept.rated), (AttemptEnd::Shown, end, None));
        assert_eq!(kept.due.is_some(), end == AttemptEnd::Failed, "{id}");
    }
    let unknown = place.solving.report_practice("none", ANN, AttemptEnd::Solved, Time(2)).await;
    assert!(matches!(unknown, Err(NotSolved::Unknown(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_puzzle_is_of_the_opening_that_is_wanted_and_openings_are_told() {
    let place = place().await;
    assert_eq!(place.solving.themes().await.expect("read").openings, [""; 0], "the start set has none");
    let line = MATE.replacen("\t\tself-play", "\tDutch_Defense Dutch_Defense_Stonewall\tself-play", 1);
    let tagged = openings_of(&Puzzle::from_line(&line).expect("a puzzle")).expect("openings");
    place.store.puzzles.tag_openings(&[tagged]).await.expect("noted");
    let solving = Solving::new(place.store.clone());
    let told = solving.themes().await.expect("read").openings;
    assert_eq!(told, ["Dutch_Defense", "Dutch_Defense_Stonewall"]);
    for (opening, themes, expected) in [
        ("Dutch_Defense", vec![], Some("mate1")),
        ("Dutch_Defense_Stonewall", vec![Theme::Mate, Theme::Fork], Some("mate1")),
        ("Dutch_Defense", vec![Theme::Fork], None),
        ("French_Defense", vec![], None),
    ] {
        let wish = Wish { openings: vec![opening.to_owned()], themes, ..Wish::default() };
        let next = solving.next(None, &wish, Time(1)).await.expect("an answer").puzzle;
        assert_eq!(next.as_ref().map(|puzzle| &*puzzle.id), expected, "{wish:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_tried_is_listed_with_what_it_has_cost() {
    let place = place().await;
    place.play(Some(ANN), "mate1", &["h2h3"]).await;
    place.play(Some(ANN), "mate1", &["d1d8"]).await;
    place.play(Some(ANN), "fork1", &["d5f6", "f6d7"]).await;
    let history = place.solving.history(ANN, None).await.expect("read");
    assert_eq!(history.before, None);
    let [fork, mate] = &history.tried[..] else { panic!("{history:?}") };
    assert_eq!((&*fork.id, fork.first), ("fork1", PuzzleEnd::Solved));
    assert!(fork.change > Some(0), "{fork:?}");
    assert_eq!((&*mate.id, mate.first, mate.last), ("mate1", PuzzleEnd::Failed, PuzzleEnd::Solved));
    assert!(mate.change < Some(0) && mate.rating.is_some(), "{mate:?}");
    assert!(fork.themes.iter().any(|theme| theme == "fork"), "{fork:?}");
    assert_eq!(fork.fen.as_deref(), Some("6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2"));
    place.play(Some(ANN), "fork1", &["h2h3"]).await;
    let tried = place.solving.history(ANN, None).await.expect("read").tried;
    assert_eq!(tried[0].themes, [""; 0], "a theme would help whoever has missed it last");
    assert_eq!(place.solving.history(ANN, Some(2)).await.expect("read").tried, std::slice::from_ref(mate));
    assert_eq!(place.solving.history(BOB, None).await.expect("read").tried, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_faulty_puzzle_is_reported_by_whoever_has_tried_it() {
    let place = place().await;
    let early = place.solving.report("fork1", ANN, Time(1)).await;
    assert!(matches!(early, Err(NotSolved::Moves(_))), "nobody can know yet");
    place.play(Some(ANN), "fork1", &["h2h3"]).await;
    for _ in 0..2 {
        place.solving.report("fork1", ANN, Time(2)).await.expect("taken");
    }
    let reported = place.store.puzzles.reported_puzzles(9).await.expect("read");
    assert_eq!(reported.into_iter().map(|puzzle| puzzle.id).collect::<Vec<_>>(), ["fork1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_has_the_same_puzzle_for_all() {
    let place = place().await;
    let daily = async |player, now: u64| {
        place.solving.daily(player, Time(now)).await.map(|puzzle| puzzle.id).expect("a puzzle")
    };
    let day = 24 * 60 * 60 * 1_000;
    let first = daily(None, 3 * day).await;
    // Also where it has become the less fitting one.
    place.play(Some(ANN), &first, &["h2h3"]).await;
    for (player, now) in [(Some(ANN), 3 * day + 5), (Some(BOB), 4 * day - 1), (None, 3 * day + 9)] {
        assert_eq!(daily(player, now).await, first);
    }
    place.store.puzzles.withdraw_puzzle(&first).await.expect("withdrawn");
    assert_ne!(daily(None, 3 * day + 9).await, first, "nobody can solve it now");
}

/// It was the same one on each Monday, although there were hundreds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_puzzle_of_a_day_comes_again_before_the_others_were_given() {
    let folder = TempDir::new().expect("a folder");
    let store = Store::new(SqliteStore::open(folder.path().join("data")).expect("it opens"));
    let solving = Solving::new(store.clone());
    solving.add_start_set().await.expect("stored");
    let daily = async |day: u64| {
        let now = Time(day * 24 * 60 * 60 * 1_000);
        solving.daily(None, now).await.map(|puzzle| (puzzle.id, puzzle.rating.points)).expect("a puzzle")
    };
    let mut given = HashSet::new();
    let mut mondays = Vec::new();
    for day in 20_000..20_090 {
        let (id, points) = daily(day).await;
        assert!(given.insert(id.clone()), "{id} comes again on day {day}");
        if day % 7 == 4 {
            assert!((750..=1250).contains(&points), "{points}");
            mondays.push((day, id));
        }
    }
    // More puzzles change no day that has one.
    store.puzzles.add_puzzles(&[kept(FORK, Audience::Everybody)]).await.expect("stored");
    for (day, id) in mondays {
        assert_eq!(daily(day).await.0, id);
    }
    // Where all were given, the one whose day is longest ago.
    let place = place().await;
    let daily = async |day: u64| {
        let now = Time(day * 24 * 60 * 60 * 1_000);
        place.solving.daily(None, now).await.map(|puzzle| puzzle.id).expect("a puzzle")
    };
    let days = [daily(4).await, daily(11).await, daily(18).await, daily(25).await];
    assert_ne!(days[0], days[1], "{days:?}");
    assert_eq!(days[0..2], days[2..4]);
}

/// An account of this name; `owner` made it for a class.
async fn enrol(place: &Place, player: PlayerId, name: &str, role: Role, owner: Option<PlayerId>) {
    let new = Account::new(
        player,
        PlayerName::try_from(name.to_owned()).expect("a name"),
        name.to_lowercase(),
        name.to_lowercase(),
        Time(1),
    );
    let account = Account { role, list_owner: owner, ..new };
    place.store.accounts.create_account(&account).await.expect("stored");
}

/// Whatever is asked, a puzzle of a class looks to others as if it did not exist, and it counts for no rating.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_of_a_class_is_there_for_that_class_alone() {
    const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
    let place = place().await;
    enrol(&place, TEACHER, "Teach", Role::Organiser, None).await;
    enrol(&place, ANN, "Ann", Role::Player, Some(TEACHER)).await;
    enrol(&place, BOB, "Bob", Role::Player, None).await;
    let own = kept(&FORK.replacen("fork1", "class1", 1), Audience::Class(TEACHER));
    place.store.puzzles.add_puzzles(&[own]).await.expect("stored");
    let moves = ["d5f6", "f6d7"].map(str::to_owned);
    let answer = (&moves[..], Worth::Rated);
    for other in [None, Some(BOB)] {
        let refusals = [
            place.solving.look("class1", other).await.err(),
            place.solving.answer("class1", other, answer, Time(1)).await.err(),
            place.solving.hint("class1", other, &[], Time(1)).await.err(),
            place.solving.solution("class1", other, Time(1)).await.err(),
            place.solving.told_whole("class1", other, Time(1)).await.err(),
            place.solving.wrong_move("class1", other, &moves[..1]).await.err(),
            place.solving.report("class1", other.unwrap_or(BOB), Time(1)).await.err(),
        ];
        for refusal in refusals {
            assert!(matches!(refusal, Some(NotSolved::Unknown(_))), "{other:?}: {refusal:?}");
        }
    }
    assert!(!place.look("class1", ANN).await.counts);
    // It comes to the class among the others, and to nobody else.
    let given = async |player, chance| {
        let next =
            place.solving.next(player, &Wish { chance, ..Wish::default() }, Time(1)).await.expect("read");
        next.puzzle.map(|puzzle| (puzzle.id, puzzle.counts))
    };
    let own = Some(("class1".to_owned(), false));
    assert_eq!((given(Some(ANN), 3).await, given(Some(TEACHER), 6).await), (own.clone(), own.clone()));
    for (player, chance) in [(Some(ANN), 4), (Some(BOB), 3), (None, 3)] {
        assert_ne!(given(player, chance).await, own, "{player:?}");
    }
    let done = place.solving.answer("class1", Some(ANN), answer, Time(1)).await.expect("an answer").done;
    assert_eq!(done.map(|done| (done.end, done.rated)), Some((PuzzleEnd::Solved, None)));
    assert_eq!(place.points(ANN).await, 1500.0);
    assert_eq!(place.solving.history(ANN, None).await.expect("read").tried.len(), 1);
    assert!(place.solving.look("class1", Some(TEACHER)).await.is_ok());
    assert_ne!(given(Some(ANN), 3).await, own, "it was tried");
}

/// Of `tabiya puzzles import --class NAME`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_is_called_by_its_teachers_name_and_nobody_else_has_one() {
    const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
    let place = place().await;
    enrol(&place, TEACHER, "Teach", Role::Organiser, None).await;
    enrol(&place, ANN, "Ann", Role::Player, Some(TEACHER)).await;
    enrol(&place, BOB, "Bob", Role::Moderator, None).await;
    for (name, expected) in [
        ("Teach", Some(Audience::Class(TEACHER))),
        ("tEACH", Some(Audience::Class(TEACHER))),
        ("Bob", Some(Audience::Class(BOB))),
        ("Ann", None),
        ("Nobody", None),
        ("", None),
    ] {
        assert_eq!(class_called(&place.store, name).await.expect("read"), expected, "{name:?}");
    }
    let mut teacher = place.store.accounts.account(TEACHER).await.expect("read").expect("an account");
    teacher.closed = Some(Time(2));
    place.store.accounts.change_account(&teacher, Ends::Nothing).await.expect("closed");
    assert_eq!(class_called(&place.store, "Teach").await.expect("read"), None, "it is closed");
}
