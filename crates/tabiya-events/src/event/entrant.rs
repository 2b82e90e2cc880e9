// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who plays in an event.

use std::cmp::Reverse;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::{CardCorrection, EntrantId, TeamSide};

use super::fees::FeeClass;
use super::spoken;

/// What is known about an entrant. Only name, rating, title, federation and club are for everybody; the rest is the
/// arbiter's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// The name: of the account, or as the organiser wrote it.
    pub name: String,
    /// The rating by which the entrant is seeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// A title of FIDE's, like `WIM`, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Three letters, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The number at FIDE, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fide: String,
    /// The number at the national federation, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub national_id: String,
    /// The national rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub national_rating: Option<u16>,
    /// `YYYY/MM/DD`, a year alone, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub birth: String,
    /// `m` or `w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<char>,
    /// The club, or nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub club: String,
    /// The team of a team match, as a list names it. An event keeps in its place for which of its two teams the entrant plays.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
}

/// The most characters of an entrant's name, and of a club's.
const LONGEST_NAME: usize = 80;
/// The most entrants of an event, those included that have left.
pub const MOST_ENTRANTS: usize = 2000;
/// The highest rating.
pub const HIGHEST_RATING: u16 = 4000;

/// What is said of another sex than files know.
const WRONG_SEX: &str = "a sex is m, w, or nothing";

/// The age, in years, until which somebody's full name is shown to organisers alone.
const OLDEST_CHILD: i16 = 15;

/// What no card may hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongCard {
    /// A name that is empty, too long, or holds control characters.
    #[error("a player's name has 1 to {LONGEST_NAME} characters")]
    Name,
    /// Another part, in words.
    #[error("{0}")]
    Part(&'static str),
}

impl Card {
    /// Whether the parts of the card fit into the files that are written.
    ///
    /// # Errors
    /// What does not.
    pub fn check(&self) -> Result<(), WrongCard> {
        let is_text =
            |text: &str, most: usize| text.chars().count() <= most && !text.chars().any(char::is_control);
        let is_id = |text: &str| {
            text.len() <= 12 && text.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
        };
        if spoken(&self.name).is_empty() || !is_text(&self.name, LONGEST_NAME) {
            return Err(WrongCard::Name);
        }
        let is_rating = |rating: Option<u16>| rating.is_none_or(|rating| rating <= HIGHEST_RATING);
        let parts = [
            (is_rating(self.rating) && is_rating(self.national_rating), "a rating is at most 4000"),
            (is_text(&self.title, 4), "a title has up to 4 letters, such as WIM"),
            (is_text(&self.federation, 3), "a federation has 3 letters, such as SWE"),
            (is_id(&self.fide) && is_id(&self.national_id), "an id has up to 12 letters and digits"),
            (
                self.birth.len() <= 10 && self.birth.chars().all(|one| one.is_ascii_digit() || one == '/'),
                "a date of birth is written 2011/04/30 or 2011",
            ),
            (matches!(self.sex, None | Some('m' | 'w')), WRONG_SEX),
            (is_text(&self.club, LONGEST_NAME), "a club's name has up to 80 characters"),
            (is_text(&self.team, LONGEST_NAME), "a team's name has up to 80 characters"),
        ];
        match parts.into_iter().find(|(fits, _)| !fits) {
            Some((_, wrong)) => Err(WrongCard::Part(wrong)),
            None => Ok(()),
        }
    }

    /// The card after a correction, in which blanks around texts count for nothing.
    ///
    /// # Errors
    /// If the correction says a sex that files don't know. All else is for [`Card::check`].
    pub fn corrected(&self, by: &CardCorrection) -> Result<Self, WrongCard> {
        let text = |new: &Option<String>, old: &String| {
            new.as_ref().map_or_else(|| old.clone(), |new| new.trim().to_owned())
        };
        let capitals = |new: &Option<String>, old: &String| {
            new.as_ref().map_or_else(|| old.clone(), |new| new.trim().to_uppercase())
        };
        let rating = |new: Option<u16>, old| new.map_or(old, |new| Some(new).filter(|new| *new > 0));
        let sex = match by.sex.as_deref().map(str::trim) {
            None => self.sex,
            Some("") => None,
            Some("m") => Some('m'),
            Some("w") => Some('w'),
            Some(_) => return Err(WrongCard::Part(WRONG_SEX)),
        };
        Ok(Self {
            name: text(&by.name, &self.name),
            rating: rating(by.rating, self.rating),
            title: capitals(&by.title, &self.title),
            federation: capitals(&by.federation, &self.federation),
            fide: text(&by.fide, &self.fide),
            national_id: text(&by.national_id, &self.national_id),
            national_rating: rating(by.national_rating, self.national_rating),
            birth: text(&by.birth, &self.birth),
            sex,
            club: text(&by.club, &self.club),
            team: self.team.clone(),
        })
    }

