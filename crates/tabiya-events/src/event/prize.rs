// SPDX-License-Identifier: AGPL-3.0-or-later
//! A category of prizes: what the organiser has announced.

use serde::{Deserialize, Serialize};

use super::Card;

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
    /// The earliest year of birth, for juniors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born_from: Option<u16>,
    /// The latest year of birth, for seniors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born_until: Option<u16>,
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
    /// Whether somebody may win here. Whose year of birth or sex nobody knows wins nothing that asks for it.
    pub fn takes(&self, card: &Card) -> bool {
        let year = card.birth.get(..4).and_then(|year| year.parse::<u16>().ok());
        let rating = card.rating.or(card.national_rating);
        self.born_from.is_none_or(|first| year.is_some_and(|year| year >= first))
            && self.born_until.is_none_or(|last| year.is_some_and(|year| year <= last))
            && self.rating_below.is_none_or(|below| rating.map_or(self.unrated, |rating| rating < below))
            && (!self.women || card.sex == Some('w'))
            && (self.club.is_empty() || card.club.to_lowercase() == self.club.to_lowercase())
    }
}
