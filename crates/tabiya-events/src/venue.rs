// SPDX-License-Identifier: AGPL-3.0-or-later
//! Seats for players at the venue who have no account and meet somebody who plays online: their game is played on this
//! server, and a code opens it on any phone or laptop in the hall.
//!
//! A seat is bound to one pairing: another pairing of the same round has other seats. Everything about it follows from a
//! secret of the server, so nothing is stored, a seat is known again after a restart, and a saved event has no codes in it.
//! Whoever has the code gets a cookie with the seat's own secret. The game's log has a hash of that as the player's id, so a
//! code opens no other game, and nothing once its game is over.

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::{EntrantId, EventId};
use tabiya_runtime::identity::player_of_seat;
use tabiya_runtime::secret::{self, Hash};

use crate::codes::{self, Typed, are_equal, matching};
use crate::event::{Board, Entrant, Event};

/// The server's secret from which the codes of seats and tables follow.
#[derive(Clone)]
pub struct VenueKey(Hash);

impl VenueKey {
    /// The key from the text that the store keeps.
    pub fn of(secret: &str) -> Self {
        Self(secret::hash(&[b"codes at the venue ".as_slice(), secret.as_bytes()].concat()))
    }

    /// What follows from the key for this purpose.
    pub(crate) fn derive(&self, purpose: &str) -> Hash {
        // Of fixed length first, so that no two pairs of key and purpose make the same text.
        secret::hash(&[self.0.as_slice(), purpose.as_bytes()].concat())
    }
}

/// A place at a board of the venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VenueSeat {
    /// The event.
    pub event: EventId,
    /// The round, from 1.
    pub round: u16,
    /// The number of the entry that paired the round.
    pub paired: u64,
    /// The board, from 1.
    pub board: u16,
    /// Who sits there.
    pub entrant: EntrantId,
}

impl VenueSeat {
    fn text(&self, purpose: &str) -> String {
        let Self { event, round, paired, board, entrant } = self;
        format!("{purpose} {event} {round} {paired} {board} {entrant}")
    }

    /// The value of the cookie with which a device has the seat: 64 letters, never shown.
    pub fn cookie(&self, key: &VenueKey) -> String {
        hex(&key.derive(&self.text("cookie of a seat")))
    }

    /// The id that the game's log has for whoever sits there.
    pub fn player(&self, key: &VenueKey) -> PlayerId {
        player_of_seat(self.cookie(key).as_bytes())
    }

    /// What the QR code has, and the digits that are typed in its place.
    pub fn codes(&self, key: &VenueKey) -> VenueCodes {
        VenueCodes::of(&key.derive(&self.text("code of a seat")))
    }
}

/// The codes of a table's card. They are the same in all rounds of an event, until the arbiter has new ones made; `renewed` says
/// how often that was.
pub fn table_codes(key: &VenueKey, (event, renewed): (EventId, u32), table: u16) -> VenueCodes {
    let series = if renewed == 0 { String::new() } else { format!(" {renewed}") };
    VenueCodes::of(&key.derive(&format!("card of a table {event} {table}{series}")))
}

/// The table whose card has this code. All of them are compared, each in constant time. A card from before the last new codes
/// opens nothing, and is no guess.
pub fn table_of(key: &VenueKey, (event, renewed): (EventId, u32), sent: &str) -> Typed<u16> {
    let of = |renewed, known| {
        (1..=MOST_TABLES).fold(known, |found, table| {
            if table_codes(key, (event, renewed), table).fits(sent) { Typed::Right(table) } else { found }
        })
    };
    let before = renewed.checked_sub(1).map_or(Typed::Wrong, |before| of(before, Typed::Wrong));
    let old = if before == Typed::Wrong { Typed::Wrong } else { Typed::Old };
    of(renewed, old)
}

