// SPDX-License-Identifier: AGPL-3.0-or-later
//! The arbiter pauses clocks: whose, what the games' logs and the journal have of it, and what is refused.

use std::sync::Arc;

use tabiya_archive::archive;
use tabiya_events::clocks::{Clocks, Handling};
use tabiya_events::decide::{Command, Refusal, Who, WrongClocks};
use tabiya_events::event::{
    Card, ClocksAct, EntrantId, Entry, Event, Format, Outcome, Plays, Record, Settings, Side,
};
use tabiya_events::events::{EventError, Events};
use tabiya_game::{Game, GameId, Millis, PlayerId, PlayerName, Seat, Seats, Terms, Time, TimeControl};
use tabiya_live::entry::Entrance;
use tabiya_live::room::{Patience, Ports, Rooms};
use tabiya_protocol::events::EventId;
use tabiya_rules::{Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Account, SqliteStore, Store};
use tempfile::TempDir;

use crate::played::player;

pub(crate) const NOW: Time = Time(1);
const GAMES: [GameId; 2] = [GameId::from_bits(1), GameId::from_bits(2)];

/// The account of a player.
pub(crate) fn account(number: u8) -> Account {
    let name = format!("Player{number}");
    let key = name.to_lowercase();
    Account::new(player(number), PlayerName::try_from(name).unwrap(), key.clone(), key, NOW)
}

/// A round whose first two boards are played on this server, and whose third one is a wooden board.
pub(crate) struct Hall {
    _folder: TempDir,
    store: Store,
    pub(crate) events: Events,
    pub(crate) rooms: Rooms,
    clocks: Clocks,
    pub(crate) id: EventId,
}

