// SPDX-License-Identifier: AGPL-3.0-or-later
//! A few connections that only read, on blocking threads. With the write-ahead log they can read while the
//! writer writes. Each read sees the state that was committed when it began.

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Connection;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

use super::{connection::open_reader, present::Present};
use crate::{OpenError, StorageError};

/// The maximum number of concurrent reads.
const READERS: usize = 3;

/// The read connections. There is one permit for each idle connection.
pub(super) struct Readers {
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
    present: Arc<Present>,
}

impl Readers {
    pub(super) fn open(path: &Path, present: Arc<Present>) -> Result<Self, OpenError> {
        let idle = (0..READERS).map(|_| open_reader(path)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { permits: Arc::new(Semaphore::new(idle.len())), idle: Arc::new(Mutex::new(idle)), present })
    }

    /// Runs a read on an idle connection. Waits until there is one.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| StorageError::Closed)?;
        let (idle, present) = (Arc::clone(&self.idle), Arc::clone(&self.present));
        let reading = spawn_blocking(move || {
            let connection = lock(&idle).pop().ok_or(StorageError::Closed)?;
            let lent = Lent { connection: Some(connection), idle, _permit: permit };
            present.check_readable()?;
            read(lent.connection.as_ref().ok_or(StorageError::Closed)?)
        });
        reading.await.unwrap_or_else(|error| Err(StorageError::Failed { detail: error.to_string() }))
    }
}

/// A connection in use. It is returned when this is dropped, whatever the read did.
struct Lent {
    connection: Option<Connection>,
    idle: Arc<Mutex<Vec<Connection>>>,
    // Dropped after the connection was returned.
    _permit: OwnedSemaphorePermit,
}

impl Drop for Lent {
    fn drop(&mut self) {
        lock(&self.idle).extend(self.connection.take());
    }
}

fn lock(idle: &Mutex<Vec<Connection>>) -> MutexGuard<'_, Vec<Connection>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
