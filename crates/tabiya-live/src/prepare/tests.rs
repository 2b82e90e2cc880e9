// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lines on their way to a room, over a store that loses answers, is slow or fails.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tabiya_archive::delay::Delay;
use tabiya_game::{Command, DaysPerMove, Event, Millis, Seat, Seats, Stamped, Terms, Time};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{GameLog, SqliteStore, Store};
use tokio::sync::oneshot;

use super::*;
use crate::entry::Entrance;
use crate::room::{Patience, Ports};

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

/// A reader is told here that it has the row, and goes on when it hears of it.
type Held = (oneshot::Sender<()>, oneshot::Receiver<()>);

/// The real store, with an awkward way to it.
struct Awkward {
    store: Arc<SqliteStore>,
    /// So many changes are stored without an answer.
    lost_answers: AtomicU32,
    /// So many lists fail.
    failing_lists: AtomicU32,
    /// The row that is there can't be read.
    is_damaged: AtomicBool,
    /// The games that were asked for in lists.
    listed: Mutex<Vec<GameId>>,
    /// The next read waits with the row in its hands.
    held: Mutex<Option<Held>>,
}

fn one_less(number: &AtomicU32) -> bool {
    number.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

fn outage() -> StorageError {
    StorageError::Failed { detail: "an outage".to_owned() }
}

#[async_trait::async_trait]
impl Lines for Awkward {
    async fn lines(&self, game: GameId, player: PlayerId) -> Result<Option<PlayerLines>, StorageError> {
        if self.is_damaged.load(Ordering::Relaxed) {
            return Err(StorageError::Damaged { detail: "a version of -1".to_owned() });
        }
        let found = self.store.lines(game, player).await;
        let held = self.held.lock().unwrap().take();
        if let Some((has_read, goes_on)) = held {
            has_read.send(()).unwrap();
            goes_on.await.unwrap();
        }
        found
    }

    async fn lines_in(&self, games: &[GameId]) -> Result<Vec<PlayerLines>, StorageError> {
        self.listed.lock().unwrap().extend(games);
        if one_less(&self.failing_lists) { Err(outage()) } else { self.store.lines_in(games).await }
    }

    async fn keep_lines(&self, new: &PlayerLines) -> Result<bool, StorageError> {
        let kept = self.store.keep_lines(new).await;
        if one_less(&self.lost_answers) { Err(outage()) } else { kept }
    }

    async fn give_up_damaged(&self, game: GameId, player: PlayerId) -> Result<(), StorageError> {
        if self.is_damaged.swap(false, Ordering::Relaxed) {
            return self.store.forget_lines_of(player).await;
        }
        self.store.give_up_damaged(game, player).await
    }

    async fn lines_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerLines>, StorageError> {
        self.store.lines_of(player, limit).await
    }

    async fn forget_lines_of(&self, player: PlayerId) -> Result<(), StorageError> {
        self.store.forget_lines_of(player).await
    }
}

/// A server's part that lines pass through.
struct Desk {
    _folder: tempfile::TempDir,
    store: Arc<SqliteStore>,
    awkward: Arc<Awkward>,
    lines: Arc<dyn Lines>,
    archive: Archive,
    rooms: Rooms,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let awkward = Arc::new(Awkward {
            store: Arc::clone(&store),
            lost_answers: AtomicU32::new(0),
            failing_lists: AtomicU32::new(0),
            is_damaged: AtomicBool::new(false),
            listed: Mutex::default(),
            held: Mutex::default(),
        });
        let lines: Arc<dyn Lines> = awkward.clone();
        let all = Store::from(Arc::clone(&store)).with(|handles| handles.lines = Arc::clone(&lines));
        let timeline = Timeline::start();
        let archive = Archive::new(all.clone(), timeline, Delay::default(), Ghosts::default());
        let entrance = Entrance::of_guests(Arc::clone(&all.archive), timeline);
        let rooms =
            Rooms::new(Ports::from(&all), timeline, ComputerPool::start(1), entrance, Patience::Usual);
        Self { _folder: folder, store, awkward, lines, archive, rooms }
    }

    fn preparing(&self) -> Preparing<'_> {
        Preparing { lines: &self.lines, archive: &self.archive, rooms: &self.rooms }
    }

    /// A game in the log, which has no room.
    async fn game(&self, number: u64, time: TimeControl, moves: &str) -> GameId {
        let id = GameId::from_bits(number);
        let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
        let at = self.rooms.timeline().for_control(Some(time));
        let (mut game, created) = Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), at);
        let mut log = vec![created];
        for uci in moves.split_whitespace() {
            for event in game.decide(play(&game, uci), at).unwrap() {
                log.push(Stamped::new(at, event));
                game.apply(&log[log.len() - 1]);
            }
        }
        self.store.create_game(id, log).await.unwrap();
        id
    }

    async fn edit(&self, id: GameId, edit: &LineEdit) -> Result<LinesView, NotPrepared> {
        self.preparing().edit(id, &Identity::guest(ANN), edit).await
    }

    async fn moves(&self, id: GameId) -> Vec<String> {
        let log = self.store.load(id).await.unwrap().unwrap();
        log.iter()
            .filter_map(|each| match &each.event {
                Event::MovePlayed { uci, .. } => Some(uci.to_string()),
                _ => None,
            })
            .collect()
    }

    /// Waits until this is the last move.
    async fn until(&self, id: GameId, last: &str) {
        while self.moves(id).await.last().is_none_or(|played| played != last) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

fn play(game: &Game, uci: &str) -> Command {
    Command::Play { by: game.turn(), attempt: uci.parse().unwrap(), seq: game.last_seq(), lag: None }
}

fn slow() -> TimeControl {
    TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() }
}