impl Hall {
    pub(crate) async fn with_games() -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        let events = Events::new(store.clone());
        let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
        let enter = |number: u8| Command::Enter {
            player: (!number.is_multiple_of(3)).then(|| player(number)),
            card: Card::new(format!("Player {number}"), Some(2500 - u16::from(number))),
            plays: Some(if number.is_multiple_of(3) { Plays::OverTheBoard } else { Plays::Online }),
        };
        // By the rules 1 meets 4, 2 meets 5, and 3 meets 6.
        let commands: Vec<Command> = (1..=6).map(enter).collect();
        let settings = Settings::new("Hall", Format::Swiss { rounds: 3, baku: false }, Some(time), 7);
        let (id, _) = events.create(settings, None, &commands, NOW, 5).await.unwrap();
        events.pair(id, Who::Operator, || NOW).await.unwrap();
        for command in [Command::Publish, Command::Start { ids: GAMES.to_vec() }] {
            events.act(id, &command, None, Who::Operator, NOW).await.unwrap();
        }
        let timeline = Timeline::start();
        let event = events.read(id).await.unwrap();
        for board in event.rounds[0].boards.iter().filter(|board| board.games[0].game.is_some()) {
            let seat = |id: EntrantId| Seat::Player(event.entrant(id).unwrap().player.unwrap());
            let seats = Seats { white: seat(board.white), black: seat(board.black) };
            let terms = Terms::new(Position::start(), Some(time), seats).unwrap();
            let created = Game::create(terms, timeline.now()).1;
            store.log.create_game(board.games[0].game.unwrap(), vec![created]).await.unwrap();
        }
        Self::over(folder, store, events, timeline, id)
    }

    fn over(folder: TempDir, store: Store, events: Events, timeline: Timeline, id: EventId) -> Self {
        let entrance = Entrance::of_guests(Arc::clone(&store.archive), timeline);
        let rooms =
            Rooms::new(Ports::from(&store), timeline, ComputerPool::start(1), entrance, Patience::Usual);
        let clocks = Clocks::new(events.clone(), rooms.clone());
        Self { _folder: folder, store, events, rooms, clocks, id }
    }

    /// Another computer on which these players have accounts, where the event is taken up from its file.
    pub(crate) async fn elsewhere(&self, accounts: &[u8]) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        for number in accounts {
            store.accounts.create_account(&account(*number)).await.unwrap();
        }
        let events = Events::new(store.clone());
        let file = self.events.save(self.id).await.unwrap();
        events.restore(&file).await.unwrap();
        Self::over(folder, store, events, Timeline::start(), self.id)
    }

    pub(crate) async fn handle(
        &self,
        board: Option<u16>,
        act: ClocksAct,
        who: Who,
    ) -> Result<Arc<Event>, Refusal> {
        let handling = Handling { round: None, board, act, reason: " an illegal move ".into() };
        match self.clocks.handle(self.id, handling, who, NOW).await {
            Ok(acted) => Ok(acted.event),
            Err(EventError::Refused(why)) => Err(why),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn act(&self, board: Option<u16>, act: ClocksAct) -> Result<Arc<Event>, Refusal> {
        self.handle(board, act, Who::Operator).await
    }

    pub(crate) async fn game(&self, board: u16) -> Game {
        let event = self.events.read(self.id).await.unwrap();
        let game = event.clocks_at(1, board).unwrap();
        archive::load(&*self.store.log, game).await.unwrap()
    }

    pub(crate) async fn journal(&self) -> Vec<Record> {
        tabiya_events::saved::read(&self.events.save(self.id).await.unwrap()).unwrap().journal
    }

    /// The boards whose games are played on this server, and a wooden one.
    pub(crate) async fn boards(&self) -> ([u16; 2], u16) {
        let event = self.events.read(self.id).await.unwrap();
        let online: Vec<u16> = event.all_clocks(1).unwrap().into_iter().map(|(board, _)| board).collect();
        let wooden = (1..=3).find(|board| !online.contains(board)).unwrap();
        (online.try_into().unwrap(), wooden)
    }
}

fn paused(event: &Event) -> Vec<Option<String>> {
    event.rounds[0].boards.iter().map(|board| board.at_table.paused.clone()).collect()
}

pub(crate) const PAUSE: ClocksAct = ClocksAct::Pause {};
const RESUME: ClocksAct = ClocksAct::Resume {};

fn clocks(why: WrongClocks) -> Refusal {
    Refusal::Clocks(why)
}

#[tokio::test]
async fn all_clocks_of_a_round_are_paused_and_the_journal_says_who_and_why() {
    let hall = Hall::with_games().await;
    let (online, wooden) = hall.boards().await;
    let arbiter = PlayerId::from_bytes([77; 16]);
    let staff = Who::Player { player: arbiter, staff: true };
    let event = hall.handle(None, PAUSE, staff).await.unwrap();
    for board in online {
        assert!(hall.game(board).await.is_paused(), "board {board}");
        assert_eq!(paused(&event)[usize::from(board) - 1].as_deref(), Some("an illegal move"));
    }
    assert_eq!(paused(&event)[usize::from(wooden) - 1], None);
    let journal = hall.journal().await;
    let last = journal.last().unwrap();
    let boards = online.to_vec();
    let reason = "an illegal move".to_owned();
    assert_eq!(last.by, Some(arbiter));
    assert_eq!(last.entry, Entry::ClocksHandled { round: 1, boards, act: PAUSE, reason });
    // One goes on; of all, the other one is left.
    hall.act(Some(online[0]), RESUME).await.unwrap();
    assert_eq!(hall.act(Some(online[0]), RESUME).await, Err(clocks(WrongClocks::NotPaused)));
    let event = hall.act(None, RESUME).await.unwrap();
    assert_eq!(paused(&event), [None, None, None]);
    assert!(!hall.game(online[1]).await.is_paused());
    let journal = hall.journal().await;
    assert_eq!(Event::replay(&journal).unwrap(), *event);
}

#[tokio::test]
async fn a_clock_is_set_and_a_position_gone_back_to_only_while_paused() {
    let hall = Hall::with_games().await;
    let ([board, _], wooden) = hall.boards().await;
    let set = |seconds| ClocksAct::Set { side: Side::Black, seconds };
    assert_eq!(hall.act(Some(board), set(9)).await, Err(clocks(WrongClocks::NotPaused)));
    hall.act(Some(board), PAUSE).await.unwrap();
    assert_eq!(hall.act(Some(board), PAUSE).await, Err(clocks(WrongClocks::Paused)));
    assert_eq!(hall.act(Some(board), set(0)).await, Err(clocks(WrongClocks::Time)));
    assert_eq!(
        hall.act(Some(board), ClocksAct::Back { ply: 0 }).await,
        Err(clocks(WrongClocks::Ply(0))),
        "nothing has been played"
    );
    hall.act(Some(board), set(90)).await.unwrap();
    let shown = hall.game(board).await.clocks_at(NOW).unwrap();
    assert_eq!(shown[Color::Black as usize], Millis::from_secs(90));
    assert_eq!(hall.act(Some(wooden), PAUSE).await, Err(clocks(WrongClocks::Wooden(wooden))));
    let none = Refusal::NoSuchBoard { round: 1, board: 9, boards: 3 };
    assert_eq!(hall.act(Some(9), PAUSE).await, Err(none));
}

#[tokio::test]
async fn nobody_but_organisers_pauses_clocks() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    let stranger = Who::Player { player: player(1), staff: false };
    for who in [stranger, Who::Code(1), Who::Table { table: board, device: 1 }, Who::Seat(EntrantId(1))] {
        assert_eq!(hall.handle(Some(board), PAUSE, who).await, Err(Refusal::NotYours), "{who:?}");
    }
    assert!(!hall.game(board).await.is_paused());
}

