// SPDX-License-Identifier: AGPL-3.0-or-later
//! The operator's socket: a Unix socket in the data folder, through which the command line orders a running server.
//!
//! So the data have one writer, and the server hears of each change at once. Only the user who runs the server, and root,
//! can connect: the file has mode 0600, and whoever connects is asked for by the system besides.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

use super::other_orders::OtherOrders;
use super::{Operator, Order, People};

/// The socket's name in the folder.
const NAME: &str = "control.sock";
/// Bytes of an order, such as a saved event, and of an answer.
const LONGEST: u64 = 64 * 1024 * 1024;
/// How long an order may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Orders at the same time.
const AT_ONCE: usize = 4;

/// What a server answers.
#[derive(Serialize, Deserialize)]
struct Answer {
    done: bool,
    said: String,
}

/// Takes orders for as long as it lives. The socket goes with it.
pub struct Control {
    path: PathBuf,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Control {
    fn drop(&mut self) {
        self.task.abort();
        // Whoever starts next removes what is left.
        let _ = fs::remove_file(&self.path);
    }
}

/// Who carries orders out.
struct Operators {
    people: Arc<People>,
    accounts: Operator,
    others: Vec<Box<dyn OtherOrders>>,
}

/// Begins to take orders, where the data lie in a folder: those about accounts, and those of other subjects.
pub fn control(
    folder: Option<&Path>,
    people: &Arc<People>,
    accounts: Operator,
    others: Vec<Box<dyn OtherOrders>>,
) -> Option<Control> {
    let folder = folder?;
    match listen(folder) {
        Ok((listener, path)) => {
            let own = fs::metadata(folder).map_or(0, |folder| folder.uid());
            let operators = Operators { people: Arc::clone(people), accounts, others };
            let task = tokio::spawn(serve(listener, own, Arc::new(operators)));
            Some(Control { path, task })
        }
        Err(error) => {
            tracing::warn!(%error, "\"tabiya user\" and \"tabiya event\" can't reach this server while it runs");
            None
        }
    }
}

/// A path to the socket that is short enough: the system takes 107 bytes.
fn with_path<T>(folder: &Path, with: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let path = folder.join(NAME);
    if path.as_os_str().len() < 100 {
        return with(&path);
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let open = fs::File::open(folder)?;
        with(&PathBuf::from(format!("/proc/self/fd/{}/{NAME}", open.as_raw_fd())))
    }
    #[cfg(not(target_os = "linux"))]
    with(&path)
}

fn listen(folder: &Path) -> io::Result<(UnixListener, PathBuf)> {
    let path = folder.join(NAME);
    // The folder is ours alone, so what lies there is of a server that is gone.
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = with_path(folder, |short| UnixListener::bind(short))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    Ok((listener, path))
}

async fn serve(listener: UnixListener, own: u32, operators: Arc<Operators>) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::debug!(%error, "an order could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let user = stream.peer_cred().map(|peer| peer.uid());
        let me = rustix::process::geteuid().as_raw();
        if !matches!(user, Ok(user) if user == me || user == own || user == 0) {
            continue;
        }
        let operators = Arc::clone(&operators);
        tokio::spawn(async move {
            let _place = place;
            let answered = tokio::time::timeout(PATIENCE, answer(stream, &operators)).await;
            if let Ok(Err(error)) = answered {
                tracing::debug!(%error, "an order was not answered");
            }
        });
    }
}

async fn answer(stream: UnixStream, operators: &Operators) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    BufReader::new(read.take(LONGEST)).read_line(&mut line).await?;
    let now = operators.people.now();
    let other = || operators.others.iter().find_map(|other| other.carry_out(&line, now));
    let done = match serde_json::from_str::<Order>(&line) {
        Ok(order) => operators.accounts.carry_out(order, now).await.map_err(|error| error.to_string()),
        Err(_) => match other() {
            Some(carried_out) => carried_out.await,
            None => Err("the server is of another version than this program".to_owned()),
        },
    };
    let answer = match done {
        Ok(said) => Answer { done: true, said },
        Err(said) => Answer { done: false, said },
    };
    write.write_all(serde_json::to_string(&answer)?.as_bytes()).await?;
    write.shutdown().await
}

/// Has the server carry an order out that runs on this folder: what it said, and whether it did.
///
/// # Errors
/// If the server can't be reached.
pub async fn order_running(folder: &Path, order: &impl Serialize) -> io::Result<Result<String, String>> {
    let mut line = serde_json::to_string(order)?;
    line.push('\n');
    if line.len() as u64 > LONGEST {
        let most = LONGEST / (1024 * 1024);
        return Ok(Err(format!(
            "that is more than the {most} MiB that a running server takes; stop it first"
        )));
    }
    let stream = with_path(folder, |path| std::os::unix::net::UnixStream::connect(path))?;
    stream.set_nonblocking(true)?;
    let (read, mut write) = UnixStream::from_std(stream)?.into_split();
    let asked = async {
        write.write_all(line.as_bytes()).await?;
        let mut said = String::new();
        read.take(LONGEST).read_to_string(&mut said).await?;
        let answer: Answer = serde_json::from_str(&said)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the server gave no answer"))?;
        Ok(if answer.done { Ok(answer.said) } else { Err(answer.said) })
    };
    tokio::time::timeout(PATIENCE, asked)
        .await
        .unwrap_or_else(|_| Err(io::Error::new(io::ErrorKind::TimedOut, "the server did not answer in time")))
}
