// SPDX-License-Identifier: AGPL-3.0-or-later
//! Copies of events in a second place that the operator has chosen: a stick, or a folder on another computer.
//!
//! After each entry of an event its whole journal is written there as one file, the one that `tabiya event restore` takes. Moves make
//! no entries: while games run at its boards, the file is renewed every ten seconds in which any of them has gone on. A thread of its
//! own writes, one file at a time: a place that is slow, full or gone costs no move and no result. What could not be written is said
//! at the desk and tried again. A file is written beside its place first and then renamed, so that a stick that is pulled out leaves
//! the old copy or the new one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::Time;
use tabiya_protocol::events::{CopyProblem, EventId};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::spawn::spawn;
use tabiya_store::EventStage;
use tokio::sync::{oneshot, watch};

use crate::changed::Changed;
use crate::events::Events;

/// What comes within this time is written once.
const GATHERED: Duration = Duration::from_secs(1);
/// After so long it is tried again.
const AGAIN: Duration = Duration::from_secs(15);
/// How often games that run are looked at for moves.
const MOVES: Duration = Duration::from_secs(10);
/// Running events that are copied at the start.
const MOST: u32 = 100;
/// A place that has not taken a file for so long is said to be slow. The thread goes on waiting for it.
const SLOW: Duration = Duration::from_secs(20);

/// The last copy of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// When the newest copy was made; `None` without one since the server's start.
    pub at: Option<Time>,
    /// The number of the last entry in it.
    pub number: u64,
    /// Why the newest copy could not be made; `None` if all is well.
    pub problem: Option<CopyProblem>,
}

/// The second place. Cheap to clone; all clones agree.
#[derive(Clone, Default)]
pub struct Copies(Option<Arc<Place>>);

struct Place {
    folder: PathBuf,
    known: Mutex<BTreeMap<EventId, Copied>>,
    changed: Changed,
}

impl Place {
    fn known(&self) -> MutexGuard<'_, BTreeMap<EventId, Copied>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The log says it once for each event and problem.
    fn has_failed(&self, id: EventId, problem: CopyProblem, why: &dyn Display) {
        let before = self.known().entry(id).or_default().problem.replace(problem);
        if before != Some(problem) {
            tracing::warn!(%id, folder = %self.folder.display(), "no copy of an event could be made: {why}");
        }
    }
}

impl Copies {
    /// Copies into this folder; `None` makes none.
    pub fn into_folder(folder: Option<PathBuf>) -> Self {
        let place = |folder| Arc::new(Place { folder, known: Mutex::default(), changed: Changed::default() });
        Self(folder.map(place))
    }

    /// The folder; `None` where no copies are made.
    pub fn folder(&self) -> Option<&Path> {
        self.0.as_deref().map(|place| place.folder.as_path())
    }

    /// Something has happened in an event.
    pub fn note(&self, id: EventId) {
        if let Some(place) = &self.0 {
            place.changed.note(id);
        }
    }

    /// How the copy of an event stands.
    pub fn of(&self, id: EventId) -> Copied {
        self.0.as_ref().and_then(|place| place.known().get(&id).cloned()).unwrap_or_default()
    }

    /// Begins to copy. `now` is the wall clock. Must be called inside a running Tokio runtime: it spawns one task.
    pub fn start(
        &self,
        events: Events,
        now: impl Fn() -> Time + Send + 'static,
        stopping: watch::Receiver<bool>,
    ) {
        if let Some(place) = &self.0 {
            spawn(run(Arc::clone(place), events, now, stopping));
        }
    }
}

/// A file that is being written.
struct Writing {
    id: EventId,
    number: u64,
    /// How far its running games were before it was begun.
    moves: usize,
    written: oneshot::Receiver<io::Result<()>>,
}

async fn run(place: Arc<Place>, events: Events, now: impl Fn() -> Time, mut stopping: watch::Receiver<bool>) {
    let (mut due, mut failed) = (BTreeSet::new(), BTreeSet::new());
    // Events with running games, with how far these are in the copy.
    let mut playing: HashMap<EventId, usize> = HashMap::new();
    let mut beat = Beat::every(MOVES).until(stopping.clone());
    // What happened while the server was away or had no second place.
    match events.store().events.events_in(EventStage::Running, None, MOST).await {
        Ok(running) => {
            running.iter().filter_map(|one| one.id.parse().ok()).for_each(|id| place.changed.note(id))
        }
        Err(error) => {
            tracing::warn!(%error, "running events can't be listed; they are copied after their next entry")
        }
    }
    loop {
        tokio::select! {
            () = place.changed.noted() => {}
            () = tokio::time::sleep(AGAIN), if !failed.is_empty() => due.append(&mut failed),
            goes_on = beat.next(), if !playing.is_empty() => {
                if !goes_on {
                    return;
                }
                for (id, copied) in &playing {
                    if moves_of(&events, *id).await.is_ok_and(|moves| moves != *copied) {
                        due.insert(*id);
                    }
                }
                due.append(&mut failed);
                if due.is_empty() {
                    continue;
                }
            }
            _ = stopping.changed() => return,
        }
        tokio::time::sleep(GATHERED).await;
        due.extend(std::iter::from_fn(|| place.changed.take()));
        while let Some(id) = due.pop_first() {
            match begin(&place, &events, id).await {
                Ok(writing) => {
                    match writing.moves {
                        0 => playing.remove(&id),
                        moves => playing.insert(id, moves),
                    };
                    if finish(&place, writing, now()).await {
                        // The place is there again: what failed is not left waiting.
                        due.append(&mut failed);
                    } else {
                        failed.insert(id);
                    }
                }
                Err(why) => {
                    place.has_failed(id, CopyProblem::Other, &why);
                    failed.insert(id);
                }
            }
            if *stopping.borrow() {
                return;
            }
        }
    }
}

