// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as an animated GIF: one frame for the start, one for each half-move.
//!
//! A frame holds the squares that have changed; the rest of its rectangle is transparent. So the work for a frame does
//! not grow with the board, and a long game stays small.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tabiya_rules::{Color, Move, Position, Square};

use super::palette::{Matcher, Palette, TRANSPARENT};
use super::scene::{Bar, Canvas, Scene};

/// The most half-moves that are shown. Of a longer game the last ones are.
pub(super) const MOST: usize = 1_000;
/// The side of a square in pixels, and in a game of more than [`LONG`] half-moves.
const SIDE: u32 = 48;
const SMALL: u32 = 32;
const LONG: usize = 300;
/// How long a frame stands, and the last one, in hundredths of a second.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 300;

/// What is drawn: a position, and the moves from there on.
#[derive(Clone, Debug)]
pub(super) struct Reel {
    pub(super) start: Position,
    /// The move that led to the first position.
    pub(super) before: Option<Move>,
    pub(super) moves: Vec<Move>,
    pub(super) bottom: Color,
    pub(super) bars: Option<[Bar; 2]>,
}

impl Reel {
    /// At most [`MOST`] half-moves: the last ones of this game.
    pub(super) fn of(start: Position, moves: &[Move], bottom: Color, bars: Option<[Bar; 2]>) -> Self {
        let (earlier, shown) = moves.split_at(moves.len().saturating_sub(MOST));
        let start = earlier.iter().fold(start, |position, &played| position.after(played));
        Self { start, before: earlier.last().copied(), moves: shown.to_vec(), bottom, bars }
    }
}

