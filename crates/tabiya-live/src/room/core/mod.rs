// SPDX-License-Identifier: AGPL-3.0-or-later
//! A room's core: everything that a room decides, as a pure state machine.
//!
//! [`RoomCore::on`] takes one input and the time, and returns what has to be done about it. It reads no clock, touches
//! no store, socket or engine. The task around it carries the effects out. While the core waits for the answer to an
//! effect (an append, a ruling, a new game), its task gives it nothing but that answer, so a room never has two appends
//! under way.

mod commands;
mod commit;
mod effect;
mod flow;
mod members;
pub(crate) mod need;
mod premoves;
mod presence;
pub(crate) mod rematch;
mod replies;
#[cfg(test)]
mod tests;
mod unreached;

use tabiya_accounts::feed::Departure;
use tabiya_game::{Command, Decision, Game, GameId, Keyed, Millis, Seat, Stamped, Status, Time, TimeControl};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_protocol::{ConnectionMessage, GameMessage, Refusal, ServerMessage, Situation};
use tabiya_rules::Color;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::SubscriberId;

use super::absence::{AbsenceNews, Absences, Patience};
use super::computer::ComputerMind;
use super::handed::Turn;
use super::state_parts::StateParts;
use super::view;
pub(crate) use effect::{Audience, Effect, Input, Now, RematchStep, Sender};
use flow::Flow;
use members::Members;
use need::Need;
use premoves::Premoves;
use presence::{News, PresencePace};
use rematch::Rematch;
pub(crate) use replies::LinesRead;
use replies::Replies;
use unreached::Unreached;

/// How long to wait before the room tries again what the store or the engine could not do.
const RETRY: Millis = Millis::from_secs(1);

/// Spectators whose names are told.
const NAMED_SPECTATORS: usize = 20;

/// What the core waits for.
enum Waiting {
    /// An append that began then.
    Append { purpose: Purpose, since: Now },
    /// The log, because it has moved on without this room, which wanted to store this.
    Log { purpose: Purpose, wanted: Option<Box<Stamped>> },
    /// A ruling on this command, which came at this time.
    Ruling { command: Command, at: Time, purpose: Purpose },
    /// Another game.
    Rematch { sender: Sender },
    /// What a player did about a rematch is being stored.
    RematchKept { sender: Sender, step: RematchStep },
    /// The lines of the side to move.
    Lines,
    /// Leave for one more game to join this one by this command, which came at this time.
    Entry { sender: Sender, command: Command, at: Time },
    /// Leave for the computer to answer this premove, which would be played at this time.
    Fairness { by: Color, command: Command, at: Time },
}

/// Why something is stored.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// A player's command.
    Player(Sender),
    /// The turn must be restarted before time counts again.
    Restart,
    /// The server's own: a flag, a move that was stored before, or the computer's.
    Own,
}

/// An input that is being handled.
struct Current {
    input: Input,
    /// What time the server owes has been looked after.
    is_prepared: bool,
}

/// A game, who is in its room, and what the room is doing.
pub(crate) struct RoomCore {
    id: GameId,
    game: Game,
    members: Members,
    absences: Absences,
    presence: PresencePace,
    premoves: Premoves,
    replies: Replies,
    rematch: Rematch,
    /// What the game did to the ratings.
    rated: Option<Box<RatingChanges>>,
    computer: ComputerMind,
    flow: Flow,
    unreached: Unreached,
    /// Time that was given back to the turn ends then, on the line that the game counts by.
    given_until: Time,
    /// On the line: what failed is tried again then.
    retry_at: Option<Time>,
    current: Option<Current>,
    /// The player's command that is being carried out, where it has a key.
    keyed: Option<Keyed>,
    /// The command of whose events nobody knows yet whether they are stored, and when it came.
    considered: Option<(Command, Time)>,
    waiting: Option<Waiting>,
    effects: Vec<Effect>,
}

