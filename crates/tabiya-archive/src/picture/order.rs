// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is to be drawn, as a value, and the name under which the picture is kept.

use tabiya_game::{Game, GameId, GameResult};
use tabiya_protocol::PlayerView;
use tabiya_rules::{Color, Position};

use super::moving::{self, Reel};
use super::scene::{Bar, Scene};
use super::{still, text};
use crate::view;

/// An order for a picture.
pub struct Order {
    /// Two orders with the same key are the same picture.
    pub(crate) key: String,
    pub(super) work: Work,
    /// Whether others than the visitor may keep the picture.
    pub is_public: bool,
}

pub(super) enum Work {
    Still(Box<Scene>),
    Moving(Box<Reel>),
}

impl Work {
    /// The file.
    pub(crate) fn carry_out(&self) -> Result<Vec<u8>, String> {
        match self {
            Self::Still(scene) => still::png(scene),
            Self::Moving(reel) => moving::gif(reel),
        }
    }

    const fn content_type(&self) -> &'static str {
        match self {
            Self::Still(_) => "image/png",
            Self::Moving(_) => "image/gif",
        }
    }

    /// How much an order counts for the rate limit.
    pub(crate) const fn tokens(&self) -> u32 {
        match self {
            Self::Still(_) => 1,
            Self::Moving(_) => 5,
        }
    }
}

impl Order {
    /// The kind of its file.
    pub const fn content_type(&self) -> &'static str {
        self.work.content_type()
    }

    /// A position alone.
    pub fn position(position: Position, bottom: Color) -> Self {
        let key = format!("fen/{}/{bottom}", position.to_fen());
        let scene = Scene { position, last: None, bottom, bars: None };
        Self { key, work: Work::Still(Box::new(scene)), is_public: true }
    }

    /// A game after so many half-moves, or as it stands. `None` if it has not come so far.
    pub fn still(id: GameId, game: &Game, ply: Option<usize>, bottom: Color) -> Option<Self> {
        let moves = game.history().moves();
        let ply = ply.unwrap_or(moves.len());
        let played = moves.get(..ply)?;
        let position = played.iter().fold(*game.history().start(), |position, &each| position.after(each));
        let is_end = ply == moves.len() && game.is_over();
        let bars = bars(game, is_end);
        let key = format!("{id}/{}/{ply}/{bottom}/{}", game.next_seq(), names(&bars));
        let scene = Scene { position, last: played.last().copied(), bottom, bars: Some(bars) };
        Some(Self { key, work: Work::Still(Box::new(scene)), is_public: is_public(game) })
    }

    /// A whole game so far.
    pub fn moving(id: GameId, game: &Game, bottom: Color) -> Self {
        let history = game.history();
        let bars = bars(game, game.is_over());
        let key = format!("{id}/{}/moves/{bottom}/{}", game.next_seq(), names(&bars));
        let reel = Reel::of(*history.start(), history.moves(), bottom, Some(bars));
        Self { key, work: Work::Moving(Box::new(reel)), is_public: is_public(game) }
    }
}

/// A game that goes on looks different in a moment, and a private one is nobody else's.
fn is_public(game: &Game) -> bool {
    game.is_over() && !game.terms().is_private()
}

fn bars(game: &Game, with_score: bool) -> [Bar; 2] {
    let result = game.ending().map(|ending| ending.result).filter(|_| with_score);
    Color::ALL.map(|color| Bar {
        name: name(&view::player(game, color), color),
        score: result.and_then(|result| score(result, color)),
    })
}

/// Who is shown: another name, as after an account was closed, makes another picture.
fn names(bars: &[Bar; 2]) -> String {
    format!("{} {}", bars[0].name, bars[1].name)
}

fn score(result: GameResult, color: Color) -> Option<&'static str> {
    match (result, result.winner()) {
        (GameResult::Aborted, _) => None,
        (_, None) => Some("½"),
        (_, Some(winner)) if winner == color => Some("1"),
        (_, Some(_)) => Some("0"),
    }
}

/// The name as the font can write it.
fn name(player: &PlayerView, color: Color) -> String {
    let name = view::in_one_line(player, "");
    let side = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    if !name.is_empty() && text::can_write(&name) { name } else { side.to_owned() }
}
