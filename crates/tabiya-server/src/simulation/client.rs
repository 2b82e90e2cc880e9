// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client that knows `docs/protocol.md` and holds the server to it.

use std::collections::BTreeMap;

use tabiya_game::PlayerId;
use tabiya_protocol::{
    ClientMessage, CommandId, ConnectionMessage, GameCommand, GameEvent, GameMessage, GameStatus, Refusal,
    ServerMessage, Situation,
};
use tabiya_rules::{Attempt, Color};
use tabiya_testkit::history::{Acknowledged, Received, Sent, Stream, Uci};

/// A command that was sent at least once.
#[derive(Clone, Debug)]
pub(super) struct Sending {
    pub(super) message: ClientMessage,
    /// Half-moves that its client knew of when it made it.
    pub(super) ply: u32,
    /// The event that answered it.
    pub(super) answered: Option<u32>,
    /// How often it was sent, and how often refused.
    pub(super) copies: u32,
    pub(super) refusals: u32,
}

pub(super) struct Client {
    pub(super) number: usize,
    pub(super) player: Option<PlayerId>,
    /// The number of its line, while it has one.
    pub(super) line: Option<usize>,
    /// The last event that it has.
    pub(super) last: Option<u32>,
    /// It has been told everything on this line.
    pub(super) greeted: bool,
    /// Nothing may be left out on this line from then on.
    numbered: bool,
    /// Its subscription was refused: it tries on another line.
    pub(super) wants_to_start_over: bool,
    pub(super) you: Option<Color>,
    pub(super) situation: Option<Situation>,
    pub(super) may_claim: bool,
    pub(super) commands: BTreeMap<CommandId, Sending>,
    /// The move that waits for its answer.
    pub(super) pending: Option<CommandId>,
    /// When it was sent last.
    pub(super) sent_at: u64,
    pub(super) sent: Vec<Sent>,
    pub(super) acknowledged: Vec<Acknowledged>,
    pub(super) stream: Stream,
    next_id: CommandId,
    /// Moves were taken back in this game, so one that was carried out may not stand any more.
    pub(super) has_takebacks: bool,
    /// The queue of premoves that it was told last on this line; none before that.
    queue: Option<Vec<String>>,
    /// How often it was told something, to see that it is told again.
    pub(super) pongs: u32,
}

