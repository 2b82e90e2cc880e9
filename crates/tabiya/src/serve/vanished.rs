// SPDX-License-Identifier: AGPL-3.0-or-later
//! A data folder that vanishes under a site which somebody has double-clicked, such as on a USB stick that is pulled out. The log is for
//! operators; this says in plain words what has happened and what to do.

use std::path::Path;
use std::time::Duration;

use tabiya_store::{GameLog, StorageError};

/// How often the folder is looked for.
const LOOK: Duration = Duration::from_millis(500);

/// Says when the folder is gone or can't be written, and ends when a folder that was gone is in its place again. Its files may be
/// others then, so only a new start may go on with them.
pub(super) async fn gone_and_back(log: &dyn GameLog, folder: &Path) {
    let mut seen = Seen::Well;
    loop {
        tokio::time::sleep(LOOK).await;
        let is_there = folder.is_dir();
        if seen == Seen::Gone && is_there {
            return;
        }
        if let Some(said) = seen.look(folder, is_there, log.ready().await) {
            println!("{said}");
        }
    }
}

/// How the folder was when it was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Well,
    /// It is there, and takes no writes.
    Failing,
    /// It is not where it was.
    Gone,
}

impl Seen {
    /// Notes how it is now; returns what is to be said of that, once.
    fn look(&mut self, folder: &Path, is_there: bool, ready: Result<(), StorageError>) -> Option<String> {
        match (*self, ready) {
            (Self::Well | Self::Failing, Err(_)) if !is_there => {
                *self = Self::Gone;
                Some(gone(folder))
            }
            // What has happened to a single file, the log says in full.
            (Self::Well, Err(error)) if !matches!(error, StorageError::Gone { .. }) => {
                *self = Self::Failing;
                Some(failing(folder, &error))
            }
            (Self::Failing, Ok(())) => {
                *self = Self::Well;
                Some(format!("{} can be written again: play goes on.", folder.display()))
            }
            (Self::Well | Self::Failing | Self::Gone, Ok(()) | Err(_)) => None,
        }
    }
}

fn gone(folder: &Path) -> String {
    format!(
        "\n{} is gone: was the USB stick pulled out, or a folder moved?\nNo move is taken from now on. What was played until then is in that \
         folder. Put it back where it was; this program then ends, and you start it again.",
        folder.display()
    )
}

fn failing(folder: &Path, error: &StorageError) -> String {
    format!(
        "\n{} can't be written: {error}.\nNo move is taken while that lasts. What was played until then is kept. If the USB stick was pulled \
         out, put it back, close this window, and start the program again.",
        folder.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trouble_is_said_once_and_its_end() {
        let (mut seen, folder) = (Seen::Well, Path::new("data"));
        let failed = || Err(StorageError::Failed { detail: "disk I/O error".to_owned() });
        for (is_there, ready, said) in [
            (true, Ok(()), ""),
            (true, failed(), "data can't be written: the storage failed: disk I/O error."),
            (true, failed(), ""),
            (true, Ok(()), "data can be written again"),
            (true, failed(), "data can't be written"),
            (false, failed(), "data is gone"),
            (false, failed(), ""),
            // Until the next start it stays so.
            (true, failed(), ""),
        ] {
            let found = seen.look(folder, is_there, ready).unwrap_or_default();
            assert!(
                found.contains(said) && found.is_empty() == said.is_empty(),
                "{found:?}, and not {said:?}"
            );
        }
        assert_eq!(seen, Seen::Gone);
    }
}