    /// Whether the date of birth says that this is a child: under 16 in UTC, or perhaps under 16 where the year alone is known.
    /// False where there is no date, or one in the future.
    pub fn is_child(&self, now: Time) -> bool {
        let Ok(today) = Timestamp::from_millisecond(now.0.cast_signed()) else { return false };
        let today = TimeZone::UTC.to_datetime(today).date();
        let mut parts = self.birth.split('/').map(|part| part.parse::<i16>().ok());
        let Some(year) = parts.next().flatten() else { return false };
        let (month, day) = (parts.next().flatten(), parts.next().flatten());
        // Of a year alone, the birthday may be its last day.
        let birthday = (month.unwrap_or(12), day.unwrap_or(31));
        let now = (i16::from(today.month()), i16::from(today.day()));
        let age = today.year() - year - i16::from(now < birthday);
        year <= today.year() && age < OLDEST_CHILD + 1
    }

    /// The same without what says who it is. The ratings stay, because the tie-breaks of opponents follow from them.
    pub(crate) fn nameless(&self, id: EntrantId) -> Self {
        Self { national_rating: self.national_rating, ..Self::new(format!("Player {id}"), self.rating) }
    }

    /// A card with a name and a rating.
    pub fn new(name: impl Into<String>, rating: Option<u16>) -> Self {
        Self { name: name.into(), rating, ..Self::default() }
    }

    /// The first name with the initial of the last one: `Ann B.` for `Berg, Ann` and for `Ann Berg`.
    pub(crate) fn short_name(&self) -> String {
        let name = self.name.trim();
        let parts = name.split_once(',').map(|(last, first)| (first, last));
        let Some((first, last)) = parts.or_else(|| name.rsplit_once(char::is_whitespace)) else {
            return name.to_owned();
        };
        let first = first.split_whitespace().next().unwrap_or_default();
        match last.trim().chars().next() {
            Some(initial) if !first.is_empty() => format!("{first} {initial}."),
            Some(_) | None => first.to_owned(),
        }
    }

    /// Sorts by strength: rating, title, name (C.04.2 article 2). Who has no rating is seeded by the national one.
    pub(crate) fn strength(&self) -> (Reverse<u16>, usize, String) {
        const TITLES: [&str; 8] = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"];
        let rating = self.rating.or(self.national_rating).unwrap_or(0);
        let title = TITLES.iter().position(|title| *title == self.title).unwrap_or(TITLES.len());
        (Reverse(rating), title, self.name.to_lowercase())
    }
}

/// Where an entrant plays. It never affects the pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    /// On this server.
    #[default]
    Online,
    /// At the venue.
    OverTheBoard,
}

/// Why an entrant of a Keizer is away in a round: each is worth another share of the own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// With notice.
    Excused,
    /// Without notice.
    Unexcused,
    /// Plays elsewhere for the club.
    ClubDuty,
}

/// Whether an entrant is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// In every round.
    Present,
    /// Not until they come back.
    Paused,
    /// Not any more.
    Withdrawn,
}

/// A member of an organiser's list, of whose card an entrant has a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberOf {
    /// Whose list it is.
    pub list: PlayerId,
    /// The number in the list, from 1.
    pub number: u32,
}

/// The account that an entrant had on the server from which the event was taken here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftAccount {
    /// The account there.
    pub player: PlayerId,
    /// Whether it had become the entrant by a code.
    pub claimed: bool,
}

/// A code by which an account becomes an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimCode {
    /// When it ends.
    pub until: Time,
    /// Goes into the hash, so that the same code has another one elsewhere.
    pub salt: u64,
    /// The hash of the salt and the code.
    pub hash: [u8; 32],
    /// Who has given it; `None` for the operator.
    pub given_by: Option<PlayerId>,
}

