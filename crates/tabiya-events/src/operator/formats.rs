// SPDX-License-Identifier: AGPL-3.0-or-later
//! Formats with other numbers.

use tabiya_protocol::events::EventOptions;

use super::OrderError;
use crate::event::Format;

/// A format with another number of rounds.
pub(super) fn with_rounds(format: Format, rounds: u16) -> Result<Format, OrderError> {
    match format {
        Format::Swiss { baku, rounds: _ } => Ok(Format::Swiss { rounds, baku }),
        Format::Keizer { rules, rounds: _ } => Ok(Format::Keizer { rounds, rules }),
        Format::TeamMatch { boards, everyone, games: _ } => {
            Ok(Format::TeamMatch { games: u8::try_from(rounds).unwrap_or(u8::MAX), boards, everyone })
        }
        Format::RoundRobin { .. } | Format::KnockOut { .. } | Format::Arena { .. } => {
            Err(OrderError::Nothing(
                "only a Swiss, a Keizer and a team match have a number of rounds to choose".into(),
            ))
        }
    }
}

/// That nothing is said which only a Swiss has: elsewhere it would be kept and mean nothing.
///
/// # Errors
/// What that is.
pub(super) fn for_format(format: Format, options: &EventOptions) -> Result<(), OrderError> {
    let of_swiss = [
        (options.half_bye.is_some(), "--bye"),
        (options.late_half.is_some(), "--late-half"),
        (options.games_per_pairing.is_some(), "--games-per-pairing"),
    ];
    match of_swiss.into_iter().find(|(is_said, _)| *is_said) {
        Some((_, option)) if !matches!(format, Format::Swiss { .. }) => {
            Err(OrderError::Nothing(format!("{option} is for a Swiss")))
        }
        _ => Ok(()),
    }
}

/// The same team match with so many boards, or with everybody against everybody; what is not said stays.
pub(super) fn with_boards(
    format: Format,
    boards: Option<u16>,
    scheveningen: bool,
) -> Result<Format, OrderError> {
    match format {
        Format::TeamMatch { games, boards: before, everyone } => {
            let boards = boards.unwrap_or(before);
            Ok(Format::TeamMatch { games, boards, everyone: everyone || scheveningen })
        }
        Format::Swiss { .. }
        | Format::Keizer { .. }
        | Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Arena { .. } => {
            if boards.is_some() || scheveningen {
                return Err(OrderError::Nothing("only a team match has teams with boards".into()));
            }
            Ok(format)
        }
    }
}
