// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tournament as tie-breaks see it, and its unplayed rounds: C.07 articles 15 and 16.
//!
//! An [`Event`] is made of players, or of teams with their match points or their game points. The tie-breaks do not know
//! which.

use super::TieBreak;
use crate::{Bye, Cell, Colour, GameResult, Points, Tournament};

/// One round of one participant, in the terms of article 16.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// The scheduled opponent's place, whether or not the game was played.
    pub(crate) opponent: Option<usize>,
    /// Whether there was a game, or a forfeit that counts as one (article 15.2, `/P`).
    pub(crate) game: bool,
    pub(crate) forfeit: bool,
    pub(crate) colour: Option<Colour>,
    pub(crate) points: Points,
    /// The result in half points, whatever it is worth: 2, 1 or 0.
    pub(crate) halves: u8,
    /// A requested bye or a forfeit loss (article 16.1).
    pub(crate) voluntary: bool,
    pub(crate) requested_bye: bool,
}

/// One participant after the last played round.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) number: u16,
    pub(crate) rating: Option<u16>,
    /// The real score, with points that no result explains.
    pub(crate) score: Points,
    pub(crate) rounds: Vec<Round>,
}

/// A tournament after its last played round.
pub(crate) struct Event {
    pub(crate) entries: Vec<Entry>,
    pub(crate) rounds: u16,
    /// Whether pairings were fixed before the start (article 15.2).
    pub(crate) predetermined: bool,
    /// What a win is worth.
    pub(crate) win: Points,
    /// What a draw is worth.
    pub(crate) draw: Points,
}

impl Event {
    /// The players of a tournament. `unrated` is the rating of those who have none.
    pub(crate) fn of_players(tournament: &Tournament, unrated: Option<u16>) -> Self {
        let predetermined = tournament.system.is_predetermined();
        let rounds = tournament.rounds_paired();
        let entries = tournament.players.iter().map(|player| Entry {
            number: player.number,
            rating: player.rating.or(unrated),
            score: tournament.score(player, rounds),
            rounds: (1..=rounds)
                .map(|round| {
                    let cell = player.cell(round);
                    of_cell(tournament, cell, tournament.points(player.number, round, cell), predetermined)
                })
                .collect(),
        });
        Self {
            entries: entries.collect(),
            rounds,
            predetermined,
            win: tournament.scoring.win(),
            draw: tournament.scoring.draw(),
        }
    }

    /// How many take part.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The real score.
    pub(crate) fn score(&self, player: usize) -> Points {
        self.entries[player].score
    }

    /// All rounds of a participant.
    pub(super) fn rounds_of(&self, player: usize, forfeits_played: bool) -> Vec<Round> {
        let played = forfeits_played || self.predetermined;
        let rounds = self.entries[player].rounds.iter();
        rounds.map(|round| Round { game: round.game || (played && round.forfeit), ..*round }).collect()
    }

    /// All rounds of a participant as a Buchholz counts them. Fore Buchholz takes each paired game of the last round,
    /// also one that was forfeited, for a draw on the board (article 8.3).
    pub(super) fn rounds_for(&self, player: usize, tie_break: &TieBreak) -> Vec<Round> {
        let mut rounds = self.rounds_of(player, tie_break.forfeits_played);
        if let Some(last) = rounds.last_mut().filter(|last| tie_break.fore && last.opponent.is_some()) {
            *last = Round { game: true, forfeit: false, points: self.draw, voluntary: false, ..*last };
        }
        rounds
    }

    /// The real score, or that of Fore Buchholz.
    pub(super) fn score_for(&self, player: usize, tie_break: &TieBreak) -> Points {
        let rounds = |rounds: Vec<Round>| rounds.iter().map(|round| round.points).sum::<Points>();
        let drawn = rounds(self.rounds_for(player, tie_break));
        self.score(player) + drawn - rounds(self.rounds_of(player, tie_break.forfeits_played))
    }

    /// The score as opponents see it (article 16.3): requested byes in the last round, or followed by nothing but
    /// voluntary unplayed rounds, count as draws.
    pub(super) fn adjusted_score(&self, player: usize, tie_break: &TieBreak) -> Points {
        let mut score = self.score_for(player, tie_break);
        let mut only_voluntary = true;
        for round in self.rounds_for(player, tie_break).iter().rev() {
            if round.requested_bye && only_voluntary && !self.predetermined {
                score = score - round.points + self.draw;
            }
            only_voluntary &= round.voluntary;
        }
        score
    }
}

fn of_cell(tournament: &Tournament, cell: Cell, points: Points, predetermined: bool) -> Round {
    match cell {
        Cell::Game { opponent, colour, result } => Round {
            opponent: tournament.index_of(opponent),
            game: result.is_played(),
            forfeit: !result.is_played(),
            colour,
            points,
            halves: match result {
                GameResult::Win | GameResult::ShortWin | GameResult::ForfeitWin => 2,
                GameResult::Draw | GameResult::ShortDraw | GameResult::Unknown => 1,
                GameResult::Loss | GameResult::ShortLoss | GameResult::ForfeitLoss => 0,
            },
            voluntary: result == GameResult::ForfeitLoss && !predetermined,
            requested_bye: false,
        },
        Cell::Bye(bye) => {
            let requested_bye = matches!(bye, Bye::Half | Bye::Zero);
            Round { voluntary: requested_bye, requested_bye, ..Round::without_opponent(points) }
        }
    }
}

impl Round {
    /// A bye that nobody asked for.
    pub(crate) const fn without_opponent(points: Points) -> Self {
        Self {
            opponent: None,
            game: false,
            forfeit: false,
            colour: None,
            points,
            halves: 0,
            voluntary: false,
            requested_bye: false,
        }
    }
}
