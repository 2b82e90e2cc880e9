// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every request can reach.

use std::net::SocketAddr;
use std::sync::Arc;

use tabiya_game::PlayerId;
use tabiya_store::Store;
use tokio::sync::watch;

use crate::address::{AddressLimit, AddressRate, Turns};
use crate::archive::Archive;
use crate::bulk::Bulk;
use crate::challenge::{Challenges, Surroundings};
use crate::config::{Config, PublicUrl};
use crate::feeds::Feeds;
use crate::long_answers::LongAnswers;
use crate::people::People;
use crate::picture::Painter;
use crate::programs::Programs;
use crate::ratings::{Conduct, OneDevice};
use crate::room::Rooms;
use crate::tally::Tally;
use crate::watch::Watching;

/// What every request can reach. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<AppState>);

impl From<AppState> for App {
    fn from(state: AppState) -> Self {
        Self(Arc::new(state))
    }
}

pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) local_address: SocketAddr,
    pub(crate) store: Store,
    pub(crate) archive: Archive,
    pub(crate) rooms: Rooms,
    pub(crate) people: Arc<People>,
    /// Topics that are not games.
    pub(crate) feeds: Feeds,
    pub(crate) challenges: Challenges,
    /// Rounds that organisers have ordered.
    pub(crate) bulk: Bulk,
    pub(crate) conduct: Arc<Conduct>,
    /// From which devices players come.
    pub(crate) devices: Arc<OneDevice>,
    pub(crate) painter: Painter,
    pub(crate) watching: Watching,
    pub(crate) creation_limit: Arc<AddressRate>,
    /// Games over the board that pages ask about.
    pub(crate) board_checks: AddressRate,
    /// Connections, and sockets that come by proxies.
    pub(crate) per_address: AddressLimit,
    /// Whose call is answered next.
    pub(crate) turns: Turns,
    pub(crate) long_answers: LongAnswers,
    pub(crate) sockets_of: Tally<PlayerId>,
    /// What is kept for programs.
    pub(crate) programs: Programs,
    pub(crate) stopping: watch::Receiver<bool>,
}

impl AppState {
    /// What challenges want of the rest.
    pub(crate) fn surroundings(&self) -> Surroundings {
        let (people, conduct) = (Arc::clone(&self.people), Arc::clone(&self.conduct));
        Surroundings { store: self.store.clone(), people, conduct, rooms: self.rooms.clone() }
    }

    /// Whether players come over TLS, which a proxy in front of us ends.
    pub(crate) fn is_https(&self) -> bool {
        self.config.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}
