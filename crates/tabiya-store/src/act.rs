// SPDX-License-Identifier: AGPL-3.0-or-later
//! Acts: what somebody with a right has done, with what was before and what is after.
//!
//! An act is stored in the transaction of the change that it tells of, so neither is there without the other.
//! Nothing is read out of its words: whoever undoes an act puts `before` in the place of `after`, if `after`
//! is still there. An undoing is an act too; it is noted at the act that it undoes, once.
//!
//! An act says who did it, when, to which player or in which game, what, and why. An arbiter's acts are deeds
//! of the same shape about a game: clocks that were stopped, set and resumed have the clocks before and
//! after; a game that was set back has the half-moves; a result has the results. Such a deed is a variant of
//! [`Deed`], and its change is the append to the game's log.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_game::{Category, GameId, PlayerId, PlayerName, Rating, Time};

use crate::{Role, Rules};

/// What was before an act, and what is after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced<T> {
    /// Before.
    pub before: T,
    /// After.
    pub after: T,
}

impl<T: PartialEq> Replaced<T> {
    /// Puts `new` in the place of what is there.
    pub fn put(place: &mut T, new: T) -> Self
    where
        T: Clone,
    {
        let before = std::mem::replace(place, new.clone());
        Self { before, after: new }
    }

    /// Whether something has changed at all.
    pub fn is_change(&self) -> bool {
        self.before != self.after
    }
}

/// A rating in the whole numbers in which it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[i64; 3]", into = "[i64; 3]")]
pub struct ActRating(pub Rating);

impl From<ActRating> for [i64; 3] {
    fn from(rating: ActRating) -> Self {
        rating.0.numbers()
    }
}

impl TryFrom<[i64; 3]> for ActRating {
    type Error = tabiya_game::RatingError;

    fn try_from(numbers: [i64; 3]) -> Result<Self, Self::Error> {
        Rating::from_numbers(numbers).map(Self)
    }
}

/// What was done. It is stored as JSON, so a variant or a field that was released never changes its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// An account was made at the command line.
    Add {
        /// Its role.
        role: Role,
    },
    /// An admin has downloaded a backup of the database.
    Backup {
        /// How long it is.
        bytes: u64,
    },
    /// A player got a new card to log in with.
    Card,
    /// Several players on an organiser's list were made, or got new cards.
    Cards {
        /// How many.
        count: u32,
    },
    /// The words that are covered in chats were changed.
    ChatWords(Replaced<String>),
    /// An account was closed.
    Close(Replaced<Option<Time>>),
    /// A link was made by which one player may register.
    Invite,
    /// Kid mode was switched for an account.
    Kid(Replaced<bool>),
    /// A player may not write in chats any more.
    Mute(Replaced<bool>),
    /// A player's rating was set.
    Rating {
        /// In which category.
        category: Category,
        /// From what to what.
        rating: Replaced<ActRating>,
    },
    /// A line of a chat was removed.
    RemoveLine {
        /// What it said.
        text: String,
    },
    /// An account got another name.
    Rename(Replaced<PlayerName>),
    /// A closed account was opened again.
    Reopen(Replaced<Option<Time>>),
    /// A report was settled.
    Report {
        /// Its number.
        number: u64,
    },
    /// A link was made by which a player sets a new password.
    Reset,
    /// An account got another role.
    Role(Replaced<Role>),
    /// A player's second factor was removed. The secret that it was is kept nowhere.
    SecondFactor,
    /// All sessions of a player were ended.
    Sessions,
    /// The site's rules were changed.
    Site(Box<Replaced<Rules>>),
    /// The server was stopped. The act stands there before the server stops.
    Stop,
    /// A token was made at the command line, with which a program acts for a player.
    Token {
        /// What it allows, as names with a blank between them.
        scopes: String,
    },
    /// An earlier act was undone.
    Undo {
        /// Its number.
        act: u64,
    },
    /// A player may write in chats again.
    Unmute(Replaced<bool>),
    /// A game counts for the ratings no longer: both players got their points back.
    Unrate,
    /// A player was warned.
    Warn,
}

impl Deed {
    /// Its word, by which acts of a kind are found; the same as in JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Add { .. } => "add",
            Self::Backup { .. } => "backup",
            Self::Card => "card",
            Self::Cards { .. } => "cards",
            Self::ChatWords(_) => "chat_words",
            Self::Close(_) => "close",
            Self::Invite => "invite",
            Self::Kid(_) => Self::KID,
            Self::Mute(_) => "mute",
            Self::Rating { .. } => "rating",
            Self::RemoveLine { .. } => "remove_line",
            Self::Rename(_) => "rename",
            Self::Reopen(_) => "reopen",
            Self::Report { .. } => "report",
            Self::Reset => "reset",
            Self::Role(_) => "role",
            Self::SecondFactor => "second_factor",
            Self::Sessions => "sessions",
            Self::Site(_) => "site",
            Self::Stop => "stop",
            Self::Token { .. } => "token",
            Self::Undo { .. } => "undo",
            Self::Unmute(_) => "unmute",
            Self::Unrate => "unrate",
            Self::Warn => "warn",
        }
    }

    /// The word of acts about kid mode.
    pub const KID: &'static str = "kid";

    /// The act that this one undoes.
    pub const fn undoes(&self) -> Option<u64> {
        match self {
            Self::Undo { act } => Some(*act),
            _ => None,
        }
    }
}

