// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checksums as `sha256sum --check` reads them.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// A line for each file: its SHA-256 and its name.
pub(super) fn list(files: &[(String, Vec<u8>)]) -> String {
    let mut text = String::new();
    for (name, bytes) in files {
        writeln!(text, "{}  {name}", of(bytes)).expect("a string takes any text");
    }
    text
}

/// The SHA-256 of these bytes.
pub(super) fn of(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("a string takes any text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, B.1.
    #[test]
    fn a_line_is_the_checksum_and_the_name() {
        let files = [("abc.txt".to_owned(), b"abc".to_vec())];
        assert_eq!(
            list(&files),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n"
        );
    }
}
