// SPDX-License-Identifier: AGPL-3.0-or-later
//! Takes puzzles of imported games back, when somebody who imported the games lets them give none any more.
//!
//! A puzzle's id follows from its position and from those it is for. So the puzzles of a game are found by the positions of the game.

use tabiya_accounts::people::class::class_of;
use tabiya_archive::archive::{Archive, ReadError};
use tabiya_game::{Game, GameId, PlayerId};
use tabiya_store::{Account, PageKey, StorageError, Store};

use crate::door;
use crate::id::PuzzleId;
use crate::puzzle::{Origin, Puzzle};

/// Games that one question to the store returns.
const PAGE: u32 = 200;

/// Withdraws the puzzles of the games that this account imported, where such a game may give none now. They stay withdrawn, also
/// when the account lets its imports give puzzles again. Returns how many were withdrawn.
///
/// # Errors
/// If the storage fails. Some may be withdrawn then; the next call withdraws the others.
pub async fn take_back_imports(
    store: &Store,
    archive: &Archive,
    account: &Account,
) -> Result<u64, StorageError> {
    let mut readers: Vec<PlayerId> = class_of(account).into_iter().collect();
    readers.push(account.player);
    let (mut after, mut withdrawn) = (None, 0);
    loop {
        let page = store.imports.imports_of(account.player, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(withdrawn) };
        for id in &page {
            if door::importers_give(store, *id).await?.is_none() {
                withdrawn += take_back(store, archive, *id, &readers).await?;
            }
        }
        let row = store.archive.game(*last).await?;
        let Some(end) = row.and_then(|row| row.end) else { return Ok(withdrawn) };
        after = Some(PageKey { ended: end.at, game: *last });
    }
}

/// Takes back what a stop of the server has left of it: of every account that lets its games give no puzzles. Returns how many puzzles
/// were withdrawn.
///
/// # Errors
/// If the storage fails. Some may be withdrawn then; the next call withdraws the others.
pub(super) async fn take_back_what_is_left(store: &Store, archive: &Archive) -> Result<u64, StorageError> {
    let (mut after, mut withdrawn) = (String::new(), 0);
    loop {
        let page = store.accounts.accounts_from("", &after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(withdrawn) };
        after.clone_from(&last.key);
        for account in page.iter().filter(|account| !door::gives_games(account)) {
            withdrawn += take_back_imports(store, archive, account).await?;
        }
    }
}

async fn take_back(
    store: &Store,
    archive: &Archive,
    id: GameId,
    readers: &[PlayerId],
) -> Result<u64, StorageError> {
    let game = match archive.game(id).await {
        Ok(read) => read.game().clone(),
        Err(ReadError::NoSuchGame(_)) => return Ok(0),
        Err(ReadError::Storage(error)) => return Err(error),
    };
    let mut withdrawn = 0;
    for puzzle in possible(&game, readers) {
        let Some(stored) = store.puzzles.puzzle(puzzle.as_str()).await? else { continue };
        // Another game may have given the same position first.
        let is_its = Puzzle::from_line(&stored.line)
            .is_ok_and(|puzzle| matches!(puzzle.origin, Origin::Game(game) if game == id.as_str()));
        if is_its && !stored.is_withdrawn && store.puzzles.withdraw_puzzle(&stored.id).await? {
            withdrawn += 1;
        }
    }
    Ok(withdrawn)
}

/// The ids that puzzles of this game can have: for everybody, and for the class of each of these.
fn possible(game: &Game, readers: &[PlayerId]) -> Vec<PuzzleId> {
    let mut position = *game.history().start();
    let mut ids = Vec::new();
    for mv in game.history().moves() {
        position.play(*mv);
        ids.push(PuzzleId::of(&position));
        ids.extend(readers.iter().map(|reader| PuzzleId::among(&position, &[reader.as_bytes().as_slice()])));
    }
    ids
}
