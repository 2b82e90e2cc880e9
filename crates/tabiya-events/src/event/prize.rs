// SPDX-License-Identifier: AGPL-3.0-or-later
//! A category of prizes: what the organiser has announced.

use serde::{Deserialize, Serialize};

use super::{BirthBound, Card};

/// How equal points are dealt with in a category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrizeSharing {
    /// By tie-break.
    #[default]
    TieBreak,
    /// In equal shares.
    Equal,
    /// Half by tie-break, half in equal shares.
    Hort,
}

/// A category: its prizes, and who may win them. What is `None`, empty or `false` asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrizeCategory {
    /// What it is called.
    pub name: String,
    /// The prizes from the first place on, in the smallest unit of the money.
    pub prizes: Vec<u32>,
    /// How equal points are dealt with.
    pub sharing: PrizeSharing,
    /// The same for each prize, where they differ, and then for all of them; else empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<PrizeSharing>,
    /// Born on this day or later, for juniors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born_from: Option<BirthBound>,
    /// Born on this day or before, for seniors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born_until: Option<BirthBound>,
    /// Only ratings below this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_below: Option<u16>,
    /// Whether players without a rating may win where a rating is asked for.
    pub unrated: bool,
    /// Only women.
    pub women: bool,
    /// Only members of this club.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub club: String,
}

impl PrizeCategory {
    /// Whether it is for some entrants only, and so has standings of its own.
    pub const fn is_for_some(&self) -> bool {
        self.born_from.is_some()
            || self.born_until.is_some()
            || self.rating_below.is_some()
            || self.women
            || !self.club.is_empty()
    }

    /// Whether somebody may win here. Whose age or sex nobody knows for certain wins nothing that asks for it.
    pub fn takes(&self, card: &Card) -> bool {
        let rating = card.rating.or(card.national_rating);
        self.born_from.is_none_or(|first| first.is_from(&card.birth))
            && self.born_until.is_none_or(|last| last.is_until(&card.birth))
            && self.rating_below.is_none_or(|below| rating.map_or(self.unrated, |rating| rating < below))
            && (!self.women || card.sex == Some('w'))
            && (self.club.is_empty() || card.club.to_lowercase() == self.club.to_lowercase())
    }
}
