// SPDX-License-Identifier: AGPL-3.0-or-later
//! All cores at one file: it is cut where games begin, and what comes of the pieces is put together in their order.

use std::io::{self, Read};
use std::mem;
use std::num::NonZero;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use tabiya_pgn::find_pgn_game_start;

/// Bytes in a piece, at least.
const SIZE: usize = 512 << 10;
/// Bytes in which a game must begin, so that memory stays bounded.
const LARGEST: usize = 16 << 20;
/// Held behind a place before it is asked whether a game begins there.
const LOOK_AHEAD: usize = 1024;

/// Gives each piece of a file to `work`, on as many threads as there are cores, and what comes of it to `collect`, in order. At
/// most a few pieces are in memory.
pub(crate) fn in_order<T: Send>(
    input: impl Read + Send,
    work: impl Fn(&[u8]) -> T + Sync,
    mut collect: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
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
    let mut held = Vec::with_capacity(SIZE + LOOK_AHEAD);
    let mut searched = SIZE;
    let mut worker = workers.iter().cycle();
    loop {
        let wanted = searched + SIZE - held.len().min(SIZE) + LOOK_AHEAD;
        let complete = input.by_ref().take(wanted as u64).read_to_end(&mut held)? < wanted;
        let start =
            find_pgn_game_start(&held, searched).filter(|at| complete || at + LOOK_AHEAD <= held.len());
        let piece = match start {
            Some(at) => {
                let rest = held.split_off(at);
                mem::replace(&mut held, rest)
            }
            None if complete => mem::take(&mut held),
            None if held.len() > LARGEST => {
                return Err(io::Error::other("no game begins within 16 MiB: this does not look like PGN"));
            }
            None => {
                searched = held.len().saturating_sub(LOOK_AHEAD).max(SIZE);
                continue;
            }
        };
        let last = complete && held.is_empty();
        searched = SIZE;
        let sent = worker.next().is_some_and(|worker| worker.send(piece).is_ok());
        if !sent || last {
            return Ok(());
        }
    }
}
