// SPDX-License-Identifier: AGPL-3.0-or-later
//! Looks for puzzles in the games that were finished here, in the background, and proves again what players have reported.
//!
//! One thread of low priority has all the work, so moves go first. Which games were searched is stored: after a restart it goes on
//! with the others. [`door`] says for whom a game becomes puzzles.

mod taken_back;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya_analysis::HASH_MIB;
use tabiya_archive::archive::{Archive, ReadError};
use tabiya_archive::openings;
use tabiya_engine::analysis::{Analyst, OwnEngine};
use tabiya_game::{Game, GameId};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::low_priority::{self, Patient};
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Audience, StorageError, Store};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::door;
use crate::finder::{Effort, Finder, Interrupted};
use crate::id::PuzzleId;
use crate::openings::openings_of;
use crate::puzzle::{Origin, Puzzle};
use crate::solving::to_store;
use crate::strength::{DEVIATION, start_points};

pub use taken_back::take_back_imports;

/// How often the archive is gone through. The first time is a round after the start, so that a start is about games alone.
const ROUND: Duration = Duration::from_secs(10 * 60);
/// Games that one question to the archive returns.
const PAGE: u32 = 200;
/// Between two questions to the archive.
const PAUSE: Duration = Duration::from_millis(50);
/// How often the search asks whether the lessons are done for which it waits.
const FOR_LESSONS: Duration = Duration::from_secs(5);
/// Reported puzzles that one round proves again.
const MOST_REPORTED: u32 = 20;
/// With so many times the usual nodes.
const DEEPER: u64 = 4;

/// Looks for puzzles. Cheap to clone.
#[derive(Clone)]
pub struct Search {
    store: Store,
    archive: Archive,
    timeline: Timeline,
    effort: Effort,
}

/// Why a round has ended before its end.
enum Broken {
    Storage(StorageError),
    /// The server is being stopped, or the engine failed, which its log tells.
    Stopped,
}

impl From<StorageError> for Broken {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl Search {
    /// Over these games.
    #[must_use]
    pub fn new(store: Store, archive: Archive, timeline: Timeline, effort: Effort) -> Self {
        Self { store, archive, timeline, effort }
    }

