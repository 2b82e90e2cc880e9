// SPDX-License-Identifier: AGPL-3.0-or-later
//! One tab's subscription to the lobby. Looks up what the core must know of its player.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{
    Asked, Departure, Feed, FeedGone, Listener, NotTaken, Opening, TopicOwner, Visitor,
};
use tabiya_archive::view;
use tabiya_game::{Category, PlayerDetails, Title};
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_protocol::{ClientMessage, LobbyCommand, PlayerView, Refusal, SeekId, SeekWish, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::SubscriberId;
use tabiya_store::StorageError;

use super::core::listed_with;
use super::host::Hosts;
use super::remote::RemoteFeed;
use super::seek::{Player, Seek, Sought, color_of, no_bots};
use super::sheet::Tab;
use super::task::{Lobby, Said};
use crate::peers::Everybody;

/// One tab's subscription.
pub(super) struct LobbyFeed {
    lobby: Lobby,
    tab: SubscriberId,
    awake: Arc<AtomicU64>,
}

impl TopicOwner for Lobby {
    fn open<'a>(&'a self, topic: &Topic, listener: Listener<'a>) -> Result<Opening<'a>, Listener<'a>> {
        if *topic == Topic::Lobby { Ok(Box::pin(self.subscribe(listener))) } else { Err(listener) }
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.close())
    }
}

impl Lobby {
    /// From now on one node runs the lobby for all. To be called once.
    pub fn share(&self, everybody: &Everybody) {
        let Everybody(peers) = everybody;
        peers.answer_for_lobby(Arc::new(Hosts::new(self.clone(), peers.clone())));
        assert!(self.elsewhere.set(peers.clone()).is_ok(), "it is called once");
    }

    /// Adds a tab, and tells it who waits, unless it knows.
    ///
    /// # Errors
    /// If the server is being stopped.
    pub async fn subscribe(&self, listener: Listener<'_>) -> Result<Box<dyn Feed>, Refusal> {
        match self.elsewhere.get() {
            Some(peers) => Ok(Box::new(RemoteFeed::begin(peers.clone(), listener))),
            None => Ok(Box::new(self.subscribe_here(listener).await?)),
        }
    }

    /// The same in the lobby of this node.
    pub(super) async fn subscribe_here(&self, listener: Listener<'_>) -> Result<LobbyFeed, Refusal> {
        let Listener { visitor, after, outbox } = listener;
        let awake = Arc::new(AtomicU64::new(self.ports.now()));
        let id = outbox.id();
        let network = visitor.caller.and_then(|caller| listed_with(&caller));
        let charge = Arc::clone(&visitor.charge_new_game);
        let tab = Tab { awake: Arc::clone(&awake), charge, network };
        let message = Said::Connect { outbox, tab, after };
        self.say(message).await.map_err(|FeedGone| Refusal::Unavailable)?;
        Ok(LobbyFeed { lobby: self.clone(), tab: id, awake })
    }
}

impl LobbyFeed {
    async fn seek(&self, by: &Visitor, wish: &SeekWish) -> Result<Seek, Refusal> {
        let sought = Sought::of(wish)?;
        let player = self.player(by, sought).await?;
        Ok(Seek {
            // The lobby numbers it.
            id: 0,
            player,
            sought,
            color: color_of(wish.color),
            range: wish.range,
            since: self.lobby.ports.now(),
            is_listed: !by.identity.as_ref().is_some_and(Identity::is_child),
            avoids: Vec::new(),
        })
    }

    async fn acceptor(&self, by: &Visitor, id: SeekId) -> Result<Player, Refusal> {
        let sought = self.lobby.sought(id).await.ok_or(Refusal::SeekGone)?;
        self.player(by, sought).await
    }

    /// Who this tab's player is in such a game, if they may begin one.
    async fn player(&self, by: &Visitor, sought: Sought) -> Result<Player, Refusal> {
        let identity = by.identity.as_ref().ok_or(Refusal::NoCookie)?;
        if !by.may_play || (sought.rated && identity.details.is_none()) {
            return Err(Refusal::NeedsAccount);
        }
        if identity.details.as_ref().is_some_and(|details| details.title == Some(Title::Bot)) {
            return Err(no_bots());
        }
        let ports = &self.lobby.ports;
        let unavailable = |error: StorageError| {
            tracing::debug!(%error, "a search was refused");
            Refusal::Unavailable
        };
        if sought.rated {
            let now = ports.rooms.timeline().wall();
            let pause = ports.conduct.pause_of(identity.player, now).await.map_err(unavailable)?;
            if let Some(wait) = pause {
                let wait_s = u32::try_from(whole_seconds(wait)).unwrap_or(u32::MAX);
                return Err(Refusal::Paused { wait_s });
            }
        }
        let view = self.view(identity, sought.category()).await.map_err(unavailable)?;
        Ok(Player { id: identity.player, tab: self.tab, view })
    }

    async fn view(&self, identity: &Identity, category: Category) -> Result<PlayerView, StorageError> {
        let ports = &self.lobby.ports;
        let Some(details) = &identity.details else {
            return Ok(PlayerView::Guest { name: view::guest_name(identity.player) });
        };
        Ok(ports.side_of((identity.player, PlayerDetails::clone(details)), Some(category)).await?.view)
    }
}

impl Feed for LobbyFeed {
    fn head(&self) -> u64 {
        self.lobby.head()
    }

    fn command<'a>(&'a mut self, by: &'a Visitor, asked: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        async move {
            self.is_awake();
            let (tab, Asked { id, message, .. }) = (self.tab, asked);
            let ClientMessage::Lobby(command) = message else {
                return Err(NotTaken::Refused(Refusal::WrongTopic { topic: Topic::Lobby }));
            };
            let asked = match command {
                LobbyCommand::Seek { wish, .. } => {
                    self.seek(by, &wish).await.map(|seek| Said::Seek { seek, answers: id })
                }
                LobbyCommand::AcceptSeek { seek, .. } => {
                    self.acceptor(by, seek).await.map(|player| Said::Accept { id: seek, player, answers: id })
                }
                LobbyCommand::CancelSeek { .. } => match &by.identity {
                    Some(Identity { player, .. }) => Ok(Said::Cancel { player: *player, tab, answers: id }),
                    None => Err(Refusal::NoCookie),
                },
            };
            let asked = asked.unwrap_or_else(|refusal| Said::Refuse { tab, id, refusal });
            self.lobby.say(asked).await.map_err(NotTaken::from)
        }
        .boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.lobby.say(Said::CatchUp(self.tab)).boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.lobby.say(Said::Ping(self.tab)).boxed()
    }

    fn is_awake(&self) {
        self.awake.store(self.lobby.ports.now(), Ordering::Relaxed);
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        async move {
            // A lobby that has ended has nobody left to forget.
            let _ = self.lobby.say(Said::Leave(self.tab)).await;
        }
        .boxed()
    }
}
