// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is kept about a player but the games. Each subject has a file here: it says what the player's archive has of it, and
//! what it forgets when the player leaves.

mod account;
mod analyses;
mod challenges;
mod chat;
mod events;
mod lines;
mod members;
mod notices;
mod puzzles;
mod ratings;
mod relations;

use futures_util::future::BoxFuture;
use serde_json::Value;
use tabiya_game::PlayerId;
use tabiya_store::Account;

use crate::answer::ApiError;
use crate::state::App;

/// Rows of one table in an archive.
const MOST_ROWS: u32 = 100_000;

/// What work on somebody's data comes to.
type Done<'a, T> = BoxFuture<'a, Result<T, ApiError>>;

/// What one subject keeps about a player.
struct Kept {
    /// The name of its document in the player's archive.
    file: &'static str,
    document: for<'a> fn(&'a App, &'a Account) -> Done<'a, Value>,
    /// Forgets what is not kept about players who have left; `None` where all is kept.
    forget: Option<Forget>,
}

type Forget = for<'a> fn(&'a App, PlayerId) -> Done<'a, ()>;

/// Each subject has a line.
const ALL: &[Kept] = &[
    account::KEPT, // First: it alone may refuse that its player leaves.
    relations::KEPT,
    ratings::KEPT,
    challenges::KEPT,
    notices::KEPT,
    chat::KEPT,
    analyses::KEPT,
    events::KEPT,
    lines::KEPT,
    members::KEPT,
    puzzles::KEPT,
];

/// What is kept about a player, by the names of the files.
pub(super) async fn documents(app: &App, account: &Account) -> Result<Vec<(&'static str, Value)>, ApiError> {
    let mut documents = Vec::new();
    for Kept { file, document, .. } in ALL {
        documents.push((*file, document(app, account).await?));
    }
    Ok(documents)
}

/// Closes the account of a player who leaves, and forgets what is not kept.
///
/// # Errors
/// If it is the last admin's, or the storage fails. After the first subject, the account is closed all the same.
pub(super) async fn leave(app: &App, player: PlayerId) -> Result<(), ApiError> {
    for forget in ALL.iter().filter_map(|kept| kept.forget) {
        forget(app, player).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_this_folder_is_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/people/kept");
        let files = std::fs::read_dir(folder).unwrap();
        assert_eq!(files.filter(|file| file.as_ref().unwrap().file_name() != "mod.rs").count(), ALL.len());
        assert_eq!(ALL.iter().map(|kept| kept.file).collect::<BTreeSet<_>>().len(), ALL.len());
        assert_eq!(ALL[0].file, "account.json");
    }
}
