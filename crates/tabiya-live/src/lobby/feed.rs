// SPDX-License-Identifier: AGPL-3.0-or-later
//! One tab's subscription to the lobby. Looks up what the core must know of its player.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Departure, Feed, FeedGone, Listener};
use tabiya_archive::view;
use tabiya_game::{Category, Title};
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_protocol::{ClientMessage, CommandId, PlayerView, Refusal, SeekId, SeekWish, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::SubscriberId;
use tabiya_store::StorageError;

use super::core::listed_with;
use super::seek::{Player, Seek, Sought, color_of, no_bots};
use super::task::{Lobby, LobbyMessage, Tab};
use crate::ratings::{rating_then, rating_view};

/// One tab's subscription.
pub struct LobbyFeed {
    lobby: Lobby,
    tab: SubscriberId,
    identity: Option<Identity>,
    may_play: bool,
    awake: Arc<AtomicU64>,
}

impl Lobby {
    /// Adds a tab, and tells it who waits.
    ///
    /// # Errors
    /// If the server is being stopped.
    pub async fn subscribe(&self, listener: Listener) -> Result<LobbyFeed, Refusal> {
        let Listener { identity, may_play, charge_new_game: charge, caller, dialect, outbox } = listener;
        let awake = Arc::new(AtomicU64::new(self.ports.now()));
        let tab = outbox.id();
        let network = caller.and_then(|caller| listed_with(&caller));
        let message = LobbyMessage::Connect {
            outbox,
            dialect,
            tab: Tab { awake: Arc::clone(&awake), charge, network },
        };
        self.say(message).await.map_err(|FeedGone| Refusal::Unavailable)?;
        Ok(LobbyFeed { lobby: self.clone(), tab, identity, may_play, awake })
    }
}

impl LobbyFeed {
    async fn seek(&self, wish: &SeekWish) -> Result<Seek, Refusal> {
        let sought = Sought::of(wish)?;
        let player = self.player(sought).await?;
        Ok(Seek {
            // The lobby numbers it.
            id: 0,
            player,
            sought,
            color: color_of(wish.color),
            range: wish.range,
            since: self.lobby.ports.now(),
            is_listed: !self.identity.as_ref().is_some_and(Identity::is_child),
            avoids: Vec::new(),
        })
    }

    async fn acceptor(&self, id: SeekId) -> Result<Player, Refusal> {
        let sought = self.lobby.sought(id).await.ok_or(Refusal::SeekGone)?;
        self.player(sought).await
    }

    /// Who this tab's player is in such a game, if they may begin one.
    async fn player(&self, sought: Sought) -> Result<Player, Refusal> {
        let identity = self.identity.as_ref().ok_or(Refusal::NoCookie)?;
        if !self.may_play || (sought.rated && identity.details.is_none()) {
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
        let ratings = ports.store.ratings.ratings_of(identity.player).await?;
        let rating = rating_then(&ratings, Some(category), ports.rooms.timeline().wall());
        let rating = rating.map(rating_view);
        Ok(PlayerView::Player { name: details.name.to_string(), title: details.title, rating })
    }
}

impl Feed for LobbyFeed {
    fn command(&self, id: CommandId, message: ClientMessage) -> BoxFuture<'_, Result<(), FeedGone>> {
        async move {
            self.is_awake();
            let tab = self.tab;
            let asked = match message {
                ClientMessage::Seek { wish, .. } => {
                    self.seek(&wish).await.map(|seek| LobbyMessage::Seek { seek, answers: id })
                }
                ClientMessage::AcceptSeek { seek, .. } => self
                    .acceptor(seek)
                    .await
                    .map(|player| LobbyMessage::Accept { id: seek, player, answers: id }),
                ClientMessage::CancelSeek { .. } => match &self.identity {
                    Some(Identity { player, .. }) => {
                        Ok(LobbyMessage::Cancel { player: *player, tab, answers: id })
                    }
                    None => Err(Refusal::NoCookie),
                },
                _ => Err(Refusal::WrongTopic { topic: Topic::Lobby }),
            };
            let asked = asked.unwrap_or_else(|refusal| LobbyMessage::Refuse { tab, id, refusal });
            self.lobby.say(asked).await
        }
        .boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        self.lobby.say(LobbyMessage::CatchUp(self.tab)).boxed()
    }

    fn is_awake(&self) {
        self.awake.store(self.lobby.ports.now(), Ordering::Relaxed);
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        async move {
            // A lobby that has ended has nobody left to forget.
            let _ = self.lobby.say(LobbyMessage::Leave(self.tab)).await;
        }
        .boxed()
    }
}