fn adds(since: u32, line: &str) -> LineEdit {
    LineEdit::AddConditional { since, moves: line.split_whitespace().map(str::to_owned).collect() }
}

fn removes(since: u32, line: &str) -> LineEdit {
    LineEdit::RemoveConditional { since, moves: line.split_whitespace().map(str::to_owned).collect() }
}

#[tokio::test]
async fn a_line_whose_storing_was_not_answered_is_played() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4 e7e5").await;
    desk.awkward.lost_answers.store(1, Ordering::Relaxed);
    assert!(matches!(desk.edit(id, &adds(1, "e7e5 g1f3")).await, Err(NotPrepared::Read(_))));
    assert_eq!(desk.moves(id).await, ["e2e4", "e7e5", "g1f3"]);
}

/// The process may die, or the log be unreadable, between the row and the room.
#[tokio::test]
async fn a_line_that_is_stored_twice_is_told_to_the_room_that_missed_it() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4 e7e5").await;
    let game = Game::replay(&desk.store.load(id).await.unwrap().unwrap()).unwrap();
    desk.rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    let moves = ["e7e5", "g1f3"].map(str::to_owned);
    let lines = Prepared::default().with_conditional(&game, Color::White, 1, &moves).unwrap().write();
    let row = PlayerLines { game: id, player: ANN, version: 1, changed: Time(1), lines };
    // The room has looked before.
    let view = desk.edit(id, &LineEdit::RemoveDropped {}).await.unwrap();
    assert_eq!(view.conditional, []);
    assert!(desk.store.keep_lines(&row).await.unwrap());
    desk.edit(id, &adds(1, "e7e5 g1f3")).await.unwrap();
    assert_eq!(desk.moves(id).await, ["e2e4", "e7e5", "g1f3"]);
}

#[tokio::test]
async fn a_line_that_was_removed_is_not_played_after_the_answer() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4").await;
    desk.edit(id, &adds(1, "e7e5 g1f3")).await.unwrap();
    let (has_read, reads) = oneshot::channel();
    let (goes_on, held) = oneshot::channel();
    // The opponent's move arrives, and the room has the line in its hands when it is removed.
    let game = Game::replay(&desk.store.load(id).await.unwrap().unwrap()).unwrap();
    let at = desk.rooms.timeline().wall();
    let played = game.decide(play(&game, "e7e5"), at).unwrap();
    let played = played.into_iter().map(|event| Stamped::new(at, event)).collect();
    desk.store.append(id, 2, played).await.unwrap();
    *desk.awkward.held.lock().unwrap() = Some((has_read, held));
    desk.rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    reads.await.unwrap();
    let edit = removes(1, "e7e5 g1f3");
    let edit = desk.edit(id, &edit);
    let release = async {
        while desk.store.lines(id, ANN).await.unwrap().is_none_or(|row| row.version != 2) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        // An answer that does not wait for the room would be here by now.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        goes_on.send(()).unwrap();
    };
    let answered = async {
        edit.await.unwrap();
        desk.moves(id).await
    };
    let (at_the_answer, ()) = tokio::join!(answered, release);
    assert_eq!(at_the_answer, ["e2e4", "e7e5", "g1f3"], "what the answer is about has happened");
}

