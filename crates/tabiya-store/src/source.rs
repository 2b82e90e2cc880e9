// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which of all copies of a site's database answers: after a standby was promoted, or a backup restored, it is another one.

use tabiya_game::Time;

use crate::NodeName;

/// What a store knows of the database that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSource {
    /// The process that answers. If the database was started anew, it is another one.
    pub process: String,
    /// The copy of the data. A copy that is restored as a folder can't be told from the one that it was copied from.
    pub copy: String,
    /// Where it is, for people.
    pub place: String,
}

/// When another copy of the data has begun to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseChange {
    /// By the clock of the database: when that was noticed, or when it was found that events are missing.
    pub since: Time,
    /// In how many games it lacked events that people had been told. Each node counts those that it had in memory.
    pub games: u32,
    /// Which nodes have found that, by their names.
    pub set_back: Vec<SetBack>,
}

/// What a node has found that the database lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetBack {
    /// The node.
    pub node: NodeName,
    /// When it found that, the last time, by the clock of the database.
    pub at: Time,
    /// In how many games.
    pub games: u32,
}
