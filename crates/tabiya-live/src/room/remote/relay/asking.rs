// SPDX-License-Identifier: AGPL-3.0-or-later
//! Asks the owner for what clients want. Meanwhile the relay hears what the owner tells, and what other clients want.

use futures_util::FutureExt;
use futures_util::future::{AbortHandle, Abortable, BoxFuture};
use futures_util::stream::FuturesUnordered;
use tabiya_protocol::Refusal;
use tabiya_runtime::topic::SubscriberId;
use tabiya_store::Slot;

use super::super::ask;
use super::super::repeating::is_answered_by_number;
use super::super::wire::{ClientDoes, Reply, Wish, about};
use super::queue::{Kind, Request};
use super::{Given, Relay, State, command_of};
use crate::peers::{Caller, Stream};
use crate::room::command::RoomCommand;

/// So many of those that it has given up a client's late answers are looked for.
const GIVEN_UP: usize = 16;
/// Commands of one client that are kept until a line answers them.
const UNANSWERED: usize = 4;

/// All that the owner has not answered.
pub(super) type Waits = FuturesUnordered<Abortable<BoxFuture<'static, Came>>>;

/// The end of a wait.
pub(super) struct Came {
    client: SubscriberId,
    number: u64,
    answer: Answer,
}

pub(super) enum Answer {
    /// No line has told of a move in time.
    NoLine,
    /// What the owner answers; `None` if it does not, or in words that this version does not know.
    Reply(Option<Reply>),
}

impl Relay {
    /// What a client does, as the owner is told.
    pub(super) fn wish(&mut self, client: SubscriberId, does: ClientDoes) -> Wish {
        let begin = || Stream::begin(&self.peers, &about(self.id), Slot::of(self.id));
        let stream = self.stream.get_or_insert_with(begin);
        stream.asks();
        Wish::Client { stream: stream.number(), client: client.0, does }
    }

    /// From now on the client waits for this.
    pub(super) fn wait_for(
        &mut self,
        client: SubscriberId,
        kind: Kind,
        answer: impl Future<Output = Answer> + Send + 'static,
    ) {
        let Some(local) = self.clients.get_mut(&client) else { return };
        self.last_wait += 1;
        let number = self.last_wait;
        let (wait, registration) = AbortHandle::new_pair();
        let came = answer.map(move |answer| Came { client, number, answer }).boxed();
        self.waits.push(Abortable::new(came, registration));
        local.queue.asked(number, kind, wait);
    }

    fn ask(&mut self, client: SubscriberId, kind: Kind, does: ClientDoes) {
        let (wish, peers, game) = (self.wish(client, does), self.peers.clone(), self.id);
        self.wait_for(client, kind, async move { Answer::Reply(ask(&peers, game, wish).await) });
    }

    /// Asks for what the client wants next, unless it waits for an answer, or the owner is being looked for.
    pub(super) fn advance(&mut self, client: SubscriberId) {
        if self.search.waits() || self.state != State::Good {
            return;
        }
        let Some(local) = self.clients.get(&client) else { return };
        let may_ask = match local.queue.peek() {
            Some(Request::Come) => self.search.comes(client),
            Some(Request::Go { .. }) => self.may_go(client),
            Some(Request::Command(_) | Request::Miss | Request::Ping) => true,
            None => return,
        };
        if !may_ask {
            return;
        }
        let Some(local) = self.clients.get_mut(&client) else { return };
        let Some(request) = local.queue.next() else { return };
        match request {
            Request::Come => {
                let caller = local.identity.as_ref().map(Caller::from);
                let after = local.after.filter(|_| !local.wants_everything);
                self.ask(client, Kind::Come, ClientDoes::Come { caller, after });
            }
            Request::Command(given) => self.give(client, given),
            Request::Miss => self.ask(client, Kind::Other, ClientDoes::Miss),
            Request::Ping => self.ask(client, Kind::Other, ClientDoes::Ping),
            Request::Go { lost } => self.go(client, lost),
        }
    }

    /// Whether the client may go now. An outlet ends with its last client, and a client that comes to it in this moment would be told
    /// nothing: so the last one goes when nobody is coming.
    fn may_go(&mut self, client: SubscriberId) -> bool {
        let may_go = self.others_are_there(client) || !self.search.is_coming();
        if !may_go {
            self.search.goes_later(client);
        }
        may_go
    }

    fn go(&mut self, client: SubscriberId, lost: bool) {
        self.ask(client, Kind::Go, ClientDoes::Go { lost });
        if let Some(local) = self.clients.get_mut(&client) {
            local.is_there = false;
        }
        if !self.others_are_there(client) {
            // Whoever comes from now on comes to another outlet.
            self.stream = None;
        }
    }

    fn others_are_there(&self, client: SubscriberId) -> bool {
        self.clients.iter().any(|(id, local)| *id != client && local.is_there)
    }

    fn give(&mut self, client: SubscriberId, given: Given) {
        let (id, does) = (given.id, command_of(&given, self.timeline()));
        let is_move = matches!(given.command, RoomCommand::Play { .. });
        if is_answered_by_number(&given.command)
            && let Some(local) = self.clients.get_mut(&client)
        {
            local.unanswered.push(given);
            if local.unanswered.len() > UNANSWERED {
                // It has been given, and whether it is carried out is not known.
                let oldest = local.unanswered[0].id;
                local.given_up.push(oldest);
                if local.given_up.len() > GIVEN_UP {
                    local.given_up.remove(0);
                }
                self.refuse((client, oldest), Refusal::NotKnown);
            }
        }
        if is_move { self.send(client, id, does) } else { self.ask(client, Kind::Command(id), does) }
    }

    /// A wait has ended.
    pub(super) fn came(&mut self, Came { client, number, answer }: Came) {
        let Some(local) = self.clients.get_mut(&client) else { return };
        let Some(kind) = local.queue.ended(number) else { return };
        let reply = match (answer, kind) {
            (Answer::NoLine, Kind::Sent(id, request)) => return self.ask_about(client, (id, request)),
            (Answer::NoLine, _) => return self.advance(client),
            (Answer::Reply(reply), _) => reply,
        };
        self.head.lost(reply.is_none());
        match (reply, kind) {
            (None | Some(Reply::NoStream), _) => self.state = State::Lost,
            // Others follow the game there, so this client alone may not. What is known here of the seats may be old.
            (Some(Reply::NoSuchGame), Kind::Come) if self.others_are_there(client) => {
                if let Some(refused) = self.clients.remove(&client) {
                    self.let_go(refused);
                }
                self.has_come();
            }
            // What this relay knows of the game is old, there is no game any more, or the owner does not know how clients come.
            (Some(Reply::NoSuchGame | Reply::Refused(_)), Kind::Come) => self.state = State::Ends,
            // The owner's program does not know this command.
            (Some(Reply::Refused(refusal)), Kind::Command(id)) => self.refuse((client, id), refusal),
            (Some(_), Kind::Go) => self.remove(client),
            (Some(_), Kind::Come) => {
                if let Some(local) = self.clients.get_mut(&client) {
                    local.is_there = true;
                }
                self.has_come();
            }
            (Some(_), Kind::Command(_) | Kind::Sent(..) | Kind::Other) => {}
        }
        self.advance(client);
    }
}
