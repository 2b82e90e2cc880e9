// SPDX-License-Identifier: AGPL-3.0-or-later
//! A store that outlives the process and behaves as badly as a store may.
//!
//! It keeps the laws of [`GameLog`] and nothing more: it is slow, it fails, it does not answer though it has written (or
//! has not, or will in a moment), what failed turns up after a restart, and the process may be lost before a write,
//! in it, and between it and its answer. What a room must never ask of it is written down as a fault.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tabiya_game::{Event, GameId, Stamped, Time};
use tabiya_store::{
    AppendError, CreateError, FinishedGame, GameLog, StorageError, UnfinishedGame, UnfinishedPage,
};
use tabiya_testkit::Random;
use tokio::time::{Instant, sleep};

use super::kept_lines::KeptLines;

/// How often something goes wrong, in a thousand writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WriteFaults {
    /// The write fails; nothing is written.
    pub(super) fails: u64,
    /// The same, but it may turn up after a restart.
    pub(super) turns_up_later: u64,
    /// Nobody knows: it is written, or not, or will be in a moment.
    pub(super) unanswered: u64,
    /// It takes seconds.
    pub(super) slow: u64,
    /// A log can't be read.
    pub(super) unreadable: u64,
}

impl WriteFaults {
    /// Nothing can be written.
    pub(crate) const NOTHING_WRITTEN: Self =
        Self { fails: 1_000, turns_up_later: 0, unanswered: 0, slow: 0, unreadable: 0 };
    /// Nothing is written at first: a tenth of it may turn up after a restart. Every fifth log can't be read.
    pub(crate) const MOSTLY_FAILING: Self =
        Self { fails: 900, turns_up_later: 100, unanswered: 0, slow: 0, unreadable: 200 };
}

/// What becomes of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Written,
    Fails,
    TurnsUpLater,
    /// Written, and nobody is told.
    WrittenUnanswered,
    LostUnanswered,
    /// It will be written after so many milliseconds, and nobody is told.
    LateUnanswered(u64),
}

/// An event in the log, and what is known of how it came there.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) stamped: Stamped,
    /// In which of the process's lives.
    pub(super) life: u32,
    /// It had been said to have failed, and turned up after a restart.
    pub(super) ghost: bool,
}

#[derive(Default)]
struct Log {
    /// How many games were there before it.
    number: u64,
    entries: Vec<Entry>,
    /// An append is under way.
    busy: bool,
    /// What failed and may turn up, and the number that its first event had.
    ghost: Option<(u32, Vec<Stamped>)>,
    /// What is still on its way to the disk, and when it gets there.
    late: Option<(Instant, u32, Vec<Stamped>)>,
    /// Some write was not answered, so the room can't know the log's end.
    unanswered: bool,
    /// How often the store was asked for something in this game.
    asked: u64,
}

struct State {
    logs: BTreeMap<GameId, Log>,
    deadlines: KeptDeadlines,
    lines: KeptLines,
    write_faults: WriteFaults,
    life: u32,
    faults: Vec<String>,
    failed_moves: Vec<(GameId, FailedMove)>,
    notes: Vec<(GameId, String)>,
}

/// The reminders of games without rooms, and what was done with them.
#[derive(Default)]
pub(crate) struct KeptDeadlines {
    pub(crate) noted: BTreeMap<GameId, Time>,
    /// How often a game was listed as due.
    pub(super) woken: u64,
    /// How often something was asked about all of them.
    asked: u64,
}

/// A move that could not be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct FailedMove {
    /// The number that it would have had.
    pub(super) seq: u32,
    pub(super) life: u32,
}

/// The store. It is cloned from one life of the process to the next.
#[derive(Clone)]
pub(crate) struct Ledger {
    state: Arc<Mutex<State>>,
    seed: u64,
}

impl Ledger {
    pub(crate) fn new(seed: u64) -> Self {
        let state = State {
            logs: BTreeMap::new(),
            deadlines: KeptDeadlines::default(),
            lines: KeptLines::default(),
            write_faults: WriteFaults::default(),
            life: 0,
            faults: Vec::new(),
            failed_moves: Vec::new(),
            notes: Vec::new(),
        };
        Self { state: Arc::new(Mutex::new(state)), seed }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics under the lock")
    }

    pub(crate) fn begin(&self, id: GameId, created: Stamped) {
        let entry = Entry { stamped: created, life: 0, ghost: false };
        self.lock().logs.insert(id, Log { entries: vec![entry], ..Log::default() });
    }

    pub(crate) fn set_write_faults(&self, write_faults: WriteFaults) {
        self.lock().write_faults = write_faults;
    }

    /// The log from its event `from` on.
    pub(super) fn since(&self, id: GameId, from: usize) -> Vec<Entry> {
        self.lock().logs[&id].entries[from..].to_vec()
    }

    /// Whether events may still turn up in this log that the room has given up.
    pub(super) fn may_bring_more(&self, id: GameId) -> bool {
        let log = &self.lock().logs[&id];
        log.ghost.is_some() || log.late.is_some()
    }

