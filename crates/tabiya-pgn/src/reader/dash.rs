// SPDX-License-Identifier: MIT OR Apache-2.0
//! A dash alone among moves: it stands for a move, which is then a null move, or divides two moves, or a number and a move.

use super::castling::castling;
use super::next_game::begins_tags;
use super::results::result;
use super::scan::{ends_word, is_space, without_blanks, word_len};
use super::unicode::{dots_len, ends_with, is_ellipsis, space_len};
use super::{KEPT_BEFORE, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::PgnProblem;
use crate::effort::{run, steps};

/// What stands before a dash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The number of White's move and a blank.
    WhiteNumber,
    /// The number of Black's move, with dots, and a blank.
    BlackNumber,
    /// A number or its dot, without a blank: the dash belongs to the number, as in `1.- e4`.
    Number,
    /// A move or anything else.
    Other,
}

/// Where the moves end that follow a dash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    WhiteNumber,
    BlackNumber,
    /// The game or the variation ends.
    End,
    /// Another text, or it is too far.
    Unknown,
}

impl Stop {
    fn of_other_side(self) -> Stop {
        match self {
            Stop::WhiteNumber => Stop::BlackNumber,
            Stop::BlackNumber => Stop::WhiteNumber,
            Stop::End | Stop::Unknown => self,
        }
    }
}

impl<S: PgnSource> PgnReader<S> {
    /// Whether the dash of `len` bytes at the current place stands for a move. A dash may also only divide: `1. e4 – e5`,
    /// `1.- e4`. It stands for a move if that side's move is missing otherwise.
    pub(super) fn dash_is_null_move(&mut self, len: usize) -> Result<bool, PgnProblem> {
        let before = before(self.source.bytes(), self.pos);
        let (moves, stop) = self.moves_behind(len)?;
        Ok(match (before, stop) {
            (_, Stop::Unknown) => false,
            (Before::WhiteNumber, Stop::WhiteNumber | Stop::End) => moves <= 1,
            (Before::WhiteNumber, Stop::BlackNumber) => moves == 0,
            (Before::Other, Stop::BlackNumber) => false,
            (_, _) => moves == 0,
        })
    }

    /// How many moves stand from `at` on, which counts from the current place, up to the next move number or an end; 2 if
    /// they are more.
    fn moves_behind(&mut self, mut at: usize) -> Result<(usize, Stop), PgnProblem> {
        let mut moves = 0;
        while moves < 2 {
            let Some(next) = self.past_comments(at)? else { return Ok((moves, Stop::Unknown)) };
            let bytes = self.source.bytes();
            let here = self.pos + next;
            let Some(byte) = bytes.get(here) else { return Ok((moves, Stop::End)) };
            let is_end = match byte {
                b')' => true,
                b'[' => begins_tags(bytes, here),
                _ => result(bytes, here).is_some() && castling(&bytes[here..]).is_none(),
            };
            if is_end {
                return Ok((moves, Stop::End));
            }
            if byte.is_ascii_digit() && castling(&bytes[here..]).is_none() {
                return Ok((moves, number(&bytes[here..])));
            }
            // In parentheses the number says which side has the move before them.
            if *byte == b'(' {
                let inner = without_blanks(&bytes[here + 1..bytes.len().min(here + PGN_MAX_TOKEN)]);
                return Ok((moves, number(inner).of_other_side()));
            }
            let len = match byte {
                b'!' | b'?' => 1,
                b'$' => 1 + run(&bytes[here + 1..bytes.len().min(here + 4)], |byte| byte.is_ascii_digit()),
                _ => {
                    moves += 1;
                    word_len(&bytes[here..], PGN_MAX_TOKEN).max(1)
                }
            };
            at = next + len;
        }
        Ok((moves, Stop::Unknown))
    }
}

/// Whose move number a text begins with.
fn number(text: &[u8]) -> Stop {
    let digits = run(&text[..text.len().min(5)], |byte| byte.is_ascii_digit());
    match &text[digits..] {
        _ if digits == 0 => Stop::Unknown,
        [b'.', b'.', ..] => Stop::BlackNumber,
        [b'.', rest @ ..] if without_blanks(&rest[..rest.len().min(8)]).starts_with(b"..") => {
            Stop::BlackNumber
        }
        rest if is_ellipsis(rest) => Stop::BlackNumber,
        _ => Stop::WhiteNumber,
    }
}

/// What stands before a place, as far as the window shows.
fn before(bytes: &[u8], pos: usize) -> Before {
    let all = &bytes[pos.saturating_sub(KEPT_BEFORE)..pos];
    let mut text = all;
    loop {
        text = match text {
            [rest @ .., byte] if is_space(*byte) => rest,
            text => match ends_with(text, space_len) {
                0 => break,
                len => &text[..text.len() - len],
            },
        };
    }
    let apart = text.len() < all.len();
    let mut dots = 0;
    loop {
        match text {
            [rest @ .., b'.'] => (text, dots) = (rest, dots + 1),
            _ => match ends_with(text, dots_len) {
                0 => break,
                len => {
                    let (rest, last) = text.split_at(text.len() - len);
                    (text, dots) = (rest, dots + if is_ellipsis(last) { 3 } else { 1 });
                }
            },
        }
    }
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    steps(all.len() - text.len() + digits + 1);
    let is_number = digits > 0
        && match &text[..text.len() - digits] {
            [.., byte] => ends_word(*byte) || *byte >= 0x80,
            [] => true,
        };
    match (is_number, dots) {
        (false, _) => Before::Other,
        (true, 0) => Before::Number,
        (true, _) if !apart => Before::Number,
        (true, 1) => Before::WhiteNumber,
        (true, _) => Before::BlackNumber,
    }
}
