// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tournament in which a game is played. This dialect knows arenas and Swisses; each has a name of its own in games.

use std::collections::HashMap;

use serde_json::{Value, json};
use tabiya_events::event::Format;
use tabiya_events::journal::Summary;
use tabiya_game::{Game, GameId, Restriction};
use tabiya_store::StorageError;

use crate::state::App;

/// A tournament with a game in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayedIn {
    id: String,
    /// What it is called.
    pub(super) name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Arena,
    Swiss,
    /// One that this dialect has no word for.
    Other,
}

impl PlayedIn {
    /// Names the tournament in an exported game.
    pub(super) fn add_to_export(&self, game: &mut Value) {
        match self.kind {
            Kind::Arena => game["tournament"] = json!(self.id),
            Kind::Swiss => game["swiss"] = json!(self.id),
            Kind::Other => {}
        }
    }

    /// Names the tournament in a game as its player has it, and in the first line of its stream.
    pub(super) fn add_to_own(&self, game: &mut Value) {
        match self.kind {
            Kind::Arena => game["tournamentId"] = json!(self.id),
            Kind::Swiss => game["swissId"] = json!(self.id),
            Kind::Other => {}
        }
    }

    /// Where the game comes from, in the words of this dialect.
    pub(super) const fn source(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Arena => Some("arena"),
            Kind::Swiss => Some("swiss"),
            Kind::Other => None,
        }
    }
}

/// The tournaments that were found, so that each is read once.
#[derive(Default)]
pub(super) struct Tournaments(HashMap<String, Option<PlayedIn>>);

impl Tournaments {
    /// The tournament of a game; `None` where it belongs to none. Games of events have no rematch, and others are not asked for.
    pub(super) async fn of(
        &mut self,
        app: &App,
        id: GameId,
        game: &Game,
    ) -> Result<Option<PlayedIn>, StorageError> {
        if !game.terms().restrictions().has(Restriction::NoRematch) {
            return Ok(None);
        }
        let Some(event) = app.store.events.event_of_game(id).await? else { return Ok(None) };
        if let Some(known) = self.0.get(&event) {
            return Ok(known.clone());
        }
        let found = app.store.events.event(&event).await?.and_then(|stored| {
            let about = Summary::read(&stored).ok()?;
            let kind = match about.format {
                Format::Arena { .. } => Kind::Arena,
                Format::Swiss { .. } => Kind::Swiss,
                Format::RoundRobin { .. }
                | Format::KnockOut { .. }
                | Format::Keizer { .. }
                | Format::TeamMatch { .. } => Kind::Other,
            };
            Some(PlayedIn { id: stored.id, name: about.name, kind })
        });
        self.0.insert(event, found.clone());
        Ok(found)
    }
}

/// The tournament of one game.
pub(super) async fn tournament_of(
    app: &App,
    id: GameId,
    game: &Game,
) -> Result<Option<PlayedIn>, StorageError> {
    Tournaments::default().of(app, id, game).await
}
