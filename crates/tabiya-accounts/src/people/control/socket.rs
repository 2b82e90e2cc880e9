// SPDX-License-Identifier: AGPL-3.0-or-later
//! A Unix socket in the data folder. The file has mode 0600, and the system says who connects.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tokio::net::{UnixListener, UnixStream};

use super::door::Door;

/// A socket that listens.
pub(super) struct Socket {
    listener: UnixListener,
    /// The user whose folder it is.
    owner: u32,
}

impl Door for Socket {
    const FILE: &'static str = "control.sock";
    type Stream = UnixStream;

    fn open(folder: &Path) -> io::Result<Self> {
        let listener = with_path(folder, |short| UnixListener::bind(short))?;
        fs::set_permissions(folder.join(Self::FILE), fs::Permissions::from_mode(0o600))?;
        Ok(Self { listener, owner: fs::metadata(folder).map_or(0, |folder| folder.uid()) })
    }

    async fn accept(&self) -> io::Result<UnixStream> {
        Ok(self.listener.accept().await?.0)
    }

    async fn admits(&self, stream: &mut UnixStream) -> bool {
        let me = rustix::process::geteuid().as_raw();
        let user = stream.peer_cred().map(|peer| peer.uid());
        matches!(user, Ok(user) if user == me || user == self.owner || user == 0)
    }

    async fn connect(folder: &Path) -> io::Result<UnixStream> {
        let stream = with_path(folder, |path| std::os::unix::net::UnixStream::connect(path))?;
        stream.set_nonblocking(true)?;
        UnixStream::from_std(stream)
    }
}

/// A path to the socket that is short enough: the system takes 107 bytes.
fn with_path<T>(folder: &Path, with: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let path = folder.join(Socket::FILE);
    if path.as_os_str().len() < 100 {
        return with(&path);
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let open = fs::File::open(folder)?;
        with(&PathBuf::from(format!("/proc/self/fd/{}/{}", open.as_raw_fd(), Socket::FILE)))
    }
    #[cfg(not(target_os = "linux"))]
    with(&path)
}
