// SPDX-License-Identifier: MIT OR Apache-2.0
//! The outermost archive of a Debian package (deb(5), ar(5)): a head of 60 bytes for each file, and its bytes.

/// The archive of these files, all of this time (seconds since 1970). Names have 15 bytes at most.
pub(super) fn archive(files: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in files {
        debug_assert!(name.len() <= 15, "{name} is too long");
        let head = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", bytes.len());
        archive.extend(head.into_bytes());
        archive.extend(bytes);
        // Each head begins at an even place.
        if bytes.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_have_sixty_bytes_and_even_places() {
        let archive =
            archive(&[("debian-binary", b"2.0\n".to_vec()), ("odd", vec![7]), ("last", vec![])], 99);
        assert_eq!(archive.len(), 8 + (60 + 4) + (60 + 2) + 60);
        assert_eq!(&archive[..8], b"!<arch>\n");
        let head = std::str::from_utf8(&archive[8..68]).expect("text");
        assert_eq!(head, "debian-binary   99          0     0     100644  4         `\n");
        assert_eq!(&archive[72..75], b"odd");
        assert_eq!(&archive[134..138], b"last");
    }
}
