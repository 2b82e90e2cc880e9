// SPDX-License-Identifier: AGPL-3.0-or-later
//! A port of this computer, for systems without Unix sockets. The file in the data folder says which port it is and holds a
//! key, made anew at each start, that must come before the order. Only the file's owner can read it.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener as Listener};
use std::path::Path;

use tabiya_runtime::secret::{Hash, Secret, hash_of_secret};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::door::Door;

/// Hexadecimal digits of a key.
const KEY: usize = 64;

/// A port that listens.
pub(super) struct Port {
    listener: TcpListener,
    /// What is kept of the key.
    key: Hash,
}

impl Door for Port {
    const FILE: &'static str = "control.key";
    type Stream = TcpStream;

    fn open(folder: &Path) -> io::Result<Self> {
        let listener = Listener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let path = folder.join(Self::FILE);
        // Empty until nobody else can read it.
        fs::File::create_new(&path)?;
        keep_to_owner(&path);
        let key = Secret::random();
        fs::write(&path, format!("{} {}\n", listener.local_addr()?.port(), key.text()))?;
        Ok(Self { listener: TcpListener::from_std(listener)?, key: key.hash() })
    }

    async fn accept(&self) -> io::Result<TcpStream> {
        Ok(self.listener.accept().await?.0)
    }

    async fn admits(&self, stream: &mut TcpStream) -> bool {
        let mut key = [0; KEY];
        let read = stream.read_exact(&mut key).await;
        // Hashes are compared, so the time that it takes tells nothing of the key.
        read.is_ok() && hash_of_secret(&key) == Some(self.key)
    }

    async fn connect(folder: &Path) -> io::Result<TcpStream> {
        let noted = fs::read_to_string(folder.join(Self::FILE))?;
        let parsed = noted.trim().split_once(' ').and_then(|(port, key)| Some((port.parse().ok()?, key)));
        let (port, key): (u16, &str) = parsed.ok_or(io::ErrorKind::InvalidData)?;
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
        stream.write_all(key.as_bytes()).await?;
        Ok(stream)
    }
}

/// Takes away what the folder lets others do with a file: its owner alone keeps all rights. Disks without owners, as most
/// USB sticks are, know no rights: there whoever uses this computer can write the database, too, and the key opens nothing more.
#[cfg(windows)]
fn keep_to_owner(path: &Path) {
    use std::os::windows::process::CommandExt;
    use std::process::{Command, Stdio};
    /// No window is opened for it (`CREATE_NO_WINDOW` of `CreateProcess`).
    const NO_WINDOW: u32 = 0x0800_0000;
    /// Whoever owns the file, in every language of Windows (well-known SID "Owner Rights").
    const OWNER: &str = "*S-1-3-4:(F)";
    // By its whole path: a file of that name beside the program would be started in its place.
    let system = std::env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into());
    let mut icacls = Command::new(Path::new(&system).join(r"System32\icacls.exe"));
    icacls.arg(path).args(["/inheritance:r", "/grant:r", OWNER]).creation_flags(NO_WINDOW);
    let done = icacls.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !matches!(done, Ok(status) if status.success()) {
        tracing::debug!(file = %path.display(), "the disk keeps no rights: others on this computer can read the file");
    }
}

/// Only tests use this door elsewhere.
#[cfg(not(windows))]
fn keep_to_owner(_: &Path) {}
