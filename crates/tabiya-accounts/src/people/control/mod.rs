// SPDX-License-Identifier: AGPL-3.0-or-later
//! The operator's door: the command line orders a running server through it.
//!
//! So the data have one writer, and the server hears of each change at once. The door is a Unix socket in the data folder, and
//! where there are none a port of this computer with a key in the folder. Only the user who runs the server and those who rule
//! the computer come in.

mod door;
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
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Semaphore;

use super::other_orders::OtherOrders;
use super::{Operator, Order, People};
use door::Door;
#[cfg(not(unix))]
use port::Port as OwnDoor;
#[cfg(unix)]
use socket::Socket as OwnDoor;

/// The file in the data folder through which a running server is reached.
pub const CONTROL_FILE: &str = OwnDoor::FILE;
/// Bytes of an order, such as a saved event, and of an answer.
const LONGEST: u64 = 64 * 1024 * 1024;
/// How long a connection and its order may take to come. Carrying it out takes as long as it takes: whoever asked waits until the
/// server has answered or is gone.
const PATIENCE: Duration = Duration::from_secs(20);
/// Orders at the same time.
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
}

/// Begins to take orders, where the data lie in a folder: those about accounts, and those of other subjects.
pub fn control(
    folder: Option<&Path>,
    people: &Arc<People>,
    accounts: Operator,
    others: Vec<Box<dyn OtherOrders>>,
) -> Option<Control> {
    let operators = Operators { people: Arc::clone(people), accounts, others };
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
    let task = tokio::spawn(serve(Arc::new(door), operators));
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
        tokio::spawn(async move {
            let _place = place;
            let Ok(true) = tokio::time::timeout(PATIENCE, door.admits(&mut stream)).await else { return };
            if let Err(error) = answer(stream, &operators).await {
                tracing::debug!(%error, "an order was not answered");
            }
        });
    }
}

async fn answer(stream: impl AsyncRead + AsyncWrite, operators: &Operators) -> io::Result<()> {
    let (read, mut write) = tokio::io::split(stream);
    let mut line = String::new();
    let mut order = BufReader::new(read.take(LONGEST));
    tokio::time::timeout(PATIENCE, order.read_line(&mut line)).await??;
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
    read.take(LONGEST).read_to_string(&mut said).await?;
    let answer: Answer = serde_json::from_str(&said)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the server gave no answer"))?;
    Ok(if answer.done { Ok(answer.said) } else { Err(answer.said) })
}

#[cfg(test)]
mod tests;