    /// Begins. Must be called inside a running Tokio runtime: it spawns one task, which ends when the server stops.
    pub fn start(self, mut stopping: watch::Receiver<bool>) {
        let stop = Arc::new(AtomicBool::new(false));
        tokio::spawn(async move {
            let mut beat = Beat::after_each(ROUND).until(stopping.clone());
            while beat.next().await {
                let round = async {
                    self.round(&stop).await?;
                    self.prove_again(&stop).await
                };
                let done = tokio::select! {
                    done = round => done,
                    _ = stopping.wait_for(|stops| *stops) => Err(Broken::Stopped),
                };
                match done {
                    Ok(()) => {}
                    Err(Broken::Storage(error)) => tracing::warn!(%error, "the search for puzzles waits"),
                    Err(Broken::Stopped) => break,
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }

    /// Goes through all games, and searches those in which nobody has searched.
    async fn round(&self, stop: &Arc<AtomicBool>) -> Result<(), Broken> {
        let mut after = None;
        loop {
            let page = self.store.archive.ends_after(after, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = Some(*last);
            let now = self.timeline.earlier();
            // What others see late gives no puzzle before they do.
            let delay = self.archive.delay();
            let is_told = |end: &Option<_>| end.is_some_and(|end| delay.is_past(end, now));
            let ended: Vec<GameId> =
                page.iter().filter(|(_, end)| is_told(end)).map(|(game, _)| *game).collect();
            let searched = self.store.puzzles.searched_of(&ended).await?;
            for game in ended.into_iter().filter(|game| !searched.contains(game)) {
                // A teacher waits for a lesson, nobody for this. So one engine at most is busy in the background.
                while self.store.puzzle_lessons.unfinished_lesson().await?.is_some() {
                    sleep(FOR_LESSONS).await;
                }
                let found = self.search(game, stop).await?;
                if found > 0 {
                    tracing::info!(%game, puzzles = found, "a game has given puzzles");
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Searches a game, stores its puzzles, and notes that it was searched. Returns how many puzzles were new.
    async fn search(&self, id: GameId, stop: &Arc<AtomicBool>) -> Result<u64, Broken> {
        let mut new = 0;
        if let Some((game, audience)) = self.open_game(id).await? {
            let found = self.find(id, game, stop).await?;
            let found: Vec<_> = found.into_iter().map(|puzzle| for_audience(puzzle, audience)).collect();
            let puzzles: Vec<_> = found.iter().filter_map(|puzzle| to_store(puzzle, audience)).collect();
            new = self.store.puzzles.add_puzzles(&puzzles).await?;
            let openings: Vec<_> = found.iter().filter_map(openings_of).collect();
            self.store.puzzles.tag_openings(&openings).await?;
        }
        self.store.puzzles.note_searched(&[id]).await?;
        Ok(new)
    }

    /// The game, if it may become puzzles, and for whom.
    async fn open_game(&self, id: GameId) -> Result<Option<(Game, Audience)>, StorageError> {
        let Some(row) = self.store.archive.game(id).await? else { return Ok(None) };
        let Some(audience) = door::audience_of(&self.store, &row).await? else { return Ok(None) };
        let game = match self.archive.game(id).await {
            Ok(read) if door::is_open(read.game()) => read.game().clone(),
            Ok(_) | Err(ReadError::NoSuchGame(_)) => return Ok(None),
            Err(ReadError::Storage(error)) => return Err(error),
        };
        if !door::is_imported(&game) {
            return Ok(Some((game, audience)));
        }
        Ok(door::importers_give(&self.store, id).await?.map(|audience| (game, audience)))
    }

    async fn find(&self, id: GameId, game: Game, stop: &Arc<AtomicBool>) -> Result<Vec<Puzzle>, Broken> {
        let (stop, effort) = (Arc::clone(stop), self.effort);
        let found = low_priority::run(move || puzzles_of(id, &game, effort, &stop)).await;
        match found {
            Ok(Ok(puzzles)) => Ok(puzzles),
            Ok(Err(Interrupted::Stopped)) | Err(_) => Err(Broken::Stopped),
            Ok(Err(error @ Interrupted::Failed(_))) => {
                tracing::error!(game = %id, %error, "a game can't be searched for puzzles");
                Ok(Vec::new())
            }
        }
    }

    /// Proves again what players have reported, and withdraws what does not hold.
    async fn prove_again(&self, stop: &Arc<AtomicBool>) -> Result<(), Broken> {
        for stored in self.store.puzzles.reported_puzzles(MOST_REPORTED).await? {
            let Effort { screen, first, second } = self.effort;
            let effort = Effort { screen, first: DEEPER * first, second: DEEPER * second };
            let stop = Arc::clone(stop);
            let (id, line, audience) = (stored.id.clone(), stored.line, stored.audience);
            let holds = low_priority::run(move || holds(&line, audience, effort, &stop)).await;
            match holds {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => {
                    tracing::info!(puzzle = id, "a reported puzzle does not hold, and is withdrawn");
                    self.store.puzzles.withdraw_puzzle(&id).await?;
                }
                Ok(Err(Interrupted::Stopped)) | Err(_) => return Err(Broken::Stopped),
                Ok(Err(error @ Interrupted::Failed(_))) => {
                    tracing::error!(puzzle = id, %error, "a reported puzzle can't be proved again");
                }
            }
            self.store.puzzles.settle_reports(&id).await?;
        }
        Ok(())
    }
}

fn engine() -> impl Analyst {
    OwnEngine::new(HASH_MIB, || Box::new(Patient::new()))
}

/// The puzzles of a game, ready to be stored.
fn puzzles_of(
    id: GameId,
    game: &Game,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Vec<Puzzle>, Interrupted> {
    let mut engine = engine();
    let mut puzzles =
        Finder::new(&mut engine, stop, effort).puzzles_of(game.history(), &Origin::Game(id.to_string()))?;
    let opening = openings::of_game(game).map(|(opening, _)| opening.name);
    for puzzle in &mut puzzles {
        (puzzle.points, puzzle.deviation) = (start_points(puzzle, &Patient::new()), DEVIATION);
        puzzle.openings = opening.map(tags).unwrap_or_default();
    }
    Ok(puzzles)
}

/// The puzzle under the id that it has for this audience: the same position may also be a puzzle for others.
#[must_use]
pub fn for_audience(puzzle: Puzzle, audience: Audience) -> Puzzle {
    let readers = match &audience {
        Audience::Everybody => return puzzle,
        Audience::Class(organiser) => vec![organiser.as_bytes().as_slice()],
        Audience::Pupil { organiser, pupil } => {
            vec![organiser.as_bytes().as_slice(), pupil.as_bytes().as_slice()]
        }
    };
    let id = PuzzleId::among(&puzzle.start(), &readers);
    puzzle.with_id(id)
}

/// An opening's name as the public CSV has it: the family, and the whole name.
fn tags(name: &str) -> Vec<String> {
    let tag = |text: &str| {
        let kept: String = text.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).collect();
        kept.split_whitespace().collect::<Vec<_>>().join("_")
    };
    let (family, whole) = (tag(name.split(':').next().unwrap_or(name)), tag(name));
    if family == whole { vec![family] } else { vec![family, whole] }
}

/// Whether the finder, with this effort, makes a puzzle of the same mistake that begins with one of the same moves. Less was asked of a
/// pupil's own position, and of a puzzle from elsewhere, which has no proof: that its best move is right.
fn holds(line: &str, audience: Audience, effort: Effort, stop: &AtomicBool) -> Result<bool, Interrupted> {
    let Ok(puzzle) = Puzzle::from_line(line) else { return Ok(false) };
    let mut engine = engine();
    let mut finder = Finder::new(&mut engine, stop, effort);
    if matches!(audience, Audience::Pupil { .. }) || puzzle.proof.is_none() {
        return finder.is_still_right(&puzzle);
    }
    let again = finder.puzzle_at(puzzle.before(), puzzle.mistake(), &puzzle.origin)?;
    Ok(again.is_some_and(|again| again.steps()[0].right == puzzle.steps()[0].right))
}

#[cfg(test)]
mod tests {
    use tabiya_archive::delay::Delay;
    use tabiya_archive::imported;
    use tabiya_game::{PlayerId, PlayerName, Time};
    use tabiya_runtime::{chance, ghosts::Ghosts};
    use tabiya_store::{Account, Ends, NewPuzzle, SqliteStore};
    use tempfile::TempDir;

    use super::*;
    use crate::puzzle::Step;
    use crate::start_set::START_SET;

    #[test]
    fn an_opening_is_tagged_with_its_family_and_its_name() {
        assert_eq!(tags("Italian Game"), ["Italian_Game"]);
        assert_eq!(
            tags("King's Indian Attack: Double Fianchetto, Main Line"),
            ["Kings_Indian_Attack", "Kings_Indian_Attack_Double_Fianchetto_Main_Line"]
        );
    }

    #[test]
    fn what_has_another_right_move_does_not_hold() {
        let effort = Effort { screen: 1, first: 40_000, second: 200_000 };
        let stop = AtomicBool::new(false);
        let line = START_SET.lines().find(|line| !line.starts_with('#')).unwrap();
        assert!(holds(line, Audience::Everybody, effort, &stop).unwrap());
        // Any move but the right one.
        let mut fields: Vec<&str> = line.split('\t').collect();
        let puzzle = Puzzle::from_line(line).unwrap();
        let right = &puzzle.steps()[0].right;
        let other = puzzle.start().legal_moves().into_iter().find(|mv| !right.contains(mv)).unwrap();
        let uci = format!("{} {}", puzzle.uci()[0], other.to_uci(puzzle.before().castling_mode()));
        (fields[2], fields[3], fields[9]) = (&uci, "-", "-");
        let wrong = fields.join("\t");
        assert!(!holds(&wrong, Audience::Everybody, effort, &stop).unwrap());
        // Of a pupil's own position as well.
        let pupil = PlayerId::from_bytes([1; 16]);
        let own = Audience::Pupil { organiser: pupil, pupil };
        assert!(holds(line, own, effort, &stop).unwrap());
        assert!(!holds(&wrong, own, effort, &stop).unwrap());
    }

    /// Long enough, and over.
    const PGN: &str =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0";

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_imported_game_gives_puzzles_where_all_who_brought_it_let_it() {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let timeline = Timeline::start();
        let archive = Archive::new(store.clone(), timeline, Delay::default(), Ghosts::default());
        let effort = Effort { screen: 1, first: 1, second: 1 };
        let search = Search::new(store.clone(), archive, timeline, effort);
        let [ann, bob, guest] = [1, 2, 3].map(|byte| PlayerId::from_bytes([byte; 16]));
        for (player, name, setting) in [(ann, "Ann", "on"), (bob, "Bob", "off")] {
            let key = name.to_lowercase();
            let name = PlayerName::try_from(name.to_owned()).unwrap();
            let mut account = Account::new(player, name, key.clone(), key, Time(1));
            account.settings.0.insert("puzzle_games".to_owned(), setting.to_owned());
            store.accounts.create_account(&account).await.unwrap();
        }
        for (importers, expected) in [
            (vec![ann], Some(Audience::Everybody)),
            (vec![ann, bob], None),
            (vec![guest], None),
            (vec![], None),
        ] {
            let id = chance::game_id();
            let game = imported::game(PGN, None, true, Time(5)).unwrap();
            store.log.keep_game(id, game).await.unwrap();
            for importer in &importers {
                store.imports.note_import(*importer, id, Time(5)).await.unwrap();
            }
            let open = search.open_game(id).await.unwrap();
            assert_eq!(open.map(|(_, audience)| audience), expected, "{importers:?}");
        }
    }

    /// The puzzle of another game stays, also where the position came up in the imported one, too.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn puzzles_of_imports_are_withdrawn_when_the_importer_gives_none_any_more() {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let archive = Archive::new(store.clone(), Timeline::start(), Delay::default(), Ghosts::default());
        let ann = PlayerId::from_bytes([1; 16]);
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let mut account = Account::new(ann, name, "ann".to_owned(), "ann".to_owned(), Time(1));
        store.accounts.create_account(&account).await.unwrap();
        let id = chance::game_id();
        let game = imported::game(PGN, None, true, Time(5)).unwrap();
        store.log.keep_game(id, game).await.unwrap();
        let played = archive.game(id).await.unwrap();
        let played = played.game();
        store.imports.note_import(ann, id, Time(5)).await.unwrap();
        // The positions after the second and after the third half-move, one of them of another game.
        let kept = |moves: usize, origin: &str| {
            let mut before = *played.history().start();
            played.history().moves()[..moves].iter().for_each(|mv| before.play(*mv));
            let mistake = played.history().moves()[moves];
            let step =
                Step { right: vec![played.history().moves()[moves + 1]], good: Vec::new(), reply: None };
            let origin = Origin::Game(origin.to_owned());
            let puzzle = Puzzle::new(before, mistake, vec![step], origin, None).unwrap();
            to_store(&puzzle, Audience::Everybody).unwrap()
        };
        let (own, others) = (kept(1, id.as_str()), kept(2, "Other123"));
        store.puzzles.add_puzzles(&[own.clone(), others.clone()]).await.unwrap();
        let is_there = async |one: &NewPuzzle| {
            store.puzzles.puzzle(&one.id).await.unwrap().is_some_and(|stored| !stored.is_withdrawn)
        };
        assert_eq!(take_back_imports(&store, &archive, &account).await, Ok(0), "she gives them");
        account = store.accounts.account(ann).await.unwrap().unwrap();
        account.settings.0.insert("puzzle_games".to_owned(), "off".to_owned());
        store.accounts.change_account(&account, Ends::Nothing).await.unwrap();
        assert_eq!(take_back_imports(&store, &archive, &account).await, Ok(1));
        assert_eq!((is_there(&own).await, is_there(&others).await), (false, true));
    }
}
