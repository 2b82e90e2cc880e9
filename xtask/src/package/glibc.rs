// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which version of the C library a program needs: the newest that stands beside a symbol in it.

/// The newest version in the output of `objdump -T`, such as `2.28`; `None` if there is none.
pub(super) fn newest(symbols: &str) -> Option<String> {
    let versions = symbols.match_indices("GLIBC_").filter_map(|(at, mark)| {
        let rest = &symbols[at + mark.len()..];
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let numbers: Option<Vec<u32>> = rest[..end].split('.').map(|number| number.parse().ok()).collect();
        Some((numbers?, &rest[..end]))
    });
    versions.max().map(|(_, text)| text.to_owned())
}

/// What published packages promise: Debian 10 and Ubuntu 20.04 have it.
const PROMISED: (u32, u32) = (2, 28);

/// Refuses a program that needs a newer C library than published packages say.
pub(super) fn old_enough(needed: &str) -> Result<(), String> {
    let mut numbers = needed.split('.').map(|number| number.parse::<u32>().unwrap_or(u32::MAX));
    let version = (numbers.next().unwrap_or(u32::MAX), numbers.next().unwrap_or(0));
    if version <= PROMISED {
        return Ok(());
    }
    let (major, minor) = PROMISED;
    Err(format!(
        "the program needs glibc {needed}, and what is published runs from {major}.{minor} on: build it with \
         \"cargo zigbuild --target TARGET.{major}.{minor}\" and name it with --program; without --dist it is packed as it is"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_needs_no_newer_c_library_than_it_says() {
        for (needed, is_fine) in
            [("2.28", true), ("2.9", true), ("2.2.5", true), ("2.29", false), ("3.0", false)]
        {
            assert_eq!(old_enough(needed).is_ok(), is_fine, "{needed}");
        }
    }

    #[test]
    fn the_newest_version_is_found_by_numbers_not_by_letters() {
        let symbols = "\
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.2.5) read
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.9)   pipe2
0000000000000000      DF *UND*  0000000000000000 (GLIBC_2.28)  statx
0000000000000000  w   DF *UND*  0000000000000000 (GLIBC_2.3)   __cxa_finalize";
        assert_eq!(newest(symbols), Some("2.28".to_owned()));
        assert_eq!(newest("0000 DF *UND* 0000 Base  main"), None);
        assert_eq!(newest("(GLIBC_PRIVATE) x"), None);
    }
}
