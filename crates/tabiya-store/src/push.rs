// SPDX-License-Identifier: AGPL-3.0-or-later
//! Devices to which news are pushed while no page is open there.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::StorageError;

/// A device, as its browser has told of it (RFC 8030, RFC 8291).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDevice {
    /// The hash of the session in which it was told. When the session ends, the device is forgotten.
    pub session: Vec<u8>,
    /// The address at the browser maker's service. Whoever knows it can send there, so it is shown to nobody.
    pub endpoint: String,
    /// The device's public key, as a point of P-256 that is not compressed.
    pub key: Vec<u8>,
    /// The secret that the device shares with whoever sends.
    pub secret: Vec<u8>,
    /// Since when.
    pub since: Time,
}

/// How many devices are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushLimits {
    /// Of one player. Where one more is told, the one that was told longest ago is forgotten.
    pub of_player: u32,
    /// Of the whole site. Where there are as many, no more are taken.
    pub of_site: u32,
}

/// What became of a device that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushKept {
    /// It is kept.
    Kept,
    /// There is no such session.
    NoSession,
    /// The site has too many.
    Full,
}

/// Devices to which news are pushed.
///
/// Laws, which the `conformance` suite tests:
/// - A session has one device: the last one that was kept for it. An address belongs to the session for which it was kept last.
/// - A device is its session's player's, and is forgotten when the session ends, however it ends.
/// - A device that was told is there only where its session is.
/// - Devices that are told at the same moment are kept as one after the other.
/// - A player has at most so many devices, the last that were told; a site that is full takes no more, but lets sessions
///   replace what they have.
/// - An address that its service does not know any more is forgotten, and none beside it.
#[async_trait]
pub trait PushDevices: Send + Sync + 'static {
    /// Keeps this device in place of its session's and of others with its address.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_push_device(
        &self,
        device: &PushDevice,
        limits: PushLimits,
    ) -> Result<PushKept, StorageError>;

    /// The devices of a player's sessions, the newest first.
    ///
    /// # Errors
    /// If the storage fails.
    async fn push_devices_of(&self, player: PlayerId) -> Result<Vec<PushDevice>, StorageError>;

    /// Whether this session has a device.
    ///
    /// # Errors
    /// If the storage fails.
    async fn has_push_device(&self, session: &[u8]) -> Result<bool, StorageError>;

    /// Forgets the device of this session.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_push_device(&self, session: &[u8]) -> Result<(), StorageError>;

    /// Forgets the device with this address.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_push_endpoint(&self, endpoint: &str) -> Result<(), StorageError>;
}