impl Client {
    pub(super) fn new(number: usize, player: Option<PlayerId>) -> Self {
        Self {
            number,
            player,
            line: None,
            last: None,
            greeted: false,
            numbered: false,
            wants_to_start_over: false,
            you: None,
            situation: None,
            may_claim: false,
            commands: BTreeMap::new(),
            pending: None,
            sent_at: 0,
            sent: Vec::new(),
            acknowledged: Vec::new(),
            stream: Stream::default(),
            next_id: 0,
            has_takebacks: false,
            queue: None,
            pongs: 0,
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.situation.as_ref().is_some_and(|situation| situation.status == GameStatus::Playing)
    }

    pub(super) fn is_my_turn(&self) -> bool {
        self.is_playing()
            && self.you.is_some()
            && self.situation.as_ref().map(|situation| situation.turn) == self.you
    }

    /// Begins on a new line. Returns the number from which on it wants to be told.
    pub(super) fn begin(&mut self, line: usize, from_the_start: bool) -> Option<u32> {
        self.line = Some(line);
        self.wants_to_start_over = false;
        (self.greeted, self.numbered, self.may_claim) = (false, false, false);
        self.queue = None;
        if from_the_start { None } else { self.last.inspect(|_| self.numbered = true) }
    }

    pub(super) fn lose_line(&mut self) {
        self.line = None;
        self.greeted = false;
    }

    /// A new command, ready to be sent.
    pub(super) fn command(&mut self, make: impl FnOnce(CommandId) -> ClientMessage) -> ClientMessage {
        let id = self.next_id;
        self.next_id += 1;
        let message = make(id);
        let ply = self.situation.as_ref().map_or(0, |situation| situation.ply);
        if let ClientMessage::Game(GameCommand::Play { uci, .. }) = &message
            && let Some(uci) = Uci::from_bytes(uci.as_bytes())
        {
            self.sent.push(Sent { ply, uci });
        }
        if let ClientMessage::Game(GameCommand::Premoves { moves, .. }) = &message {
            // The move at place `index` is played in one of the player's next turns; the client may be behind.
            let plies = |index: u32| ply..=ply + 2 * index + 12;
            let may_come =
                (0..).zip(moves).flat_map(|(index, each)| plies(index).map(move |ply| (ply, each)));
            self.sent.extend(may_come.map(|(ply, each)| Sent { ply, uci: uci(each) }));
        }
        let sending = Sending { message: message.clone(), ply, answered: None, copies: 0, refusals: 0 };
        self.commands.insert(id, sending);
        message
    }

    /// The move that is sent again, as the page does: only where it can still be played.
    pub(super) fn again(&mut self) -> Option<ClientMessage> {
        let id = self.pending?;
        let ply = self.commands[&id].ply;
        if self.is_playing() && self.situation.as_ref().is_some_and(|situation| situation.ply == ply) {
            Some(self.commands[&id].message.clone())
        } else {
            self.pending = None;
            None
        }
    }

    /// Takes in a message. An error is what should not have come.
    pub(super) fn hear(&mut self, message: &ServerMessage) -> Result<(), String> {
        match message {
            ServerMessage::Game(GameMessage::State { seq, you, game, .. }) => {
                if self.last.is_some_and(|last| *seq < last) {
                    return Err(format!(
                        "a state of event {seq} came after event {}",
                        self.last.unwrap_or_default()
                    ));
                }
                (self.last, self.you, self.numbered) = (Some(*seq), *you, true);
                self.stand(&game.situation);
                self.greeted = true;
                let moves = game.moves.iter().map(|played| uci(&played.uci.to_string())).collect();
                self.stream.heard.push(Received::State { seq: *seq, moves });
                Ok(())
            }
            ServerMessage::Game(GameMessage::Event { seq, id, event, situation, .. }) => {
                self.answered(*id, *seq, event)?;
                match self.last {
                    Some(last) if *seq <= last => {
                        // Only an answer once more may lie behind.
                        return if id.is_some() {
                            Ok(())
                        } else {
                            Err(format!("event {seq} came after event {last}"))
                        };
                    }
                    Some(last) if *seq == last + 1 && self.numbered => {}
                    last => return Err(format!("event {seq} came after event {last:?}")),
                }
                self.last = Some(*seq);
                self.stream.heard.push(match event {
                    GameEvent::MovePlayed { played, .. } => Received::Move {
                        seq: *seq,
                        uci: uci(&played.uci.to_string()),
                        clock: played.clock_ms,
                    },
                    GameEvent::Ended { .. } => Received::Ended { seq: *seq },
                    _ => Received::Other { seq: *seq },
                });
                self.stand(situation);
                Ok(())
            }
            ServerMessage::Game(GameMessage::Synced { seq, you, situation, .. }) => {
                self.is_newest("synced", u64::from(*seq))?;
                self.you = *you;
                self.stand(situation);
                self.greeted = true;
                Ok(())
            }
            ServerMessage::Connection(ConnectionMessage::Pong { seq, .. }) => {
                self.pongs += 1;
                self.is_newest("pong", seq.ok_or("a pong without a number")?)
            }
            ServerMessage::Connection(ConnectionMessage::Refused { id, seq, refusal, .. }) => {
                self.refused(*id, refusal)?;
                match refusal {
                    // The connection's own; events may be on their way.
                    Refusal::TooFast | Refusal::Malformed { .. } => Ok(()),
                    // The client subscribes anew; the log could not be read, or a command came first.
                    Refusal::Unavailable | Refusal::NotSubscribed => {
                        self.greeted = false;
                        self.wants_to_start_over = true;
                        Ok(())
                    }
                    _ => self.is_newest("refused", seq.ok_or("a refusal without a number")?),
                }
            }
            ServerMessage::Game(GameMessage::Absence { by, claim_in_ms, .. }) => {
                self.may_claim = *claim_in_ms == Some(0) && Some(*by) != self.you;
                Ok(())
            }
            ServerMessage::Game(GameMessage::Premoves { id, moves, dropped, .. }) => {
                self.told_of_premoves(*id, moves, dropped.is_some())
            }
            ServerMessage::Game(
                GameMessage::Presence { .. } | GameMessage::Rematch { .. } | GameMessage::Rated { .. },
            ) => Ok(()),
            ServerMessage::Game(GameMessage::Moves { .. })
            | ServerMessage::Connection(
                ConnectionMessage::Unsubscribed { .. } | ConnectionMessage::Resumed { .. },
            ) => Err("not asked for".to_owned()),
            ServerMessage::Connection(ConnectionMessage::Outdated { .. }) => Err("outdated".to_owned()),
            of_another_subject => Err(format!("not about a game: {of_another_subject:?}")),
        }
    }

    /// A premove was played for this client's player. It was the first that the client knew to be waiting, where the
    /// client is its player's only one and nothing is under way.
    pub(super) fn hears_of_premove(&self, played: &str, is_alone: bool) -> Result<(), String> {
        let is_quiet = self.commands.values().all(|sending| {
            !matches!(sending.message, ClientMessage::Game(GameCommand::Premoves { .. }))
                || sending.answered.is_some()
                || sending.refusals >= sending.copies
        });
        match &self.queue {
            Some(queue)
                if is_alone
                    && is_quiet
                    && self.greeted
                    && queue.first().map(String::as_str) != Some(played) =>
            {
                Err(format!("{played} was played for it, though {queue:?} waits"))
            }
            _ => Ok(()),
        }
    }

    fn told_of_premoves(
        &mut self,
        id: Option<CommandId>,
        moves: &[Attempt],
        dropped: bool,
    ) -> Result<(), String> {
        if self.you.is_none() {
            return Err("a spectator was told of premoves".to_owned());
        }
        if dropped && !moves.is_empty() {
            return Err("premoves wait behind one that was dropped".to_owned());
        }
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        if let Some(id) = id {
            let sending = self.commands.get_mut(&id).ok_or(format!("command {id} was never sent"))?;
            let ClientMessage::Game(GameCommand::Premoves { moves: sent, .. }) = &sending.message else {
                return Err(format!("command {id} was answered by premoves"));
            };
            if !sent.ends_with(&moves) {
                return Err(format!("{moves:?} wait, where {sent:?} were sent"));
            }
            sending.answered = self.last;
        }
        self.queue = Some(moves);
        Ok(())
    }

    fn is_newest(&mut self, what: &str, seq: u64) -> Result<(), String> {
        let seq = u32::try_from(seq).map_err(|_| format!("{what} told of event {seq}"))?;
        self.stream.heard.push(Received::Newest { seq });
        match self.last {
            Some(last) if last == seq => Ok(()),
            last => Err(format!("{what} told of event {seq} to one who has {last:?}")),
        }
    }

    fn stand(&mut self, situation: &Situation) {
        let ply = situation.ply;
        self.situation = Some(situation.clone());
        // Whatever it was, it is settled.
        if self.pending.is_some_and(|id| self.commands[&id].ply < ply) {
            self.pending = None;
        }
    }

    /// A command is carried out once, and always answered alike.
    fn answered(&mut self, id: Option<CommandId>, seq: u32, event: &GameEvent) -> Result<(), String> {
        let Some(id) = id else { return Ok(()) };
        let sending = self.commands.get_mut(&id).ok_or(format!("command {id} was never sent"))?;
        if matches!(sending.message, ClientMessage::Game(GameCommand::Premoves { .. })) {
            // The move that it came too late for.
            return Ok(());
        }
        if sending.answered.is_some_and(|before| before != seq) {
            return Err(format!(
                "command {id} was answered by event {:?} and by event {seq}",
                sending.answered
            ));
        }
        if self.pending == Some(id) {
            self.pending = None;
        }
        let is_end = matches!(event, GameEvent::Ended { .. });
        if is_end && matches!(sending.message, ClientMessage::Game(GameCommand::Play { .. })) {
            // It came too late: the flag had fallen.
            return Ok(());
        }
        sending.answered = Some(seq);
        if let (
            ClientMessage::Game(GameCommand::Play { uci: sent, .. }),
            GameEvent::MovePlayed { played, by },
        ) = (&sending.message, event)
        {
            if Some(*by) != self.you {
                return Err(format!("command {id} moved for {by}"));
            }
            if played.uci.to_string() != *sent {
                return Err(format!("{sent} was answered by {}", played.uci));
            }
            self.acknowledged.push(Acknowledged { ply: sending.ply, uci: uci(sent), seq });
        }
        Ok(())
    }

    fn refused(&mut self, id: Option<CommandId>, refusal: &Refusal) -> Result<(), String> {
        let Some(id) = id else { return Ok(()) };
        if self.pending == Some(id) {
            self.pending = None;
        }
        let sending = self.commands.get_mut(&id).ok_or(format!("command {id} was never sent"))?;
        sending.refusals += 1;
        if matches!(refusal, Refusal::TooFast) {
            return Ok(());
        }
        let is_move = matches!(sending.message, ClientMessage::Game(GameCommand::Play { .. }));
        if let (true, Some(seq)) = (is_move, sending.answered)
            && !self.has_takebacks
        {
            return Err(format!(
                "command {id} was carried out as event {seq} and is now refused: {refusal:?}"
            ));
        }
        Ok(())
    }
}

fn uci(text: &str) -> Uci {
    Uci::from_bytes(text.as_bytes()).expect("a move's name has four or five letters")
}
