// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages of PyChess-variants. Games and users are named after the game's number.

use tabiya_rules::Color;

use super::{Message, number_after};
use crate::history::Uci;

pub(super) fn path(game: &str) -> String {
    format!("/wsr/b{game:0>7}")
}

/// The session cookie in the format of aiohttp's plain cookie store: JSON in a quoted string, commas as octal numbers.
pub(super) fn cookie(game: &str, side: Option<Color>) -> String {
    let side = if side == Some(Color::Black) { 'b' } else { 'w' };
    format!(
        r#"AIOHTTP_SESSION="{{\"created\": 1\054 \"session\": {{\"user_name\": \"{side}b{game:0>7}\"}}}}""#
    )
}

pub(super) fn play(game: &str, ply: u32, uci: Uci) -> String {
    let number = ply + 1;
    format!(
        r#"{{"type":"move","gameId":"b{game:0>7}","move":"{uci}","clocks":[1800000,1800000],"ply":{number}}}"#
    )
}

pub(super) fn read(text: &[u8]) -> Message {
    if !text.starts_with(br#"{"type": "board""#) {
        return Message::Other;
    }
    number_after(text, br#""ply": "#).map_or(Message::Other, Message::Ply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_understood() {
        assert_eq!(read(br#"{"type": "board", "fen": "x", "ply": 3, "clocks": [1, 2]}"#), Message::Ply(3));
        assert_eq!(read(br#"{"type": "user_present", "ply": 3}"#), Message::Other);
    }

    #[test]
    fn names_have_seven_digits() {
        assert_eq!(path("12"), "/wsr/b0000012");
        assert!(cookie("12", Some(Color::Black)).contains(r#"\"bb0000012\""#));
        assert!(play("12", 0, Uci::from_bytes(b"e2e4").unwrap()).contains(r#""gameId":"b0000012""#));
    }
}
