// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who sees which puzzle, and for whom a game becomes puzzles. The one place that decides it, for the page, the compatible API and the
//! command line.
//!
//! A puzzle of a game of two adults is for everybody, and so is each one that comes from elsewhere. A game within a class, with or
//! against the computer, becomes puzzles for that class alone: its pupils and its organiser, not other staff. Whoever
//! imported a game decides whether it becomes puzzles, and they do not link to it. No game becomes a
//! puzzle that is running, private or a trial, that was played over a board by people whom nobody has asked, that has a child
//! outside of a class, a closed account, or a player who does not want it.

use tabiya_accounts::people::class::{class_of, is_of_class, pupils_of};
use tabiya_accounts::people::{is_listed, key_of_typed};
use tabiya_archive::privacy::was_trial;
use tabiya_game::{Game, GameId, PlayerId, Seat, Seats};
use tabiya_rules::{Color, Variant};
use tabiya_store::{Account, ArchivedGame, Audience, Role, StorageError, Store, StoredPuzzle};

/// The setting in which an account keeps whether its games may become puzzles. Any other word, and none, allow it.
const SETTING: &str = "puzzle_games";
/// The word that forbids it.
const OFF: &str = "off";
/// In shorter games nobody has had a chance, in half-moves.
const SHORTEST: u32 = 16;

/// Whether a puzzle of this audience is shown to the player with this account; `None` is a guest, or a visitor without a name.
#[must_use]
pub fn sees(audience: Audience, viewer: Option<&Account>) -> bool {
    let viewer = viewer.filter(|viewer| viewer.is_open());
    match audience {
        Audience::Everybody => true,
        Audience::Class(organiser) => viewer.is_some_and(|viewer| is_of_class(viewer, organiser)),
        Audience::Pupil { organiser, pupil } => viewer.is_some_and(|viewer| {
            is_of_class(viewer, organiser) && (viewer.player == pupil || viewer.player == organiser)
        }),
    }
}

/// The class of the staff member with this name; `None` if nobody of this name has one.
///
/// # Errors
/// If the storage fails.
pub async fn class_called(store: &Store, name: &str) -> Result<Option<Audience>, StorageError> {
    let account = store.accounts.account_called(&key_of_typed(name)).await?;
    let teacher = account.filter(|account| account.is_open() && account.role.is_staff());
    Ok(teacher.map(|teacher| Audience::Class(teacher.player)))
}

/// Whether a file for everybody has this puzzle.
#[must_use]
pub fn is_exported(stored: &StoredPuzzle) -> bool {
    !stored.is_withdrawn && sees(stored.audience, None)
}

/// Whether this player is shown a puzzle.
///
/// # Errors
/// If the storage fails.
pub(crate) async fn shows(
    store: &Store,
    stored: &StoredPuzzle,
    player: Option<PlayerId>,
) -> Result<bool, StorageError> {
    if sees(stored.audience, None) {
        return Ok(true);
    }
    let Some(player) = player else { return Ok(false) };
    Ok(sees(stored.audience, store.accounts.account(player).await?.as_ref()))
}

/// For whom the game with these seats becomes puzzles, where `accounts` are those of its players; `None` if for nobody.
fn audience(seats: Seats, accounts: &[Account]) -> Option<Audience> {
    if accounts.iter().any(|account| !account.is_open() || declines(account)) {
        return None;
    }
    if accounts.iter().all(|account| is_listed(account) && class_of(account).is_none()) {
        return Some(Audience::Everybody);
    }
    let organiser = accounts.iter().find_map(class_of)?;
    let is_own = |seat: Seat| match seat {
        Seat::Open => false,
        Seat::Computer(_) => true,
        Seat::Player(player) => accounts
            .iter()
            .find(|account| account.player == player)
            .is_some_and(|account| is_of_class(account, organiser)),
    };
    Color::ALL.into_iter().all(|color| is_own(seats[color])).then_some(Audience::Class(organiser))
}