/// Somebody who plays in the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The number in the order of entry.
    pub id: EntrantId,
    /// The account; `None` for somebody without one.
    pub player: Option<PlayerId>,
    /// The member of a list who it is; `None` for everybody else, and where the name was erased.
    pub member: Option<MemberOf>,
    /// What is known.
    pub card: Card,
    /// Where the entrant plays.
    pub plays: Plays,
    /// For which team of a team match; `None` where nobody has said, and in other formats.
    pub team: Option<TeamSide>,
    /// Whether the entrant is paired.
    pub presence: Presence,
    /// Whether somebody else took the entrant out: then only an organiser brings them back.
    pub taken_out: bool,
    /// The last published round when the entrant left last; without meaning for those who have not left.
    pub left_after: u16,
    /// Rounds in which the entrant has asked not to be paired, each with whether it is worth half a point.
    pub byes: Vec<(u16, bool)>,
    /// Rounds of a Keizer in which the entrant is away.
    pub absences: Vec<(u16, Absence)>,
    /// Points of a group that count here, too, in tenths.
    pub brought: i32,
    /// The board at which the entrant sits in every round, such as one that a wheelchair reaches; `None` for any.
    pub fixed_board: Option<u16>,
    /// Whether somebody at the desk has seen the entrant.
    pub checked_in: bool,
    /// Whether the fee is paid. Only organisers see it.
    pub paid: bool,
    /// How much was paid, in hundredths of the money; `None` where the event had no fees then.
    pub paid_amount: Option<u32>,
    /// Which fee the desk has said; `None` for what follows from the date of birth.
    pub fee: Option<FeeClass>,
    /// The code by which an account becomes this entrant; `None` where none was given, or it was used.
    pub claim: Option<ClaimCode>,
    /// Whether the account has become this entrant by a code. The name is the organiser's then, not one that the account chose.
    pub claimed: bool,
    /// The account on another server, which this one does not have; `None` for everybody else, and once an account here has become
    /// the entrant.
    pub account_left: Option<LeftAccount>,
    /// Whether the name was erased.
    pub erased: bool,
    /// The number of the last entry about the entrant, ticks of the desk apart.
    pub changed: u64,
    /// The number of the last entry about whether the entrant is there.
    pub checked_in_changed: u64,
    /// The number of the last entry about the fee.
    pub paid_changed: u64,
}

impl Entrant {
    /// Whether the name is one that the organiser has written: strangers see it short, where the event says so.
    pub const fn is_named_by_organiser(&self) -> bool {
        self.player.is_none() || self.claimed
    }

    /// Whether the entrant is at the venue. Whoever has no account is there, and whoever has claimed the player stays there: no game is
    /// played under the account. Whose account was left on another server still plays where they did.
    pub const fn is_at_the_venue(&self) -> bool {
        matches!(self.plays, Plays::OverTheBoard) || self.has_no_account()
    }

    /// Whether there never was an account under which the entrant plays.
    pub(crate) const fn has_no_account(&self) -> bool {
        self.is_named_by_organiser() && self.account_left.is_none()
    }

    /// An account becomes the entrant by a code.
    pub(super) fn become_account(&mut self, player: PlayerId) {
        // Who had an account elsewhere has one again. Anybody else was at the venue until now, whatever the entry said.
        let had_one = self.account_left.take().is_some_and(|left| !left.claimed);
        if !had_one {
            self.plays = Plays::OverTheBoard;
        }
        (self.player, self.claim, self.claimed) = (Some(player), None, !had_one);
    }

    /// The event is on a server that does not have the entrant's account.
    pub(super) fn leave_account(&mut self) {
        if let Some(player) = self.player.take() {
            self.account_left = Some(LeftAccount { player, claimed: std::mem::take(&mut self.claimed) });
        }
    }

    /// The event is on a server that has the account which the one before did not have.
    pub(super) fn find_account(&mut self) {
        if let Some(LeftAccount { player, claimed }) = self.account_left.take() {
            (self.player, self.claimed, self.claim) = (Some(player), claimed, None);
        }
    }

    /// Whether the entrant has said not to come to this round.
    pub fn is_away_in(&self, round: u16) -> bool {
        self.byes.iter().any(|(one, _)| *one == round) || self.absences.iter().any(|(one, _)| *one == round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_keep_the_first_name_and_an_initial() {
        for (name, short) in [
            ("Berg, Ann", "Ann B."),
            ("Ann Berg", "Ann B."),
            ("Ann Sofie von Berg", "Ann B."),
            ("Öst, Björn Erik", "Björn Ö."),
            ("Ann\u{a0}Berg", "Ann B."),
            ("Ann\u{2009}Sofie\u{202f}Berg", "Ann B."),
            ("Madonna", "Madonna"),
            ("Berg,", ""),
        ] {
            assert_eq!(Card::new(name, None).short_name(), short, "{name}");
        }
    }
}