async fn begin(place: &Place, events: &Events, id: EventId) -> Result<Writing, String> {
    let event = events.read(id).await.map_err(|error| error.to_string())?;
    let moves = moves_of(events, id).await?;
    let text = events.save(id).await.map_err(|error| error.to_string())?;
    let folder = place.folder.clone();
    let (done, written) = oneshot::channel();
    // Not one of the runtime's threads: a network folder that never answers must not hold up the server's end.
    let writer = std::thread::Builder::new().name("event-copy".into());
    // The receiver is gone where the server is being stopped.
    let writing = writer.spawn(move || drop(done.send(write(&folder, id, &text))));
    writing.map_err(|error| error.to_string())?;
    Ok(Writing { id, number: event.head, moves, written })
}

/// How far the running games of an event are; 0 where none runs.
async fn moves_of(events: &Events, id: EventId) -> Result<usize, String> {
    let event = events.read(id).await.map_err(|error| error.to_string())?;
    events.moves(&event).await.map_err(|error| error.to_string())
}

/// Waits until the file is written. Returns whether it is; `now` is when it was begun.
async fn finish(place: &Place, Writing { id, number, moves: _, mut written }: Writing, now: Time) -> bool {
    let done = match tokio::time::timeout(SLOW, &mut written).await {
        Ok(done) => done,
        Err(_) => {
            place.has_failed(id, CopyProblem::NoAnswer, &"it does not answer");
            // A second writer would only wait behind the first one.
            written.await
        }
    };
    match done {
        Ok(Ok(())) => {
            place.known().insert(id, Copied { at: Some(now), number, problem: None });
            true
        }
        Ok(Err(error)) => {
            place.has_failed(id, problem_of(&error), &error);
            false
        }
        Err(_) => {
            place.has_failed(id, CopyProblem::Other, &"its writer has ended");
            false
        }
    }
}

fn problem_of(error: &io::Error) -> CopyProblem {
    use io::ErrorKind::{
        NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    match error.kind() {
        NotFound | NotADirectory => CopyProblem::Gone,
        StorageFull | QuotaExceeded => CopyProblem::Full,
        PermissionDenied | ReadOnlyFilesystem => CopyProblem::ReadOnly,
        _ => CopyProblem::Other,
    }
}

/// The name of an event's file in the second place.
fn name_of(id: EventId) -> String {
    format!("event-{id}.tabiya")
}

/// Writes a copy. The folder itself is never made: where a stick is not plugged in, its folder would come to lie on the disk of
/// the laptop that may be lost.
fn write(folder: &Path, id: EventId, text: &str) -> io::Result<()> {
    let file = folder.join(name_of(id));
    let beside = folder.join(format!("{}.new", name_of(id)));
    // What somebody else may have put there is not written into.
    match std::fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    // Dates of birth and fees stand in it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut new = options.open(&beside)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    std::fs::rename(&beside, &file)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn contents(folder: &Path) -> Vec<(String, String)> {
        let mut all: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| {
                let name = file.file_name().into_string().unwrap();
                (name, std::fs::read_to_string(file.path()).unwrap())
            })
            .collect();
        all.sort();
        all
    }

    #[test]
    fn a_copy_replaces_the_one_before_and_leaves_nothing_beside_it() {
        let folder = TempDir::new().unwrap();
        let id = EventId::from_bits(7);
        for text in ["a long text", "short"] {
            write(folder.path(), id, text).unwrap();
            assert_eq!(contents(folder.path()), [(format!("event-{id}.tabiya"), text.to_owned())]);
        }
    }

    #[test]
    fn a_folder_that_is_gone_is_not_made() {
        let folder = TempDir::new().unwrap();
        let stick = folder.path().join("stick");
        let error = write(&stick, EventId::from_bits(7), "a").unwrap_err();
        assert_eq!(problem_of(&error), CopyProblem::Gone);
        assert!(!stick.exists());
    }

    #[test]
    fn without_a_folder_nothing_is_copied() {
        let copies = Copies::into_folder(None);
        copies.note(EventId::from_bits(7));
        assert_eq!((copies.folder(), copies.of(EventId::from_bits(7))), (None, Copied::default()));
    }
}
