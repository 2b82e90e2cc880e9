// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a way must be by which orders come in.

use std::io;
use std::path::Path;

use tokio::io::{AsyncRead, AsyncWrite};

/// A way from the command line to the server that runs on a data folder.
pub(super) trait Door: Sized + Send + Sync + 'static {
    /// The file in the folder by which it is found.
    const FILE: &'static str;
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin;

    /// Opens it, on a folder without its file.
    ///
    /// # Errors
    /// If the system does not allow it.
    fn open(folder: &Path) -> io::Result<Self>;

    /// The next who comes.
    fn accept(&self) -> impl Future<Output = io::Result<Self::Stream>> + Send;

    /// Whether whoever came may give orders.
    fn admits(&self, stream: &mut Self::Stream) -> impl Future<Output = bool> + Send;

    /// Comes to the server that runs on this folder.
    fn connect(folder: &Path) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}
