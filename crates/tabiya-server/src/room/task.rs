// SPDX-License-Identifier: AGPL-3.0-or-later
//! A room at work.
//!
//! One message at a time: decide, append, wait for the commit, apply, tell. While a commit is under way
//! everything else waits in the inbox, so a room never has two undecided appends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tabiya_game::{
    Command, Event, Game, GameId, Millis, Refusal as GameRefusal, Stamped, Status, Time, TimeControl,
};
use tabiya_protocol::{GameEvent, OldClientMessage, Refusal, ServerMessage};

use tabiya_store::AppendError;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::absence::{Absences, Departure};
use super::append::append;
use super::command::players_command;
use super::computer::ComputerPlayer;
use super::connections::{ConnectionId, Connections};
use super::handle::{Head, INBOX, RoomHandle, RoomMessage};
use super::message::encode;
use super::rematch::Rematch;
use super::stalls::Stalls;
use super::tell::Sender;
use super::{Rooms, view};
use crate::measure::{self, Gauged};
use crate::timeline::Timeline;

/// A room that nobody needs is put away after this long.
const IDLE: Duration = Duration::from_secs(60);
/// How long to wait before the room tries again what the store could not do.
const RETRY: Duration = Duration::from_secs(1);
/// A commit that takes longer is the server's fault: the turn that it began starts afresh, and nobody pays for it.
const SLOW_DISK: Duration = Duration::from_secs(1);
/// The wall clock may leap meanwhile: no deadline is slept through for longer.
const LONGEST_SLEEP: Duration = Duration::from_secs(600);

pub(super) struct Room {
    pub(super) id: GameId,
    pub(super) rooms: Rooms,
    pub(super) game: Game,
    pub(super) connections: Connections,
    pub(super) rematch: Rematch,
    pub(super) absences: Absences,
    /// The newest events, with their numbers.
    pub(super) recent: VecDeque<(u32, GameEvent)>,
    head: Arc<Head>,
    computer: ComputerPlayer,
    /// The turn has to start afresh before anything else: until that is stored, no time is charged to anybody.
    must_resume: bool,
    pub(super) stalls: Stalls,
    /// The last thing that was to be stored was a move, and it could not be.
    unsaved: bool,
    retry_at: Option<Instant>,
}

/// Starts the game's room. A clock that runs in the log ran while there was no room: the side to move starts its
/// turn afresh.
pub(super) fn start(rooms: Rooms, id: GameId, game: Game) -> RoomHandle {
    let (sender, inbox) = mpsc::channel(INBOX);
    let head = Arc::new(Head::new(game.last_seq()));
    let handle = RoomHandle::new(id, sender, Arc::clone(&head));
    let timeline = rooms.shared().timeline;
    if let (Some(TimeControl::Correspondence { .. }), Some(began)) = (game.time_control(), game.turn_began())
    {
        timeline.seen(began);
    }
    let now = time_of(game.time_control(), timeline);
    let absences = Absences::new(rooms.shared().patience, now);
    let connections = Connections::none(rooms.shared().gallery.clone());
    let room = Room {
        id,
        rooms,
        must_resume: must_resume(&game, now),
        game,
        connections,
        rematch: Rematch::default(),
        absences,
        recent: VecDeque::new(),
        head,
        stalls: Stalls::since(timeline),
        unsaved: false,
        computer: ComputerPlayer::new(id),
        retry_at: None,
    };
    tokio::spawn(room.run(inbox, handle.clone()));
    handle
}

/// Now, on the line that such a game counts by.
pub(super) fn time_of(control: Option<TimeControl>, timeline: Timeline) -> Time {
    match control {
        Some(TimeControl::Correspondence { .. }) => timeline.wall(),
        Some(TimeControl::Clocks { .. }) | None => timeline.now(),
    }
}

