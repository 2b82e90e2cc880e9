// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`PushDevices`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    future::Future,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::games::{ANN, BOB, EVE};
use crate::{LoggedInBy, PushDevice, PushDevices, PushKept, PushLimits, Session, StorageError, Store};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ push push_tests Fixture:
    a_session_has_one_device_and_an_address_one_session
    a_device_goes_with_its_session
    a_device_needs_a_session
    devices_that_are_told_at_once_are_kept_one_after_the_other
    a_player_and_a_site_have_so_many_devices
    an_unknown_address_is_forgotten_and_none_beside_it
}

const LIMITS: PushLimits = PushLimits { of_player: 9, of_site: 99 };

fn device(session: u8, endpoint: &str, since: u64) -> PushDevice {
    PushDevice {
        session: vec![session; 32],
        endpoint: format!("https://push.example/{endpoint}"),
        key: vec![4, session, 0, 255],
        secret: vec![session, 0],
        since: Time(since),
    }
}

async fn begin(store: &Store, number: u8, player: PlayerId) {
    let session = Session {
        hash: vec![number; 32],
        player,
        device: "a browser".to_owned(),
        by: LoggedInBy::Password,
        created: Time(u64::from(number)),
        used: Time(u64::from(number)),
    };
    store.sessions.begin_session(&session).await.unwrap();
}

/// Makes sure that this device is kept.
async fn keep(store: &Store, told: &PushDevice) {
    assert_eq!(store.push_devices.keep_push_device(told, LIMITS).await.unwrap(), PushKept::Kept);
}

/// Ann has the sessions 1 and 2, Bob 3.
async fn with_sessions(fixture: &impl Fixture) -> Store {
    let store = fixture.open().await;
    for (number, player) in [(1, ANN), (2, ANN), (3, BOB)] {
        begin(&store, number, player).await;
    }
    store
}

/// The last that was told, wherever it was told before.
pub async fn a_session_has_one_device_and_an_address_one_session(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    let push = &store.push_devices;
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), []);
    for told in [device(1, "a", 1), device(2, "b", 2), device(3, "c", 3)] {
        keep(&store, &told).await;
    }
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(2, "b", 2), device(1, "a", 1)]);
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "c", 3)]);
    assert_eq!(push.push_devices_of(EVE).await.unwrap(), []);
    // Another address in the same session, and the same address in another.
    keep(&store, &device(1, "d", 4)).await;
    keep(&store, &device(3, "b", 5)).await;
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(1, "d", 4)]);
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "b", 5)]);
    for (session, has_one) in [(1, true), (2, false), (3, true), (4, false)] {
        assert_eq!(push.has_push_device(&[session; 32]).await, Ok(has_one), "{session}");
    }
    push.forget_push_device(&[1; 32]).await.unwrap();
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), []);
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "b", 5)]);
}

/// Whether the player logs out, or the session gets too old.
pub async fn a_device_goes_with_its_session(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    let push = &store.push_devices;
    for told in [device(1, "a", 1), device(2, "b", 2), device(3, "c", 3)] {
        keep(&store, &told).await;
    }
    store.sessions.end_sessions(&[vec![1; 32]]).await.unwrap();
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(2, "b", 2)]);
    assert_eq!(push.has_push_device(&[1; 32]).await, Ok(false));
    store.sessions.forget_sessions(Time(3), Time(0)).await.unwrap();
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), []);
    // It comes back with nobody: not even with a session of the same name.
    begin(&store, 1, BOB).await;
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "c", 3)]);
}

/// Whoever logs out while a device is told has none.
pub async fn a_device_needs_a_session(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    let push = &store.push_devices;
    keep(&store, &device(1, "a", 1)).await;
    let kept = push.keep_push_device(&device(9, "a", 2), LIMITS).await.unwrap();
    assert_eq!(kept, PushKept::NoSession);
    assert_eq!(push.has_push_device(&[9; 32]).await, Ok(false));
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(1, "a", 1)], "nothing was changed");
}

/// A page that is opened twice tells twice, and so do two people at one browser.
pub async fn devices_that_are_told_at_once_are_kept_one_after_the_other(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    for round in 1..=10 {
        let told =
            [device(1, "a", round), device(1, "a", round), device(2, "a", round), device(3, "a", round)];
        let kept = told.map(|told| {
            let push = Arc::clone(&store.push_devices);
            tokio::spawn(async move { push.keep_push_device(&told, LIMITS).await })
        });
        for kept in kept {
            assert_eq!(kept.await.unwrap(), Ok(PushKept::Kept));
        }
        let mut all = store.push_devices.push_devices_of(ANN).await.unwrap();
        all.extend(store.push_devices.push_devices_of(BOB).await.unwrap());
        assert_eq!(all.len(), 1, "the address belongs to one: {all:?}");
    }
}