impl RoomCore {
    /// Its first input must be [`Input::Begun`].
    pub(crate) fn new(id: GameId, game: Game, patience: Patience, now: Now) -> Self {
        Self {
            id,
            members: Members::default(),
            absences: Absences::new(patience, now.time),
            presence: PresencePace::default(),
            premoves: Premoves::default(),
            replies: Replies::default(),
            rematch: Rematch::default(),
            rated: None,
            computer: ComputerMind::new(id),
            flow: Flow::begin(&game, now.time, now.stalled),
            unreached: Unreached::begin(now.reach),
            given_until: Time::default(),
            retry_at: None,
            current: None,
            keyed: None,
            considered: None,
            waiting: None,
            effects: Vec::new(),
            game,
        }
    }

    /// How a rematch stood before the room began.
    pub(crate) fn rematch_known(&mut self, rematch: Rematch) {
        self.rematch = rematch;
    }

    /// The turn under way, for the node that goes on with the game; `None` where it must begin anew, or no chess clock runs.
    pub(crate) fn hand_over(&mut self, now: Now) -> Option<Turn> {
        self.observe(now);
        let is_timed = matches!(self.game.time_control(), Some(TimeControl::Clocks { .. }));
        let runs = is_timed && self.game.deadline().is_some() && self.flow.owes_nothing();
        let owed = self.unreached.owes_little().filter(|_| runs)?;
        Some(Turn {
            game: self.id,
            epoch: 0,
            seq: self.game.last_seq(),
            // The next node gives back whatever has passed since.
            read: now.time.before(owed).0,
            away: self.absences.hand_over(now.time),
        })
    }

    /// Goes on with a turn that another node has handed over. The game's clock has gone on by `without_owner` since. To be
    /// called before the first input.
    pub(crate) fn go_on(&mut self, turn: &Turn, without_owner: Millis, now: Now) {
        self.flow = Flow::go_on(now.stalled, without_owner);
        // What came before counts from now: the time until now is given back.
        self.given_until = now.time;
        self.absences.go_on(turn.away, now.time);
    }

    /// Takes in what happens, and returns what has to be done about it.
    pub(crate) fn on(&mut self, input: Input, now: Now) -> Vec<Effect> {
        match (input, self.waiting.take()) {
            (Input::Appended { events, result }, Some(Waiting::Append { purpose, since })) => {
                self.appended(&events, result, purpose, since, now);
            }
            (Input::LogRead(log), Some(Waiting::Log { purpose, wanted })) => {
                self.log_read(log, (purpose, wanted.as_deref()), now);
            }
            (Input::Ruled(ruling), Some(Waiting::Ruling { command, at, purpose })) => {
                match self.game.consider(&command, at, Some(ruling)) {
                    Ok(Decision::Events(events)) => {
                        self.considered = Some((command, at));
                        self.commit(events, at, purpose, now);
                    }
                    Ok(Decision::Rule { .. }) | Err(_) => self.dropped(purpose),
                }
            }
            (Input::RematchCreated(created), Some(Waiting::Rematch { sender })) => {
                self.rematch_created(sender, created);
            }
            (Input::RematchKept(kept), Some(Waiting::RematchKept { sender, step })) => {
                self.rematch_kept(sender, step, kept);
            }
            (Input::LinesRead(read), Some(Waiting::Lines)) => self.lines_read(read, now),
            (Input::Entered(entered), Some(Waiting::Entry { sender, command, at })) => match entered {
                Ok(()) => self.decide(sender, command, at, now),
                Err(refusal) => self.refuse(sender, refusal),
            },
            (Input::FairnessAsked(Ok(())), Some(Waiting::Fairness { by, command, at })) => {
                self.play_queued(by, &command, at, now);
            }
            (Input::FairnessAsked(Err(refusal)), Some(Waiting::Fairness { by, .. })) => {
                self.drop_premoves(by, refusal);
            }
            (input, waiting) => {
                debug_assert!(waiting.is_none(), "{input:?} came where an answer was due");
                self.waiting = waiting;
                self.current = Some(Current { input, is_prepared: false });
            }
        }
        self.work(now);
        std::mem::take(&mut self.effects)
    }

