// SPDX-License-Identifier: AGPL-3.0-or-later
//! Open sockets by who holds them, so that they end at once where their session does; and who is here, on this server or on another
//! node of the site.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::opaque::Opaque;
use tabiya_runtime::secret::Hash;
use tabiya_runtime::topic::Dismisser;
use tokio::time::Instant;

/// How long a player is believed to be on another node after that has said so. It says so every [`TOLD`].
const BELIEVED: Duration = Duration::from_secs(8);
/// In so many waves sockets end whose server is about to stop.
const WAVES: u16 = 40;
/// How often the nodes of a site tell each other who is on them.
pub const TOLD: Duration = Duration::from_secs(3);

/// All open sockets of players and guests. Cheap to clone.
#[derive(Clone, Default)]
pub struct Doors {
    here: Opaque<Mutex<HashMap<u64, Door>>>,
    /// When other nodes said last that a player is on them.
    elsewhere: Opaque<Mutex<HashMap<PlayerId, Instant>>>,
}

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

    /// Ends the sockets that there are now within this time, a few at once, because the server is about to stop. So their clients do not
    /// come to other servers in one moment.
    pub async fn send_away(&self, within: Duration) {
        // A map has no order, so neighbours in time, as after a start, are in different waves.
        let mut left: Vec<u64> = self.lock().keys().copied().collect();
        for waves_left in (1..=WAVES).rev() {
            let of_later_waves = left.len() - left.len().div_ceil(waves_left.into());
            self.send_some_away(&left.split_off(of_later_waves));
            tokio::time::sleep(within / u32::from(WAVES)).await;
        }
    }

    fn send_some_away(&self, numbers: &[u64]) {
        let doors = self.lock();
        numbers.iter().filter_map(|number| doors.get(number)).for_each(|door| door.dismisser.send_away());
    }

    /// The sessions that have sockets.
    pub(crate) fn sessions(&self) -> Vec<Hash> {
        let mut sessions: Vec<Hash> = self.lock().values().filter_map(|door| door.session).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }

    /// All players who have sockets on this server, guests among them.
    pub fn players_on_this_node(&self) -> Vec<PlayerId> {
        distinct(self.lock().values().map(|door| door.player).collect())
    }

    /// All players who have sockets on any node, guests among them.
    pub fn all_players(&self) -> Vec<PlayerId> {
        let mut players: Vec<_> = self.lock().values().map(|door| door.player).collect();
        let told = self.elsewhere();
        players.extend(told.iter().filter(|(_, at)| at.elapsed() < BELIEVED).map(|(player, _)| *player));
        drop(told);
        distinct(players)
    }

    /// How many players have sockets on any node.
    pub fn players(&self) -> usize {
        self.all_players().len()
    }

    /// Whether this player has a socket on any node.
    pub fn is_here(&self, player: PlayerId) -> bool {
        self.lock().values().any(|door| door.player == player)
            || self.elsewhere().get(&player).is_some_and(|at| at.elapsed() < BELIEVED)
    }

    /// Another node says that these players have sockets on it.
    pub fn are_elsewhere(&self, players: &[PlayerId]) {
        let now = Instant::now();
        let mut told = self.elsewhere();
        told.retain(|_, at| now.duration_since(*at) < BELIEVED);
        told.extend(players.iter().map(|player| (*player, now)));
    }

    fn elsewhere(&self) -> MutexGuard<'_, HashMap<PlayerId, Instant>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, which: impl Fn(&Door) -> bool) {
        for door in self.lock().values().filter(|door| which(door)) {
            door.dismisser.dismiss();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Door>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn distinct(mut players: Vec<PlayerId>) -> Vec<PlayerId> {
    players.sort_unstable();
    players.dedup();
    players
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.doors.lock().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use tabiya_runtime::topic::Outbox;

    use super::*;

    /// They all came back in one moment, to the nodes that were left.
    #[tokio::test(start_paused = true)]
    async fn sockets_of_a_server_that_is_about_to_stop_end_a_few_at_once() {
        let doors = Doors::default();
        let guest = Identity::guest(PlayerId::from_bytes([1; 16]));
        let outboxes: Vec<Outbox> = (0..1_000).map(|_| Outbox::default()).collect();
        let mut entered: Vec<_> =
            outboxes.iter().map(|outbox| doors.enter(&guest, outbox.dismisser())).collect();
        let sent_away = || outboxes.iter().filter(|outbox| outbox.is_sent_away()).count();
        let within = Duration::from_secs(2);
        let mut going = std::pin::pin!(doors.send_away(within));
        let (begun, mut before) = (Instant::now(), 0);
        while tokio::time::timeout(within / 10, &mut going).await.is_err() {
            let now = sent_away();
            assert!((75..=125).contains(&(now - before)), "{now} after {:?}", begun.elapsed());
            before = now;
            // Whoever has gone by itself is told nothing.
            drop(entered.pop());
        }
        assert_eq!(begun.elapsed(), within);
        assert!(sent_away() >= 990 && outboxes[0].is_dismissed());
        drop(entered);
        assert!(doors.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_on_another_node_is_here_for_as_long_as_that_says_so() {
        let doors = Doors::default();
        let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        doors.are_elsewhere(&[ann, bob]);
        tokio::time::advance(TOLD).await;
        doors.are_elsewhere(&[bob]);
        assert_eq!(doors.all_players(), [ann, bob]);
        assert!(doors.players_on_this_node().is_empty(), "nothing is told on");
        tokio::time::advance(BELIEVED - TOLD).await;
        assert_eq!((doors.is_here(ann), doors.is_here(bob), doors.players()), (false, true, 1));
        tokio::time::advance(TOLD).await;
        doors.are_elsewhere(&[]);
        assert!(doors.elsewhere().is_empty(), "those who have gone are forgotten");
    }
}
