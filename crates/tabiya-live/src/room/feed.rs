// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client's subscription to a game, as a connection holds it.

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use tabiya_accounts::feed::{
    Asked, Departure, Feed, FeedGone, Listener, NotTaken, Opening, TopicOwner, Visitor,
};
use tabiya_archive::archive::ReadError;
use tabiya_game::GameId;
use tabiya_protocol::{ClientMessage, Refusal, Topic};
use tabiya_runtime::topic::SubscriberId;

use super::Rooms;
use super::command::RoomCommand;
use super::handle::{Client, RoomGone};
use super::link::{CommandError, GameLink};
use crate::entry::too_many_new_games;

/// A client's subscription to a game.
pub struct GameFeed {
    rooms: Rooms,
    id: SubscriberId,
    link: GameLink,
}

impl TopicOwner for Rooms {
    fn admits_players(&self, topic: &Topic) -> bool {
        matches!(topic, Topic::Game(_))
    }

    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
        let Topic::Game(game) = *topic else { return Err(listener) };
        Ok(Box::pin(async move { Ok(Box::new(self.follow(game, listener).await?) as Box<dyn Feed>) }))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.close_all())
    }
}

impl Rooms {
    /// Adds a client to a game, and tells it what it has missed, or the whole game.
    ///
    /// # Errors
    /// If there is no such game that the client may see, or it can't be read.
    pub async fn follow(&self, game: GameId, listener: Listener<'_>) -> Result<GameFeed, Refusal> {
        let owned = self.owned();
        tokio::select! {
            biased;
            feed = self.follow_from_log(game, listener) => feed,
            // What the database does not tell this node it tells another one, which the page finds.
            () = owned.overtaken() => Err(Refusal::Unavailable),
        }
    }

    async fn follow_from_log(&self, game: GameId, listener: Listener<'_>) -> Result<GameFeed, Refusal> {
        let Listener { visitor, after, outbox } = listener;
        let after = self.goes_on_after(after);
        let id = outbox.id();
        if !visitor.may_watch && !self.plays(visitor, game).await? {
            return Err(Refusal::NoSuchTopic { topic: game.into() });
        }
        let client = Client { identity: visitor.identity.clone(), after, is_here: true, outbox };
        match self.subscribe(game, client).await {
            Ok(link) => Ok(GameFeed { rooms: self.clone(), id, link }),
            Err(error) => Err(unread(game, error)),
        }
    }

    /// Whether the visitor has a side in this game.
    async fn plays(&self, visitor: &Visitor, game: GameId) -> Result<bool, Refusal> {
        let played = self.load(game).await.map_err(|error| unread(game, error))?;
        Ok(visitor.identity.as_ref().is_some_and(|identity| identity.side_in(&played.seats()).is_some()))
    }
}

/// What a client is told of a game that can't be read.
fn unread(game: GameId, error: ReadError) -> Refusal {
    match error {
        ReadError::NoSuchGame(_) => Refusal::NoSuchTopic { topic: game.into() },
        ReadError::Storage(error) => {
            tracing::debug!(%game, %error, "a subscription was refused");
            Refusal::Unavailable
        }
    }
}

impl GameFeed {
    fn topic(&self) -> Topic {
        self.link.game().into()
    }

    /// Whether the client may ask for this at all, before the room is asked.
    async fn check(&self, by: &Visitor, command: &RoomCommand) -> Result<(), Refusal> {
        let needs_permission =
            matches!(command, RoomCommand::Rematch | RoomCommand::Join | RoomCommand::JoinAs(_));
        if needs_permission && !by.may_play {
            return Err(Refusal::NeedsAccount);
        }
        if !matches!(command, RoomCommand::Rematch) {
            return Ok(());
        }
        if let Some(identity) = &by.identity
            && self.rooms.entrance().may_meet_again(self.link.game(), identity.player).await.is_err()
        {
            return Err(Refusal::RematchDeclined);
        }
        // Else rematches would lead around the limit of an address. An offer counts, too: it may be what agrees.
        (by.charge_new_game)().map_err(too_many_new_games)
    }

    async fn carry_out(&mut self, by: &Visitor, asked: Asked) -> Result<(), NotTaken> {
        let Asked { id, message, arrival, lag } = asked;
        let ClientMessage::Game(command) = message else {
            return Err(NotTaken::Refused(Refusal::WrongTopic { topic: self.topic() }));
        };
        let command = RoomCommand::from(command);
        self.check(by, &command).await.map_err(NotTaken::Refused)?;
        match self.link.command((self.id, id), command, arrival, lag).await {
            Ok(()) => Ok(()),
            Err(CommandError::Gone) => Err(NotTaken::Gone),
            // Not a refusal: the command may have been carried out before. The client comes back and sends it again.
            Err(CommandError::Read(error)) => {
                tracing::debug!(topic = %self.topic(), ?error, "a command found no room");
                Err(NotTaken::Gone)
            }
        }
    }
}

impl Feed for GameFeed {
    fn head(&self) -> u64 {
        self.link.head().into()
    }

    fn head_if_quiet(&self, is_empty: &dyn Fn() -> bool) -> Option<u64> {
        self.link.head_if_quiet(is_empty).map(u64::from)
    }

    fn is_out_of_reach(&self) -> bool {
        self.link.relay().is_some_and(|relay| relay.is_lost() || self.rooms.shared().reach.is_cut())
    }

    fn command<'a>(&'a mut self, by: &'a Visitor, asked: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        self.carry_out(by, asked).boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.link.catch_up(self.id).map_err(|RoomGone| FeedGone).boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.link.ping(self.id).map_err(|RoomGone| FeedGone).boxed()
    }

    fn leave(self: Box<Self>, how: Departure) -> BoxFuture<'static, ()> {
        async move { self.link.disconnect(self.id, how).await }.boxed()
    }
}
