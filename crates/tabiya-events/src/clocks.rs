// SPDX-License-Identifier: AGPL-3.0-or-later
//! An arbiter pauses the clocks of games that run on this server, sets one, goes back to a position, and resumes.
//!
//! Each game's log has the act first, because the game decides whether it can be done; then the event's journal says who did it
//! and why. If the server is killed between the two, the game is paused and the journal does not say so: the desk shows it as
//! running, and a second press notes it.

use futures_util::future::join_all;
use tabiya_archive::archive::{self, ReadError};
use tabiya_game::{GameId, Millis, Time};
use tabiya_live::room::{ArbiterAct, OrderError, RoomCommand, Rooms};
use tabiya_protocol::Refusal as GameRefusal;
use tabiya_protocol::events::EventId;
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_store::StorageError;

use crate::decide::{Command, Refusal, Who, WrongClocks};
use crate::event::{ClocksAct, Event, Side};
use crate::events::{Acted, EventError, Events};

/// What is to be done to clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// The round; `None` for the last one that has begun.
    pub round: Option<u16>,
    /// The board, from 1; `None` for all whose game runs on this server.
    pub board: Option<u16>,
    /// What.
    pub act: ClocksAct,
    /// Why; may be empty.
    pub reason: String,
}

/// The clocks of events. Cheap to clone.
#[derive(Clone)]
pub struct Clocks {
    events: Events,
    rooms: Rooms,
}

impl Clocks {
    /// Of these events, whose games have these rooms.
    pub const fn new(events: Events, rooms: Rooms) -> Self {
        Self { events, rooms }
    }

    /// Does something to the clocks of one game, or of all of a round. Of all, those where it is done already are left out.
    ///
    /// # Errors
    /// Why nothing was done, or that the storage failed.
    pub async fn handle(
        &self,
        id: EventId,
        handling: Handling,
        who: Who,
        now: Time,
    ) -> Result<Acted, EventError> {
        let event = self.events.read(id).await?;
        if !event.may_organise(who) {
            return Err(Refusal::NotYours.into());
        }
        let Handling { round, board, act, reason } = handling;
        let round = round.unwrap_or_else(|| event.round_of_clocks());
        if round == 0 {
            return Err(Refusal::NoRoundYet.into());
        }
        let games = match board {
            Some(board) => vec![(board, event.clocks_at(round, board)?)],
            None => event.all_clocks(round)?,
        };
        let asked = games.iter().map(|(board, game)| self.ask(&event, round, *board, *game, act));
        let (mut done, mut refused, mut failed) = (Vec::new(), None, None);
        for (answer, (board, _)) in join_all(asked).await.into_iter().zip(&games) {
            match answer {
                Ok(()) => done.push(*board),
                Err(EventError::Refused(Refusal::Clocks(
                    why @ (WrongClocks::Paused | WrongClocks::NotPaused | WrongClocks::Over(_)),
                ))) => refused = refused.or(Some(Refusal::from(why).into())),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        if let Some(why) = refused.filter(|_| done.is_empty() && failed.is_none()) {
            return Err(why);
        }
        let note = Command::NoteClocks { round, boards: done, act, reason };
        let acted = self.events.act(id, &note, None, who, now).await;
        // What was done is noted, and that something could not be done is said.
        failed.map_or(acted, Err)
    }

    async fn ask(
        &self,
        event: &Event,
        round: u16,
        board: u16,
        game: GameId,
        act: ClocksAct,
    ) -> Result<(), EventError> {
        let is_noted = |paused: bool| {
            let these = event.round(round).and_then(|these| these.board(board));
            these.is_some_and(|these| these.at_table.paused.is_some()) == paused
        };
        let refused = |why: WrongClocks| Err(Refusal::from(why).into());
        match tell(&self.events, &self.rooms, game, ordered(act)).await {
            Ok(()) => Ok(()),
            Err(Untold::Refused(refusal)) => match (refusal, act) {
                // The server was killed before the journal had it.
                (GameRefusal::ClocksPaused, ClocksAct::Pause {}) if is_noted(false) => Ok(()),
                (GameRefusal::ClocksNotPaused, ClocksAct::Resume {}) if is_noted(true) => Ok(()),
                (refusal, _) => refused(why(board, &refusal)),
            },
            Err(Untold::NoGame) => refused(WrongClocks::NoGame(board)),
            Err(Untold::Storage(error)) => Err(error.into()),
            Err(Untold::NotNow) => refused(WrongClocks::NotNow),
        }
    }
}

/// Why an arbiter's act was not done in a game.
pub(crate) enum Untold {
    /// There is no such game, or somebody's seat in it is open.
    NoGame,
    /// The game refuses it.
    Refused(GameRefusal),
    /// The room did not answer: whether it was done, the game's log knows.
    NotNow,
    /// The storage failed.
    Storage(StorageError),
}

/// Has a game do what an arbiter orders.
pub(crate) async fn tell(
    events: &Events,
    rooms: &Rooms,
    game: GameId,
    act: ArbiterAct,
) -> Result<(), Untold> {
    let found = archive::load(&*events.store().log, game).await.map_err(Untold::from)?;
    // The room lets in whoever may see the game: a player of it always may.
    let player = found.seats()[Color::White].player().ok_or(Untold::NoGame)?;
    match rooms.order(game, Identity::guest(player), RoomCommand::Arbiter(act)).await {
        Ok(()) => Ok(()),
        Err(OrderError::Refused { refusal, .. }) => Err(Untold::Refused(refusal)),
        Err(OrderError::Read(error)) => Err(error.into()),
        Err(OrderError::Gone) => Err(Untold::NotNow),
    }
}

impl From<ReadError> for Untold {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchGame(_) => Self::NoGame,
            ReadError::Storage(error) => Self::Storage(error),
        }
    }
}

/// The act as games know it.
fn ordered(act: ClocksAct) -> ArbiterAct {
    match act {
        ClocksAct::Pause {} => ArbiterAct::Pause,
        ClocksAct::Resume {} => ArbiterAct::Resume,
        ClocksAct::Set { side, seconds } => {
            let side = match side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            };
            ArbiterAct::SetClock { side, left: Millis::from_secs(seconds) }
        }
        ClocksAct::Back { ply } => ArbiterAct::SetBack { ply },
    }
}

/// A game's refusal as the desk hears it.
fn why(board: u16, refusal: &GameRefusal) -> WrongClocks {
    match refusal {
        GameRefusal::GameOver => WrongClocks::Over(board),
        GameRefusal::ClocksPaused => WrongClocks::Paused,
        GameRefusal::ClocksNotPaused => WrongClocks::NotPaused,
        GameRefusal::NoSuchClock => WrongClocks::Time,
        GameRefusal::NoSuchPly { ply } => WrongClocks::Ply(*ply),
        GameRefusal::NoChessClock => WrongClocks::NoClock,
        GameRefusal::ActsUsedUp => WrongClocks::TooOften,
        _ => WrongClocks::NotNow,
    }
}
