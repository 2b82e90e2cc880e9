// SPDX-License-Identifier: AGPL-3.0-or-later
//! Writes the log from a thread of its own, so that a log that nobody takes halts nothing.
//!
//! A console takes no output while text in it is selected (on Windows one click does that), and a pipe takes none when it is
//! full. Whoever logs must not wait for that: the server would stand still. The lines wait in a queue; those that find no place
//! are dropped, and the log says how many.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Duration;

/// How many lines may wait.
const WAITING: usize = 1_000;
/// How long the end of the program waits until the last lines are written.
const LAST_LINES: Duration = Duration::from_secs(1);

/// What stands in the queue.
struct Entry {
    /// How many lines were dropped before it.
    dropped: u64,
    what: What,
}

enum What {
    Line(Vec<u8>),
    /// Everything before it is written when this is answered.
    Flush(Sender<()>),
}

/// Where lines of the log are handed over. Each write is one or more whole lines.
#[derive(Clone)]
pub(super) struct LogLines {
    queue: SyncSender<Entry>,
    /// How many lines were dropped since the last that found a place.
    dropped: Arc<AtomicU64>,
}

impl LogLines {
    /// Puts something into the queue; says whether there was a place.
    fn put(&self, what: What) -> bool {
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        let has_place = self.queue.try_send(Entry { dropped, what }).is_ok();
        if !has_place {
            self.dropped.fetch_add(dropped, Ordering::Relaxed);
        }
        has_place
    }
}

impl Write for LogLines {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        if !self.put(What::Line(lines.to_vec())) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits at the end of the program until the last lines are written, but no longer than this.
pub(super) struct LastLines(LogLines, Duration);

impl Drop for LastLines {
    fn drop(&mut self) {
        let (written, is_written) = mpsc::channel();
        if self.0.put(What::Flush(written)) {
            // Where nobody takes them, the program ends all the same.
            let _ = is_written.recv_timeout(self.1);
        }
    }
}

/// Starts the thread that writes to `out`.
///
/// # Errors
/// If the system gives no thread.
pub(super) fn start(out: impl Write + Send + 'static) -> io::Result<(LogLines, LastLines)> {
    let (queue, entries) = mpsc::sync_channel(WAITING);
    thread::Builder::new().name("log".to_owned()).spawn(move || write_all(&entries, out))?;
    let lines = LogLines { queue, dropped: Arc::default() };
    Ok((lines.clone(), LastLines(lines, LAST_LINES)))
}

fn write_all(entries: &Receiver<Entry>, mut out: impl Write) {
    // What can't be written is lost; there is no other place for it.
    for Entry { dropped, what } in entries {
        if dropped > 0 {
            let lines = if dropped == 1 { "line is" } else { "lines are" };
            let _ = writeln!(out, "{dropped} {lines} missing here: nobody took the log");
        }
        match what {
            What::Line(line) => {
                let _ = out.write_all(&line);
            }
            What::Flush(written) => {
                let _ = out.flush();
                // Whoever asked may have given up.
                let _ = written.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Takes a write only when the test lets it.
    struct Console {
        lets: Receiver<()>,
        /// Told when a write begins; closed when the thread that writes has ended.
        begun: Sender<()>,
        shown: Arc<Mutex<String>>,
    }

    impl Console {
        /// With what lets it take writes, what hears of them, and what it shows.
        fn new() -> (Self, Sender<()>, Receiver<()>, Arc<Mutex<String>>) {
            let (lets, begun) = (mpsc::channel(), mpsc::channel());
            let shown = Arc::new(Mutex::new(String::new()));
            (Self { lets: lets.1, begun: begun.0, shown: Arc::clone(&shown) }, lets.0, begun.1, shown)
        }
    }

    impl Write for Console {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.begun.send(());
            // From the end of the test on it takes everything.
            let _ = self.lets.recv();
            self.shown.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_console_that_takes_nothing_halts_nobody_and_says_afterwards_what_is_missing() {
        let (console, lets, begun, shown) = Console::new();
        let (mut lines, last_lines) = start(console).unwrap();
        lines.write_all(b"line 0\n").unwrap();
        // The thread holds the first line from here on, so as many find a place as may wait.
        begun.recv().expect("it is written");
        for number in 1..=2 * WAITING {
            lines.write_all(format!("line {number}\n").as_bytes()).unwrap();
        }
        // From here on the console takes everything.
        drop(lets);
        for _ in 0..WAITING {
            begun.recv().expect("it is written");
        }
        lines.write_all(b"the next\n").unwrap();
        drop((lines, last_lines));
        assert!(begun.iter().count() > 0, "the next is written before the thread ends");
        let expected: String = (0..=WAITING).map(|number| format!("line {number}\n")).collect();
        let missing = format!("{WAITING} lines are missing here: nobody took the log\nthe next\n");
        assert_eq!(*shown.lock().unwrap(), expected + &missing);
    }

    #[test]
    fn the_last_lines_are_written_before_the_end() {
        let (console, lets, _begun, shown) = Console::new();
        drop(lets);
        let (mut lines, mut last_lines) = start(console).unwrap();
        last_lines.1 = Duration::from_secs(60);
        lines.write_all(b"one\n").unwrap();
        lines.write_all(b"two\n").unwrap();
        drop(last_lines);
        assert_eq!(*shown.lock().unwrap(), "one\ntwo\n");
    }
}
