// SPDX-License-Identifier: AGPL-3.0-or-later
//! The standings, and what tells two entrants apart.

use std::cmp::Reverse;

use tabiya_tournament::cross_table::cell_text;
use tabiya_tournament::standings::standings;
use tabiya_tournament::tiebreak::Value;
use tabiya_tournament::{Bye, Cell, GameResult, Player, Points, Scoring, TieBreak, Tournament};

use crate::event::{EntrantId, Event, Format, MatchState, Presence};
use crate::tournament::{Numbered, order};

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rank, from 1; shared by entrants that nothing tells apart.
    pub rank: usize,
    /// The entrant.
    pub entrant: EntrantId,
    /// The points in tenths.
    pub points: i32,
    /// The value of each tie-break.
    pub values: Vec<Value>,
}

/// The standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The tie-breaks, as TRF writes them.
    pub tie_breaks: Vec<String>,
    /// The lines, the best first.
    pub lines: Vec<Line>,
}

/// What puts one entrant above another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apart {
    /// The points.
    Points,
    /// The tie-break with this place in the list, from 0.
    TieBreak(usize),
    /// Nothing: they share a rank.
    Nothing,
}

impl Table {
    /// The standings of the published rounds. Games without a result count for nobody.
    pub fn of(event: &Event) -> Self {
        match event.settings.format {
            Format::KnockOut { .. } => knock_out(event),
            Format::Keizer { .. } => keizer(event),
            Format::Arena { .. } => arena(event),
            Format::Swiss { .. } | Format::RoundRobin { .. } | Format::TeamMatch { .. } => by_points(event),
        }
    }

    /// What decided between two entrants.
    pub fn between(&self, one: EntrantId, other: EntrantId) -> Option<Apart> {
        let line = |id: EntrantId| self.lines.iter().find(|line| line.entrant == id);
        let (one, other) = (line(one)?, line(other)?);
        if one.points != other.points {
            return Some(Apart::Points);
        }
        let differs = one.values.iter().zip(&other.values).position(|(mine, theirs)| mine != theirs);
        Some(differs.map_or(Apart::Nothing, Apart::TieBreak))
    }
}

/// What a player did in a round: `12w1` beat number 12 with White, `5b=`, `7w+`, `bye`, `½` or `−`. Where a pairing has several
/// games, the points of all of them stand in place of the result: `12w1½`.
pub fn cell_in(tournament: &Tournament, player: &Player, round: u16) -> String {
    let cell = player.cell(round);
    let usual = cell_text(cell).replace("=½", "½");
    let several = tournament.scoring.win() > Scoring::default().win();
    let points = || half_points(tournament.points(player.number, round, cell));
    match cell {
        Cell::Game { result: GameResult::Unknown, .. } => usual,
        Cell::Game { .. } if several => format!("{}{}", usual.trim_end_matches(['1', '=', '0']), points()),
        Cell::Bye(Bye::Half) if several => points(),
        Cell::Game { .. } | Cell::Bye(_) => usual,
    }
}

/// `1½` for one point and a half.
fn half_points(points: Points) -> String {
    let tenths = points.as_tenths();
    match (tenths / 10, tenths % 10 == 5) {
        (0, true) => "½".to_owned(),
        (whole, true) => format!("{whole}½"),
        (whole, false) => whole.to_string(),
    }
}

/// What an event is ranked by whose standings are points and a list of tie-breaks.
pub(crate) fn ranked_by_points(event: &Event) -> Option<(Numbered, Vec<TieBreak>)> {
    match event.settings.format {
        Format::KnockOut { .. } | Format::Keizer { .. } | Format::Arena { .. } => return None,
        Format::Swiss { .. } | Format::RoundRobin { .. } | Format::TeamMatch { .. } => {}
    }
    let mut numbered = Numbered::of(event);
    // For the pairing an open game counts as a draw. Here it counts when it is played.
    numbered.tournament.scoring.unknown = Points::ZERO;
    // The settings were checked, so that an empty list is no more than what a damaged journal gets.
    Some((numbered, event.settings.tie_break_list().unwrap_or_default()))
}