/// Whether the turn begins anew with the room: time ran on while there was none. In correspondence an outage counts,
/// but nobody loses by it.
fn must_resume(game: &Game, now: Time) -> bool {
    match (game.time_control(), game.deadline()) {
        (Some(TimeControl::Correspondence { .. }), Some(deadline)) => deadline <= now,
        (_, deadline) => deadline.is_some(),
    }
}

impl Room {
    async fn run(mut self, mut inbox: mpsc::Receiver<RoomMessage>, own: RoomHandle) {
        let _counted = Gauged::room();
        self.resume().await;
        loop {
            self.let_computer_act().await;
            let wait = self.until_next_duty();
            tokio::select! {
                // A move that arrived in time must not be overtaken by the flag.
                biased;
                message = inbox.recv() => match message {
                    Some(RoomMessage::Close) | None => break,
                    Some(message) => self.handle(message).await,
                },
                report = self.computer.report() => self.play_for_computer(report).await,
                () = sleep(wait.unwrap_or(IDLE)) => match wait {
                    Some(_) => self.do_duty().await,
                    None if self.connections.is_empty() && !self.computer.is_thinking() => break,
                    None => {}
                },
            }
        }
        inbox.close();
        while let Some(message) = inbox.recv().await {
            self.handle(message).await;
        }
        self.rooms.forget(self.id, &own);
    }

    async fn handle(&mut self, message: RoomMessage) {
        let is_resumed = self.resume().await;
        match message {
            RoomMessage::Connect { id, player, after, outbox } => {
                let side = player.and_then(|player| self.game.seats().color_of(player));
                self.connections.add(id, player, side, outbox);
                self.greet(id, side, after);
                if side.is_none() {
                    self.connections.tell(id, self.presence());
                }
                self.notice(Departure::Lost);
            }
            RoomMessage::Disconnect { id, how } => {
                self.connections.remove(id);
                self.notice(how);
            }
            RoomMessage::CatchUp { id } => {
                if let Some(side) = self.connections.catch_up(id) {
                    self.greet(id, side, None);
                }
            }
            RoomMessage::Command { from, message, arrival, lag, since } => {
                measure::queued(since.elapsed());
                self.command(from, message, arrival, lag, is_resumed).await;
            }
            #[cfg(test)]
            RoomMessage::View(answer) => {
                // Whoever asked may be gone: then nobody needs the answer.
                let _ = answer.send((self.view(), view::lag(&self.game)));
            }
            RoomMessage::Close => {}
        }
    }

    pub(super) fn now(&self) -> Time {
        time_of(self.game.time_control(), self.rooms.shared().timeline)
    }

    pub(super) fn view(&self) -> tabiya_protocol::GameView {
        view::game(self.id, &self.game, self.now())
    }

    async fn command(
        &mut self,
        from: ConnectionId,
        message: OldClientMessage,
        arrival: Time,
        lag: Option<Millis>,
        is_resumed: bool,
    ) {
        let Some(connected) = self.connections.get(from) else { return };
        let (player, side) = (connected.player, connected.side);
        let Some(id) = message.id() else {
            return self.connections.tell(
                from,
                encode(&ServerMessage::Pong { topic: Some(self.id.into()), seq: Some(self.game.last_seq()) }),
            );
        };
        // Correspondence has a line of its own, and is not in a hurry.
        let arrival = match self.game.time_control() {
            Some(TimeControl::Correspondence { .. }) => self.now(),
            Some(TimeControl::Clocks { .. }) | None => arrival,
        };
        let command = match (message, side) {
            (OldClientMessage::Join { .. }, _) => match player {
                Some(player) => Ok(Command::Join { player, details: None, color: None }),
                None => Err(Refusal::NoCookie),
            },
            (_, None) => Err(Refusal::NotAPlayer),
            (OldClientMessage::ClaimLeft { .. }, Some(by))
                if !self.absences.may_claim(by, &self.game, arrival) && !self.game.is_over() =>
            {
                Err(Refusal::OpponentNotGone)
            }
            (OldClientMessage::Rematch { .. }, Some(by)) => return self.rematch_wanted(by, (from, id)).await,
            (message, Some(by)) => players_command(message, by, lag),
        };
        let started = Instant::now();
        let decided = command.and_then(|command| match self.game.decide(command, arrival) {
            Ok(events) => Ok(Ok(events)),
            Err(GameRefusal::AlreadyPlayed { seq, .. }) => Ok(Err(seq)),
            Err(refusal) => Err(Refusal::from((refusal, self.game.ply()))),
        });
        measure::decided(started.elapsed());
        match decided {
            Ok(Ok(_)) if !is_resumed => self.refuse((from, id), Refusal::NotSaved),
            Ok(Ok(events)) => {
                if let Err(refusal) = self.commit(events, arrival, Some((from, id))).await {
                    self.refuse((from, id), refusal);
                }
            }
            Ok(Err(seq)) => self.answer_again((from, id), seq),
            Err(refusal) => self.refuse((from, id), refusal),
        }
    }

