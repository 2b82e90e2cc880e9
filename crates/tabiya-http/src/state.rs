// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every request can reach.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tabiya_accounts::people::People;
use tabiya_analysis::Analyses;
use tabiya_archive::archive::Archive;
use tabiya_archive::picture::Painter;
use tabiya_events::service::EventService;
use tabiya_game::PlayerId;
use tabiya_limits::address::{AddressLimit, AddressRate, Caller, ChargeNewGame, DayQuota, Shares, Turns};
use tabiya_limits::long_answers::LongAnswers;
use tabiya_limits::programs::Programs;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_limits::tally::Tally;
use tabiya_live::best_games::Watching;
use tabiya_live::bulk::Bulk;
use tabiya_live::challenge::Challenges;
use tabiya_live::chat::Chats;
use tabiya_live::entry::Entrance;
use tabiya_live::pairing::Pairing;
use tabiya_live::ratings::{Conduct, OneDevice};
use tabiya_live::room::Rooms;
use tabiya_protocol::people::profile::PlayerHere;
use tabiya_puzzles::PuzzleService;
use tabiya_runtime::backups::Backups;
use tabiya_runtime::config::{Config, PublicUrl};
use tabiya_runtime::network::LocalName;
use tabiya_runtime::opaque::Opaque;
use tabiya_store::Store;
use tokio::sync::{Notify, watch};

use crate::feeds::Feeds;
use crate::kept_answer::KeptAnswer;
use crate::readiness::Readiness;

/// What every request can reach. Cheap to clone.
#[derive(Clone)]
pub struct App(Opaque<AppState>);

impl From<AppState> for App {
    fn from(state: AppState) -> Self {
        Self(Opaque::new(state))
    }
}

/// The parts of the server that handlers use. The server puts them together once, at its start.
pub struct AppState {
    /// What the server was told at its start.
    pub config: Config,
    /// The address at which the server listens; with port 0 in the settings, this has the real one.
    pub local_address: SocketAddr,
    /// The name by which the local network finds this server.
    pub local_name: LocalName,
    /// Whether another machine has called since the start. Until then a firewall may keep all of them out.
    pub was_reached: AtomicBool,
    /// Whether new clients should come.
    pub readiness: Readiness,
    /// What is known of the daily backups.
    pub backups: Backups,
    /// The ports of the database.
    pub store: Store,
    /// Games that are read, without a room.
    pub archive: Archive,
    /// Games that are played.
    pub rooms: Rooms,
    /// What every way into a game asks.
    pub entrance: Entrance,
    /// Accounts, sessions and what staff has decided.
    pub people: Arc<People>,
    /// Topics that are not games.
    pub feeds: Arc<Feeds>,
    /// What is said beside games and in events.
    pub chats: Chats,
    /// The way into a game.
    pub pairing: Pairing,
    /// Challenges that wait for an answer.
    pub challenges: Challenges,
    /// Analyses of finished games.
    pub analyses: Analyses,
    /// Tournaments.
    pub events: EventService,
    /// Puzzles and who solves them.
    pub puzzles: PuzzleService,
    /// Rounds that organisers have ordered.
    pub bulk: Bulk,
    /// Who must wait before another rated game.
    pub conduct: Arc<Conduct>,
    /// From which devices players come.
    pub devices: Arc<OneDevice>,
    /// Draws pictures of games.
    pub painter: Painter,
    /// The best running games.
    pub watching: Watching,
    /// Games that one address may begin in a minute and in an hour.
    pub creation_limit: Arc<AddressRate>,
    /// What guests may have stored that was not played here.
    pub guest_imports: DayQuota,
    /// Games over the board that pages ask about.
    pub board_checks: AddressRate,
    /// Lines that correspondence players try and change.
    pub line_calls: RateLimit<PlayerId>,
    /// Questions about analyses, for which a player's running games are read.
    pub engine_calls: RateLimit<PlayerId>,
    /// Connections, and sockets that come by proxies.
    pub per_address: AddressLimit,
    /// Whose call is answered next.
    pub turns: Turns,
    /// Whose slow work, such as reading PGN, is done next.
    pub shares: Shares,
    /// Long answers that are being sent.
    pub long_answers: LongAnswers,
    /// How many sockets each player has open, guests included.
    pub sockets_of: Tally<PlayerId>,
    /// Who is here, as visitors without an account see it.
    pub online: KeptAnswer<(Vec<PlayerId>, Vec<PlayerHere>)>,
    /// What is kept for programs.
    pub programs: Programs,
    /// Told when an admin at this computer stops the server.
    pub stop_asked: Arc<Notify>,
    /// Becomes true once, when the server begins to stop.
    pub stopping: watch::Receiver<bool>,
}

impl AppState {
    /// Counts one more game for the caller's address.
    pub(crate) fn charge(&self, caller: Caller) -> ChargeNewGame {
        let limit = Arc::clone(&self.creation_limit);
        Arc::new(move || limit.take(&caller, 1))
    }

    /// Whether players come over TLS, which ends here or at a proxy in front of us.
    pub(crate) fn is_https(&self) -> bool {
        self.config.https.is_some() || self.config.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// What addresses begin with that this server itself answers.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.config.https.is_some() { "https" } else { "http" }
    }
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}