    /// Lets somebody in for one command who does not follow the game.
    pub(crate) fn let_in(&mut self, id: SubscriberId, identity: Identity) {
        let seats = self.game.seats();
        self.members.let_in(id, identity, &seats);
    }

    /// That command has been answered.
    pub(crate) fn let_out(&mut self) {
        self.members.let_out();
    }

    /// Who this client is and which side it plays; `None` for a spectator.
    pub(crate) fn player(&self, id: SubscriberId) -> Option<(Identity, Color)> {
        let member = self.members.get(id)?;
        member.identity.zip(member.side)
    }

    /// Whether the player of this side looks at the game.
    pub(crate) fn is_here(&self, side: Color) -> bool {
        self.members.plays(side)
    }

    /// How long until the core must be woken by [`Input::Woken`]; none where nothing is due.
    pub(crate) fn next_wake(&self, now: Now) -> Option<Millis> {
        let left = |at: Time, now: Time| at.since(now);
        let presence = self.presence.due().map(|due| left(due, now.line));
        let other = match self.retry_at {
            Some(retry_at) => Some(left(retry_at, now.line)),
            None if !self.flow.flows() => Some(Millis::ZERO),
            None => {
                let due = [self.game.deadline(), self.absences.next(&self.game)].into_iter().flatten().min();
                due.map(|due| left(due, now.time))
            }
        };
        [presence, other].into_iter().flatten().min()
    }

    /// What the game needs if nobody comes: a room where somebody is here or something is being done.
    pub(crate) fn need(&self, now: Now) -> Need {
        let is_idle = self.members.is_empty()
            && !self.computer.is_thinking()
            && self.waiting.is_none()
            && self.retry_at.is_none()
            && self.flow.owes_nothing();
        if is_idle { Need::of(&self.game, now.time) } else { Need::Room }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Whoever comes to a finished game sees no names of accounts that were closed since.
    pub(crate) fn forget_names(&mut self, ghosts: &Ghosts) {
        ghosts.hide_in(&mut self.game);
    }

    /// How the game stands.
    pub(crate) fn situation(&self, now: Now) -> Situation {
        view::situation(&self.game, now.time)
    }

    /// The whole game for one client, in parts where it is long.
    pub(crate) fn state(&self, you: Option<Color>, now: Now) -> StateParts {
        StateParts::new(self.id, &self.game, you, now.time)
    }

    fn work(&mut self, now: Now) {
        while self.waiting.is_none() {
            match self.current.take() {
                Some(Current { input, is_prepared: false }) => {
                    self.current = Some(Current { input, is_prepared: true });
                    self.prepare(now);
                }
                Some(Current { input, is_prepared: true }) => self.handle(input, now),
                None => {
                    self.play_premove(now);
                    if self.waiting.is_none() {
                        self.look_for_reply();
                    }
                    if self.waiting.is_some() {
                        return;
                    }
                    self.let_computer_act(now);
                    if self.waiting.is_none() {
                        self.tell_presence(now);
                    }
                    return;
                }
            }
        }
    }

    /// Gives back what time the server owes, before anything else.
    fn prepare(&mut self, now: Now) {
        self.observe(now);
        self.look_for_missed_days(now);
        self.note_heard();
        self.look_for_unreached(now);
        self.note_caller();
        if let Some(command) = self.flow.due(&self.game, now.time) {
            self.own_command(command, Purpose::Restart, now);
        }
    }

    fn observe(&mut self, now: Now) {
        let stall = self.flow.observe(now.stalled);
        self.absences.stood_still(stall);
        self.observe_reach(now, stall);
    }

    /// A command of the server's own. Where the game refuses it, it is not needed any more.
    fn own_command(&mut self, command: Command, purpose: Purpose, now: Now) {
        match self.game.consider(&command, now.time, None) {
            Ok(Decision::Events(events)) => self.commit(events, now.time, purpose, now),
            Ok(Decision::Rule { winner }) => {
                self.waiting = Some(Waiting::Ruling { command, at: now.time, purpose });
                self.effects.push(Effect::Rule { winner });
            }
            Err(_) => self.dropped(purpose),
        }
    }

    /// What was to be stored is not needed any more.
    fn dropped(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Restart => self.flow.given_back(),
            Purpose::Player(sender) => self.refuse(sender, Refusal::Stale { ply: self.game.ply() }),
            Purpose::Own => {}
        }
    }