    /// Starts the turn afresh where that is still to be done, and gives back what the server stood still meanwhile:
    /// before anything else. Returns whether time may count again.
    async fn resume(&mut self) -> bool {
        let stall = self.stalls.news(self.rooms.shared().timeline);
        self.absences.stood_still(stall);
        // Days run on while nothing can be stored, but whoever was kept from moving does not lose by it.
        self.must_resume |=
            self.unsaved && self.game.deadline().is_some_and(|deadline| deadline <= self.now());
        if self.must_resume {
            self.must_resume = !self.by_the_house(Command::Resume).await;
            if !self.must_resume {
                self.stalls.given_back();
            }
        } else if let Some(span) = self.stalls.owed()
            && self.by_the_house(Command::StoodStill { span }).await
        {
            self.stalls.given_back();
        }
        !self.must_resume && self.stalls.owed().is_none()
    }

    /// A command of the server's own. Returns whether it is done with: false where it could not be stored, and the
    /// room will try again. A refusal means that it is not needed any more.
    async fn by_the_house(&mut self, command: Command) -> bool {
        let now = self.now();
        let Ok(events) = self.game.decide(command, now) else { return true };
        let done = self.commit(events, now, None).await.is_ok();
        if !done {
            self.retry_at = Some(Instant::now() + RETRY);
        }
        done
    }

    /// Appends, waits for the commit, and only then lets anything happen.
    pub(super) async fn commit(
        &mut self,
        events: Vec<Event>,
        at: Time,
        sender: Option<Sender>,
    ) -> Result<(), Refusal> {
        let first = self.game.last_seq() + 1;
        let stamped: Vec<_> = events.into_iter().map(|event| Stamped { at, event }).collect();
        let started = Instant::now();
        let moves = stamped.iter().filter(|each| matches!(each.event, Event::MovePlayed { .. })).count();
        match append(&*self.rooms.shared().store, self.id, first, &stamped).await {
            Ok(()) => {
                self.unsaved = false;
                let took = started.elapsed();
                measure::committed(stamped.len(), moves, took);
                let restarts_nothing =
                    !stamped.iter().any(|each| matches!(each.event, Event::TurnRestarted { .. }));
                let started = Instant::now();
                self.happened(first, &stamped, sender);
                measure::fanned_out(started.elapsed());
                self.must_resume |= took > SLOW_DISK && restarts_nothing && self.game.deadline().is_some();
                Ok(())
            }
            Err(AppendError::Storage(error)) => {
                // The store says it once for all games.
                tracing::debug!(game = %self.id, %error, "an append failed; nothing happened");
                self.unsaved |= moves > 0;
                // Whoever has moved in time must not pay for the disk.
                let is_timed = matches!(self.game.time_control(), Some(TimeControl::Clocks { .. }));
                self.must_resume |= is_timed && self.game.deadline().is_some();
                Err(Refusal::NotSaved)
            }
            Err(AppendError::Conflict { .. } | AppendError::UnknownGame { .. }) => {
                tracing::warn!(game = %self.id, "the log has moved on without this room; reading it again");
                self.follow_log().await;
                Err(Refusal::Stale { ply: self.game.ply() })
            }
        }
    }

