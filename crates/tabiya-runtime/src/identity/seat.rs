// SPDX-License-Identifier: AGPL-3.0-or-later
//! The cookie of a device that plays at the venue of an event, for somebody without an account.
//!
//! It opens one seat of one game: the player's id in that game's log follows from it, and from nothing that could be a guest's
//! cookie. Beside it the device stays whoever it is.

use axum::http::{HeaderMap, HeaderValue};
use tabiya_game::PlayerId;

use crate::cookies::{SetCookie, cookies};
use crate::secret::{hash, hash_of_secret};

const NAME: &str = "tabiya_seat";
/// A game at the venue lasts no longer than a day.
const DAY: u32 = 24 * 60 * 60;

/// The player whose seat the device has; `None` without a well-formed cookie.
pub fn player_of_cookie(headers: &HeaderMap) -> Option<PlayerId> {
    let secret = cookies(headers, NAME).find(|value| hash_of_secret(value).is_some())?;
    Some(player_of_seat(secret))
}

/// The player's id of the seat with this secret. A guest's id is the hash of the guest's secret alone, so the secret of a guest
/// who has become an account since is no seat.
pub fn player_of_seat(secret: &[u8]) -> PlayerId {
    let hash = hash(&[b"seat at the venue ".as_slice(), secret].concat());
    PlayerId::from_bytes(hash[..PlayerId::LEN].try_into().expect("a hash has 32 bytes"))
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
    use crate::identity::{Identity, guest_of_cookie};

    #[test]
    fn a_seat_opens_its_own_game_and_hides_nobody() {
        let secret = "a".repeat(64);
        let header = seat_cookie(&secret, false);
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, header.to_str().unwrap().split(';').next().unwrap().parse().unwrap());
        let seat = player_of_cookie(&headers).unwrap();
        assert_eq!(seat, player_of_seat(secret.as_bytes()));
        headers.insert(COOKIE, format!("tabiya_guest={secret}").parse().unwrap());
        assert_ne!(guest_of_cookie(&headers), Some(seat), "a guest's cookie is no seat");
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
