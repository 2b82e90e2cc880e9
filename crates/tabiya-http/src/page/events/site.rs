// SPDX-License-Identifier: AGPL-3.0-or-later
//! The web page of an event as one file to download.

use std::io::{self, Write as _};

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use tabiya_events::decide::Refusal;
use tabiya_events::site::{File, Language, files, turn};
use tabiya_events::topic::who;
use tabiya_limits::address::Caller;
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, NoOtherSite};
use crate::state::App;

/// `GET /api/page/events/ID/site/LANGUAGE`: a ZIP of pages that show what strangers see, for organisers to put elsewhere.
pub(super) async fn zip(
    State(app): State<App>,
    _: NoOtherSite,
    visitor: Option<Identity>,
    caller: Caller,
    Path((id, language)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let language: Language = language
        .parse()
        .map_err(|error: tabiya_events::site::NoLanguage| ApiError::NoSuch(error.to_string().into()))?;
    // Held until it is packed.
    let turn = turn().await;
    let pages =
        files(&turn, &app.events, id, &event, &app.people.ghosts, (language, app.people.now())).await?;
    let packed = app.calmly(&caller, move || packed(&pages)).await?.map_err(|error| {
        tracing::error!(%error, "the web page of an event can't be packed");
        ApiError::Fault
    })?;
    let name = format!("attachment; filename=\"event-{id}.zip\"");
    Ok(([(CONTENT_TYPE, "application/zip".to_owned()), (CONTENT_DISPOSITION, name)], packed).into_response())
}

/// 1 January 1980, the first day that a ZIP can say: the files have no time of their own.
const DAY: u16 = 0x21;
/// The version of ZIP that a reader must know for compressed files, times ten.
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
/// Deflate.
const METHOD: u16 = 8;

/// Files as a ZIP archive (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
fn packed(files: &[File]) -> io::Result<Vec<u8>> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    let small =
        |length: usize| u32::try_from(length).map_err(|_| io::Error::other("it is too large for a ZIP"));
    for (name, text) in files {
        let mut crc = Crc::new();
        crc.update(text.as_bytes());
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes())?;
        let data = encoder.finish()?;
        let at = small(out.len())?;
        let mut facts = Vec::new();
        for number in [VERSION, FLAGS, METHOD, 0, DAY] {
            facts.extend(number.to_le_bytes());
        }
        for number in [crc.sum(), small(data.len())?, small(text.len())?, small(name.len())?] {
            // The last one holds the lengths of the name and of further fields, two bytes each.
            facts.extend(number.to_le_bytes());
        }
        out.extend(b"PK\x03\x04");
        out.extend(&facts);
        out.extend(name.as_bytes());
        out.extend(data);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&facts);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (at, length) = (small(out.len())?, small(directory.len())?);
    let count =
        u16::try_from(files.len()).map_err(|_| io::Error::other("it has too many files for a ZIP"))?;
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn number(bytes: &[u8], at: usize) -> usize {
        bytes[at..at + 4].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    }

    #[test]
    fn what_is_packed_is_unpacked_from_its_directory() {
        let files = [("index.html".to_owned(), "ä page ".repeat(200)), ("b.css".to_owned(), String::new())];
        let zip = packed(&files).unwrap();
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        assert_eq!((zip[end + 8], zip[end + 10]), (2, 2));
        let mut entry = number(&zip, end + 16);
        for (name, text) in &files {
            assert_eq!(&zip[entry..entry + 4], b"PK\x01\x02");
            let (packed, whole) = (number(&zip, entry + 20), number(&zip, entry + 24));
            let (length, at) = (usize::from(zip[entry + 28]), number(&zip, entry + 42));
            assert_eq!(&zip[entry + 46..entry + 46 + length], name.as_bytes());
            assert_eq!(&zip[at..at + 4], b"PK\x03\x04");
            let data = &zip[at + 30 + length..][..packed];
            let mut read = String::new();
            flate2::read::DeflateDecoder::new(data).read_to_string(&mut read).unwrap();
            assert_eq!((&read, read.len()), (text, whole));
            entry += 46 + length;
        }
        assert_eq!(entry, end);
    }
}
