// SPDX-License-Identifier: AGPL-3.0-or-later
//! A Keizer as the tournament crate sees it: members in the order of their strength, and what each did in each round.

use tabiya_tournament::keizer::{Attended, Line, Member, Settings, standings};
use tabiya_tournament::{Colour, GameResult};

use crate::event::{Absence, EntrantId, Event, Format, Round};
use crate::tournament::order;

/// The values and shares of an event; the usual ones where it is no Keizer.
pub(crate) fn settings(event: &Event) -> Settings {
    let Format::Keizer { rules, .. } = event.settings.format else { return Settings::default() };
    Settings {
        top: rules.top,
        step: rules.step,
        excused: rules.excused,
        unexcused: rules.unexcused,
        club_duty: rules.club_duty,
        bye: rules.bye,
        rounds_between: rules.rounds_between,
    }
}

/// The number of an entrant. It is that of the entry, so that it never changes.
pub(crate) const fn number_of(id: EntrantId) -> u16 {
    id.0
}

/// Whose a number is.
pub(crate) const fn entrant_of(number: u16) -> EntrantId {
    EntrantId(number)
}

/// Everybody who takes part, with what they did in these rounds.
pub(crate) fn members(event: &Event, rounds: &[Round]) -> Vec<Member> {
    let attended = |id: EntrantId, round: &Round| {
        if let Some(board) = round.board_of(id).map(|place| &round.boards[place]) {
            let is_white = board.white == id;
            let result = board.outcome().map_or(GameResult::Unknown, |outcome| {
                let [white, black] = outcome.results();
                if is_white { white } else { black }
            });
            let (opponent, colour) =
                if is_white { (board.black, Colour::White) } else { (board.white, Colour::Black) };
            return Attended::Game { opponent: number_of(opponent), colour, result };
        }
        if round.byes.contains(&id) {
            return Attended::Bye;
        }
        match round.away.iter().find(|(one, _)| *one == id).map(|(_, absence)| *absence) {
            Some(Absence::Excused) => Attended::Excused,
            Some(Absence::Unexcused) => Attended::Unexcused,
            Some(Absence::ClubDuty) => Attended::ClubDuty,
            None => Attended::NotYet,
        }
    };
    let member = |id: EntrantId| Member {
        number: number_of(id),
        rounds: rounds.iter().map(|round| attended(id, round)).collect(),
    };
    order(event).into_iter().map(member).collect()
}

/// The list after the published rounds. A game without a result is worth nothing yet; only pairing takes it for a draw.
pub(crate) fn list(event: &Event) -> Vec<Line> {
    let mut members = members(event, event.published());
    let is_open = |round: &Attended| matches!(round, Attended::Game { result: GameResult::Unknown, .. });
    for round in members.iter_mut().flat_map(|member| &mut member.rounds) {
        if is_open(round) {
            *round = Attended::NotYet;
        }
    }
    standings(&members, &settings(event))
}

/// How the rules pair a round otherwise, the draft too; `None` where they agree.
pub fn check_round(event: &Event, round: u16) -> Option<tabiya_tournament::check::Difference> {
    tabiya_tournament::keizer::check_round(&members(event, &event.rounds), round, &settings(event))
}
