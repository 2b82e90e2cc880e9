// SPDX-License-Identifier: AGPL-3.0-or-later
//! The cookie of a device that plays at the venue of an event, for somebody without an account.
//!
//! It opens one seat of one game: the player's id in that game's log is the beginning of its hash, as a guest's is. Beside it
//! the device stays whoever it is.

use axum::http::{HeaderMap, HeaderValue};
use tabiya_game::PlayerId;

use crate::cookies::{SetCookie, cookies};
use crate::secret::hash_of_secret;

const NAME: &str = "tabiya_seat";
/// A game at the venue lasts no longer than a day.
const DAY: u32 = 24 * 60 * 60;

/// The player whose seat the device has; `None` without a well-formed cookie.
pub fn player_of_cookie(headers: &HeaderMap) -> Option<PlayerId> {
    let hash = cookies(headers, NAME).find_map(hash_of_secret)?;
    let bytes = hash[..PlayerId::LEN].try_into().expect("a hash has 32 bytes");
    Some(PlayerId::from_bytes(bytes))
}

/// A `Set-Cookie` header that gives a device the seat with this secret of 64 hexadecimal digits; `secure` if players connect
/// over TLS.
pub fn seat_cookie(secret: &str, secure: bool) -> HeaderValue {
    SetCookie { name: NAME, path: "/", seconds: DAY, secure }.header(secret)
}

/// A `Set-Cookie` header that takes the seat away from a device.
pub fn no_seat_cookie(secure: bool) -> HeaderValue {
    SetCookie { name: NAME, path: "/", seconds: 0, secure }.header("")
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;
    use tabiya_game::{Seat, Seats};
    use tabiya_rules::Color;

    use super::*;
    use crate::identity::Identity;
    use crate::secret::hash;

    #[test]
    fn a_seat_opens_its_own_game_and_hides_nobody() {
        let secret = "a".repeat(64);
        let header = seat_cookie(&secret, false);
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, header.to_str().unwrap().split(';').next().unwrap().parse().unwrap());
        let seat = player_of_cookie(&headers).unwrap();
        assert_eq!(seat.as_bytes()[..], hash(secret.as_bytes())[..PlayerId::LEN]);
        let [own, other] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let visitor = Identity::guest(own).at_the_venue(Some(seat));
        let side =
            |white, black| visitor.side_in(&Seats { white: Seat::Player(white), black: Seat::Player(black) });
        assert_eq!(side(other, seat), Some(Color::Black));
        assert_eq!(side(seat, own), Some(Color::Black), "nobody has both seats of a game");
        assert_eq!(side(other, PlayerId::from_bytes([3; 16])), None);
        headers.insert(COOKIE, "tabiya_seat=abc".parse().unwrap());
        assert_eq!(player_of_cookie(&headers), None);
    }
}