/// An act that is to be stored with the change that it tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAct {
    /// When.
    pub at: Time,
    /// Who; `None` for the command line.
    pub actor: Option<PlayerId>,
    /// The actor's name now.
    pub by_name: String,
    /// To whom; `None` where it is not about one player.
    pub player: Option<PlayerId>,
    /// In which game; `None` where it is not about one.
    pub game: Option<GameId>,
    /// What.
    pub deed: Deed,
    /// Why, or more about it, in the actor's words.
    pub why: String,
}

/// An act that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Counts up from 1.
    pub number: u64,
    /// When.
    pub at: Time,
    /// Who; `None` for the command line.
    pub actor: Option<PlayerId>,
    /// The actor's name then.
    pub by_name: String,
    /// To whom; `None` where it was not about one player.
    pub player: Option<PlayerId>,
    /// In which game; `None` where it was not about one.
    pub game: Option<GameId>,
    /// What.
    pub what: ActText,
    /// The act that has undone it.
    pub undone_by: Option<u64>,
}

/// What a stored act says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActText {
    /// What was done, and why.
    Typed {
        /// What.
        deed: Deed,
        /// Why, in the actor's words.
        why: String,
    },
    /// As an earlier version wrote it, or as one writes it that is newer than this program. It can be shown,
    /// and nothing else.
    Words {
        /// What, in a word.
        word: String,
        /// More, in words.
        details: String,
    },
}

impl Act {
    /// What was done; `None` where only words tell it.
    pub const fn deed(&self) -> Option<&Deed> {
        match &self.what {
            ActText::Typed { deed, .. } => Some(deed),
            ActText::Words { .. } => None,
        }
    }
}

/// The act has been undone already, by this one or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoneBefore;

impl fmt::Display for UndoneBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this act has been undone already")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every deed once.
    fn all() -> Vec<Deed> {
        let name = |name: &str| PlayerName::try_from(name.to_owned()).unwrap();
        let turn = Replaced { before: false, after: true };
        let closed = Replaced { before: None, after: Some(Time(7)) };
        let rating = |points| ActRating(Rating::set(points, 75).unwrap());
        vec![
            Deed::Backup { bytes: 9 },
            Deed::Card,
            Deed::Cards { count: 30 },
            Deed::ChatWords(Replaced { before: String::new(), after: "rude".to_owned() }),
            Deed::Close(closed),
            Deed::Invite,
            Deed::Kid(turn),
            Deed::Mute(turn),
            Deed::Rating {
                category: Category::BLITZ,
                rating: Replaced { before: rating(1500), after: rating(1834) },
            },
            Deed::RemoveLine { text: "“<b>”".to_owned() },
            Deed::Rename(Replaced { before: name("Ann"), after: name("Anna") }),
            Deed::Reopen(closed),
            Deed::Report { number: 3 },
            Deed::Reset,
            Deed::Role(Replaced { before: Role::Player, after: Role::Organiser }),
            Deed::SecondFactor,
            Deed::Sessions,
            Deed::Site(Box::new(Replaced { before: Rules::default(), after: Rules::default() })),
            Deed::Undo { act: 4 },
            Deed::Unmute(turn),
            Deed::Unrate,
            Deed::Warn,
            Deed::Stop,
            Deed::Add { role: Role::Organiser },
            Deed::Token { scopes: "board:play".to_owned() },
        ]
    }

    #[test]
    fn every_deed_is_read_as_it_was_written_and_has_a_word_of_its_own() {
        let mut words = Vec::new();
        for deed in all() {
            let json = serde_json::to_string(&deed).unwrap();
            assert_eq!(serde_json::from_str::<Deed>(&json).unwrap(), deed);
            assert!(json.contains(&format!("\"{}\"", deed.word())), "{json}");
            assert!(!words.contains(&deed.word()), "{json}");
            words.push(deed.word());
        }
    }

    /// Databases hold these.
    #[test]
    fn a_deed_is_written_as_it_was_released() {
        for (deed, json) in [
            (&all()[1], r#""card""#),
            (&all()[6], r#"{"kid":{"before":false,"after":true}}"#),
            (&all()[4], r#"{"close":{"before":null,"after":7}}"#),
            (
                &all()[8],
                r#"{"rating":{"category":"blitz","rating":{"before":[1500000000,75000000,60000000],"after":[1834000000,75000000,60000000]}}}"#,
            ),
            (&all()[14], r#"{"role":{"before":"player","after":"organiser"}}"#),
            (&all()[18], r#"{"undo":{"act":4}}"#),
            (&all()[22], r#""stop""#),
            (&all()[23], r#"{"add":{"role":"organiser"}}"#),
            (&all()[24], r#"{"token":{"scopes":"board:play"}}"#),
        ] {
            assert_eq!(serde_json::to_string(deed).unwrap(), json);
        }
    }

    #[test]
    fn what_replaces_something_remembers_it() {
        let mut is_muted = false;
        assert_eq!(Replaced::put(&mut is_muted, true), Replaced { before: false, after: true });
        assert!(is_muted && !Replaced::put(&mut is_muted, true).is_change());
    }
}
