// SPDX-License-Identifier: AGPL-3.0-or-later
//! A position as PNG.

use super::palette::Palette;
use super::scene::{Canvas, Scene};

/// The side of a square in pixels. With the names the picture is 720 by 810, which previews of links show well.
const SIDE: u32 = 90;

/// The picture as a PNG file.
///
/// # Errors
/// If the encoder fails, which it has no reason to.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let canvas = Canvas::draw(scene, SIDE);
    let palette = Palette::get();
    let mut matcher = palette.matcher();
    let (width, height) = (canvas.pixels.width(), canvas.pixels.height());
    let mut indices = Vec::with_capacity((width * height) as usize);
    indices.extend(
        canvas.pixels.data().chunks_exact(4).map(|pixel| matcher.entry([pixel[0], pixel[1], pixel[2]])),
    );
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices));
    written.map_err(|error| error.to_string())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Color, Position, Square};

    use super::super::palette::{DARK, LIGHT, LIGHT_MARKED, Rgb, WHITE};
    use super::super::scene::Bar;
    use super::*;

    fn decoded(file: &[u8]) -> (u32, u32, Vec<Rgb>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let pixels = pixels.chunks_exact(3).map(|part| [part[0], part[1], part[2]]).collect();
        (info.width, info.height, pixels)
    }

    /// The pixel at this place of a square, in hundredths of its side.
    fn pixel(pixels: &[Rgb], width: u32, top: u32, square: Square, (x, y): (u32, u32)) -> Rgb {
        let (column, row) = (square.file().index() as u32, 7 - square.rank().index() as u32);
        let (x, y) = (column * SIDE + x * SIDE / 100, top + row * SIDE + y * SIDE / 100);
        pixels[(y * width + x) as usize]
    }

    #[test]
    fn the_pixels_of_squares_show_what_stands_there() {
        let start = Position::start();
        let e4 = start
            .legal_moves()
            .iter()
            .copied()
            .find(|mv| mv.to_uci(start.castling_mode()) == "e2e4")
            .unwrap();
        let scene = Scene { position: start.after(e4), last: Some(e4), bottom: Color::White, bars: None };
        let (width, height, pixels) = decoded(&png(&scene).unwrap());
        assert_eq!((width, height), (8 * SIDE, 8 * SIDE));
        let at = |square, place| pixel(&pixels, width, 0, square, place);
        // Near the corner there is no piece; in the middle of a pawn's body there is.
        assert_eq!(at(Square::A3, (50, 50)), DARK);
        assert_eq!(at(Square::B3, (50, 50)), LIGHT);
        assert_eq!(at(Square::E2, (50, 50)), LIGHT_MARKED, "where the pawn came from");
        assert_eq!(at(Square::E4, (8, 50)), LIGHT_MARKED, "beside the pawn");
        assert_eq!(at(Square::E4, (50, 65)), WHITE, "the pawn");
        assert_ne!(at(Square::E7, (50, 65)), at(Square::D2, (50, 65)), "pawns of both sides differ");
    }

    #[test]
    fn names_stand_above_and_below_and_every_piece_can_be_drawn() {
        let bar = |name: &str| Bar { name: name.to_owned(), score: Some("½") };
        let bars = Some([bar("Zoë"), bar("Wolfeschlegelsteinhausenbergerdorff von und zu Irgendwo")]);
        let scene = Scene { position: Position::start(), last: None, bottom: Color::Black, bars };
        let (width, height, pixels) = decoded(&png(&scene).unwrap());
        assert_eq!((width, height), (720, 832));
        let row = |from: u32, to: u32| &pixels[(from * width) as usize..(to * width) as usize];
        let ink = |rows: &[Rgb]| rows.iter().filter(|pixel| **pixel == super::super::palette::INK).count();
        assert!(ink(row(0, 56)) > 50 && ink(row(776, 832)) > ink(row(0, 56)), "the longer name is below");
    }
}