fn by_points(event: &Event) -> Table {
    let Some((numbered, list)) = ranked_by_points(event) else {
        return Table { tie_breaks: Vec::new(), lines: Vec::new() };
    };
    let ranked = standings(&numbered.tournament, &list, None).map(|found| found.players).unwrap_or_default();
    let lines = ranked.into_iter().map(|line| Line {
        rank: line.rank,
        entrant: numbered.entrant(line.number),
        points: line.points.as_tenths(),
        values: line.values,
    });
    Table { tie_breaks: list.iter().map(ToString::to_string).collect(), lines: lines.collect() }
}

/// The list of a Keizer: the score, and beside it the value that opponents can win.
fn keizer(event: &Event) -> Table {
    let lines = (1..).zip(crate::keizer::list(event)).map(|(rank, line)| Line {
        rank,
        entrant: crate::keizer::entrant_of(line.number),
        points: line.score.as_tenths(),
        values: vec![Value::whole(line.value.into())],
    });
    Table { tie_breaks: vec![KEIZER_VALUE.to_owned()], lines: lines.collect() }
}

/// An arena: by points, then by the rating that the games show. Then the number of games, and of those in
/// which the player went berserk.
fn arena(event: &Event) -> Table {
    let mut lines: Vec<Line> = Vec::new();
    for (place, entrant) in crate::arenas::ranked(event).into_iter().enumerate() {
        let seat = event.arena.as_ref().and_then(|arena| arena.seat(entrant)).copied().unwrap_or_default();
        let points = i32::try_from(seat.sheet.points).unwrap_or(i32::MAX).saturating_mul(10);
        let values = [seat.performance().unwrap_or(0), seat.games.into(), seat.berserks.into()];
        let values: Vec<_> = values.into_iter().map(Value::whole).collect();
        let shared = lines.last().filter(|above| above.points == points && above.values[0] == values[0]);
        let rank = shared.map_or(place + 1, |above| above.rank);
        lines.push(Line { rank, entrant, points, values });
    }
    Table { tie_breaks: ["TPR", "GAMES", "BERSERK"].map(str::to_owned).to_vec(), lines }
}

/// The column of a Keizer's values.
const KEIZER_VALUE: &str = "VALUE";

/// By the round in which each was beaten, or to which each did not come; those of one round share a rank. A point is a match
/// that was won, also without playing.
fn knock_out(event: &Event) -> Table {
    let has_left =
        |id: EntrantId| event.entrant(id).is_none_or(|entrant| entrant.presence == Presence::Withdrawn);
    let out_in = |id: EntrantId| {
        let out = (1..).zip(event.published()).find_map(|(round, these)| {
            let Some(board) = these.board_of(id) else {
                return (!these.byes.contains(&id)).then_some(round);
            };
            match event.match_on(round, these.boards[board].number) {
                Some(MatchState::Decided(winner)) if winner != Some(id) => Some(round),
                Some(MatchState::Decided(_) | MatchState::Running | MatchState::Next(_)) | None => None,
            }
        });
        // Whoever has left after the last published round does not come to the next one.
        out.or_else(|| has_left(id).then(|| event.last_published() + 1))
    };
    let won = |id: EntrantId| {
        let rounds = (1..).zip(event.published());
        let points = rounds.filter(|(round, these)| {
            let board =
                these.board_of(id).and_then(|place| event.match_on(*round, these.boards[place].number));
            these.byes.contains(&id) || board == Some(MatchState::Decided(Some(id)))
        });
        i32::try_from(points.count()).unwrap_or(i32::MAX).saturating_mul(10)
    };
    let mut entrants: Vec<(Reverse<u16>, EntrantId)> =
        order(event).into_iter().map(|id| (Reverse(out_in(id).unwrap_or(u16::MAX)), id)).collect();
    entrants.sort_by_key(|(out, _)| *out);
    let mut lines: Vec<Line> = Vec::new();
    for (place, (out, entrant)) in entrants.iter().enumerate() {
        let shared = place.checked_sub(1).filter(|above| entrants[*above].0 == *out);
        let rank = shared.map_or(place + 1, |above| lines[above].rank);
        lines.push(Line { rank, entrant: *entrant, points: won(*entrant), values: Vec::new() });
    }
    Table { tie_breaks: Vec::new(), lines }
}
