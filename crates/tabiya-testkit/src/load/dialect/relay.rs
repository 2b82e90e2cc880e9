// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages of `bench/relay`, by Socket.IO over Engine.IO: the first digit of a packet is Engine.IO's type, the
//! second one is Socket.IO's.

use tabiya_rules::Color;

use super::{Message, leading_number, number_after};
use crate::history::Uci;

/// The command for a move. The number before the list requests an acknowledgement with the same number.
pub(super) fn play(ply: u32, uci: Uci) -> String {
    format!(r#"42{ply}["move",{{"ply":{ply},"uci":"{uci}"}}]"#)
}

/// Reads a packet to the player of this side.
pub(super) fn read(game: &str, side: Option<Color>, text: &[u8]) -> Message {
    let side = side.unwrap_or(Color::White) as usize;
    match text {
        [b'0', ..] => Message::AnswerWith("40".into()),
        [b'2'] => Message::AnswerWith("3".into()),
        [b'4', b'0', ..] => Message::AnswerWith(format!(r#"42["join",{{"game":"{game}","side":{side}}}]"#)),
        [b'4', b'2', ..] => number_after(text, br#""ply":"#).map_or(Message::Other, Message::Ply),
        [b'4', b'3', rest @ ..] => leading_number(rest).map_or(Message::Other, |ply| Message::Ply(ply + 1)),
        _ => Message::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_understood() {
        let read = |text: &str| read("7", Some(Color::Black), text.as_bytes());
        assert_eq!(read(r#"0{"sid":"x"}"#), Message::AnswerWith("40".into()));
        assert_eq!(
            read(r#"40{"sid":"x"}"#),
            Message::AnswerWith(r#"42["join",{"game":"7","side":1}]"#.into())
        );
        assert_eq!(read("2"), Message::AnswerWith("3".into()));
        assert_eq!(read(r#"42["move",{"ply":12,"uci":"e2e4"}]"#), Message::Ply(12));
        assert_eq!(read(r#"4311[{"ok":true}]"#), Message::Ply(12));
        assert_eq!(read(r#"42["refused",{}]"#), Message::Other);
    }
}