/// For whom a game becomes puzzles that these have brought from elsewhere, where `accounts` are those of them who have one; `None` if
/// for nobody. Nobody sits in it, so those who brought it decide: all of them must, and no guest can be asked. `teachers` are those of
/// other staff who have pupils: an admin may teach.
fn audience_of_import(
    importers: &[PlayerId],
    accounts: &[Account],
    teachers: &[PlayerId],
) -> Option<Audience> {
    let gives = |account: &Account| {
        account.is_open() && !declines(account) && (is_listed(account) || class_of(account).is_some())
    };
    if importers.is_empty() || accounts.len() < importers.len() || !accounts.iter().all(gives) {
        return None;
    }
    // What a teacher or a pupil brings are their class's games.
    let class = |account: &Account| match account.role {
        Role::Organiser => Some(account.player),
        _ if teachers.contains(&account.player) => Some(account.player),
        _ => class_of(account),
    };
    let mut classes = accounts.iter().filter_map(class);
    match classes.next() {
        None => Some(Audience::Everybody),
        Some(first) => classes.all(|other| other == first).then_some(Audience::Class(first)),
    }
}

/// Whether the games of this account, and those it has imported, may become puzzles, as far as its settings say so.
#[must_use]
pub fn gives_games(account: &Account) -> bool {
    !declines(account)
}

/// Whether this player wants no games to become puzzles.
fn declines(account: &Account) -> bool {
    account.settings.get(SETTING) == Some(OFF)
}

/// Whether the row of a game says that positions may be taken from it, as far as it says so.
fn may_be_taken(row: &ArchivedGame) -> bool {
    row.end.is_some() && row.variant == Variant::Standard && !was_trial(row)
}

/// Whether the game itself may become puzzles.
pub(crate) fn is_open(game: &Game) -> bool {
    let terms = game.terms();
    game.is_over() && !terms.is_private() && !terms.is_over_the_board()
}

/// For whom a game becomes puzzles, as far as its row says so; `None` if for nobody.
///
/// # Errors
/// If the storage fails.
pub(crate) async fn audience_of(store: &Store, row: &ArchivedGame) -> Result<Option<Audience>, StorageError> {
    if row.half_moves < SHORTEST || !may_be_taken(row) {
        return Ok(None);
    }
    players_give(store, row.seats()).await
}

/// For whom an imported game becomes puzzles; `None` if for nobody.
///
/// # Errors
/// If the storage fails.
pub(crate) async fn importers_give(store: &Store, game: GameId) -> Result<Option<Audience>, StorageError> {
    let importers = store.imports.importers_of(game).await?;
    let accounts = store.accounts.accounts_of(&importers).await?;
    let mut teachers = Vec::new();
    for staff in accounts.iter().filter(|account| account.role.is_staff()) {
        if !pupils_of(store, staff.player).await?.is_empty() {
            teachers.push(staff.player);
        }
    }
    Ok(audience_of_import(&importers, &accounts, &teachers))
}

/// Whether the game was brought from elsewhere. A puzzle links to no such game: only those with its link see it.
#[must_use]
pub fn is_imported(game: &Game) -> bool {
    game.terms().origin().is_some()
}

/// For whom a game may be used in a lesson, as far as its row says so. Short ones too: what beginners lose by is worth a lesson.
///
/// # Errors
/// If the storage fails.
pub(crate) async fn audience_in_lesson(
    store: &Store,
    row: &ArchivedGame,
) -> Result<Option<Audience>, StorageError> {
    if !may_be_taken(row) {
        return Ok(None);
    }
    players_give(store, row.seats()).await
}

async fn players_give(store: &Store, seats: Seats) -> Result<Option<Audience>, StorageError> {
    let players: Vec<_> = Color::ALL.into_iter().filter_map(|color| seats[color].player()).collect();
    Ok(audience(seats, &store.accounts.accounts_of(&players).await?))
}

/// Whether the players of these seats let everybody see the game from which a puzzle comes. Guests and the computer do; a class
/// does not.
///
/// # Errors
/// If the storage fails.
pub async fn players_let(store: &Store, seats: Seats) -> Result<bool, StorageError> {
    Ok(players_give(store, seats).await? == Some(Audience::Everybody))
}

#[cfg(test)]
mod tests;
