// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often people may ask for what costs the server, or others, a lot.

use std::sync::Arc;
use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::address::{AddressRate, Caller, NetworkBounds, NetworkPlace};
use tabiya_limits::rate_limit::RateLimit;
use tabiya_limits::tally::{Present, Tally};
use tabiya_runtime::config::Networks;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::PeopleError;

/// Accounts that one public address may make in a minute, and in an hour; a private one ten times as many.
const NEW_ACCOUNTS: u32 = 30;
/// Passwords that one public address may set by links, likewise.
const RESETS: u32 = 30;
/// Reports that one player may write in a minute and in an hour.
const REPORTS_PER_MINUTE: u32 = 5;
const REPORTS_PER_HOUR: u32 = 10;
/// The same for one public address; a private one has ten times as many. A guest is whoever brings a new cookie, so the limit
/// of a player alone holds nobody up.
const REPORTS_FROM_PER_MINUTE: u32 = 10;
const REPORTS_FROM_PER_HOUR: u32 = 30;
/// Archives of players' data that are written at the same time.
const EXPORTS_AT_ONCE: usize = 2;
/// Archives of the players at one IPv4 address or /64 that wait, are written or are being sent: each is a file until it is
/// read. The networks around it have bounds of their own.
const EXPORTS_TO_NETWORK: u32 = 4;
/// How long one waits for its turn.
const EXPORT_PATIENCE: Duration = Duration::from_secs(15);

/// A player's archive, until it is sent.
pub struct OwnExport {
    _of_player: Present<PlayerId>,
    _to_networks: NetworkPlace,
}

/// The counts of what was asked for.
pub struct Quotas {
    pub new_accounts: AddressRate,
    pub resets: AddressRate,
    reports: RateLimit<PlayerId>,
    reports_from: AddressRate,
    exports: Arc<Semaphore>,
    exports_of: Tally<PlayerId>,
    exports_to: NetworkBounds,
}

impl Quotas {
    /// To these addresses no limit per address applies.
    pub(super) fn new(unlimited: &Networks) -> Self {
        Self {
            new_accounts: AddressRate::new(NEW_ACCOUNTS, NEW_ACCOUNTS, unlimited),
            resets: AddressRate::new(RESETS, RESETS, unlimited),
            reports: RateLimit::new(REPORTS_PER_MINUTE, REPORTS_PER_HOUR),
            reports_from: AddressRate::new(REPORTS_FROM_PER_MINUTE, REPORTS_FROM_PER_HOUR, unlimited),
            exports: Arc::new(Semaphore::new(EXPORTS_AT_ONCE)),
            exports_of: Tally::default(),
            exports_to: NetworkBounds::new(EXPORTS_TO_NETWORK, unlimited),
        }
    }

    /// Waits until this player's archive may be written; the permit is held until it is, and the rest until it is sent.
    ///
    /// # Errors
    /// If the player or the network has archives that are not read, or too many others wait.
    pub async fn begin_export(
        &self,
        player: PlayerId,
        caller: &Caller,
    ) -> Result<(OwnedSemaphorePermit, OwnExport), PeopleError> {
        let under_way = || PeopleError::Conflict("an archive for you is under way; wait until you have it");
        let busy =
            || PeopleError::Full("other players take their data with them just now; try again in a minute");
        let _of_player = self.exports_of.enter(player, 1).ok_or_else(under_way)?;
        let _to_networks = self.exports_to.enter(caller).ok_or_else(busy)?;
        let turn = timeout(EXPORT_PATIENCE, Arc::clone(&self.exports).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or_else(busy)?;
        Ok((turn, OwnExport { _of_player, _to_networks }))
    }

    /// Counts one more report of this player, from this address where it is known.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub fn take_report(&self, by: PlayerId, caller: Option<&Caller>) -> Result<(), Duration> {
        self.reports.take(&by, 1)?;
        caller.map_or(Ok(()), |caller| self.reports_from.take(caller, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a paused clock: it stands still while a task can go on, and leaps where all of them wait.
    #[tokio::test(start_paused = true)]
    async fn archives_are_written_in_turn_and_nobody_takes_every_turn() {
        let quotas = Quotas::new(&Networks::default());
        let player = |byte| PlayerId::from_bytes([byte; PlayerId::LEN]);
        let begin = async |byte, address: &str| {
            quotas.begin_export(player(byte), &Caller::direct(address.parse().unwrap())).await
        };
        let (turn, unread) = begin(1, "10.0.0.1").await.unwrap();
        assert!(begin(1, "10.0.0.1").await.is_err(), "one is under way");
        let other = begin(2, "10.0.0.1").await.unwrap();
        let refused = begin(3, "10.0.0.2").await.err();
        assert!(matches!(refused, Some(PeopleError::Full(_))), "both turns are taken for long: {refused:?}");
        let (third, ()) = tokio::join!(begin(3, "10.0.0.2"), async { drop(turn) });
        let third = third.unwrap();
        drop((other, third.0));
        assert!(begin(1, "10.0.0.1").await.is_err(), "it is written, and not yet read");
        drop(unread);
        let mut not_sent = Vec::new();
        for byte in [1, 2, 4, 5] {
            not_sent.push(begin(byte, "10.0.0.1").await.unwrap().1);
        }
        let refused = begin(6, "10.0.0.1").await.err();
        assert!(matches!(refused, Some(PeopleError::Full(_))), "four of one network: {refused:?}");
        assert!(begin(6, "10.0.0.3").await.is_ok());
    }
}
