// SPDX-License-Identifier: AGPL-3.0-or-later
//! What can go wrong, in words for whoever runs the server.

use std::{fmt, io, path::PathBuf};

use tabiya_game::GameId;

use crate::NodeName;

/// Why a game could not be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// Whoever creates it does not own the game's slot under the epoch that it named. Nothing was written.
    #[error("the slot of the game {id} is not owned by this server any more")]
    Fenced {
        /// The game.
        id: GameId,
    },
    /// Another game has this id.
    #[error("there is another game with the id {id}")]
    Exists {
        /// The id.
        id: GameId,
    },
    /// The storage failed; nothing was written, unless it is [`StorageError::Unanswered`].
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why events could not be appended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The writer does not own the game's slot under the epoch that it named. Nothing was written, and the writer must not
    /// write to this game again.
    #[error("the slot of the game {id} is not owned by this server any more")]
    Fenced {
        /// The game.
        id: GameId,
    },
    /// The log does not end where the caller thought, or has ended for good.
    #[error("event {first_seq} can't be added to game {id}, which has {next_seq} events")]
    Conflict {
        /// The game.
        id: GameId,
        /// The number that the caller gave to the first new event.
        first_seq: u32,
        /// The number that the next event must have.
        next_seq: u32,
    },
    /// There is no such game.
    #[error("there is no game {id}")]
    UnknownGame {
        /// The id.
        id: GameId,
    },
    /// The storage failed; nothing was written, unless it is [`StorageError::Unanswered`].
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What has happened to a file of the data folder while it was open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Its name leads nowhere: the file, or a folder above it, was deleted or moved.
    Missing,
    /// Its name leads to another file, or the file has another content.
    Replaced,
    /// It has lost its end, or all of its content.
    Cut,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "was deleted or moved",
            Self::Replaced => "was replaced",
            Self::Cut => "was cut",
        })
    }
}

/// The storage failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// No room left.
    #[error("the disk with the database is full; make room there, and play goes on")]
    Full,
    /// The file can't be written any more.
    #[error("the data can't be written: {detail}")]
    ReadOnly {
        /// What the database says.
        detail: String,
    },
    /// Another program holds the database.
    #[error("another program keeps the database locked: {detail}")]
    Busy {
        /// What the database says.
        detail: String,
    },
    /// The file is damaged.
    #[error(
        "the database is damaged: {detail}; \"tabiya data check\" says what is wrong, and \"tabiya data restore --replace\" puts \
         a backup in its place and keeps it"
    )]
    Damaged {
        /// What the database says.
        detail: String,
    },
    /// An event in the log can't be read: it is damaged, or of a newer version.
    #[error("event {seq} of game {game} can't be read: {detail}")]
    Unreadable {
        /// The game.
        game: GameId,
        /// The event's number.
        seq: u32,
        /// What is wrong.
        detail: String,
    },
    /// A log that is to be created does not start with the game's creation.
    #[error("the log of game {game} must start with its creation")]
    NotCreated {
        /// The game.
        game: GameId,
    },
    /// Any other failure, such as one of the disk.
    #[error("the storage failed: {detail}")]
    Failed {
        /// What the database says.
        detail: String,
    },
    /// A file of the data folder was deleted, replaced or cut while it was open.
    #[error("{} {damage} while the server runs; {advice}", path.display())]
    Gone {
        /// The file that was opened.
        path: PathBuf,
        /// What has happened to it.
        damage: Damage,
        /// What the operator is to do.
        advice: &'static str,
    },
    /// The database server does not answer; nothing was written.
    #[error("the database can't be reached: {detail}")]
    Unreachable {
        /// What is known about it.
        detail: String,
    },
    /// Another server may have the database now; nothing was written.
    #[error("the database is not held by this server any more ({detail}); moves are refused until it is")]
    NotHeld {
        /// Why.
        detail: String,
    },
    /// Another server of the same site owns the game; nothing was written.
    #[error("the game {game} is played on {}", node.as_ref().map_or("another node of this site".to_owned(), |node| format!("the node {node} of this site")))]
    Elsewhere {
        /// The game.
        game: GameId,
        /// The node that owns it; `None` if nobody is known to own it now.
        node: Option<NodeName>,
    },
    /// The nodes of the site run another version of the program, and write in a format that does not fit this one's.
    #[error(
        "the other nodes of this site run Tabiya {}, and this program is {ours}; these versions can't play together: start this \
         one with theirs, or stop all of them first and then start them with the new one",
        theirs.join(" and ")
    )]
    OtherVersion {
        /// The version of this program.
        ours: String,
        /// The versions of the nodes that run, each once.
        theirs: Vec<String>,
    },
    /// The store is being closed; nothing was written.
    #[error("the store is closed")]
    Closed,
    /// No answer came: what was asked may have been done, or not. The log itself says which.
    #[error("the storage did not answer, so nobody knows whether it has written")]
    Unanswered,
}

/// How the tables of a database differ from those that this program makes: the first difference that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaGap {
    /// The subject whose tables differ; `None` for those of the base, which all databases have.
    pub subject: Option<String>,
    /// The number of the newest migration that the database has seen; 0 if none.
    pub found: u32,
    /// The number of the newest one that this program knows; 0 if none.
    pub known: u32,
}

impl fmt::Display for SchemaGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, found, known } = self;
        match subject {
            None => write!(f, "the schema is {found}, this program's {known}"),
            Some(subject) if *known == 0 => {
                write!(f, "the schema of {subject} is {found}, and this program has none")
            }
            Some(subject) => write!(f, "the schema of {subject} is {found}, this program's {known}"),
        }
    }
}

