// SPDX-License-Identifier: AGPL-3.0-or-later
//! What other servers are told, and what they answer.

use memchr::memmem;
use tabiya_rules::Color;

use crate::history::Uci;

/// How a server talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Dialect {
    /// Socket.IO, as `bench/relay` in this repository
    Relay,
    /// PyChess-variants of January 2025; games and users are made when their socket is asked for
    Pychess,
}

/// What a message of the server's means to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// So many half-moves have been played.
    At(u32),
    /// It wants this answer.
    Answer(String),
    Nothing,
}

impl Dialect {
    /// Where a player's socket is.
    pub(super) fn path(self, game: u64) -> String {
        match self {
            Self::Relay => "/socket.io/?EIO=4&transport=websocket".into(),
            Self::Pychess => format!("/wsr/b{game:07}"),
        }
    }

    /// Who the player is.
    pub(super) fn cookie(self, game: u64, side: Color) -> String {
        match self {
            Self::Relay => String::new(),
            Self::Pychess => {
                let side = if side == Color::White { 'w' } else { 'b' };
                // As its plain cookie store writes it: JSON in a quoted string, commas as octal numbers.
                format!(
                    r#"AIOHTTP_SESSION="{{\"created\": 1\054 \"session\": {{\"user_name\": \"{side}b{game:07}\"}}}}""#
                )
            }
        }
    }

    pub(super) fn play(self, game: u64, ply: u32, uci: Uci) -> String {
        match self {
            // The number before the list asks for an acknowledgement.
            Self::Relay => format!(r#"42{ply}["move",{{"ply":{ply},"uci":"{uci}"}}]"#),
            Self::Pychess => {
                let number = ply + 1;
                format!(
                    r#"{{"type":"move","gameId":"b{game:07}","move":"{uci}","clocks":[1800000,1800000],"ply":{number}}}"#
                )
            }
        }
    }

    pub(super) fn hear(self, game: u64, side: Color, text: &[u8]) -> Heard {
        match self {
            Self::Relay => hear_relay(game, side, text),
            Self::Pychess if text.starts_with(br#"{"type": "board""#) => {
                number_after(text, br#""ply": "#).map_or(Heard::Nothing, Heard::At)
            }
            Self::Pychess => Heard::Nothing,
        }
    }
}

/// Engine.IO's packets are named by their first digit, Socket.IO's by the second.
fn hear_relay(game: u64, side: Color, text: &[u8]) -> Heard {
    let acknowledged = |rest: &[u8]| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..digits]).ok()?.parse::<u32>().ok()
    };
    match text {
        [b'0', ..] => Heard::Answer("40".into()),
        [b'2'] => Heard::Answer("3".into()),
        [b'4', b'0', ..] => {
            Heard::Answer(format!(r#"42["join",{{"game":"{game}","side":{}}}]"#, side as usize))
        }
        [b'4', b'2', ..] => number_after(text, br#""ply":"#).map_or(Heard::Nothing, Heard::At),
        [b'4', b'3', rest @ ..] => acknowledged(rest).map_or(Heard::Nothing, |ply| Heard::At(ply + 1)),
        _ => Heard::Nothing,
    }
}

fn number_after(text: &[u8], name: &[u8]) -> Option<u32> {
    let rest = &text[memmem::find(text, name)? + name.len()..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relay_is_understood() {
        let hear = |text: &str| Dialect::Relay.hear(7, Color::Black, text.as_bytes());
        assert_eq!(hear(r#"0{"sid":"x"}"#), Heard::Answer("40".into()));
        assert_eq!(hear(r#"40{"sid":"x"}"#), Heard::Answer(r#"42["join",{"game":"7","side":1}]"#.into()));
        assert_eq!(hear("2"), Heard::Answer("3".into()));
        assert_eq!(hear(r#"42["move",{"ply":12,"uci":"e2e4"}]"#), Heard::At(12));
        assert_eq!(hear(r#"4311[{"ok":true}]"#), Heard::At(12));
        assert_eq!(hear(r#"42["refused",{}]"#), Heard::Nothing);
    }

    #[test]
    fn pychess_is_understood() {
        let hear = |text: &str| Dialect::Pychess.hear(7, Color::White, text.as_bytes());
        assert_eq!(hear(r#"{"type": "board", "fen": "x", "ply": 3, "clocks": [1, 2]}"#), Heard::At(3));
        assert_eq!(hear(r#"{"type": "user_present", "ply": 3}"#), Heard::Nothing);
    }
}
