// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as the tournament crate sees it: players with starting numbers, and what each did in each round.

use tabiya_tournament::assigned::{AssignedPoints, Outcome as Kind};
use tabiya_tournament::round_robin::Withdrawal;
use tabiya_tournament::tournament::OddPoints;
use tabiya_tournament::{
    Bye, Cell, Colour, GameResult, Player, Points, Scoring, System, Tournament, round_robin,
};

use crate::event::{Board, Entrant, EntrantId, Event, Format, MatchState, Outcome, Presence, Round};

/// A tournament, and whose each starting number is.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The tournament.
    pub tournament: Tournament,
    /// The entrants in the order of their numbers.
    pub entrants: Vec<EntrantId>,
    /// Who left a round robin so early that no result of theirs counts.
    pub annulled: Vec<EntrantId>,
    /// The starting number of each entrant in the order of entry; 0 for somebody without one.
    numbers: Vec<u16>,
}

impl Numbered {
    /// The published rounds of an event.
    pub fn of(event: &Event) -> Self {
        let mut numbered = Self::for_pairing(event);
        // What is lost by forfeit in rounds to come is lost when they are there.
        let last = event.last_published();
        for player in &mut numbered.tournament.players {
            player.cells.truncate(last.into());
            player.open.retain(|round| *round <= last);
        }
        numbered
    }

    /// The published rounds of an event, with the games that whoever left a round robin loses in rounds to come.
    pub(crate) fn for_pairing(event: &Event) -> Self {
        Self::with_rounds(event, event.published())
    }

    /// All rounds of an event, the draft too.
    pub fn with_draft(event: &Event) -> Self {
        Self::with_rounds(event, &event.rounds)
    }

    fn with_rounds(event: &Event, rounds: &[Round]) -> Self {
        let entrants = order(event);
        let mut numbers = vec![0; event.entrants.len()];
        for (number, id) in (1..).zip(&entrants) {
            if let Some(own) = numbers.get_mut(id.index()) {
                *own = number;
            }
        }
        let number_of = |id: EntrantId| numbers.get(id.index()).copied().unwrap_or(0);
        let mut players: Vec<Player> = (1..)
            .zip(&entrants)
            .filter_map(|(number, id)| Some(player(number, event.entrant(*id)?)))
            .collect();
        for (place, round) in (1..).zip(rounds) {
            let mut boards = vec![None; event.entrants.len()];
            for (index, board) in round.boards.iter().enumerate() {
                for id in board.players() {
                    if let Some(own) = boards.get_mut(id.index()) {
                        *own = Some(index);
                    }
                }
            }
            for id in &entrants {
                let own = &mut players[usize::from(number_of(*id)) - 1];
                let board = boards.get(id.index()).copied().flatten();
                own.set_cell(place, cell(event, (place, round), *id, board, number_of));
            }
        }
        let format = event.settings.format;
        let mut tournament = Tournament {
            name: event.settings.name.clone(),
            players,
            rounds: Some(event.total_rounds()).filter(|rounds| *rounds > 0),
            first_colour: matches!(format, Format::Swiss { .. }).then(|| event.settings.first_colour()),
            system: match format {
                Format::Swiss { baku, .. } => System::Dutch { baku },
                Format::RoundRobin { cycles } => System::RoundRobin { games: cycles },
                Format::KnockOut { .. } => System::KnockOut,
                Format::Arena { .. } => System::Other("CUSTOM_ARENA".to_owned()),
                Format::Keizer { .. } => System::Other("CUSTOM_KEIZER".to_owned()),
                Format::TeamMatch { .. } => System::Other("CUSTOM_TEAM_MATCH".to_owned()),
            },
            tie_breaks: event.settings.tie_breaks.clone(),
            ..Tournament::default()
        };
        tournament.odd_points = brought(event, &number_of);
        if event.games_per_pairing() > 1 {
            with_several_games(event, rounds, &mut tournament, &number_of);
        }
        if event.settings.half_bye && matches!(format, Format::Swiss { .. }) {
            tournament.scoring.pairing_bye = tournament.scoring.draw();
        }
        let mut annulled = Vec::new();
        if matches!(format, Format::RoundRobin { .. }) {
            for id in &event.withdrawals {
                let kind = round_robin::withdraw(&mut tournament, number_of(*id));
                if kind == Some(Withdrawal::Annulled) {
                    annulled.push(*id);
                }
            }
        }
        Self { tournament, entrants, annulled, numbers }
    }