    pub(super) fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().faults)
    }

    /// What happened to this game's writes, for the trace.
    pub(super) fn take_notes(&self, of: GameId) -> Vec<String> {
        let notes = std::mem::take(&mut self.lock().notes);
        notes.into_iter().filter(|(id, _)| *id == of).map(|(_, note)| note).collect()
    }

    /// The moves of this game that could not be stored.
    pub(super) fn failed_moves(&self, of: GameId) -> Vec<FailedMove> {
        self.lock().failed_moves.iter().filter(|(id, _)| *id == of).map(|(_, failed)| *failed).collect()
    }

    /// The process is gone, and with it whatever waited. What failed before may turn up now.
    pub(super) fn restart(&self, random: &mut Random) {
        let mut state = self.lock();
        state.life += 1;
        let life = state.life;
        for log in state.logs.values_mut() {
            (log.busy, log.unanswered) = (false, false);
            let late = log.late.take().map(|(_, first, events)| (first, events, life - 1, false));
            let ghost = log.ghost.take().map(|(first, events)| (first, events, life, true));
            for (first, events, life, ghost) in late.into_iter().chain(ghost) {
                if random.below(2) == 0 && first == log.next_seq() && !log.has_ended() {
                    log.extend(events, life, ghost);
                }
            }
        }
    }

    pub(crate) fn with_deadlines<T>(&self, with: impl FnOnce(&mut KeptDeadlines) -> T) -> T {
        with(&mut self.lock().deadlines)
    }

    pub(super) fn with_lines<T>(&self, with: impl FnOnce(&mut KeptLines) -> T) -> T {
        with(&mut self.lock().lines)
    }

    /// What becomes of a question about lines, of which so many were asked, and how often in a thousand it fails.
    pub(super) fn choice_about_lines(&self, asked: u64) -> (Random, u64) {
        let mut mixed = Random::new(self.seed ^ (asked << 24) ^ 0x11e5_11e5);
        (Random::new(mixed.next_u64()), self.lock().write_faults.unreadable)
    }

    /// What becomes of the next thing that is asked of the deadlines: about this game, or about all.
    pub(super) fn next_choice(&self, of: Option<GameId>) -> (Random, WriteFaults) {
        let mut state = self.lock();
        let write_faults = state.write_faults;
        if let Some(log) = of.and_then(|game| state.logs.get_mut(&game)) {
            log.asked += 1;
            return (self.random_for(log), write_faults);
        }
        state.deadlines.asked += 1;
        let mut mixed = Random::new(self.seed ^ (state.deadlines.asked << 24) ^ 0x5eed_dead);
        (Random::new(mixed.next_u64()), write_faults)
    }

    /// Choices that depend on the seed, the game and how often the store was asked for it, and so not on which of two
    /// rooms is served first.
    fn random_for(&self, log: &Log) -> Random {
        let mut mixed = Random::new(self.seed ^ (log.number << 48) ^ (log.asked << 32));
        Random::new(mixed.next_u64())
    }
}

impl State {
    fn fate(&self, random: &mut Random) -> Fate {
        let WriteFaults { fails, turns_up_later, unanswered, .. } = self.write_faults;
        match random.below(1000) {
            drawn if drawn < fails => Fate::Fails,
            drawn if drawn < fails + turns_up_later => Fate::TurnsUpLater,
            drawn if drawn < fails + turns_up_later + unanswered => match random.below(3) {
                0 => Fate::WrittenUnanswered,
                1 => Fate::LostUnanswered,
                _ => Fate::LateUnanswered(1 + random.below(4_000)),
            },
            _ => Fate::Written,
        }
    }
}

impl Log {
    fn extend(&mut self, events: Vec<Stamped>, life: u32, ghost: bool) {
        self.entries.extend(events.into_iter().map(|stamped| Entry { stamped, life, ghost }));
    }

    fn next_seq(&self) -> u32 {
        u32::try_from(self.entries.len()).expect("a short game")
    }

    fn has_ended(&self) -> bool {
        self.entries.last().is_some_and(|entry| matches!(entry.stamped.event, Event::Ended { .. }))
    }

    /// What was on its way arrives, if its place is still free.
    fn settle(&mut self, life: u32) {
        if let Some((due, first, events)) = self.late.take_if(|(due, ..)| *due <= Instant::now()) {
            debug_assert!(due <= Instant::now());
            if first == self.next_seq() && !self.has_ended() {
                self.extend(events, life, false);
            }
        }
    }
}

/// A write under way. Where the process is lost meanwhile, it may reach the disk all the same.
struct Write {
    ledger: Ledger,
    id: GameId,
    first: u32,
    events: Vec<Stamped>,
    fate: Fate,
    /// Whether it reaches the disk if the process is lost.
    survives: bool,
    done: bool,
}