#[tokio::test]
async fn an_edit_opens_a_room_only_where_a_reply_is_due() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4").await;
    desk.edit(id, &adds(1, "c7c5 g1f3")).await.unwrap();
    desk.edit(id, &removes(1, "c7c5 g1f3")).await.unwrap();
    assert!(desk.rooms.opened(id).is_none(), "nothing is to be played");
    let due = desk.game(2, slow(), "e2e4 c7c5").await;
    desk.edit(due, &adds(1, "c7c5 g1f3")).await.unwrap();
    assert_eq!(desk.moves(due).await, ["e2e4", "c7c5", "g1f3"]);
}

#[tokio::test]
async fn a_text_that_cannot_be_read_gives_way_to_the_next_edit() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4").await;
    let row = PlayerLines {
        game: id,
        player: ANN,
        version: 1,
        changed: Time(1),
        lines: "9\nof tomorrow".to_owned(),
    };
    assert!(desk.store.keep_lines(&row).await.unwrap());
    assert_eq!(desk.preparing().look(id, &Identity::guest(ANN)).await.unwrap().conditional, []);
    let view = desk.edit(id, &adds(1, "e7e5 g1f3")).await.unwrap();
    assert_eq!(view.conditional.len(), 1);
}

/// It refused every edit, and the player could do nothing about it.
#[tokio::test]
async fn a_damaged_row_gives_way_to_the_next_edit() {
    let desk = Desk::new();
    let id = desk.game(1, slow(), "e2e4").await;
    desk.edit(id, &adds(1, "e7e5 g1f3")).await.unwrap();
    desk.awkward.is_damaged.store(true, Ordering::Relaxed);
    assert_eq!(desk.preparing().look(id, &Identity::guest(ANN)).await.unwrap().conditional, []);
    // An edit that changes nothing leaves the row for whoever repairs it.
    desk.edit(id, &LineEdit::RemoveDropped {}).await.unwrap();
    assert!(desk.awkward.is_damaged.load(Ordering::Relaxed));
    let view = desk.edit(id, &adds(1, "c7c5 g1f3")).await.unwrap();
    assert_eq!(view.conditional.len(), 1);
    assert_eq!(desk.store.lines(id, ANN).await.unwrap().unwrap().version, 1);
}

#[tokio::test]
async fn a_server_starts_while_lines_cannot_be_read_and_plays_them_later() {
    let desk = Desk::new();
    let clocks = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let fast = desk.game(1, clocks, "e2e4").await;
    let id = desk.game(2, slow(), "e2e4").await;
    desk.edit(id, &adds(1, "e7e5 g1f3")).await.unwrap();
    let waits = desk.game(3, slow(), "e2e4").await;
    desk.edit(waits, &adds(1, "e7e5 g1f3")).await.unwrap();
    let without = desk.game(4, slow(), "e2e4").await;
    let game = Game::replay(&desk.store.load(id).await.unwrap().unwrap()).unwrap();
    let at = desk.rooms.timeline().wall();
    let played = game.decide(play(&game, "e7e5"), at).unwrap();
    let played = played.into_iter().map(|event| Stamped::new(at, event)).collect();
    desk.store.append(id, 2, played).await.unwrap();
    desk.awkward.failing_lists.store(1, Ordering::Relaxed);
    assert_eq!(desk.rooms.resume_all().await.unwrap(), 4);
    let has_room = |id| desk.rooms.opened(id).is_some();
    assert!(![id, waits, without].into_iter().any(has_room), "each would ask for its lines once a second");
    desk.until(id, "g1f3").await;
    assert!(!has_room(waits) && !has_room(without), "nothing is due there");
    let listed = desk.awkward.listed.lock().unwrap().clone();
    assert_eq!((listed.contains(&id), listed.contains(&fast)), (true, false));
}