    fn handle(&mut self, input: Input, now: Now) {
        match input {
            Input::Came { id, identity, after, is_here } => {
                let you = self.members.add(id, (identity, is_here), &self.game.seats());
                self.greet(id, you, after, now);
                if let Some(side) = you {
                    self.owner_came(side);
                }
                if you.is_none() {
                    let identity = self.members.get(id).and_then(|member| member.identity);
                    let message = self.presence_message(identity.as_ref());
                    self.effects.push(Effect::TellPresence {
                        message,
                        to: Audience::One(id),
                        others: Vec::new(),
                    });
                }
                self.look_around(Departure::Lost, now);
            }
            Input::Left { id, how } => {
                self.members.remove(id);
                self.look_around(how, now);
            }
            Input::Missed { id } => {
                if self.members.is_here(id) {
                    self.greet(id, self.members.side_of(id), None, now);
                }
            }
            Input::Pinged { id } => {
                let (topic, seq) = (Some(self.id.into()), Some(self.game.last_seq().into()));
                self.tell(id, ServerMessage::Connection(ConnectionMessage::Pong { topic, seq }));
            }
            Input::Commanded { sender, command, arrival, lag } => {
                self.command(sender, command, arrival, lag, now);
            }
            Input::Unfair { sender, refusal } => self.refuse(sender, refusal),
            Input::Rated(changes) => {
                self.rated = Some(Box::new(changes));
                if let Some(message) = self.rated_message() {
                    self.tell_all(message, None);
                }
            }
            Input::LinesChanged => self.lines_changed(),
            Input::Woken => self.woken(now),
            Input::Thought(report) => self.thought(report, now),
            Input::Begun | Input::GivenAway | Input::Heard { .. } => {}
            Input::Appended { .. }
            | Input::LogRead(_)
            | Input::Ruled(_)
            | Input::RematchCreated(_)
            | Input::RematchKept(_)
            | Input::LinesRead(_)
            | Input::Entered(_)
            | Input::FairnessAsked(_) => {
                debug_assert!(false, "nobody waits for this answer");
            }
        }
    }

    fn woken(&mut self, now: Now) {
        self.retry_at.take_if(|at| *at <= now.line);
        // A stall that is known only now must not let the flag fall.
        self.observe(now);
        if self.retry_at.is_none()
            && self.flow.flows()
            && !self.may_owe_a_reply()
            && self.game.deadline().is_some_and(|deadline| deadline <= now.time)
            && !self.holds_the_flag(now)
        {
            self.own_command(Command::TimeUp, Purpose::Own, now);
        }
        self.tell_absence(now);
    }

    fn let_computer_act(&mut self, now: Now) {
        let goes_on = matches!(self.game.status(), Status::Playing) && !self.game.is_paused();
        if self.retry_at.is_some() || !goes_on {
            return self.stop_thinking();
        }
        if let Some(answer) = self.computer.answer_to_offer(&self.game) {
            self.own_command(answer, Purpose::Own, now);
        }
        if self.waiting.is_some() || self.computer.is_thinking_about(&self.game) {
            return;
        }
        self.stop_thinking();
        if let Some(thinking) = self.computer.begin(&self.game, now.time) {
            self.effects.push(Effect::Think(Box::new(thinking)));
        }
    }