/// A device as an event's journal names it: never by the id of its player.
pub fn device_of(key: &VenueKey, event: EventId, player: PlayerId) -> u64 {
    let hash = key.derive(&format!("device {event} {}", hex(player.as_bytes())));
    hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Tables that have cards.
pub const MOST_TABLES: u16 = 500;

/// A long secret for a link, and eight digits to type.
#[derive(Clone, PartialEq, Eq)]
pub struct VenueCodes {
    /// 32 letters.
    pub link: String,
    /// Eight digits.
    pub digits: String,
}

impl VenueCodes {
    /// Both halves of a hash.
    pub(crate) fn of(hash: &Hash) -> Self {
        let (link, rest) = hash.split_at(16);
        let number = rest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        Self { link: hex(link), digits: codes::digits(number) }
    }

    /// Whether this is what a link has, or somebody typed.
    pub fn fits(&self, sent: &str) -> bool {
        let own = if codes::is_link(sent) { &self.link } else { &self.digits };
        own.len() == sent.len() && are_equal(own.as_bytes(), sent.as_bytes())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Event {
    /// The seats at the venue of a round, each where its game is played on this server.
    pub fn venue_seats(&self, id: EventId, round: u16) -> Vec<VenueSeat> {
        let Some(these) = self.round(round) else { return Vec::new() };
        let of_board =
            |(number, board): (u16, &Board)| self.venue_seats_at(id, (round, these.paired), number, board);
        these.numbered().flat_map(of_board).collect()
    }

    /// The seats at the venue of a board whose game is played on this server: those of players without an account here. Both have
    /// one where their accounts were left on another server.
    pub(crate) fn venue_seats_at(
        &self,
        event: EventId,
        (round, paired): (u16, u64),
        number: u16,
        board: &Board,
    ) -> Vec<VenueSeat> {
        if !self.is_online(board) {
            return Vec::new();
        }
        let is_without = |id: &EntrantId| self.entrant(*id).is_some_and(Entrant::is_named_by_organiser);
        let seat = |entrant| VenueSeat { event, round, paired, board: number, entrant };
        board.players().into_iter().filter(is_without).map(seat).collect()
    }

    /// What was typed where it opens nothing: whoever has a code for another page of the event, or for a seat of a draft, has
    /// not guessed.
    pub fn of_another_page<T>(
        &self,
        typed: Typed<T>,
        (id, key): (EventId, &VenueKey),
        sent: &str,
        now: Time,
    ) -> Typed<T> {
        if !matches!(typed, Typed::Wrong) {
            return typed;
        }
        let is_known = matching(self, sent, now) != Typed::Wrong
            || table_of(key, (id, self.table_codes), sent) != Typed::Wrong
            || (1..=self.rounds.len()).rev().take(2).any(|round| {
                let round = u16::try_from(round).unwrap_or(u16::MAX);
                self.venue_seats(id, round).iter().any(|seat| seat.codes(key).fits(sent))
            });
        if is_known { Typed::Old } else { Typed::Wrong }
    }

    /// The seat that a code opens: one of the last published round whose board has no result yet.
    pub fn venue_seat_of(&self, id: EventId, key: &VenueKey, sent: &str) -> Typed<VenueSeat> {
        let round = self.last_published();
        // All of them are compared, each in constant time.
        self.venue_seats(id, round).into_iter().fold(Typed::Wrong, |found, seat| {
            if !seat.codes(key).fits(sent) {
                return found;
            }
            let board = self.round(round).and_then(|these| these.board(seat.board));
            let is_open = board.is_some_and(|board| board.open_game().is_some());
            if is_open { Typed::Right(seat) } else { Typed::Old }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(board: u16) -> VenueSeat {
        let (event, entrant) = (EventId::from_bits(1), EntrantId(3));
        VenueSeat { event, round: 2, paired: 40, board, entrant }
    }

    #[test]
    fn a_seat_has_codes_of_its_own_under_each_key() {
        let (key, other) = (VenueKey::of("a"), VenueKey::of("b"));
        let codes = seat(1).codes(&key);
        assert!(codes.fits(&codes.link) && codes.fits(&codes.digits));
        assert!(!codes.fits("") && !codes.fits(&codes.link[1..]) && !codes.fits("00000000"));
        for another in [
            seat(2).codes(&key),
            seat(1).codes(&other),
            VenueSeat { paired: 41, ..seat(1) }.codes(&key),
            VenueSeat { entrant: EntrantId(4), ..seat(1) }.codes(&key),
        ] {
            assert!(!another.fits(&codes.link) && !another.fits(&codes.digits));
        }
        assert!(!seat(1).cookie(&key).contains(&codes.link), "a code does not say the cookie");
        assert_eq!(seat(1).cookie(&key).len(), 64);
        assert_ne!(seat(1).player(&key), seat(2).player(&key));
    }
}