/// The animation as a GIF file.
///
/// # Errors
/// If the encoder fails, which it has no reason to.
pub(super) fn gif(reel: &Reel) -> Result<Vec<u8>, String> {
    let side = if reel.moves.len() > LONG { SMALL } else { SIDE };
    let mut scene =
        Scene { position: reel.start, last: reel.before, bottom: reel.bottom, bars: reel.bars.clone() };
    let mut canvas = Canvas::draw(&scene, side);
    let palette = Palette::get();
    let mut matcher = palette.matcher();
    let mut file = Vec::new();
    let failed = |error: gif::EncodingError| error.to_string();
    let size = |length: u32| u16::try_from(length).expect("a picture is a few hundred pixels wide");
    let (width, height) = (canvas.pixels.width(), canvas.pixels.height());
    let mut encoder = Encoder::new(&mut file, size(width), size(height), &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut frame = whole(&canvas, &mut matcher);
    for &played in &reel.moves {
        frame.delay = DELAY;
        encoder.write_frame(&frame).map_err(failed)?;
        let next = Scene { position: scene.position.after(played), last: Some(played), ..scene.clone() };
        let changed = changed(&scene, &next);
        for &square in &changed {
            canvas.draw_square(&next, square);
        }
        frame = part(&canvas, &changed, next.bottom, &mut matcher);
        scene = next;
    }
    frame.delay = LAST_DELAY;
    encoder.write_frame(&frame).map_err(failed)?;
    drop(encoder);
    Ok(file)
}

/// The squares that don't look the same in both.
fn changed(one: &Scene, other: &Scene) -> Vec<Square> {
    let king =
        |scene: &Scene| scene.position.is_check().then(|| scene.position.king_of(scene.position.turn()));
    let marks = |scene: &Scene| {
        [scene.last.map(|last| last.from()), scene.last.map(|last| last.destination()), king(scene)]
    };
    let (before, after) = (marks(one), marks(other));
    let is_changed = |square: &Square| {
        let marked = |marks: &[Option<Square>; 3]| marks.contains(&Some(*square));
        one.position.piece_at(*square) != other.position.piece_at(*square)
            || marked(&before)
            || marked(&after)
    };
    Square::all().filter(is_changed).collect()
}

fn whole(canvas: &Canvas, matcher: &mut Matcher<'_>) -> Frame<'static> {
    let (width, height) = (canvas.pixels.width(), canvas.pixels.height());
    let pixels = canvas.pixels.data().chunks_exact(4);
    let buffer: Vec<u8> = pixels.map(|pixel| matcher.entry([pixel[0], pixel[1], pixel[2]])).collect();
    Frame {
        width: u16::try_from(width).unwrap_or(u16::MAX),
        height: u16::try_from(height).unwrap_or(u16::MAX),
        buffer: Cow::Owned(buffer),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

/// The smallest rectangle around these squares.
fn part(canvas: &Canvas, squares: &[Square], bottom: Color, matcher: &mut Matcher<'_>) -> Frame<'static> {
    let side = canvas.side();
    let corners: Vec<_> = squares.iter().map(|&square| canvas.corner(square, bottom)).collect();
    let left = corners.iter().map(|corner| corner.0).min().unwrap_or(0);
    let top = corners.iter().map(|corner| corner.1).min().unwrap_or(0);
    let width = corners.iter().map(|corner| corner.0).max().unwrap_or(0) + side - left;
    let height = corners.iter().map(|corner| corner.1).max().unwrap_or(0) + side - top;
    let mut buffer = vec![TRANSPARENT; (width * height) as usize];
    for (x, y) in corners {
        for row in y..y + side {
            for column in x..x + side {
                buffer[((row - top) * width + column - left) as usize] =
                    matcher.entry(canvas.colour(column, row));
            }
        }
    }
    let short = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
    Frame {
        left: short(left),
        top: short(top),
        width: short(width),
        height: short(height),
        buffer: Cow::Owned(buffer),
        transparent: Some(TRANSPARENT),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reel(uci: &[&str]) -> Reel {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for wanted in uci {
            let played = position
                .legal_moves()
                .iter()
                .copied()
                .find(|mv| mv.to_uci(position.castling_mode()) == *wanted);
            let played = played.expect("a legal move");
            moves.push(played);
            position = position.after(played);
        }
        Reel::of(Position::start(), &moves, Color::White, None)
    }

    /// The frames, each laid over those before it.
    fn shown(file: &[u8]) -> Vec<Vec<u8>> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height())];
        let mut shown = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let rows = frame.buffer.chunks_exact(usize::from(frame.width));
            for (row, pixels) in rows.enumerate() {
                for (column, &pixel) in pixels.iter().enumerate() {
                    if frame.transparent != Some(pixel) {
                        screen[(row + usize::from(frame.top)) * width + column + usize::from(frame.left)] =
                            pixel;
                    }
                }
            }
            shown.push(screen.clone());
        }
        shown
    }

    #[test]
    fn there_is_a_frame_for_the_start_and_one_for_each_half_move() {
        // Castling changes four squares, and the last move is mate.
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "f6e4"];
        let reel = reel(&moves);
        let frames = shown(&gif(&reel).unwrap());
        assert_eq!(frames.len(), moves.len() + 1);
        // Drawn one over the other, the frames end as the last position looks.
        let last = reel.moves.iter().fold(reel.start, |position, &played| position.after(played));
        let scene =
            Scene { position: last, last: reel.moves.last().copied(), bottom: Color::White, bars: None };
        let expected = whole(&Canvas::draw(&scene, SIDE), &mut Palette::get().matcher());
        assert!(frames.last().unwrap() == &*expected.buffer, "the last frame differs from the last position");
        assert!(frames.windows(2).all(|pair| pair[0] != pair[1]), "each move changes something");
    }

    #[test]
    fn a_game_of_a_thousand_moves_stays_small() {
        let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves: Vec<_> = back_and_forth.into_iter().cycle().take(2_000).collect();
        let reel = reel(&moves);
        assert_eq!(reel.moves.len(), MOST);
        let file = gif(&reel).unwrap();
        assert!(file.len() < 2 * 1024 * 1024, "{} bytes", file.len());
    }
}
