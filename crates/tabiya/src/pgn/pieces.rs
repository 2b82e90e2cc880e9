// SPDX-License-Identifier: AGPL-3.0-or-later
//! All cores at one file: it is cut where games begin, and what comes of the pieces is put together in their order.

use std::io::{self, Read};
use std::mem;
use std::num::NonZero;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use tabiya_pgn::{PGN_BOUNDARY_LOOK_AHEAD, find_pgn_game_start};

/// Bytes in a piece, at least.
const SIZE: usize = 256 << 10;
/// Bytes in which a game must begin, so that memory stays bounded.
const LARGEST: usize = 16 << 20;

/// The argument of all commands that go through a whole file.
#[derive(clap::Args)]
pub(crate) struct ThreadArgs {
    /// How many threads read; as many as there are cores if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Gives each piece of a file to `work`, on so many threads, and what comes of it to `collect`, in order. At most a few pieces
/// are in memory.
pub(crate) fn in_order<T: Send>(
    input: impl Read + Send,
    threads: &ThreadArgs,
    work: impl Fn(&[u8]) -> T + Sync,
    mut collect: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads =
        threads.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    thread::scope(|scope| {
        // Piece i is worker i's, modulo their number: so the answers are in order when the workers are asked in turn.
        let (mut to_workers, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..threads {
            let (piece_sender, pieces) = sync_channel::<Vec<u8>>(1);
            let (sender, answer) = sync_channel(1);
            let work = &work;
            scope.spawn(move || {
                for piece in pieces {
                    // Nobody waits for the answer any more when another one could not be written.
                    if sender.send(work(&piece)).is_err() {
                        break;
                    }
                }
            });
            to_workers.push(piece_sender);
            answers.push(answer);
        }
        let reader = scope.spawn(move || hand_out(input, &to_workers));
        for answer in answers.iter().cycle() {
            match answer.recv() {
                Ok(answer) => collect(answer)?,
                Err(_) => break,
            }
        }
        drop(answers);
        reader.join().expect("reading does not panic")?;
        Ok(())
    })
}

/// Cuts a file and gives the pieces to the workers in turn.
fn hand_out(mut input: impl Read, workers: &[SyncSender<Vec<u8>>]) -> io::Result<()> {
    let mut held = Vec::new();
    let mut complete = false;
    let mut worker = workers.iter().cycle();
    loop {
        // A piece ends between these places, if a game begins there.
        let (mut from, mut to) = (SIZE, 2 * SIZE);
        let piece = loop {
            let wanted = (to + PGN_BOUNDARY_LOOK_AHEAD).saturating_sub(held.len());
            complete = complete || input.by_ref().take(wanted as u64).read_to_end(&mut held)? < wanted;
            match find_pgn_game_start(&held, from).filter(|at| complete || *at <= to) {
                Some(at) => {
                    let rest = held.split_off(at);
                    break mem::replace(&mut held, rest);
                }
                None if complete => break mem::take(&mut held),
                None if to > LARGEST => {
                    return Err(io::Error::other(
                        "no game begins within 16 MiB: this does not look like PGN",
                    ));
                }
                None => (from, to) = (to, to + SIZE),
            }
        };
        let last = complete && held.is_empty();
        let sent = worker.next().is_some_and(|worker| worker.send(piece).is_ok());
        if !sent || last {
            return Ok(());
        }
    }
}
