// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store as the server gets it: one handle for each port.

use std::ops::Deref;
use std::sync::Arc;

use crate::{
    AccessTokens, Accounts, Analyses, Archive, BulkPairings, Certificates, Challenges, Chat, Deadlines, Desk,
    Events, GameLog, Imports, Lines, Members, Nodes, Notices, PostgresStore, PushDevices, PuzzleLessons,
    PuzzleSets, Puzzles, Ratings, Relations, Sessions, Site, SqliteStore, Tokens,
};

/// A port is named once: what a database must have, a handle to it, and how the handle is made follow from this list.
macro_rules! ports {
    ($($(#[$doc:meta])* $name:ident: $port:ident,)*) => {
        /// A handle to each port.
        #[derive(Clone)]
        pub struct Handles {
            $($(#[$doc])* pub $name: Arc<dyn $port>,)*
        }

        impl Handles {
            fn of<D: $($port +)* 'static>(database: &Arc<D>) -> Self {
                Self { $($name: Arc::<D>::clone(database),)* }
            }
        }
    };
}

ports! {
    /// The log of games: the record.
    log: GameLog,
    /// What lists and pages of games show.
    archive: Archive,
    /// When games that are not in memory are due.
    deadlines: Deadlines,
    /// Names, roles and passwords.
    accounts: Accounts,
    /// Who is logged in.
    sessions: Sessions,
    /// Secrets that were handed out.
    tokens: Tokens,
    /// What staff decides for the whole site.
    site: Site,
    /// What rated games have done to their players.
    ratings: Ratings,
    /// What players think of one another.
    relations: Relations,
    /// What staff has done, and reports.
    desk: Desk,
    /// Which servers share the database, and which games each of them owns.
    nodes: Nodes,
    /// What players have been told.
    notices: Notices,
    /// Devices to which news are pushed.
    push_devices: PushDevices,
    /// What is said beside games.
    chat: Chat,
    /// With what programs act for players.
    access_tokens: AccessTokens,
    /// Which games from elsewhere players have brought.
    imports: Imports,
    /// Rounds that organisers have ordered.
    bulk_pairings: BulkPairings,
    /// Certificates that nodes share.
    certificates: Certificates,
    /// Challenges and offered rematches.
    challenges: Challenges,
    /// Computer analyses of finished games.
    analyses: Analyses,
    /// Events: tournaments that are played.
    events: Events,
    /// Whom organisers know.
    members: Members,
    /// What correspondence players have prepared.
    lines: Lines,
    /// Puzzles, and who has tried which.
    puzzles: Puzzles,
    /// Sets of puzzles.
    puzzle_sets: PuzzleSets,
    /// Lessons from games.
    puzzle_lessons: PuzzleLessons,
}

/// All ports of one database, which are the fields of [`Handles`]. Cheap to clone.
///
/// The type of the handles is hidden from the compiler, which would look through all of them for each future that holds a store. `Opaque`
/// of `tabiya-runtime` does the same for other types; it stands in a later crate, so it can't be used here.
#[derive(Clone)]
pub struct Store(Arc<dyn AsRef<Handles> + Send + Sync>);

impl Store {
    /// The ports of a database.
    pub fn new(database: impl Into<Self>) -> Self {
        database.into()
    }

    /// The same with other handles in the place of some, for tests and wrong twins.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Handles)) -> Self {
        let mut handles = Handles::clone(self);
        change(&mut handles);
        Self(Arc::new(handles))
    }
}

/// Made for each database by name, not for every type that has the ports: a generic function is compiled in each crate that calls it, and
/// with it all ports of the database. That was a third of the program, and of the tests of each crate that opens one.
macro_rules! databases {
    ($($database:ident)*) => {
        $(
            impl From<Arc<$database>> for Store {
                fn from(database: Arc<$database>) -> Self {
                    Self(Arc::new(Handles::of(&database)))
                }
            }

            impl From<$database> for Store {
                fn from(database: $database) -> Self {
                    Self::from(Arc::new(database))
                }
            }
        )*
    };
}

databases! { PostgresStore SqliteStore }

impl AsRef<Self> for Handles {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Deref for Store {
    type Target = Handles;

    fn deref(&self) -> &Handles {
        // Without the `*` it would be the `as_ref` of the `Arc`.
        (*self.0).as_ref()
    }
}
