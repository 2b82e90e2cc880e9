// SPDX-License-Identifier: AGPL-3.0-or-later
//! Open sockets by who holds them, so that they end at once where their session does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::PlayerId;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::Hash;
use tabiya_runtime::topic::Dismisser;

/// All open sockets of players and guests. Cheap to clone.
#[derive(Clone, Default)]
pub struct Doors(Arc<Mutex<HashMap<u64, Door>>>);

/// One socket.
struct Door {
    player: PlayerId,
    /// None for a guest's.
    session: Option<Hash>,
    /// The organiser who made the token that opened it.
    made_by: Option<PlayerId>,
    dismisser: Dismisser,
}

/// Keeps a socket on the list for as long as it lives.
pub struct Entered {
    doors: Doors,
    number: u64,
}

impl Doors {
    /// One more socket of this player.
    pub(crate) fn enter(&self, identity: &Identity, dismisser: Dismisser) -> Entered {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (session, made_by) = (identity.session(), identity.made_by());
        self.lock().insert(number, Door { player: identity.player, session, made_by, dismisser });
        Entered { doors: self.clone(), number }
    }

    /// Ends the sockets of this player whose session is not `kept`.
    pub fn close_of(&self, player: PlayerId, kept: Option<Hash>) {
        self.close(|door| door.player == player && (kept.is_none() || door.session != kept));
    }

    /// Ends what was opened with tokens that this organiser made for players.
    pub(crate) fn close_made_by(&self, organiser: PlayerId) {
        self.close(|door| door.made_by == Some(organiser));
    }

    /// Ends the sockets of a guest.
    pub fn close_guest(&self, player: PlayerId) {
        self.close(|door| door.player == player && door.session.is_none());
    }

    /// Ends the sockets of all guests.
    pub fn close_guests(&self) {
        self.close(|door| door.session.is_none());
    }

    /// Ends the sockets of everybody who is logged in.
    pub fn close_members(&self) {
        self.close(|door| door.session.is_some());
    }

    /// Ends the sockets of these sessions.
    pub(crate) fn close_sessions(&self, hashes: &[Vec<u8>]) {
        self.close(|door| door.session.is_some_and(|own| hashes.iter().any(|hash| *hash == own)));
    }

    /// The sessions that have sockets.
    pub(crate) fn sessions(&self) -> Vec<Hash> {
        let mut sessions: Vec<Hash> = self.lock().values().filter_map(|door| door.session).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }

    /// All players who have sockets, guests among them.
    pub fn all_players(&self) -> Vec<PlayerId> {
        let mut players: Vec<_> = self.lock().values().map(|door| door.player).collect();
        players.sort_unstable();
        players.dedup();
        players
    }

    /// How many players have sockets.
    pub fn players(&self) -> usize {
        self.all_players().len()
    }

    /// Whether this player has a socket.
    pub fn is_here(&self, player: PlayerId) -> bool {
        self.lock().values().any(|door| door.player == player)
    }

    fn close(&self, which: impl Fn(&Door) -> bool) {
        for door in self.lock().values().filter(|door| which(door)) {
            door.dismisser.dismiss();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Door>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.doors.lock().remove(&self.number);
    }
}
