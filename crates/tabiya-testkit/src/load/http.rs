// SPDX-License-Identifier: AGPL-3.0-or-later
//! HTTP requests over connections that are kept open. Bodies have a known length; chunked ones are not
//! supported.

use memchr::memmem;

use super::site::Site;

/// The request to create a game with these clocks, in which the creator plays White.
pub(super) fn create_game(site: &Site, cookie: &str, initial_ms: u32, increment_ms: u32) -> String {
    let body = format!(
        r#"{{"opponent":{{"kind":"friend"}},"time":{{"initial_ms":{initial_ms},"increment_ms":{increment_ms}}},"color":"white"}}"#
    );
    format!(
        "POST /api/games HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        site.address(),
        site.origin(),
        body.len()
    )
}

/// The request for a whole game.
pub(super) fn get_game(site: &Site, game: &str) -> String {
    format!("GET /api/games/{game} HTTP/1.1\r\nhost: {}\r\n\r\n", site.address())
}

/// A complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer<'a> {
    pub(super) status: u16,
    pub(super) body: &'a [u8],
    /// The length of the whole answer in bytes.
    pub(super) length: usize,
}

/// The answer at the start of `bytes`; `None` if it is not complete.
pub(super) fn read_answer(bytes: &[u8]) -> Option<Answer<'_>> {
    let head_end = memmem::find(bytes, b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..head_end]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head
        .split("\r\n")
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0);
    let body = bytes.get(head_end..head_end + length)?;
    Some(Answer { status, body, length: head_end + length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_whole_or_not_at_all() {
        let bytes = b"HTTP/1.1 201 Created\r\nContent-Length: 5\r\nx: y\r\n\r\nhelloHTTP/1.1 200";
        let answer = read_answer(bytes).unwrap();
        assert_eq!((answer.status, answer.body), (201, &b"hello"[..]));
        assert_eq!(&bytes[answer.length..], b"HTTP/1.1 200");
        for end in 0..answer.length {
            assert_eq!(read_answer(&bytes[..end]), None, "{end} bytes");
        }
        let upgrade = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n\x81\x02{}";
        let answer = read_answer(upgrade).unwrap();
        assert_eq!((answer.status, upgrade.len() - answer.length), (101, 4));
    }
}
