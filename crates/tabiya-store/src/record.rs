// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game's events in one compact row.
//!
//! Each event is a line: the milliseconds since the event before it (since 1970 for the first; negative if a
//! clock was set back), a space, and the event's JSON exactly as in the journal. All lines together are
//! compressed as zlib (RFC 1950), whose checksum detects a damaged row. Before them comes one byte, the
//! number of this format, so that another format can follow without rewriting stored rows.

use std::fmt::Write;

use miniz_oxide::{
    deflate::core::{
        CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
    },
    inflate::decompress_to_vec_zlib_with_limit,
};

use tabiya_game::GameId;

use crate::{StorageError, event_row::StoredEvent};

/// The format above.
const FORMAT: u8 = 1;
/// Fast rather than small: the lines are so similar that more effort saves little.
const LEVEL: i32 = 1;
/// Small rather than fast: for games that are packed away from the thread that writes.
const SMALL: i32 = 6;
/// A limit above all logs: the longest game that the rules allow has a log of one or two megabytes.
const LARGEST: usize = 64 << 20;

/// Makes records. It keeps its buffers, because allocating them would cost more than the work itself.
pub(crate) struct Packer {
    compressor: CompressorOxide,
    lines: String,
}

impl Packer {
    /// Packs fast.
    pub(crate) fn new() -> Self {
        Self::of_level(LEVEL)
    }

    /// Packs into little room.
    pub(crate) fn small() -> Self {
        Self::of_level(SMALL)
    }

    fn of_level(level: i32) -> Self {
        // Any window above 0 selects the zlib format.
        let flags = create_comp_flags_from_zip_params(level, 1, 0);
        Self { compressor: CompressorOxide::new(flags), lines: String::new() }
    }

    /// Packs the events into the row's body.
    pub(crate) fn pack(&mut self, events: &[StoredEvent]) -> Vec<u8> {
        self.lines.clear();
        let mut before = 0_i64;
        for event in events {
            let since = event.at.wrapping_sub(before);
            writeln!(self.lines, "{since} {}", event.body).expect("a string takes everything");
            before = event.at;
        }
        let mut packed = vec![FORMAT];
        self.compressor.reset();
        let lines = self.lines.as_bytes();
        let (status, _) = compress_to_output(&mut self.compressor, lines, TDEFLFlush::Finish, |bytes| {
            packed.extend_from_slice(bytes);
            true
        });
        assert_eq!(status, TDEFLStatus::Done, "a buffer that grows takes everything");
        packed
    }
}

/// The events in a row's body. The error says what is wrong with it.
pub(crate) fn unpack(body: &[u8]) -> Result<Vec<StoredEvent>, String> {
    let packed = match body {
        [FORMAT, packed @ ..] => packed,
        [other, ..] => return Err(format!("its record has the unknown format {other}")),
        [] => return Err("its record is empty".to_owned()),
    };
    let lines = decompress_to_vec_zlib_with_limit(packed, LARGEST)
        .map_err(|error| format!("its record can't be unpacked: {error}"))?;
    let lines = String::from_utf8(lines).map_err(|error| format!("its record is no text: {error}"))?;
    let mut before = 0_i64;
    lines
        .lines()
        .map(|line| {
            let parts =
                line.split_once(' ').and_then(|(since, body)| Some((since.parse::<i64>().ok()?, body)));
            let (since, body) = parts.ok_or_else(|| "its record has a line without a time".to_owned())?;
            before = before.wrapping_add(since);
            Ok(StoredEvent { at: before, body: body.to_owned() })
        })
        .collect()
}

/// The events of a game's record, which must contain `count` of them.
pub(crate) fn unpack_all(game: GameId, count: u32, body: &[u8]) -> Result<Vec<StoredEvent>, StorageError> {
    let unreadable = |detail| StorageError::Unreadable { game, seq: 0, detail };
    let events = unpack(body).map_err(unreadable)?;
    if u32::try_from(events.len()) != Ok(count) {
        return Err(unreadable(format!("its record has {} events in place of {count}", events.len())));
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events() -> Vec<StoredEvent> {
        let event = |at, body: &str| StoredEvent { at, body: body.to_owned() };
        vec![
            event(1_795_000_000_000, r#"{"created":{"time":null}}"#),
            event(1_795_000_004_000, r#"{"move_played":{"uci":"e2e4","clock":300000}}"#),
            event(1_794_999_999_000, "a clock set back"),
            event(i64::MAX, ""),
            event(i64::MIN, "as no clock ever says"),
        ]
    }

    fn pack(events: &[StoredEvent]) -> Vec<u8> {
        Packer::new().pack(events)
    }

    #[test]
    fn what_was_packed_comes_back() {
        assert_eq!(unpack(&pack(&events())), Ok(events()));
        assert_eq!(unpack(&pack(&[])), Ok(vec![]));
        let mut packer = Packer::new();
        for count in [5, 1, 4, 0, 5] {
            let events = &events()[..count];
            assert_eq!(unpack(&packer.pack(events)), Ok(events.to_vec()), "one packer makes many records");
        }
    }

    #[test]
    fn a_damaged_record_never_gives_other_events() {
        let good = pack(&events());
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x10;
            // A few bits between the text and its checksum have no meaning.
            assert!(unpack(&bad).map_or(true, |same| same == events()), "byte {place}");
            assert!(unpack(&good[..place]).is_err(), "{place} bytes");
        }
    }
}
