// SPDX-License-Identifier: AGPL-3.0-or-later
//! One life of the process: it begins with what the store has, leads the event on, and dies or reaches the end.

use std::sync::{Arc, LazyLock};

use tabiya_accounts::people::People;
use tabiya_accounts::personal::Personal;
use tabiya_archive::archive;
use tabiya_game::{Game, GameId, PlayerId, Time};
use tabiya_live::entry::Entrance;
use tabiya_live::pairing::Pairing;
use tabiya_live::ratings::Conduct;
use tabiya_live::room::{Patience, Ports, RoomCommand, Rooms};
use tabiya_protocol::events::EventId;
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::config::Config;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::Store;

use super::super::{Rounds, Watched};
use super::{Dice, truth};
use crate::decide::{Command, Who};
use crate::event::{Event, Outcome, RoundStage, Stage};
use crate::events::Events;

/// No game here has a computer's seat.
static NO_COMPUTERS: LazyLock<ComputerPool> = LazyLock::new(|| ComputerPool::start(1));

const NOW: Time = Time(1_795_000_000_000);

/// A server as far as events need it.
struct Process {
    store: Store,
    rounds: Rounds,
    watched: Watched,
    id: EventId,
}

/// Leads the event on until it is over.
pub(super) async fn live(store: Store, id: EventId, dice: &mut Dice) {
    let mut process = Process::start(store, id).await;
    let event = process.attend().await;
    truth::nobody_waits(&process.store, &event).await;
    loop {
        let event = process.attend().await;
        if event.stage == Stage::Finished {
            return;
        }
        process.step(&event, dice).await;
    }
}

impl Process {
    async fn start(store: Store, id: EventId) -> Self {
        let timeline = Timeline::start();
        let entrance = Entrance::of_guests(Arc::clone(&store.archive), timeline);
        let ports = Ports::from(&store);
        let rooms = Rooms::new(ports, timeline, NO_COMPUTERS.clone(), entrance.clone(), Patience::Usual);
        rooms.resume_all().await.unwrap();
        let people =
            People::new(&Config::for_tests(), &store, None, Default::default(), timeline).await.unwrap();
        let conduct = Arc::new(Conduct::new(store.clone()));
        let (events, personal) = (Events::new(store.clone()), Personal::default());
        let pairing = Pairing { store: store.clone(), people, conduct, rooms, entrance, personal };
        let watched = Watched::new(&pairing);
        let rounds = Rounds {
            events,
            pairing,
            changed: Default::default(),
            unexplained: Default::default(),
            timed: Default::default(),
            owned: Default::default(),
        };
        Self { store, rounds, watched, id }
    }

    /// What `Rounds` does by itself, until it has nothing more to do.
    async fn attend(&mut self) -> Arc<Event> {
        loop {
            let before = self.rounds.events.read(self.id).await.unwrap().head;
            self.rounds.attend(self.id, &mut self.watched, true).await.unwrap();
            let event = self.rounds.events.read(self.id).await.unwrap();
            if event.head == before {
                return event;
            }
        }
    }

    /// The next thing that somebody does: an organiser, or two players.
    async fn step(&self, event: &Event, dice: &mut Dice) {
        let open: Vec<(u16, u16)> = (1..)
            .zip(event.published())
            .filter(|(_, round)| round.stage == RoundStage::Started)
            .flat_map(|(number, round)| round.numbered().map(move |(board, these)| (number, board, these)))
            .filter(|(.., these)| these.open_game().is_some())
            .map(|(round, board, _)| (round, board))
            .collect();
        let waits = event.published().last().is_some_and(|round| round.stage == RoundStage::Published);
        if waits {
            let boards = event.rounds.last().map_or(0, |round| round.boards.len());
            let ids = (0..boards).map(|_| GameId::from_bits(dice.next())).collect();
            self.act(&Command::Start { ids }).await;
        } else if event.draft().is_some() {
            // An organiser may think again.
            self.act(if dice.below(5) == 0 { &Command::UndoDraft } else { &Command::Publish }).await;
        } else if open.is_empty() {
            self.rounds.events.pair(self.id, Who::Operator, || NOW).await.unwrap();
        } else {
            let (round, board) = open[dice.below(open.len() as u64) as usize];
            self.play(event, (round, board), dice).await;
        }
    }

    async fn act(&self, command: &Command) {
        self.rounds.events.act(self.id, command, None, Who::Operator, NOW).await.unwrap();
    }

    /// Plays the open game of a board to its end, also one that was begun in an earlier life. A wooden board gets its result.
    async fn play(&self, event: &Event, (round, number): (u16, u16), dice: &mut Dice) {
        let board = event.round(round).unwrap().board(number).unwrap();
        if !event.is_online(board) {
            let outcome = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins][dice.below(3) as usize];
            let round = Some(round);
            return self.act(&Command::EnterResult { round, board: number, game: None, outcome }).await;
        }
        let id = board.games[board.open_game().unwrap()].game.expect("its game was made");
        loop {
            let game = archive::load(&*self.store.log, id).await.unwrap();
            if game.is_over() {
                return;
            }
            let (player, command) = next_command(&game, dice);
            // Whether it was carried out is seen in the log.
            let _ = self.rounds.pairing.rooms.order(id, Identity::guest(player), command).await;
        }
    }
}

/// Each side makes a move, and then one of the two resigns.
fn next_command(game: &Game, dice: &mut Dice) -> (PlayerId, RoomCommand) {
    let player = |color| game.seats()[color].player().unwrap();
    match game.plies().len() {
        0 => (player(game.turn()), RoomCommand::PlayNow { uci: "e2e4".to_owned() }),
        1 => (player(game.turn()), RoomCommand::PlayNow { uci: "e7e5".to_owned() }),
        _ if dice.below(2) == 0 => (player(game.turn()), RoomCommand::Resign),
        _ => (player(!game.turn()), RoomCommand::Resign),
    }
}
