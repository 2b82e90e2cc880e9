// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game's page: its document has a preview for whoever shows its link, and the board as it stands.

use std::io::Write;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tabiya_accounts::people::SiteRules;
use tabiya_archive::archive::ReadGame;
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;

use super::pages::{accepts, document, document_file, know_next_time, not_found};
use super::{first_board, preview, read_game};
use crate::answer::ApiError;
use crate::state::App;

/// `GET /game/ID`: the page, with a preview of the game for whoever shows its link, and its board. Where there is no such
/// game, or none for this visitor, the page says so, and the status is 404.
pub(super) async fn open(
    State(app): State<App>,
    identity: Option<Identity>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let may_watch = SiteRules::check(app.people.site.rules().watch, identity.as_ref()).is_ok();
    let read = match read_game(&app, &id, identity.as_ref()).await {
        Ok(read) => Some(read),
        Err(ApiError::NoSuch(_)) => None,
        Err(error) => return Err(error),
    };
    let is_missing = read.is_none();
    let visible = read.filter(|read| may_watch || plays(read, identity.as_ref()));
    let mut response = match (visible, document_file("game")) {
        (Some(read), Some(index)) => {
            let html = preview::with_preview(index.raw, &read, &preview::origin(&app, &headers));
            // The page puts an announcement above the board, which would move a board that is drawn already.
            let html = if app.people.site.rules().announcement.trim().is_empty() {
                let position = read.game().history().position();
                first_board::with_board(&html, &headers, position, near(&read, identity.as_ref()))
            } else {
                html
            };
            // The board's side and colours are this visitor's, so no shared cache may keep the document.
            let caching = [(CACHE_CONTROL, "private, no-cache"), (CONTENT_TYPE, index.content_type)];
            (caching, compressed(html, &headers)).into_response()
        }
        _ => document("game", &headers),
    };
    if is_missing {
        response = not_found(response);
    }
    if identity.is_none() {
        know_next_time(&app, &mut response);
    }
    Ok(response)
}

/// Whether the visitor has a side in the game.
fn plays(read: &ReadGame, visitor: Option<&Identity>) -> bool {
    visitor.is_some_and(|visitor| visitor.side_in(&read.game().seats()).is_some())
}

/// The side at the board's lower edge: the visitor's own; White's for spectators.
fn near(read: &ReadGame, visitor: Option<&Identity>) -> Color {
    visitor.and_then(|visitor| visitor.side_in(&read.game().seats())).unwrap_or(Color::White)
}

/// The document as gzip, where the client takes that.
fn compressed(html: String, headers: &HeaderMap) -> Response {
    let varies = (VARY, "accept-encoding");
    if !accepts(headers, "gzip") {
        return ([varies], html).into_response();
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = packed.write_all(html.as_bytes()).and_then(|()| packed.finish());
    ([varies, (CONTENT_ENCODING, "gzip")], packed.expect("a vector takes all bytes")).into_response()
}
