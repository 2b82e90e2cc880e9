// SPDX-License-Identifier: AGPL-3.0-or-later
//! An answer of many games, which is read and written in pieces while it is sent.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use tabiya_archive::archive::ReadGame;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_limits::long_answers::RETRY_AFTER;
use tabiya_limits::programs::ExportPlace;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority;
use tabiya_store::StorageError;

use super::access::at_browser;
use super::failure::Failure;
use super::person::origin_for;
use super::played_in::Tournaments;
use super::written::{Beside, Format, Switches, content, json_of, pgn};
use crate::answer::is_from_another_site;
use crate::state::App;

/// Games that are read and written at once.
pub(super) const PIECE: u32 = 20;
/// Pieces of one answer that are under way at once.
const PIECES_AT_ONCE: usize = 2;

/// How games are sent, and to whom. Cheap to clone.
#[derive(Clone)]
pub(super) struct Export {
    pub(super) app: App,
    pub(super) visitor: Option<Identity>,
    /// Who hears of analyses beside the visitor; see [`at_browser`].
    pub(super) browser: Option<Identity>,
    /// What links to this server begin with.
    pub(super) origin: String,
    pub(super) format: Format,
    pub(super) wish: Switches,
    /// Its caller's place for as long as the answer lasts; `None` for a few games.
    #[allow(dead_code, reason = "it is held")]
    pub(super) under_way: Option<Arc<ExportPlace>>,
}

impl Export {
    /// Begins an export of any number of games.
    ///
    /// # Errors
    /// If too many exports of this player, or of this address where there is none, are under way; or if a page of another
    /// site asks and shows no token.
    pub(super) async fn begin(
        app: &App,
        visitor: Option<Identity>,
        caller: &Caller,
        headers: &HeaderMap,
        wish: Switches,
    ) -> Result<Self, Failure> {
        if visitor.is_none() && is_from_another_site(headers, app.config.public_url.as_ref()) {
            return Err(Failure::from_another_site());
        }
        let browser = if wish.analysis.any() { at_browser(app, headers).await? } else { None };
        let under_way = app
            .programs
            .begin_export(caller, visitor.as_ref())
            .ok_or_else(|| Failure::too_fast(RETRY_AFTER))?;
        let (origin, format) = (origin_for(app, headers), Format::asked(headers));
        Ok(Self {
            app: app.clone(),
            visitor,
            browser,
            origin,
            format,
            wish,
            under_way: Some(Arc::new(under_way)),
        })
    }

    /// Those of these games that are there, and that the visitor may see; each ends with what separates it from the next.
    pub(super) async fn piece(self, ids: Vec<GameId>) -> Result<Bytes, Failure> {
        let place = self.app.archive.place().await;
        let games = self.app.archive.games_for(&place, ids, self.visitor.as_ref()).await?;
        let rated = |read: &&ReadGame| read.game().terms().is_rated() && read.game().is_over();
        let rated: Vec<_> = games.iter().filter(rated).map(ReadGame::id).collect();
        let rated = if rated.is_empty() { Vec::new() } else { self.app.store.ratings.rated(&rated).await? };
        let analyses = if self.wish.analysis.any() {
            let games: Vec<_> = games.iter().map(|read| (read.id(), read.game())).collect();
            self.app.analyses.complete(&games, self.visitor.iter().chain(&self.browser)).await?
        } else {
            HashMap::new()
        };
        let (mut tournaments, mut played_in) = (Tournaments::default(), HashMap::new());
        for read in &games {
            if let Some(tournament) = tournaments.of(&self.app, read.id(), read.game()).await? {
                played_in.insert(read.id(), tournament);
            }
        }
        // To name so many moves takes milliseconds, for which no move should wait.
        let written = low_priority::run(move || {
            // Held until all is written, also where the client has gone.
            let _place = place;
            let text = |read: &ReadGame| {
                let rated = rated.iter().find(|rated| rated.game.game == read.id());
                let (analysis, played_in) = (analyses.get(&read.id()), played_in.get(&read.id()));
                self.text(read, Beside { rated, analysis, played_in, origin: &self.origin })
            };
            games.iter().map(text).collect::<String>()
        });
        let written = written.await.map_err(|error| StorageError::Failed { detail: error.to_string() })?;
        Ok(Bytes::from(written))
    }

    fn text(&self, read: &ReadGame, beside: Beside<'_>) -> String {
        let Self { format, wish, .. } = self;
        match format {
            Format::Pgn => pgn(read.id(), read.game(), beside, *wish) + "\n\n",
            Format::Json => json_of(read.id(), read.game(), beside, *wish).to_string() + "\n",
        }
    }
}
/// An answer whose pieces are read while it is sent. `next` says which games come next, [`PIECE`] of them at most.
pub(super) fn streamed<S, F>(export: Export, begin: S, next: impl FnMut(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    F: Future<Output = Result<Option<(Vec<GameId>, S)>, Failure>> + Send + 'static,
{
    let kind = content(export.format);
    let pieces = as_tasks(stream::try_unfold(begin, next).map_ok(move |ids| export.clone().piece(ids)));
    ([(CONTENT_TYPE, kind)], Body::from_stream(pieces)).into_response()
}

/// Runs [`PIECES_AT_ONCE`] pieces at a time and returns their results in order. Each piece is a task, so it ends and gives its
/// archive place back even while the client reads nothing.
fn as_tasks<T: Send + 'static>(
    pieces: impl Stream<Item = Result<impl Future<Output = Result<T, Failure>> + Send + 'static, Failure>>,
) -> impl Stream<Item = io::Result<T>> {
    // A failure in the middle cuts the answer off, which the client notices.
    let broken = || io::Error::other("the games can't be read");
    pieces
        .map_err(move |_| broken())
        .map_ok(move |piece| async move {
            let piece = tokio::spawn(piece).await.map_err(io::Error::other)?;
            piece.map_err(|_| broken())
        })
        .try_buffered(PIECES_AT_ONCE)
}

/// Takes so many off the end, the last first; `None` where there is nothing left.
pub(super) fn last_of(ids: &mut Vec<GameId>, most: usize) -> Option<Vec<GameId>> {
    let next: Vec<_> = ids.drain(ids.len().saturating_sub(most)..).rev().collect();
    (!next.is_empty()).then_some(next)
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use futures_util::StreamExt;
    use tokio::sync::Semaphore;
    use tokio::time::{sleep, timeout};

    use super::*;

    /// On a paused clock: it stands still while a task can go on, and leaps where all of them wait.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_stops_reading_gives_its_places_back() {
        let places = Arc::new(Semaphore::new(1));
        let held = Arc::clone(&places);
        let piece = move |number: u64| {
            let places = Arc::clone(&held);
            async move {
                let _place = places.acquire_owned().await;
                sleep(Duration::from_millis(number)).await;
                Ok(number)
            }
        };
        let mut pieces = pin!(as_tasks(stream::iter(1..100).map(move |number| Ok(piece(number)))));
        assert_eq!(pieces.next().await.unwrap().unwrap(), 1);
        // The second is under way, and nobody asks for it.
        let place = timeout(Duration::from_secs(1), places.acquire()).await;
        assert!(place.is_ok(), "its place is never given back");
    }
}
