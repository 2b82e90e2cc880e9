// SPDX-License-Identifier: AGPL-3.0-or-later
//! One position on a canvas: the board, the marks of the last move, the names of both players above and below.

use resvg::tiny_skia::{Color as Fill, Paint, Pixmap, PixmapPaint, Rect, Transform};
use tabiya_rules::{Color, File, Move, Position, Rank, Square};

use super::palette::{BLACK_LINE, CHECKED, DARK, DARK_MARKED, INK, LIGHT, LIGHT_MARKED, MUTED, PAPER, Rgb};
use super::{pieces, text};

/// The line above or below the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    /// The player's name, which the font can write.
    pub(super) name: String,
    /// What the game has brought: `1`, `½` or `0`.
    pub(super) score: Option<&'static str>,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) position: Position,
    pub(super) last: Option<Move>,
    pub(super) bottom: Color,
    /// White's and Black's; `None` for a position alone.
    pub(super) bars: Option<[Bar; 2]>,
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    pub(super) pixels: Pixmap,
    /// The side of a square in pixels.
    side: u32,
    /// The height of a bar in pixels; 0 without bars.
    bar: u32,
}

impl Canvas {
    /// The whole scene, with squares of this side in pixels.
    pub(super) fn draw(scene: &Scene, side: u32) -> Self {
        let bar = if scene.bars.is_some() { side * 5 / 8 } else { 0 };
        let pixels =
            Pixmap::new(8 * side, 8 * side + 2 * bar).expect("a side is from 1 to a few hundred pixels");
        let mut canvas = Self { pixels, side, bar };
        canvas.pixels.fill(fill(PAPER));
        for square in Square::all() {
            canvas.draw_square(scene, square);
        }
        if let Some(bars) = &scene.bars {
            canvas.draw_bar(bars, scene.bottom.opposite(), 0);
            canvas.draw_bar(bars, scene.bottom, bar + 8 * side);
        }
        canvas
    }

    /// The upper left corner of a square.
    pub(super) fn corner(&self, square: Square, bottom: Color) -> (u32, u32) {
        let (file, rank) = (square.file().index() as u32, square.rank().index() as u32);
        let (column, row) = match bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (column * self.side, self.bar + row * self.side)
    }

    pub(super) const fn side(&self) -> u32 {
        self.side
    }

    /// Draws one square anew, as the scene has it.
    pub(super) fn draw_square(&mut self, scene: &Scene, square: Square) {
        let (x, y) = self.corner(square, scene.bottom);
        let side = self.side as f32;
        let ground = ground_of(scene, square);
        self.fill_rect(Rect::from_xywh(x as f32, y as f32, side, side), ground);
        if let Some(piece) = scene.position.piece_at(square) {
            let drawn = pieces::piece(piece, self.side);
            let paint = PixmapPaint::default();
            let (x, y) = (i32::try_from(x).unwrap_or(0), i32::try_from(y).unwrap_or(0));
            self.pixels.draw_pixmap(x, y, drawn.as_ref(), &paint, Transform::identity(), None);
        }
        self.draw_coordinates(scene.bottom, square, (x as f32, y as f32));
    }

    /// A letter at the lower edge, a digit at the left one.
    fn draw_coordinates(&mut self, bottom: Color, square: Square, (x, y): (f32, f32)) {
        let (lowest, left) = match bottom {
            Color::White => (Rank::First, File::A),
            Color::Black => (Rank::Eighth, File::H),
        };
        let (side, size) = (self.side as f32, self.side as f32 * 0.19);
        if square.rank() == lowest {
            let file = square.file().to_string();
            let x = x + side * 0.95 - text::width(&file, size);
            text::write(&mut self.pixels, &file, (x, y + side * 0.95), size, INK);
        }
        if square.file() == left {
            let rank = square.rank().to_string();
            text::write(&mut self.pixels, &rank, (x + side * 0.05, y + side * 0.2), size, INK);
        }
    }

    /// The name at the left, the score at the right, and a disc of the side's colour before both.
    fn draw_bar(&mut self, bars: &[Bar; 2], color: Color, top: u32) {
        let bar = &bars[color as usize];
        let (height, size) = (self.bar as f32, self.bar as f32 * 0.48);
        let base = top as f32 + height * 0.5 + size * 0.36;
        let margin = height * 0.3;
        let square = height * 0.34;
        let place = Rect::from_xywh(margin, top as f32 + (height - square) / 2.0, square, square);
        self.fill_rect(place, BLACK_LINE);
        if color == Color::White
            && let Some(place) = place
        {
            let edge = (height * 0.05).max(1.0);
            self.fill_rect(place.inset(edge, edge), PAPER);
        }
        let left = margin + square + height * 0.22;
        let score = bar.score.unwrap_or_default();
        let right = 8.0 * self.side as f32 - margin - text::width(score, size);
        let name = text::fitted(&bar.name, size, right - left - margin);
        text::write(&mut self.pixels, &name, (left, base), size, INK);
        text::write(&mut self.pixels, score, (right, base), size, MUTED);
    }

    fn fill_rect(&mut self, place: Option<Rect>, colour: Rgb) {
        let paint = Paint {
            anti_alias: false,
            shader: resvg::tiny_skia::Shader::SolidColor(fill(colour)),
            ..Paint::default()
        };
        if let Some(place) = place {
            self.pixels.fill_rect(place, &paint, Transform::identity(), None);
        }
    }

    /// The colour of a pixel.
    pub(super) fn colour(&self, x: u32, y: u32) -> Rgb {
        let index = (y * self.pixels.width() + x) as usize * 4;
        let data = self.pixels.data();
        [data[index], data[index + 1], data[index + 2]]
    }
}

fn ground_of(scene: &Scene, square: Square) -> Rgb {
    let position = &scene.position;
    if position.is_check() && square == position.king_of(position.turn()) {
        return CHECKED;
    }
    let marked = scene.last.is_some_and(|last| square == last.from() || square == last.destination());
    match (square.is_light(), marked) {
        (true, false) => LIGHT,
        (false, false) => DARK,
        (true, true) => LIGHT_MARKED,
        (false, true) => DARK_MARKED,
    }
}

fn fill([red, green, blue]: Rgb) -> Fill {
    Fill::from_rgba8(red, green, blue, 255)
}