/// Whoever begins sessions without end takes no place from others.
pub async fn a_player_and_a_site_have_so_many_devices(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    begin(&store, 4, ANN).await;
    begin(&store, 5, EVE).await;
    let push = &store.push_devices;
    let limits = PushLimits { of_player: 2, of_site: 3 };
    for told in [device(3, "c", 1), device(1, "a", 2), device(2, "b", 3)] {
        assert_eq!(push.keep_push_device(&told, limits).await.unwrap(), PushKept::Kept);
    }
    // The site is full: nobody else is taken, and nothing of what is there goes.
    assert_eq!(push.keep_push_device(&device(5, "e", 4), limits).await.unwrap(), PushKept::Full);
    assert_eq!(push.push_devices_of(EVE).await.unwrap(), []);
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(2, "b", 3), device(1, "a", 2)]);
    // A session may replace its own.
    assert_eq!(push.keep_push_device(&device(2, "d", 5), limits).await.unwrap(), PushKept::Kept);
    // With one more of Ann's the oldest of hers goes, and nobody else's, though that is older.
    let limits = PushLimits { of_site: 4, ..limits };
    assert_eq!(push.keep_push_device(&device(4, "f", 6), limits).await.unwrap(), PushKept::Kept);
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(4, "f", 6), device(2, "d", 5)]);
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "c", 1)]);
    assert_eq!(push.has_push_device(&[1; 32]).await, Ok(false));
}

/// One device of a player may be gone, while another is there.
pub async fn an_unknown_address_is_forgotten_and_none_beside_it(fixture: &impl Fixture) {
    let store = with_sessions(fixture).await;
    let push = &store.push_devices;
    for told in [device(1, "a", 1), device(2, "b", 2), device(3, "c", 3)] {
        keep(&store, &told).await;
    }
    push.forget_push_endpoint("https://push.example/a").await.unwrap();
    push.forget_push_endpoint("https://push.example/nothing").await.unwrap();
    assert_eq!(push.push_devices_of(ANN).await.unwrap(), [device(2, "b", 2)]);
    assert_eq!(push.push_devices_of(BOB).await.unwrap(), [device(3, "c", 3)]);
}

/// How a place for devices can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody is told of everybody's.
    ShowsOthers,
    /// An address stays with whoever told it first.
    FirstWins,
    /// The session need not be there, as far as the caller is told.
    TakesAny,
    /// A device is still there when its session has ended.
    OutlivesItsSession,
    /// A player may have any number.
    KeepsAllOfAPlayer,
    /// A site may have any number.
    IsNeverFull,
    /// An address that is gone stays.
    KeepsUnknown,
    /// With one address, all of its player go.
    ForgetsAll,
    /// Who asks for no more news gets them.
    ForgetsNothing,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ShowsOthers,
        Self::FirstWins,
        Self::TakesAny,
        Self::OutlivesItsSession,
        Self::KeepsAllOfAPlayer,
        Self::IsNeverFull,
        Self::KeepsUnknown,
        Self::ForgetsAll,
        Self::ForgetsNothing,
    ];
}

/// A fixture whose devices have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Store {
        let store = self.right.open().await;
        let right = Arc::clone(&store.push_devices);
        let wrong = WrongDevices { right, fault: self.fault, told: Mutex::default() };
        store.with(|handles| handles.push_devices = Arc::new(wrong))
    }
}

struct WrongDevices {
    right: Arc<dyn PushDevices>,
    fault: Fault,
    /// The sessions that told of a device and did not take that back.
    told: Mutex<Vec<Vec<u8>>>,
}

#[async_trait]
impl PushDevices for WrongDevices {
    async fn keep_push_device(
        &self,
        device: &PushDevice,
        limits: PushLimits,
    ) -> Result<PushKept, StorageError> {
        let mut all = Vec::new();
        for player in [ANN, BOB] {
            all.extend(self.right.push_devices_of(player).await?);
        }
        let is_known = all.iter().any(|known| known.endpoint == device.endpoint);
        let limits = match self.fault {
            Fault::FirstWins if is_known => return Ok(PushKept::Kept),
            Fault::KeepsAllOfAPlayer => PushLimits { of_player: u32::MAX, ..limits },
            Fault::IsNeverFull => PushLimits { of_site: u32::MAX, ..limits },
            _ => limits,
        };
        self.told.lock().unwrap().push(device.session.clone());
        let kept = self.right.keep_push_device(device, limits).await?;
        Ok(if self.fault == Fault::TakesAny { PushKept::Kept } else { kept })
    }

    async fn push_devices_of(&self, player: PlayerId) -> Result<Vec<PushDevice>, StorageError> {
        let mut all = self.right.push_devices_of(player).await?;
        if self.fault == Fault::ShowsOthers {
            for other in [ANN, BOB].into_iter().filter(|other| *other != player) {
                all.extend(self.right.push_devices_of(other).await?);
            }
        }
        Ok(all)
    }

    async fn has_push_device(&self, session: &[u8]) -> Result<bool, StorageError> {
        let was_told = || self.told.lock().unwrap().iter().any(|told| told == session);
        if self.fault == Fault::OutlivesItsSession && was_told() {
            return Ok(true);
        }
        self.right.has_push_device(session).await
    }

    async fn forget_push_device(&self, session: &[u8]) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNothing {
            return Ok(());
        }
        self.told.lock().unwrap().retain(|told| told != session);
        self.right.forget_push_device(session).await
    }

    async fn forget_push_endpoint(&self, endpoint: &str) -> Result<(), StorageError> {
        match self.fault {
            Fault::KeepsUnknown => Ok(()),
            Fault::ForgetsAll => {
                for player in [ANN, BOB] {
                    for device in self.right.push_devices_of(player).await? {
                        self.right.forget_push_device(&device.session).await?;
                    }
                }
                Ok(())
            }
            _ => self.right.forget_push_endpoint(endpoint).await,
        }
    }
}
