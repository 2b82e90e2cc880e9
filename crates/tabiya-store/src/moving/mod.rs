// SPDX-License-Identifier: AGPL-3.0-or-later
//! Moves everything from a data folder to a PostgreSQL database, or back: `tabiya data move`.
//!
//! The log is copied game by game, and each table page by page in the order of its primary key. A page is one transaction,
//! so what stands in the target says how far an interrupted move has come: it goes on after the last key. A row in the
//! target's table `site` marks it until everything was compared and checked; nobody opens a target with that mark (see
//! [`UNFINISHED`](crate::house::UNFINISHED)). Both sides are held alone meanwhile. The source is only read, but for a note in the end, which says
//! where everything has gone ([`MOVED`](crate::house::MOVED)): both are whole sites then, and a server is easily started on the wrong one.
//!
//! The list of tables is read from a schema that is made anew, so a new subject changes nothing here.

mod copy;

use std::path::PathBuf;

use crate::{
    CheckNews, Checked, DatabaseUrl,
    house::{House, MoveError, NewHouse},
    postgres, sqlite,
};

/// Where data live.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a move has two of them")]
pub enum Home {
    /// A data folder.
    Folder(PathBuf),
    /// A PostgreSQL database.
    Database(DatabaseUrl),
}

/// What a move tells while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveNews {
    /// The target held a part of this move already, which goes on now.
    GoesOn,
    /// So many games are copied next.
    Games(u64),
    /// So many more have been, or have been compared.
    GamesDone(u64),
    /// This table is copied next.
    Table(String),
    /// Everything is compared next, so many games first.
    Compares(u64),
    /// The target is checked next.
    Checks,
    /// What the check of the target tells.
    Check(CheckNews),
}

/// What was moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// So many games.
    pub games: u64,
    /// The rows of each table that has any, in the order in which they were compared.
    pub tables: Vec<(String, u64)>,
    /// What the check of the target found. Its faults are the source's too, because everything was compared.
    pub checked: Checked,
    /// Whether the source has noted where everything has gone, so that a server which is started on it says so.
    pub is_noted: bool,
}

impl Moved {
    /// The rows of all tables.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|(_, rows)| rows).sum()
    }
}

/// Moves everything from one home to the other kind of home. Must be called in a Tokio runtime with two threads or more, one of
/// which it blocks.
///
/// # Errors
/// If one of them is in use, is of another version or can't be used, the target is neither empty nor holds a part of the same
/// move, or they differ in the end. The source is as it was then; what stands in the target is refused until a later call has
/// finished the move.
pub async fn move_data(from: &Home, to: &Home, news: &mut dyn FnMut(MoveNews)) -> Result<Moved, MoveError> {
    let (mut old, mut new): (Box<dyn House>, Box<dyn NewHouse>) = match (from, to) {
        (Home::Folder(folder), Home::Database(url)) => {
            let old = sqlite::moving::Source::open(folder)?;
            let new = postgres::moving::Side::target(url, &old.place()).await?;
            (Box::new(old), Box::new(new))
        }
        (Home::Database(url), Home::Folder(folder)) => {
            let old = postgres::moving::Side::source(url).await?;
            let new = sqlite::moving::Target::open(folder, &old.place())?;
            (Box::new(old), Box::new(new))
        }
        (Home::Folder(_), Home::Folder(_)) | (Home::Database(_), Home::Database(_)) => {
            return Err(MoveError::SameKind);
        }
    };
    if new.goes_on() {
        news(MoveNews::GoesOn);
    }
    let tables = sqlite::moving::tables().map_err(|source| MoveError::reading(&*old, source))?;
    copy::games(&mut *old, &mut *new, news).await?;
    for table in &tables {
        news(MoveNews::Table(table.name.clone()));
        copy::table(&mut *old, &mut *new, table).await?;
    }
    new.settle().await.map_err(|source| MoveError::writing(&*new, source))?;
    let games = copy::compare_games(&mut *old, &mut *new, news).await?;
    let mut moved = Moved { games, ..Moved::default() };
    for table in &tables {
        let rows = copy::compare_table(&mut *old, &mut *new, table).await?;
        if rows > 0 {
            moved.tables.push((table.name.clone(), rows));
        }
    }
    news(MoveNews::Checks);
    moved.checked = new.check(&mut |what| news(MoveNews::Check(what))).await?;
    new.finish().await.map_err(|source| MoveError::writing(&*new, source))?;
    // All is done; a disk that can only be read does not change that.
    moved.is_noted = old.note_moved(&new.place()).await.is_ok();
    old.close().await;
    new.close().await;
    Ok(moved)
}
