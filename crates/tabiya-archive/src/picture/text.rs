// SPDX-License-Identifier: AGPL-3.0-or-later
//! Names and coordinates, in one bundled font.

use std::sync::OnceLock;

use resvg::tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::palette::Rgb;

static FILE: &[u8] = include_bytes!("font/Roboto-Medium.ttf");

fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FILE, 0).expect("the bundled font is valid; a test draws with it"))
}

/// Whether the font has every letter of this text, and can set them from left to right one after the other.
pub(super) fn can_write(text: &str) -> bool {
    text.chars().all(|letter| face().glyph_index(letter).is_some())
}

/// The width of a text in pixels, at this size of the font in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let advance = |letter| face().glyph_index(letter).and_then(|glyph| face().glyph_hor_advance(glyph));
    text.chars().filter_map(advance).map(f32::from).sum::<f32>() * scale(size)
}

/// The text, cut off with three dots where it is wider than `most` pixels.
pub(super) fn fitted(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while letters.pop().is_some() {
        let cut = format!("{}…", letters.iter().collect::<String>().trim_end());
        if width(&cut, size) <= most {
            return cut;
        }
    }
    String::new()
}

/// Writes a text. `x` is its left end and `y` its base line.
pub(super) fn write(on: &mut Pixmap, text: &str, (x, y): (f32, f32), size: f32, colour: Rgb) {
    let [red, green, blue] = colour;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    let (mut x, scale) = (x, scale(size));
    for letter in text.chars() {
        let Some(glyph) = face().glyph_index(letter) else { continue };
        let mut outline = Outline(PathBuilder::new());
        // A space has no outline.
        if face().outline_glyph(glyph, &mut outline).is_some()
            && let Some(path) = outline.0.finish()
        {
            // In a font the second coordinate grows upwards.
            let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
            on.fill_path(&path, &paint, FillRule::Winding, place, None);
        }
        x += f32::from(face().glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
}

fn scale(size: f32) -> f32 {
    size / f32::from(face().units_per_em())
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_scripts_are_told_from_those_that_can_be_written() {
        for name in ["Zoë", "Ελένη", "Ольга", "Đặng-Thị", "Guest 2e5b"] {
            assert!(can_write(name), "{name}");
        }
        for name in ["李娜", "مريم", "שרה", "♞"] {
            assert!(!can_write(name), "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut_where_it_ends() {
        let name = "Wolfeschlegelsteinhausenbergerdorff";
        let cut = fitted(name, 20.0, 120.0);
        assert!(cut.ends_with('…') && name.starts_with(cut.trim_end_matches('…')), "{cut}");
        assert!(width(&cut, 20.0) <= 120.0);
        assert_eq!(fitted("Ann", 20.0, 120.0), "Ann");
    }
}
