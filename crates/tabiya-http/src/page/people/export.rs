// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is kept about an account, as one archive for its player: the JSON documents of all subjects, and the games
//! in PGN.
//!
//! The archive is written into a temporary file, so that a long history needs little memory, and sent from there.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tabiya_limits::address::Caller;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority;
use tabiya_store::{ArchivedGame, GameFilter, StorageError};

use super::kept;
use crate::answer::{ApiError, Member, NoOtherSite};
use crate::state::App;

/// Games that are read at once.
const PAGE: u32 = 20;
/// Unfinished games in an archive. A player may have fewer of them, unless the operator allows more.
const MOST_UNFINISHED: u32 = 500;
/// Games in an archive: the latest.
const MOST_GAMES: usize = 100_000;
/// Bytes of the archive that are sent at once.
const PIECE: usize = 256 * 1024;

/// `GET /api/page/export`
pub(super) async fn export(
    State(app): State<App>,
    _: NoOtherSite,
    caller: Caller,
    Member(login): Member,
) -> Result<Response, ApiError> {
    let account = &login.account;
    let (turn, until_sent) = app.people.quotas.begin_export(account.player, &caller).await?;
    let documents = kept::documents(&app, account).await?;
    let games = games(&app, &app.people.identity_of(Arc::clone(&login))).await?;
    let now = app.people.now().0 / 1000;
    let packed = low_priority::run(move || {
        // Held until it is written, also where the player has gone.
        let _turn = turn;
        pack(&documents, games, now)
    });
    let (file, length) = packed.await.map_err(io::Error::other).flatten().map_err(fault)?;
    let pieces = futures_util::stream::try_unfold(file, move |mut file| {
        // As long as the answer lasts.
        let _held = &until_sent;
        async move {
            let read = tokio::task::spawn_blocking(move || {
                let mut piece = vec![0; PIECE];
                let length = file.read(&mut piece)?;
                piece.truncate(length);
                Ok::<_, io::Error>((piece, file))
            });
            let (piece, file) = read.await.map_err(io::Error::other)??;
            Ok::<_, io::Error>((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
        }
    });
    let name = format!("attachment; filename=\"tabiya-{}.tar.gz\"", account.player);
    let headers = [
        (CONTENT_TYPE, "application/gzip".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

fn fault(error: io::Error) -> ApiError {
    tracing::error!(%error, "an archive of a player's data can't be written");
    ApiError::Fault
}

/// A file with the games in PGN.
async fn games(app: &App, player: &Identity) -> Result<File, ApiError> {
    let mut file = tempfile::tempfile().map_err(fault)?;
    let archive = &app.store.archive;
    let unfinished = archive.unfinished_of(player.player, MOST_UNFINISHED).await?;
    for page in unfinished.chunks(PAGE as usize) {
        file.write_all(pgn(app, page, player).await?.as_bytes()).map_err(fault)?;
    }
    let (mut count, mut before) = (unfinished.len(), None);
    while count < MOST_GAMES {
        let page = archive.finished_of(player.player, &GameFilter::default(), before, PAGE).await?;
        count += page.len();
        before = page.last().and_then(|last| last.page_key());
        let is_last = page.len() < PAGE as usize;
        // A game that has ended since is in the file already.
        let is_new = |game: &ArchivedGame| unfinished.iter().all(|one| one.id != game.id);
        let new: Vec<_> = page.into_iter().filter(is_new).collect();
        file.write_all(pgn(app, &new, player).await?.as_bytes()).map_err(fault)?;
        if is_last {
            break;
        }
    }
    Ok(file)
}

/// These games. One that can't be replayed is left out, and keeps nothing else from its player.
async fn pgn(app: &App, games: &[ArchivedGame], player: &Identity) -> Result<String, StorageError> {
    let place = app.archive.place().await;
    app.archive.pgn_for(place, games.iter().map(|game| game.id).collect(), Some(player)).await
}

/// Puts all into one `.tar.gz`; returns it, at its beginning, and its length.
fn pack(documents: &[(&str, Value)], mut games: File, now: u64) -> io::Result<(File, u64)> {
    let mut archive = tar::Builder::new(GzEncoder::new(tempfile::tempfile()?, Compression::default()));
    let header = |length: u64| {
        let mut header = tar::Header::new_ustar();
        header.set_size(length);
        header.set_mode(0o600);
        header.set_mtime(now);
        header
    };
    for (name, document) in documents {
        let text = serde_json::to_vec_pretty(document)?;
        archive.append_data(&mut header(text.len() as u64), name, text.as_slice())?;
    }
    let length = games.seek(SeekFrom::End(0))?;
    games.rewind()?;
    archive.append_data(&mut header(length), "games.pgn", games)?;
    let mut file = archive.into_inner()?.finish()?;
    let length = file.stream_position()?;
    file.rewind()?;
    Ok((file, length))
}
