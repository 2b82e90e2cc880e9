// SPDX-License-Identifier: AGPL-3.0-or-later
//! A QR code in a terminal: two rows of modules in each line of text.
//!
//! Scanners want dark modules on a light ground with a light margin. A terminal's own colours are unknown, so where it has
//! colours, both are said. Where it has none, the light modules are the drawn ones: most terminals are dark, and most scanners
//! read a code that is the other way round.

use qrcode::{Color, EcLevel, QrCode};

/// The light margin, in modules. The standard asks for four (ISO/IEC 18004, 6.3.8); scanners of phones are content with two, and
/// a line of a terminal is dear.
const MARGIN: usize = 2;

/// How a terminal can be drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Black on white, by escape sequences (ECMA-48, SGR).
    Colours,
    /// By letters alone.
    Glyphs,
}

/// The text as a QR code, each line indented by two spaces and ended; `None` for a text that is too long for one.
pub(super) fn terminal_code(text: &str, look: Look) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let colors = code.to_colors();
    let all = width + 2 * MARGIN;
    // What lies outside the code is light.
    let is_dark = |x: usize, y: usize| {
        let inside = MARGIN..MARGIN + width;
        inside.contains(&x) && inside.contains(&y) && colors[(y - MARGIN) * width + x - MARGIN] == Color::Dark
    };
    let mut drawn = String::new();
    for y in (0..all).step_by(2) {
        drawn.push_str("  ");
        if look == Look::Colours {
            drawn.push_str("\u{1b}[30;107m");
        }
        // With an odd number of rows the last line has none below; it stays light.
        let has_below = y + 1 < all;
        for x in 0..all {
            let [upper, lower] = [is_dark(x, y), has_below && is_dark(x, y + 1)];
            let [upper, lower] = match look {
                Look::Colours => [upper, lower],
                Look::Glyphs => [!upper, !lower && has_below],
            };
            drawn.push(match (upper, lower) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        if look == Look::Colours {
            drawn.push_str("\u{1b}[0m");
        }
        drawn.push('\n');
    }
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://192.168.0.7:8080";

    /// The rows of modules that a drawing shows, true for dark.
    fn read(drawing: &str, look: Look) -> Vec<Vec<bool>> {
        let mut rows = Vec::new();
        for line in drawing.lines() {
            let line = line.strip_prefix("  ").expect("each line is indented");
            let line = line.replace("\u{1b}[30;107m", "").replace("\u{1b}[0m", "");
            let halves = |drawn: char| match drawn {
                '█' => [true, true],
                '▀' => [true, false],
                '▄' => [false, true],
                ' ' => [false, false],
                other => panic!("{other:?} is no half block"),
            };
            for half in 0..2 {
                rows.push(line.chars().map(|drawn| halves(drawn)[half] == (look == Look::Colours)).collect());
            }
        }
        rows
    }

    #[test]
    fn both_looks_show_the_same_modules_and_a_light_margin() {
        let code = QrCode::with_error_correction_level(URL, EcLevel::M).unwrap();
        let width = code.width();
        for look in [Look::Colours, Look::Glyphs] {
            let rows = read(&terminal_code(URL, look).unwrap(), look);
            assert!(rows.len() >= width + 2 * MARGIN);
            for (y, row) in rows.iter().enumerate().take(width + 2 * MARGIN) {
                assert_eq!(row.len(), width + 2 * MARGIN, "{look:?}, row {y}");
                for (x, dark) in row.iter().enumerate() {
                    let expected = x
                        .checked_sub(MARGIN)
                        .zip(y.checked_sub(MARGIN))
                        .filter(|(x, y)| *x < width && *y < width)
                        .is_some_and(|place| code[place] == Color::Dark);
                    assert_eq!(*dark, expected, "{look:?} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn an_address_fits_a_terminal_of_eighty_columns_and_twenty_four_lines() {
        let longest = "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535";
        let drawn = terminal_code(longest, Look::Glyphs).unwrap();
        assert!(drawn.lines().count() <= 24, "{}", drawn.lines().count());
        assert!(drawn.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn what_fits_no_code_is_left_out() {
        assert_eq!(terminal_code(&"a".repeat(5_000), Look::Glyphs), None);
    }
}