impl Write {
    fn perform(&mut self) -> Result<(), AppendError> {
        self.done = true;
        let (id, first_seq) = (self.id, self.first);
        let mut state = self.ledger.lock();
        let life = state.life;
        let state = &mut *state;
        let log = state.logs.get_mut(&id).expect("it was there");
        log.busy = false;
        log.settle(life);
        let next_seq = log.next_seq();
        let (unanswered, events) = (log.unanswered, std::mem::take(&mut self.events));
        let mut note = String::new();
        let outcome = if first_seq != next_seq || log.has_ended() {
            // It can know better only where it was never left without an answer.
            if !unanswered {
                let fault = format!("the room appended event {first_seq} to a log of {next_seq} events");
                state.faults.push(fault);
            }
            Err(AppendError::Conflict { id, first_seq, next_seq })
        } else {
            let failed = StorageError::Failed { detail: "simulated".to_owned() };
            if matches!(self.fate, Fate::Fails | Fate::TurnsUpLater)
                && events.iter().any(|each| matches!(each.event, Event::MovePlayed { .. }))
            {
                state.failed_moves.push((id, FailedMove { seq: first_seq, life }));
            }
            note = events.iter().map(|each| format!(" {:?}", each.event)).collect();
            match self.fate {
                Fate::Written => {
                    log.ghost = None;
                    log.extend(events, life, false);
                    Ok(())
                }
                Fate::Fails => Err(StorageError::Full.into()),
                Fate::TurnsUpLater => {
                    log.ghost = Some((first_seq, events));
                    Err(failed.into())
                }
                Fate::WrittenUnanswered => {
                    (log.ghost, log.unanswered) = (None, true);
                    log.extend(events, life, false);
                    Err(StorageError::Unanswered.into())
                }
                Fate::LostUnanswered => {
                    log.unanswered = true;
                    Err(StorageError::Unanswered.into())
                }
                Fate::LateUnanswered(after) => {
                    log.unanswered = true;
                    log.late = Some((Instant::now() + Duration::from_millis(after), first_seq, events));
                    Err(StorageError::Unanswered.into())
                }
            }
        };
        let answer = match &outcome {
            Ok(()) => "written".to_owned(),
            Err(error) => format!("{error}"),
        };
        state.notes.push((id, format!("store: append {first_seq}:{note}: {:?}: {answer}", self.fate)));
        outcome
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        // The process was lost in the middle.
        if !self.done && self.survives && self.fate == Fate::Written {
            let mut state = self.ledger.lock();
            let life = state.life;
            let log = state.logs.get_mut(&self.id).expect("it was there");
            if self.first == log.next_seq() && !log.has_ended() {
                log.extend(std::mem::take(&mut self.events), life, false);
            }
        }
    }
}

#[async_trait::async_trait]
impl GameLog for Ledger {
    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let (mut write, before, after) = {
            let mut state = self.lock();
            let Some(log) = state.logs.get_mut(&id) else { return Err(AppendError::UnknownGame { id }) };
            let was_busy = std::mem::replace(&mut log.busy, true);
            log.asked += 1;
            let mut random = self.random_for(log);
            if was_busy {
                state.faults.push(format!("the room appends event {first_seq} while an append is under way"));
            }
            let fate = state.fate(&mut random);
            let is_slow = random.below(1000) < state.write_faults.slow;
            let before = if is_slow { 500 + random.below(4_000) } else { 1 + random.below(4) };
            let after = random.below(3);
            let survives = random.below(2) == 0;
            let write =
                Write { ledger: self.clone(), id, first: first_seq, events, fate, survives, done: false };
            (write, before, after)
        };
        sleep(Duration::from_millis(before)).await;
        let outcome = write.perform();
        // Long enough for the process to be lost in between.
        sleep(Duration::from_millis(after)).await;
        outcome
    }

    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        sleep(Duration::from_millis(2)).await;
        let mut state = self.lock();
        let life = state.life;
        let mut log = Log { number: state.logs.len() as u64, ..Log::default() };
        log.extend(events, life, false);
        state.logs.insert(id, log);
        Ok(())
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.create_game(id, game.log(id)?).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        sleep(Duration::from_millis(1)).await;
        let mut state = self.lock();
        let (life, unreadable) = (state.life, state.write_faults.unreadable);
        let Some(log) = state.logs.get_mut(&id) else { return Ok(None) };
        log.settle(life);
        log.asked += 1;
        let mut random = self.random_for(log);
        if random.below(1000) < unreadable {
            return Err(StorageError::Failed { detail: "simulated".to_owned() });
        }
        Ok(Some(log.entries.iter().map(|entry| entry.stamped.clone()).collect()))
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        let state = self.lock();
        let unfinished = state.logs.iter().filter(|(_, log)| !log.has_ended());
        let page = unfinished.skip(usize::try_from(from).unwrap_or(usize::MAX)).take(limit as usize);
        let games: Vec<_> = page
            .map(|(&id, log)| {
                let log = log.entries.iter().map(|entry| entry.stamped.clone()).collect();
                UnfinishedGame { id, log: Ok(log) }
            })
            .collect();
        let next = (games.len() == limit as usize).then_some(from + u64::from(limit));
        Ok(UnfinishedPage { games, next })
    }
}
