// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as a file: the report, the crosstable, the games.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use tabiya_events::event::Event;
use tabiya_events::games::{Place, Readers, places, written};
use tabiya_events::topic::who;
use tabiya_events::{files, view};
use tabiya_limits::address::Caller;
use tabiya_limits::long_answers::RETRY_AFTER;
use tabiya_limits::programs::ExportPlace;
use tabiya_protocol::events::EventId;
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// Games that one piece of a PGN file holds.
const PIECE: usize = 20;

/// What `GET /api/page/events/ID/file/trf` is asked for.
#[derive(Debug, Deserialize)]
pub(super) struct FileWish {
    /// Whether games that were played online are rated ones in it.
    #[serde(default)]
    online: bool,
}

/// `GET /api/page/events/ID/file/KIND`: `trf`, which is the full one for whoever owns the event, `csv`, or `pgn`.
pub(super) async fn file(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    caller: Caller,
    Path((id, kind)): Path<(String, String)>,
    Query(wish): Query<FileWish>,
) -> Result<Response, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    let is_ghost = |player| app.people.ghosts.has(player);
    let (known, full) = view::in_files_of(who(visitor.as_ref()), &event, &is_ghost);
    let headers = |mime: &'static str| {
        let name = format!("attachment; filename=\"event-{id}.{kind}\"");
        [(CONTENT_TYPE, mime.to_owned()), (CONTENT_DISPOSITION, name)]
    };
    match kind.as_str() {
        "trf" => {
            let write = if wish.online { files::trf_with_online } else { files::trf };
            let text = app.calmly(&caller, move || write(&known, full)).await?;
            Ok((headers("text/plain; charset=utf-8"), text).into_response())
        }
        "csv" => {
            let text = app.calmly(&caller, move || files::csv(&known)).await?;
            Ok((headers("text/csv; charset=utf-8"), text).into_response())
        }
        "pgn" => {
            let under_way = app.programs.begin_export(&caller, visitor.as_ref());
            let held = under_way.ok_or(ApiError::TooManyAnswers { wait: RETRY_AFTER })?;
            let headers = headers("application/x-chess-pgn; charset=utf-8");
            Ok((headers, games(app, id, known, held)).into_response())
        }
        _ => Err(ApiError::NoSuch("an event has the files trf, csv and pgn".into())),
    }
}

/// The games that everybody may see, with the names of `event`. Each piece is read when the one before it has been sent.
fn games(app: App, id: EventId, event: Event, held: ExportPlace) -> Body {
    let places = places(&event);
    let download = Arc::new(Download { app, id, event, places, _held: held });
    Body::from_stream(stream::try_unfold(0, move |from| {
        let download = Arc::clone(&download);
        async move {
            if from >= download.places.len() {
                return Ok::<_, ApiError>(None);
            }
            // A task, so it ends even while the client reads nothing.
            let piece = tokio::spawn(async move { download.piece(from).await });
            let text = piece.await.map_err(|_| ApiError::Fault)??;
            Ok(Some((Bytes::from(text), from + PIECE)))
        }
    }))
}

/// The games of an event on their way to a visitor.
struct Download {
    app: App,
    id: EventId,
    event: Event,
    places: Vec<Place>,
    /// The visitor's place among the exports.
    _held: ExportPlace,
}

impl Download {
    async fn piece(&self, from: usize) -> Result<String, ApiError> {
        let Self { app, id, event, places, .. } = self;
        let readers = Readers::Everybody { delay: app.archive.delay(), now: app.people.now() };
        let mut text = String::new();
        for place in places.iter().skip(from).take(PIECE) {
            let game = written(&app.events, *id, event, &app.people.ghosts, readers, *place).await?;
            if let Some(game) = game {
                text.push_str(&game.pgn);
                text.push('\n');
            }
        }
        Ok(text)
    }
}
