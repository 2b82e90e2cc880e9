// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why something is not done to a series, as a sentence for the command line and typed for pages.

use tabiya_protocol::events::EventRefusal as Told;
use tabiya_store::StorageError;

use super::{MOST_SERIES, WrongTemplate};
use crate::events::EventError;

/// Why something was not done to a series.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// It may not be done.
    #[error(transparent)]
    Refused(#[from] SeriesRefusal),
    /// An event could not be made or changed.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why something may not be done to a series.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeriesRefusal {
    /// The template makes no events.
    #[error(transparent)]
    Template(#[from] WrongTemplate),
    /// There is no such series.
    #[error("there is no series {0}")]
    NoSuchSeries(String),
    /// It is somebody else's.
    #[error("only its owner and staff may stop a series")]
    NotYours,
    /// There are too many.
    #[error("{MOST_SERIES} series go on already; stop one of them first")]
    TooMany,
    /// Another program changes it.
    #[error("the series changes too fast; try again")]
    Busy,
}

impl SeriesRefusal {
    /// The refusal for pages. `None` for settings that no event can have: the sentence names the field.
    pub fn told(&self) -> Option<Told> {
        Some(match self {
            Self::Template(WrongTemplate::Settings(_) | WrongTemplate::Time(_)) => return None,
            Self::Template(WrongTemplate::Day(_)) => Told::SeriesDay,
            Self::Template(WrongTemplate::Hour(..)) => Told::SeriesTime,
            Self::Template(WrongTemplate::Zone(zone)) => Told::SeriesZone { name: zone.clone() },
            Self::NoSuchSeries(_) => Told::NoSuchSeries,
            Self::NotYours => Told::SeriesNotYours,
            Self::TooMany => Told::TooManySeries { most: MOST_SERIES },
            Self::Busy => Told::SeriesBusy,
        })
    }
}
