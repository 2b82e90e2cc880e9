// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rounds in which an entrant is not paired, as the entrant and the organisers see them.

use tabiya_protocol::events::{AbsenceView, ByeView, ByesView};

use crate::event::{Absence, Entrant, Event, Format};

/// Those of an entrant; `None` in formats in which nobody asks for byes.
pub(crate) fn byes_of(event: &Event, entrant: &Entrant) -> Option<ByesView> {
    let last = event.last_published();
    match event.settings.format {
        Format::Swiss { .. } => {
            let to_come = entrant.byes.iter().filter(|(round, _)| *round > last);
            let bye = |(round, half): &(u16, bool)| ByeView { round: *round, half: *half, absence: None };
            let taken = entrant.byes.iter().filter(|(_, half)| *half).count();
            let rules = event.settings.byes;
            let halves_left = rules.most.saturating_sub(u16::try_from(taken).unwrap_or(u16::MAX));
            Some(ByesView { rounds: sorted(to_come.map(bye)), halves_left, last_half: rules.last_round })
        }
        Format::Keizer { .. } => {
            let away = |round: u16, absence| ByeView { round, half: false, absence: Some(view(absence)) };
            let past = (1..).zip(event.published()).filter_map(|(round, these)| {
                let own = these.away.iter().find(|(id, _)| *id == entrant.id)?;
                Some(away(round, own.1))
            });
            let to_come = entrant.absences.iter().filter(|(round, _)| *round > last);
            let to_come = to_come.map(|(round, absence)| away(*round, *absence));
            Some(ByesView { rounds: sorted(past.chain(to_come)), halves_left: 0, last_half: 0 })
        }
        Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Arena { .. }
        | Format::TeamMatch { .. } => None,
    }
}

fn sorted(byes: impl Iterator<Item = ByeView>) -> Vec<ByeView> {
    let mut byes: Vec<ByeView> = byes.collect();
    byes.sort_by_key(|bye| bye.round);
    byes
}

const fn view(absence: Absence) -> AbsenceView {
    match absence {
        Absence::Excused => AbsenceView::Excused,
        Absence::Unexcused => AbsenceView::Unexcused,
        Absence::ClubDuty => AbsenceView::ClubDuty,
    }
}

/// The absence that is called so.
pub const fn absence_of(view: AbsenceView) -> Absence {
    match view {
        AbsenceView::Excused => Absence::Excused,
        AbsenceView::Unexcused => Absence::Unexcused,
        AbsenceView::ClubDuty => Absence::ClubDuty,
    }
}
