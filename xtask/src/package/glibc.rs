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
    if numbers(needed) <= PROMISED {
        return Ok(());
    }
    let (major, minor) = PROMISED;
    Err(format!(
        "the program needs glibc {needed}, and what is published runs from {major}.{minor} on: build it with \
         \"cargo zigbuild --target TARGET.{major}.{minor}\" and name it with --program; without --dist it is packed as it is"
    ))
}

/// The first that looks names up without files that it opens only then: Debian 12 and Ubuntu 22.04 have it.
const LOOKS_UP_BY_ITSELF: (u32, u32) = (2, 34);

/// Refuses a C library that in an image, without the rest of its package, would find no other server. `said` is what
/// `getconf GNU_LIBC_VERSION` prints, as `glibc 2.36`.
pub(super) fn resolves_names(said: &str) -> Result<(), String> {
    let version = said.trim().trim_start_matches("glibc ");
    if numbers(version) >= LOOKS_UP_BY_ITSELF {
        return Ok(());
    }
    let (major, minor) = LOOKS_UP_BY_ITSELF;
    Err(format!(
        "this machine has glibc {version}, and an image holds {major}.{minor} or later: make it on Debian 12, Ubuntu 22.04, or a later one"
    ))
}

/// The first two numbers of a version; what is no number counts as newer than any.
fn numbers(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(u32::MAX));
    (numbers.next().unwrap_or(u32::MAX), numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_holds_a_c_library_that_looks_names_up() {
        for (said, is_fine) in
            [("glibc 2.36\n", true), ("glibc 2.34\n", true), ("glibc 3.0\n", true), ("glibc 2.31\n", false)]
        {
            assert_eq!(resolves_names(said).is_ok(), is_fine, "{said}");
        }
    }

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
