// SPDX-License-Identifier: AGPL-3.0-or-later
//! The colours of pictures: few enough for one byte a pixel.
//!
//! A picture has about a dozen flat colours. All others are the steps between two of them, where an edge is smoothed. So
//! the palette is the flat colours and eight steps between each pair that meet.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// Nothing is drawn in this entry: in an animation it means that the pixel stays as it was.
pub(super) const TRANSPARENT: u8 = 0;

pub(super) const PAPER: Rgb = [0xfb, 0xfa, 0xf8];
pub(super) const INK: Rgb = [0x21, 0x1f, 0x1a];
pub(super) const MUTED: Rgb = [0x60, 0x5d, 0x57];
pub(super) const LIGHT: Rgb = [0xe7, 0xe5, 0xda];
pub(super) const DARK: Rgb = [0x72, 0x91, 0xa4];
pub(super) const LIGHT_MARKED: Rgb = [0xb3, 0xd3, 0xca];
pub(super) const DARK_MARKED: Rgb = [0x4b, 0x97, 0x9c];
pub(super) const CHECKED: Rgb = [0xe0, 0x6a, 0x5a];
pub(super) const WHITE: Rgb = [0xff, 0xfd, 0xf8];
pub(super) const WHITE_LINE: Rgb = [0x3a, 0x34, 0x30];
pub(super) const BLACK: Rgb = [0x3f, 0x3a, 0x38];
pub(super) const BLACK_LINE: Rgb = [0x1c, 0x19, 0x17];
pub(super) const BLACK_DETAIL: Rgb = [0xd9, 0xd2, 0xca];

const FLAT: [Rgb; 13] = [
    PAPER,
    INK,
    MUTED,
    LIGHT,
    DARK,
    LIGHT_MARKED,
    DARK_MARKED,
    CHECKED,
    WHITE,
    WHITE_LINE,
    BLACK,
    BLACK_LINE,
    BLACK_DETAIL,
];

/// Colours between two that meet.
const STEPS: u16 = 8;

/// The colours in order, and which entry is nearest to any colour.
pub(super) struct Palette(Vec<Rgb>);

impl Palette {
    pub(super) fn get() -> &'static Self {
        static PALETTE: OnceLock<Palette> = OnceLock::new();
        PALETTE.get_or_init(|| {
            // The first entry stands for no colour.
            let mut colours = vec![PAPER];
            colours.extend(FLAT);
            for square in [LIGHT, DARK, LIGHT_MARKED, DARK_MARKED, CHECKED] {
                for line in [WHITE_LINE, BLACK_LINE, INK] {
                    colours.extend(steps(square, line));
                }
            }
            for (one, other) in [(WHITE, WHITE_LINE), (BLACK, BLACK_DETAIL), (PAPER, INK), (PAPER, MUTED)] {
                colours.extend(steps(one, other));
            }
            debug_assert!(colours.len() <= 256);
            Self(colours)
        })
    }

    /// Three bytes an entry.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.0.concat()
    }

    /// Finds entries, and remembers those that were found.
    pub(super) fn matcher(&self) -> Matcher<'_> {
        Matcher { palette: self, known: HashMap::new() }
    }
}

fn steps(one: Rgb, other: Rgb) -> impl Iterator<Item = Rgb> {
    let between = move |step: u16, from: u8, to: u8| {
        ((u16::from(from) * (STEPS + 1 - step) + u16::from(to) * step) / (STEPS + 1)) as u8
    };
    (1..=STEPS).map(move |step| std::array::from_fn(|part| between(step, one[part], other[part])))
}

/// Finds the nearest entry of colours.
pub(super) struct Matcher<'a> {
    palette: &'a Palette,
    known: HashMap<Rgb, u8>,
}

impl Matcher<'_> {
    /// The entry nearest to this colour.
    pub(super) fn entry(&mut self, colour: Rgb) -> u8 {
        *self.known.entry(colour).or_insert_with(|| {
            let distance = |entry: &Rgb| -> u32 {
                entry.iter().zip(colour).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
            };
            let entries = self.palette.0.iter().enumerate().skip(1);
            let nearest = entries.min_by_key(|(_, entry)| distance(entry));
            nearest.map_or(1, |(index, _)| u8::try_from(index).unwrap_or(1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_colours_are_kept_and_the_palette_fits_a_byte() {
        let palette = Palette::get();
        assert!(palette.0.len() <= 256, "{}", palette.0.len());
        let mut matcher = palette.matcher();
        for colour in FLAT {
            let entry = matcher.entry(colour);
            assert_ne!(entry, TRANSPARENT);
            assert_eq!(palette.0[usize::from(entry)], colour);
        }
    }
}