    /// Writes into the coming round who is not paired in it.
    pub fn mark_absent(&mut self, event: &Event, round: u16) {
        for (player, id) in self.tournament.players.iter_mut().zip(&self.entrants) {
            match event.entrant(*id).and_then(|entrant| bye_in(entrant, round)) {
                Some(true) => player.set_cell(round, Cell::Bye(Bye::Half)),
                Some(false) => player.set_cell(round, Cell::ABSENT),
                None => {}
            }
        }
    }

    /// Whose a starting number is.
    pub fn entrant(&self, number: u16) -> EntrantId {
        let place = usize::from(number).wrapping_sub(1);
        self.entrants.get(place).copied().unwrap_or(EntrantId(0))
    }

    /// The starting number of an entrant; `None` for somebody who left before the first round.
    pub fn number_of(&self, id: EntrantId) -> Option<u16> {
        self.numbers.get(id.index()).copied().filter(|number| *number > 0)
    }
}

/// Who left a round robin so early that no result of theirs counts: no round waits for their games.
pub(crate) fn annulled(event: &Event) -> Vec<EntrantId> {
    let may_be = matches!(event.settings.format, Format::RoundRobin { .. }) && !event.withdrawals.is_empty();
    if may_be { Numbered::of(event).annulled } else { Vec::new() }
}

/// Whether an entrant is not paired in a round, and then whether that is worth half a point.
pub(crate) fn bye_in(entrant: &Entrant, round: u16) -> Option<bool> {
    match entrant.presence {
        Presence::Withdrawn | Presence::Paused => Some(false),
        Presence::Present => entrant.byes.iter().find(|(one, _)| *one == round).map(|(_, half)| *half),
    }
}

/// The entrants in the order of their starting numbers: as drawn or seeded, else by strength.
pub(crate) fn order(event: &Event) -> Vec<EntrantId> {
    if let Some(seeds) = &event.seeds {
        return seeds.clone();
    }
    let mut entrants: Vec<&Entrant> = event.taking_part().collect();
    if event.team_names().is_some() {
        // The boards of one team, then those of the other, then those without a team.
        let board = |id: EntrantId| {
            let found = |team: &Vec<EntrantId>| team.iter().position(|one| *one == id);
            event.line_ups.iter().enumerate().find_map(|(team, ids)| Some((team, found(ids)?)))
        };
        entrants.sort_by_key(|entrant| board(entrant.id).unwrap_or((2, entrant.id.index())));
        return entrants.into_iter().map(|entrant| entrant.id).collect();
    }
    // Those who have gone on to a final enter it in the order of their seeds.
    if !event.is_final() {
        entrants.sort_by_cached_key(|entrant| (entrant.card.strength(), entrant.id));
    }
    entrants.into_iter().map(|entrant| entrant.id).collect()
}

/// The points that players have brought from their groups, a line for each number of points.
fn brought(event: &Event, number_of: &impl Fn(EntrantId) -> u16) -> Vec<OddPoints> {
    let mut lines: Vec<OddPoints> = Vec::new();
    for entrant in event.entrants.iter().filter(|entrant| entrant.brought != 0) {
        let (number, points) = (number_of(entrant.id), Points::tenths(entrant.brought));
        match lines.iter_mut().find(|line| line.points == points) {
            _ if number == 0 => {}
            Some(line) => line.players.push(number),
            None => lines.push(OddPoints {
                match_points: Points::ZERO,
                points,
                round: None,
                players: vec![number],
            }),
        }
    }
    lines.iter_mut().for_each(|line| line.players.sort_unstable());
    lines
}