/// The server was killed after the game's log had the act, and before the journal had it.
#[tokio::test]
async fn a_pause_that_the_journal_has_missed_is_noted_by_the_next_press() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.act(Some(board), PAUSE).await.unwrap();
    let note = Command::NoteClocks { round: 1, boards: vec![board], act: RESUME, reason: String::new() };
    hall.events.act(hall.id, &note, None, Who::Operator, NOW).await.unwrap();
    let event = hall.act(Some(board), PAUSE).await.unwrap();
    assert!(paused(&event)[usize::from(board) - 1].is_some());
}

#[tokio::test]
async fn a_result_ends_the_pause_at_the_desk_and_a_finished_game_has_no_clocks() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.act(Some(board), PAUSE).await.unwrap();
    let ended = Command::GameEnded {
        game: hall.events.read(hall.id).await.unwrap().clocks_at(1, board).unwrap(),
        outcome: Outcome::Draw,
        absent: None,
        plies: 2,
        berserk: [false; 2],
    };
    let event = hall.events.act(hall.id, &ended, None, Who::Server, NOW).await.unwrap().event;
    assert_eq!(paused(&event)[usize::from(board) - 1], None);
    assert_eq!(hall.act(Some(board), RESUME).await, Err(clocks(WrongClocks::Over(board))));
}

/// The desk said that the clocks of the new game were paused, by the reason of the old one, and "Resume" was refused.
#[tokio::test]
async fn a_game_that_is_played_again_is_not_paused_at_the_desk() {
    let hall = Hall::with_games().await;
    let (online, _) = hall.boards().await;
    hall.act(None, PAUSE).await.unwrap();
    let folder = TempDir::new().unwrap();
    let elsewhere = Events::new(Store::new(SqliteStore::open(folder.path()).unwrap()));
    // A file of the form before, which has no games.
    let file = tabiya_events::saved::write(hall.id, &hall.journal().await);
    assert!(file.starts_with(r#"{"tabiya_event":1,"#), "{file}");
    elsewhere.restore(&file).await.unwrap();
    let again = Command::PlayAgain { round: 1, board: online[0], id: GameId::from_bits(9) };
    let event = elsewhere.act(hall.id, &again, None, Who::Operator, NOW).await.unwrap().event;
    assert_eq!(event.clocks_at(1, online[0]), Ok(GameId::from_bits(9)));
    assert_eq!(paused(&event)[usize::from(online[0]) - 1], None);
}
