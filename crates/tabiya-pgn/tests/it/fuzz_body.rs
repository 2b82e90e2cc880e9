// SPDX-License-Identifier: MIT OR Apache-2.0
//! The body of the fuzz target `pgn`. The tests in `fuzzing` call the same function on stable Rust.
//!
//! The folder `fuzz/` includes this file by its path, so it may only use the public interface.

use tabiya_pgn::{GameTree, GameTreeBuilder, PgnReader};

/// Any bytes as PGN. Reading from memory and byte by byte gives the same, and what can be read is written so
/// that it reads back equal.
pub(crate) fn pgn(data: &[u8]) {
    struct Drip<'a>(&'a [u8]);
    impl std::io::Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.0.len().min(buffer.len()).min(1);
            let (now, later) = self.0.split_at(len);
            buffer[..len].copy_from_slice(now);
            self.0 = later;
            Ok(len)
        }
    }
    let mut builder = GameTreeBuilder::default();
    let mut reader = PgnReader::from_bytes(data);
    let mut dripping = PgnReader::new(Drip(data));
    let mut end = 0;
    while let Some(game) = reader.read_game(&mut builder) {
        assert_eq!(dripping.read_game(&mut builder).as_ref(), Some(&game));
        assert!(reader.game_offset() >= end && reader.offset() <= data.len() as u64);
        end = reader.offset();
        match game {
            Ok(game) => {
                let written = game.to_string();
                assert_eq!(GameTree::from_pgn(written.as_bytes()).as_ref(), Ok(&game), "{written}");
            }
            Err(fault) => assert!(fault.game == reader.games() && !fault.to_string().is_empty()),
        }
    }
    assert!(dripping.read_game(&mut builder).is_none());
    assert_eq!(dripping.line_ends(), reader.line_ends());
}