    fn stop_thinking(&mut self) {
        if self.computer.rest() {
            self.effects.push(Effect::StopThinking);
        }
    }

    fn thought(&mut self, report: Option<tabiya_engine::Report>, now: Now) {
        self.computer.rest();
        match self.computer.command(report, &self.game) {
            Some(command) => self.own_command(command, Purpose::Own, now),
            None => self.retry_at = Some(now.line.after(RETRY)),
        }
    }

    fn tell(&mut self, to: SubscriberId, message: ServerMessage) {
        self.effects.push(Effect::Tell { to, message, answers: None });
    }

    fn answer(&mut self, (to, id): Sender, message: ServerMessage) {
        self.effects.push(Effect::Tell { to, message, answers: Some(id) });
    }

    fn tell_all(&mut self, message: ServerMessage, caused_by: Option<Sender>) {
        self.effects.push(Effect::TellAll { message, caused_by });
    }

    /// All that a client needs which has just come, or has missed messages.
    fn greet(&mut self, to: SubscriberId, you: Option<Color>, after: Option<u64>, now: Now) {
        self.effects.push(Effect::Greet { to, you, after });
        if let Some(message) = self.rated_message() {
            self.tell(to, message);
        }
        if let Some(message) = self.rematch.message(self.id) {
            self.tell(to, message);
        }
        if let Some(standing) = self.absences.standing(&self.game, now.time) {
            self.tell(to, absence_message(self.id, standing));
        }
        if let Some(side) = you
            && !self.premoves.of(side).is_empty()
        {
            self.tell_premoves_to(to, side, None);
        }
    }

    /// What a client must know of the ratings.
    fn rated_message(&self) -> Option<ServerMessage> {
        let changes = **self.rated.as_ref()?;
        Some(ServerMessage::Game(GameMessage::Rated { topic: self.id.into(), changes }))
    }

    /// Somebody has come or gone.
    fn look_around(&mut self, departure: Departure, now: Now) {
        let mut is_of_players = false;
        for side in Color::ALL {
            is_of_players |= self.absences.look(side, self.members.plays(side), departure, now.time);
        }
        self.presence.changed(if is_of_players { News::OfPlayers } else { News::OfSpectators });
        self.tell_absence(now);
    }

    fn tell_presence(&mut self, now: Now) {
        if let Some(news) = self.presence.take(now.line) {
            let to = if news == News::OfPlayers { Audience::All } else { Audience::Players };
            let message = self.presence_message(None);
            let own =
                self.members.blocking().map(|(id, identity)| (id, self.presence_message(Some(identity))));
            let others = own.filter(|(_, own)| *own != message).collect();
            self.effects.push(Effect::TellPresence { message, to, others });
        }
    }

    /// Who is here, as this reader is told.
    fn presence_message(&self, reader: Option<&Identity>) -> ServerMessage {
        let is_here = |side| self.members.plays(side) || matches!(self.game.seats()[side], Seat::Computer(_));
        ServerMessage::Game(GameMessage::Presence {
            topic: self.id.into(),
            white: is_here(Color::White),
            black: is_here(Color::Black),
            watchers: self.members.spectators(),
            names: self.members.names(NAMED_SPECTATORS, reader),
        })
    }

    /// Tells what is new about an absence.
    fn tell_absence(&mut self, now: Now) {
        if let Some(news) = self.absences.news(&self.game, now.time) {
            self.tell_all(absence_message(self.id, news), None);
        }
    }

    fn refuse(&mut self, (to, id): Sender, refusal: Refusal) {
        let seq = self.game.last_seq().into();
        self.answer((to, id), refused(Some(self.id.into()), Some(id), Some(seq), refusal));
    }
}

fn absence_message(game: GameId, AbsenceNews { by, claim_in }: AbsenceNews) -> ServerMessage {
    ServerMessage::Game(GameMessage::Absence {
        topic: game.into(),
        by,
        claim_in_ms: claim_in.map(|span| span.0),
    })
}
