// SPDX-License-Identifier: AGPL-3.0-or-later
//! The operator's door: the command line orders a running server through it.
//!
//! So the data have one writer, and the server hears of each change at once. The door is a Unix socket in the data folder, and
//! where there are none a port of this computer with a key in the folder. Only the user who runs the server and those who rule
//! the computer come in.

mod door;
mod in_hand;
#[cfg(any(not(unix), test))]
mod port;
#[cfg(unix)]
mod socket;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_runtime::spawn::spawn;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::other_orders::OtherOrders;
use super::{Operator, Order, People};
use door::Door;
use in_hand::InHand;
#[cfg(not(unix))]
use port::Port as OwnDoor;
#[cfg(unix)]
use socket::Socket as OwnDoor;

/// The file in the data folder through which a running server is reached.
pub const CONTROL_FILE: &str = OwnDoor::FILE;
/// Bytes of an order, such as a saved event, and of an answer.
const LONGEST: u64 = 64 * 1024 * 1024;
/// How long a connection and its order may take to come, and how long whoever asked may take to read the answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections at the same time. An order that takes [long](in_hand::PROMPT) does not count.
const AT_ONCE: usize = 4;

/// What a server answers.
#[derive(Serialize, Deserialize)]
struct Answer {
    done: bool,
    said: String,
}

/// Takes orders for as long as it lives. The door's file goes with it.
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
    in_hand: InHand,
}

impl Operators {
    /// What comes of an order.
    async fn carry_out(&self, line: &str) -> Result<String, String> {
        let now = self.people.now();
        if let Ok(order) = serde_json::from_str::<Order>(line) {
            return self.accounts.carry_out(order, now).await.map_err(|error| error.to_string());
        }
        match self.others.iter().find_map(|other| other.carry_out(line, now)) {
            Some(carried_out) => carried_out.await,
            None => Err("the server is of another version than this program".to_owned()),
        }
    }
}

/// Begins to take orders, where the data lie in a folder: those about accounts, and those of other subjects.
pub fn control(
    folder: Option<&Path>,
    people: &Arc<People>,
    accounts: Operator,
    others: Vec<Box<dyn OtherOrders>>,
) -> Option<Control> {
    let operators = Operators { people: Arc::clone(people), accounts, others, in_hand: InHand::default() };
    match control_by::<OwnDoor>(folder?, Arc::new(operators)) {
        Ok(control) => Some(control),
        Err(error) => {
            tracing::warn!(%error, "\"tabiya user\" and \"tabiya event\" can't reach this server while it runs");
            None
        }
    }
}

fn control_by<D: Door>(folder: &Path, operators: Arc<Operators>) -> io::Result<Control> {
    let path = folder.join(D::FILE);
    // The folder is ours alone, so what lies there is of a server that is gone.
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let door = D::open(folder)?;
    let task = spawn(serve(Arc::new(door), operators));
    Ok(Control { path, task })
}

async fn serve<D: Door>(door: Arc<D>, operators: Arc<Operators>) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let mut stream = match door.accept().await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::debug!(%error, "an order could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (door, operators) = (Arc::clone(&door), Arc::clone(&operators));
        spawn(async move {
            let Ok(true) = tokio::time::timeout(PATIENCE, door.admits(&mut stream)).await else { return };
            if let Err(error) = answer(stream, &operators, place).await {
                tracing::debug!(%error, "an order was not answered");
            }
        });
    }
}

async fn answer(
    stream: impl AsyncRead + AsyncWrite,
    operators: &Arc<Operators>,
    place: OwnedSemaphorePermit,
) -> io::Result<()> {
    let (read, mut write) = tokio::io::split(stream);
    let mut line = String::new();
    let mut order = BufReader::new(read.take(LONGEST));
    tokio::time::timeout(PATIENCE, order.read_line(&mut line)).await??;
    let own = Arc::clone(operators);
    let order = async move { own.carry_out(&line).await };
    let mut place = Some(place);
    let answer = match operators.in_hand.carry_out(order, &mut place).await {
        Ok(said) => Answer { done: true, said },
        Err(said) => Answer { done: false, said },
    };
    let answer = serde_json::to_string(&answer)?;
    let tell = async {
        write.write_all(answer.as_bytes()).await?;
        write.shutdown().await
    };
    tokio::time::timeout(PATIENCE, tell).await?
}

/// Has the server carry an order out that runs on this folder: what it said, and whether it did. Where the answer is lost, what it
/// says is that nobody knows.
///
/// # Errors
/// If the server can't be reached: it has not heard the order.
pub async fn order_running(folder: &Path, order: &impl Serialize) -> io::Result<Result<String, String>> {
    order_by::<OwnDoor>(folder, order).await
}

async fn order_by<D: Door>(folder: &Path, order: &impl Serialize) -> io::Result<Result<String, String>> {
    let mut line = serde_json::to_string(order)?;
    line.push('\n');
    if line.len() as u64 > LONGEST {
        let most = LONGEST / (1024 * 1024);
        return Ok(Err(format!(
            "that is more than the {most} MiB that a running server takes; stop it first"
        )));
    }
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, "the server did not answer in time");
    let stream = tokio::time::timeout(PATIENCE, D::connect(folder)).await.map_err(late)??;
    let (read, mut write) = tokio::io::split(stream);
    write.write_all(line.as_bytes()).await?;
    let mut said = String::new();
    let is_read = read.take(LONGEST).read_to_string(&mut said).await.is_ok();
    Ok(match serde_json::from_str::<Answer>(&said).ok().filter(|_| is_read) {
        Some(Answer { done: true, said }) => Ok(said),
        Some(Answer { done: false, said }) => Err(said),
        None => Err("the connection to the server ended before its answer, so the order may have been carried out; look before \
                     you give it again"
            .to_owned()),
    })
}

#[cfg(test)]
mod tests;