fn player(number: u16, entrant: &Entrant) -> Player {
    let card = &entrant.card;
    Player {
        sex: card.sex,
        title: card.title.clone(),
        federation: card.federation.clone(),
        fide_id: card.fide.clone(),
        birth: card.birth.clone(),
        ..Player::new(number, card.name.clone(), card.rating.or(card.national_rating))
    }
}

fn cell(
    event: &Event,
    (place, round): (u16, &Round),
    id: EntrantId,
    board: Option<usize>,
    number_of: impl Fn(EntrantId) -> u16,
) -> Cell {
    if round.byes.contains(&id) {
        // In a team match nobody sat opposite: that is no bye, but a win on the board.
        let is_match = matches!(event.settings.format, Format::TeamMatch { .. });
        return Cell::Bye(if is_match { Bye::Full } else { Bye::PairingAllocated });
    }
    if round.half_byes.contains(&id) {
        return Cell::Bye(Bye::Half);
    }
    let Some(index) = board else { return Cell::ABSENT };
    let board = &round.boards[index];
    let is_white = board.white == id;
    let opponent = number_of(if is_white { board.black } else { board.white });
    let colour = Some(if is_white { Colour::White } else { Colour::Black });
    let result = match event.match_on(place, board.number) {
        None if event.games_per_pairing() > 1 => board
            .pairing_score(event.games_per_pairing())
            .map_or(GameResult::Unknown, |score| score.result(is_white)),
        Some(state) => match_result(board, state, id),
        None => board.outcome().map_or(GameResult::Unknown, |outcome| {
            let [white, black] = outcome.results();
            if is_white { white } else { black }
        }),
    };
    Cell::Game { opponent, colour, result }
}

/// A round is worth up to a point for each game of a pairing. Where it was neither all of them nor half, nor nothing, the points
/// are written down.
fn with_several_games(
    event: &Event,
    rounds: &[Round],
    tournament: &mut Tournament,
    number_of: &impl Fn(EntrantId) -> u16,
) {
    let games = event.games_per_pairing();
    let most = i32::from(games) * 10;
    tournament.scoring = Scoring::new(Points::tenths(most), Points::tenths(most / 2), Points::ZERO);
    for (round, these) in (1..).zip(rounds) {
        let mut list: Vec<AssignedPoints> = Vec::new();
        for board in &these.boards {
            let Some(score) = board.pairing_score(games) else { continue };
            for (id, points) in board.players().into_iter().zip(score.points) {
                let number = number_of(id);
                let Some(player) = tournament.player(number) else { continue };
                let cell = player.cell(round);
                let Some(outcome) = Kind::of_cell(cell).filter(|_| tournament.scoring.points(cell) != points)
                else {
                    continue;
                };
                match list.iter_mut().find(|one| (one.outcome, one.points) == (outcome, Some(points))) {
                    Some(line) => line.players.push(number),
                    None => list.push(AssignedPoints {
                        outcome,
                        match_points: None,
                        points: Some(points),
                        round: Some(round),
                        players: vec![number],
                    }),
                }
            }
        }
        list.iter_mut().for_each(|line| line.players.sort_unstable());
        tournament.assigned_points.extend(list);
    }
}

/// What a match of a knockout was to a player.
fn match_result(board: &Board, state: MatchState, id: EntrantId) -> GameResult {
    let forfeit =
        board.games.last().and_then(|game| game.outcome).is_some_and(|last: Outcome| !last.is_played());
    match state {
        MatchState::Running | MatchState::Next(_) => GameResult::Unknown,
        MatchState::Decided(Some(winner)) if winner == id && forfeit => GameResult::ForfeitWin,
        MatchState::Decided(Some(winner)) if winner == id => GameResult::Win,
        MatchState::Decided(_) if forfeit => GameResult::ForfeitLoss,
        MatchState::Decided(_) => GameResult::Loss,
    }
}
