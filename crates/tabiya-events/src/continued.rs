// SPDX-License-Identifier: AGPL-3.0-or-later
//! A saved event whose id is here already: whether the file goes on where the journal ends that is stored here.
//!
//! A laptop that restores a copy adds entries of its own, such as the seats that it freed. These are left out where the two journals
//! are compared, and so are the numbers of entries behind them.

use crate::event::{Entry, Outcome, Record};
use crate::saved::as_saved;

/// How a file continues a journal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Continued {
    /// By these entries, which have the numbers that they get here.
    By(Vec<Record>),
    /// The journal has all that the file has.
    Known,
    /// The two have gone different ways from this entry of the journal on.
    Forked(u64),
}

/// Compares the journal that is stored here with that of a file.
pub(crate) fn continued(stored: &[Record], file: Vec<Record>) -> Continued {
    let mut rest = file.into_iter().peekable();
    let mut extra = None;
    for record in stored {
        while rest.peek().is_some_and(|one| is_by_restoring(one) && !is_same(record, one)) {
            rest.next();
        }
        if rest.next_if(|one| is_same(record, one)).is_none() {
            if !is_by_restoring(record) {
                extra = extra.or(Some(record.number));
            }
        } else if let Some(number) = extra {
            // Entries that the file does not have stand before one that it has.
            return Continued::Forked(number);
        }
    }
    let head = stored.last().map_or(0, |last| last.number);
    let more = rest.filter(|record| !is_of_one_server(record));
    let more: Vec<Record> =
        (head + 1..).zip(more).map(|(number, record)| Record { number, ..record }).collect();
    match extra {
        _ if more.is_empty() => Continued::Known,
        Some(number) => Continued::Forked(number),
        None => Continued::By(more),
    }
}

fn is_same(stored: &Record, saved: &Record) -> bool {
    (stored.at, stored.by) == (saved.at, saved.by) && as_saved(stored.entry.clone(), stored.at) == saved.entry
}

/// Whether an entry says which accounts another server has: here it says nothing.
const fn is_of_one_server(record: &Record) -> bool {
    matches!(record.entry, Entry::OwnerSet { .. } | Entry::AccountsMoved { .. })
}

/// Whether the server writes such an entry by itself into an event that it has restored.
const fn is_by_restoring(record: &Record) -> bool {
    record.by.is_none()
        && matches!(
            record.entry,
            Entry::SeatFreed { .. }
                | Entry::OwnerSet { .. }
                | Entry::AccountsMoved { .. }
                | Entry::GamesLeft { .. }
                | Entry::GamesBrought { .. }
                | Entry::CardsOutdated
                | Entry::MemberBound { .. }
                | Entry::Explained { .. }
                | Entry::Reminded
                | Entry::ArenaResult { outcome: Outcome::BothForfeit, plies: 0, .. }
        )
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;

    use super::*;

    fn record(number: u64, at: u64, entry: Entry) -> Record {
        Record { number, at: Time(at), by: None, entry }
    }

    fn published(number: u64, round: u16) -> Record {
        record(number, u64::from(round), Entry::Published { round })
    }

    #[test]
    fn a_file_goes_on_where_the_journal_ends_also_behind_what_restoring_added() {
        let older = vec![published(1, 1), record(2, 1, Entry::CardsOutdated)];
        let newer = vec![published(1, 1), published(2, 2), published(3, 3)];
        let more = vec![published(3, 2), published(4, 3)];
        assert_eq!(continued(&older, newer.clone()), Continued::By(more));
        assert_eq!(continued(&[], newer.clone()), Continued::By(newer.clone()));
        // The laptop that was left goes on where the other one has stopped.
        let left = vec![published(1, 1), published(2, 2)];
        let back =
            vec![published(1, 1), record(2, 1, Entry::CardsOutdated), published(3, 2), published(4, 3)];
        assert_eq!(continued(&left, back), Continued::By(vec![published(3, 3)]));
        assert_eq!(continued(&newer, newer.clone()), Continued::Known);
        assert_eq!(continued(&newer, newer[..1].to_vec()), Continued::Known, "an older copy");
    }

    #[test]
    fn two_ways_are_never_joined() {
        let here = [published(1, 1), record(2, 9, Entry::CheckInClosed)];
        let file = vec![published(1, 1), published(2, 2)];
        assert_eq!(continued(&here, file.clone()), Continued::Forked(2));
        let later = [published(1, 1), record(2, 9, Entry::CheckInClosed), published(3, 2)];
        assert_eq!(continued(&later, file), Continued::Forked(2));
    }
}
