// SPDX-License-Identifier: AGPL-3.0-or-later
//! How names of players are compared: as people say them. A list has `Berg, Ann`, somebody at the desk types `ann berg`, and
//! both mean the same player.

use tabiya_runtime::clean::visible;

/// A name as people say it, first name first, without its capitals: `ann berg` for `Berg, Ann`, for `Ann  BERG` and for
/// `Berg,Ann`. A letter with a mark is the same however it is stored, and so is an apostrophe or a hyphen of another kind.
///
/// The order of the words counts, because Martin Thomas and Thomas Martin are two people.
pub fn spoken(name: &str) -> String {
    let name = visible(name).to_lowercase();
    let plain: String = name
        .chars()
        .map(|each| match each {
            '’' | '‘' | 'ʼ' | '`' | '´' => '\'',
            '‐' | '‑' | '–' => '-',
            other => other,
        })
        .collect();
    let parts: Vec<&str> = plain.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [surname, first] => format!("{first} {surname}"),
        // More commas say nothing about the order: `Berg, Ann, Dr`.
        parts => parts.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_compared_as_people_say_it() {
        for (name, said) in [
            ("Berg, Ann", "ann berg"),
            ("Ann Berg", "ann berg"),
            ("  ANN\u{a0}\t berg ", "ann berg"),
            ("Berg,Ann", "ann berg"),
            ("BERG ,  Ann Sofie", "ann sofie berg"),
            ("Berg,", "berg"),
            (", Ann", "ann"),
            ("O’Brien, Zoe\u{301}", "zoé o'brien"),
            ("ZO\u{c9} O'BRIEN", "zoé o'brien"),
            ("Anne‑Lise", "anne-lise"),
            ("Ann\u{200b}Berg", "annberg"),
            ("Berg, Ann, Dr", "berg ann dr"),
            ("Martin Thomas", "martin thomas"),
            ("Thomas Martin", "thomas martin"),
            (" , ", ""),
            ("", ""),
        ] {
            assert_eq!(spoken(name), said, "{name:?}");
        }
    }
}