/// Which program can use data that this one can't, in words. Two builds may have one version.
fn needed(program: Option<&str>) -> String {
    match program {
        Some(version) if version != env!("CARGO_PKG_VERSION") => format!("Tabiya {version} or newer"),
        Some(_) | None => "that version or newer".to_owned(),
    }
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A node of this name runs already.
    #[error(
        "another server takes part in the database {database} under the name {name}; give each node a name of its own with --node"
    )]
    NodeInUse {
        /// The database, without its password.
        database: String,
        /// The name.
        name: NodeName,
    },
    /// The folder is missing and can't be made, or is no folder.
    #[error("the data folder {} can't be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder or what lies in it can't be written.
    #[error("{} can't be written; check who owns it and whether its disk is read-only", path.display())]
    ReadOnly {
        /// The folder or the file.
        path: PathBuf,
    },
    /// What has the name of the folder is something else.
    #[error("{} is no folder; name another one with --data", path.display())]
    NoFolder {
        /// What has the name of the folder, or of a folder above it.
        path: PathBuf,
    },
    /// The system refuses to let the file be read.
    #[error("{} can't be read: {source}; check who owns it and the folders above it", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file can be read, but SQLite can't make the files beside it that reading takes.
    #[error(
        "{} can be read only where its folder can be written too, for SQLite keeps a file beside it while it reads; do this \
         as the folder's owner, or copy the file to a folder of yours first",
        path.display()
    )]
    FolderReadOnly {
        /// The database.
        path: PathBuf,
    },
    /// Another server has it.
    #[error("another Tabiya server uses {}; stop it, or choose another folder with --data", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A newer program wrote the database.
    #[error(
        "{} was written by a newer Tabiya ({gap}); use {}, or restore a backup from before the upgrade",
        path.display(), needed(program.as_deref())
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// How its tables differ from this program's.
        gap: SchemaGap,
        /// The version of the program that used it last; `None` if it has not said so.
        program: Option<String>,
    },
    /// The file is something else.
    #[error("{} is not a Tabiya database", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The database can't be used.
    #[error("{} can't be opened: {source}", path.display())]
    Storage {
        /// The database.
        path: PathBuf,
        /// Why.
        source: StorageError,
    },
    /// A move to it was not finished.
    #[error(
        "{place} holds an unfinished move from {from}; finish it with \"tabiya data move\", or go on using {from}"
    )]
    UnfinishedMove {
        /// The folder's database, or the URL of a database without its password.
        place: String,
        /// Where the move comes from.
        from: String,
    },
    /// A PostgreSQL database can't be used.
    #[error("the database {database} can't be used: {source}")]
    Database {
        /// Its URL without the password.
        database: String,
        /// Why.
        source: StorageError,
    },
    /// Another server has it.
    #[error(
        "another Tabiya server uses the database {database}; stop it, or choose another database with --database"
    )]
    DatabaseInUse {
        /// Its URL without the password.
        database: String,
    },
    /// A newer program wrote its tables.
    #[error("the tables in {database} are of a newer Tabiya ({gap}); use {}", needed(program.as_deref()))]
    NewerDatabase {
        /// Its URL without the password.
        database: String,
        /// How its tables differ from this program's.
        gap: SchemaGap,
        /// The version of the program that used it last; `None` if it has not said so.
        program: Option<String>,
    },
}

/// Why a database could not be backed up, restored or checked.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Nothing is there.
    #[error("there is no database {}", path.display())]
    NoDatabase {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// An older program wrote it.
    #[error(
        "{} was written by an older Tabiya ({gap}); start the server once, which brings it up to date",
        path.display()
    )]
    Older {
        /// The database.
        path: PathBuf,
        /// How its tables differ from this program's.
        gap: SchemaGap,
    },
    /// A PostgreSQL database that no Tabiya has used.
    #[error("there are no games of Tabiya in the database {database}")]
    NoTables {
        /// Its URL without the password.
        database: String,
    },
    /// An older program wrote its tables.
    #[error(
        "the tables in {database} are of an older Tabiya ({gap}); start the server once, which brings them up to date"
    )]
    OlderDatabase {
        /// Its URL without the password.
        database: String,
        /// How its tables differ from this program's.
        gap: SchemaGap,
    },
    /// A backup would lie in the data folder.
    #[error("{} would lie in the data folder itself; write the backup somewhere else", file.display())]
    InsideData {
        /// The file that was asked for.
        file: PathBuf,
    },
    /// A restore would replace games.
    #[error(
        "{} has {} already; --replace puts the backup in their place and keeps them beside it",
        path.display(),
        games.map_or_else(|| "games (it can't be read)".to_owned(), |games| format!("{games} game{}", if games == 1 { "" } else { "s" }))
    )]
    HasGames {
        /// The database.
        path: PathBuf,
        /// How many games; none if it can't be read.
        games: Option<u32>,
    },
    /// A restore would go where no server looks: the folder has no database, and one below it has.
    #[error("{} has no database, but {} has one; name that folder", folder.display(), below.display())]
    DataBelow {
        /// The folder that was named.
        folder: PathBuf,
        /// The one below it.
        below: PathBuf,
    },
    /// A file can't be made.
    #[error("{} can't be written: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The copying failed.
    #[error("{} can't be copied to {}: {source}", from.display(), to.display())]
    Copy {
        /// What was to be copied.
        from: PathBuf,
        /// To where.
        to: PathBuf,
        /// Why not.
        source: StorageError,
    },
    /// A backup has faults.
    #[error("{} has {faults} faults and was not restored", path.display())]
    Faulty {
        /// The backup.
        path: PathBuf,
        /// How many.
        faults: u64,
    },
    /// The database can't be read.
    #[error("{} can't be read: {source}", path.display())]
    Storage {
        /// The database.
        path: PathBuf,
        /// Why not.
        source: StorageError,
    },
}
