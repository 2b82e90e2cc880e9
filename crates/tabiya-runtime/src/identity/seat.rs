// SPDX-License-Identifier: AGPL-3.0-or-later
//! The cookie of a device that plays at the venue of an event, for somebody without an account.
//!
//! Each secret in it opens one seat of one game: the player's id in that game's log follows from it, and from nothing that
//! could be a guest's cookie. A club's laptop may serve several boards, so the cookie has the last few. Beside them the device
//! stays whoever it is.

use axum::http::{HeaderMap, HeaderValue};
use tabiya_game::PlayerId;

use crate::cookies::{SetCookie, cookies};
use crate::secret::{hash, hash_of_secret};

const NAME: &str = "tabiya_seat";
/// A game at the venue lasts no longer than a day.
const DAY: u32 = 24 * 60 * 60;

/// How many seats a device has at a time. The next one takes the place of the oldest.
const MOST: usize = 4;
/// Between the secrets of a cookie.
const BETWEEN: u8 = b'.';

/// The players whose seats the device has, the newest first; none without a well-formed cookie.
pub fn players_of_cookie(headers: &HeaderMap) -> Vec<PlayerId> {
    secrets(headers).into_iter().map(player_of_seat).collect()
}

/// The secrets of the first cookie that has any.
fn secrets(headers: &HeaderMap) -> Vec<&[u8]> {
    cookies(headers, NAME)
        .map(|value| {
            value.split(|byte| *byte == BETWEEN).take(MOST).filter(|one| hash_of_secret(one).is_some())
        })
        .map(Iterator::collect::<Vec<_>>)
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// The player's id of the seat with this secret. A guest's id is the hash of the guest's secret alone, so the secret of a guest
/// who has become an account since is no seat.
pub fn player_of_seat(secret: &[u8]) -> PlayerId {
    let hash = hash(&[b"seat at the venue ".as_slice(), secret].concat());
    PlayerId::from_bytes(hash[..PlayerId::LEN].try_into().expect("a hash has 32 bytes"))
}

/// A `Set-Cookie` header that gives a device the seat with this secret of 64 hexadecimal digits, beside those that it has
/// by the headers of its request; `secure` if players connect over TLS.
pub fn seat_cookie(secret: &str, headers: &HeaderMap, secure: bool) -> HeaderValue {
    let others = secrets(headers).into_iter().filter(|other| *other != secret.as_bytes());
    let all = std::iter::once(secret.as_bytes()).chain(others).take(MOST);
    let all = all.collect::<Vec<_>>().join(&BETWEEN);
    let value = String::from_utf8(all).expect("secrets are hexadecimal digits");
    SetCookie { name: NAME, path: "/", seconds: DAY, secure }.header(&value)
}

/// A `Set-Cookie` header that takes all seats away from a device.
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
        let mut headers = HeaderMap::new();
        give(&mut headers, &secret);
        let seat = player_of_seat(secret.as_bytes());
        assert_eq!(players_of_cookie(&headers), [seat]);
        headers.insert(COOKIE, format!("tabiya_guest={secret}").parse().unwrap());
        assert_ne!(guest_of_cookie(&headers), Some(seat), "a guest's cookie is no seat");
        let [own, other] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let visitor = Identity::guest(own).at_the_venue(vec![seat]);
        let side =
            |white, black| visitor.side_in(&Seats { white: Seat::Player(white), black: Seat::Player(black) });
        assert_eq!(side(other, seat), Some(Color::Black));
        assert_eq!(side(seat, own), Some(Color::Black), "nobody has both seats of a game");
        assert_eq!(side(other, PlayerId::from_bytes([3; 16])), None);
        headers.insert(COOKIE, "tabiya_seat=abc".parse().unwrap());
        assert_eq!(players_of_cookie(&headers), []);
    }

    /// The device has the cookie that it is answered with.
    fn give(headers: &mut HeaderMap, secret: &str) {
        let header = seat_cookie(secret, headers, false);
        headers.insert(COOKIE, header.to_str().unwrap().split(';').next().unwrap().parse().unwrap());
    }

    #[test]
    fn a_laptop_serves_several_boards_and_forgets_the_oldest() {
        let secrets = ["a", "b", "c", "d", "e"].map(|letter| letter.repeat(64));
        let of = |secret: &String| player_of_seat(secret.as_bytes());
        let mut headers = HeaderMap::new();
        for secret in &secrets {
            give(&mut headers, secret);
        }
        assert_eq!(players_of_cookie(&headers), [4, 3, 2, 1].map(|place: usize| of(&secrets[place])));
        give(&mut headers, &secrets[2]);
        assert_eq!(players_of_cookie(&headers), [2, 4, 3, 1].map(|place: usize| of(&secrets[place])));
        let [own, other] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let laptop = Identity::guest(own).at_the_venue(players_of_cookie(&headers));
        for secret in &secrets[1..] {
            let seats = Seats { white: Seat::Player(other), black: Seat::Player(of(secret)) };
            assert_eq!(laptop.side_in(&seats), Some(Color::Black));
            assert_eq!(laptop.venue_seat_in(&seats), Some(of(secret)), "it speaks as who sits there");
        }
        let gone = Seats { white: Seat::Player(other), black: Seat::Player(of(&secrets[0])) };
        assert_eq!(laptop.side_in(&gone), None);
        let as_itself = Seats { white: Seat::Player(own), black: Seat::Player(of(&secrets[2])) };
        assert_eq!(laptop.venue_seat_in(&as_itself), None, "whoever plays as who they are speaks so");
    }
}