    /// What is committed becomes the state, and everybody hears of it. Each event comes with how the game stands
    /// after all of them: nobody is told that a game goes on which its last move has ended.
    fn happened(&mut self, first: u32, stamped: &[Stamped], sender: Option<Sender>) {
        let events: Vec<_> = stamped.iter().map(|each| self.fold(each)).collect();
        self.head.committed(self.game.last_seq());
        self.announce(first, events, sender);
        self.head.told(self.game.last_seq());
        if stamped.iter().any(|each| matches!(each.event, Event::Joined { .. })) {
            self.tell_sides();
            self.notice(Departure::Lost);
        }
    }

    /// Folds one event into the game, and says it as clients hear it.
    fn fold(&mut self, stamped: &Stamped) -> GameEvent {
        let before = *self.game.history().position();
        self.game.apply(stamped);
        if let Event::Joined { color, player, .. } = stamped.event {
            self.connections.seat(player, color);
        }
        view::event(&stamped.event, &before, &self.game)
    }

    /// Takes in what the log holds beyond this room's state, and tells everybody.
    async fn follow_log(&mut self) {
        let log = match self.rooms.shared().store.load(self.id).await {
            Ok(Some(log)) => log,
            Ok(None) => return tracing::error!(game = %self.id, "the log of this game is gone"),
            Err(error) => return tracing::error!(game = %self.id, %error, "the log can't be read"),
        };
        let first = self.game.next_seq();
        match (Game::replay(&log), log.get(first as usize..)) {
            (Ok(_), Some(new)) => self.happened(first, new, None),
            (Ok(_), None) => tracing::error!(game = %self.id, "the log is shorter than it was"),
            (Err(error), _) => tracing::error!(game = %self.id, %error, "the log can't be replayed"),
        }
    }

    /// How long until the room must do something by itself; none where nothing is due.
    fn until_next_duty(&self) -> Option<Duration> {
        if let Some(retry_at) = self.retry_at {
            return Some(retry_at.saturating_duration_since(Instant::now()));
        }
        if self.must_resume {
            return Some(Duration::ZERO);
        }
        let due = [self.game.deadline(), self.absences.next(&self.game)].into_iter().flatten().min()?;
        let wait = Duration::from_millis(due.0.saturating_sub(self.now().0));
        Some(wait.min(LONGEST_SLEEP))
    }

    async fn do_duty(&mut self) {
        self.retry_at = None;
        // Asked first: a stall before this instant is known then, and one after it can't make the flag fall.
        let now = self.now();
        if self.resume().await && self.game.deadline().is_some_and(|deadline| deadline <= now) {
            self.by_the_house(Command::TimeUp).await;
        }
        self.tell_absence();
    }

    async fn let_computer_act(&mut self) {
        if self.retry_at.is_some() || !matches!(self.game.status(), Status::Playing) {
            self.computer.rest();
            return;
        }
        if let Some(answer) = self.computer.answer_to_offer(&self.game) {
            self.by_the_house(answer).await;
        }
        if self.computer.think_if_due(&self.game, self.rooms.shared()).is_err() {
            self.retry_at = Some(Instant::now() + RETRY);
        }
    }

    async fn play_for_computer(&mut self, report: Option<tabiya_engine::Report>) {
        // The line learns of a stall by being asked.
        self.now();
        self.resume().await;
        match self.computer.command(report, &self.game) {
            Some(command) => {
                self.by_the_house(command).await;
            }
            None => self.retry_at = Some(Instant::now() + RETRY),
        }
    }
}
