// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tournament as tie-breaks see it, and its unplayed rounds: C.07 articles 15 and 16.

use super::TieBreak;
use crate::{Bye, Cell, Colour, GameResult, Points, Tournament};

/// One round of one player, in the terms of article 16.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// The scheduled opponent's place, whether or not the game was played.
    pub(super) opponent: Option<usize>,
    /// Whether there was a game, or a forfeit that counts as one (article 15.2, `/P`).
    pub(super) game: bool,
    pub(super) forfeit: bool,
    pub(super) colour: Option<Colour>,
    pub(super) points: Points,
    /// A requested bye or a forfeit loss (article 16.1).
    pub(super) voluntary: bool,
    pub(super) requested_bye: bool,
}

/// A tournament after its last played round.
pub(crate) struct Event<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) rounds: u16,
    /// Whether pairings were fixed before the start (article 15.2).
    pub(super) predetermined: bool,
    /// The rating of players that have none.
    pub(super) unrated: Option<u16>,
}

impl<'a> Event<'a> {
    pub(crate) fn new(tournament: &'a Tournament, unrated: Option<u16>) -> Self {
        let predetermined = tournament.system.is_predetermined();
        Self { tournament, rounds: tournament.rounds_paired(), predetermined, unrated }
    }

    pub(super) fn number(&self, player: usize) -> u16 {
        self.tournament.players[player].number
    }

    pub(crate) fn rating(&self, player: usize) -> Option<u16> {
        self.tournament.players[player].rating.or(self.unrated)
    }

    /// The real score.
    pub(crate) fn score(&self, player: usize) -> Points {
        self.tournament.score(&self.tournament.players[player], self.rounds)
    }

    /// All rounds of a player.
    pub(super) fn rounds_of(&self, player: usize, forfeits_played: bool) -> Vec<Round> {
        let played = forfeits_played || self.predetermined;
        (1..=self.rounds)
            .map(|round| self.round(self.tournament.players[player].cell(round), played))
            .collect()
    }

    /// All rounds of a player as a Buchholz counts them. Fore Buchholz takes each paired game of the last round, also
    /// one that was forfeited, for a draw on the board (article 8.3).
    pub(super) fn rounds_for(&self, player: usize, tie_break: &TieBreak) -> Vec<Round> {
        let mut rounds = self.rounds_of(player, tie_break.forfeits_played);
        if let Some(last) = rounds.last_mut().filter(|last| tie_break.fore && last.opponent.is_some()) {
            let points = self.tournament.scoring.draw();
            *last = Round { game: true, forfeit: false, points, voluntary: false, ..*last };
        }
        rounds
    }

    /// The real score, or that of Fore Buchholz.
    pub(super) fn score_for(&self, player: usize, tie_break: &TieBreak) -> Points {
        let rounds = |rounds: Vec<Round>| rounds.iter().map(|round| round.points).sum::<Points>();
        let drawn = rounds(self.rounds_for(player, tie_break));
        self.score(player) + drawn - rounds(self.rounds_of(player, tie_break.forfeits_played))
    }

    fn round(&self, cell: Cell, forfeits_played: bool) -> Round {
        let points = self.tournament.scoring.points(cell);
        match cell {
            Cell::Game { opponent, colour, result } => Round {
                opponent: self.tournament.index_of(opponent),
                game: result.is_played() || forfeits_played,
                forfeit: !result.is_played(),
                colour,
                points,
                voluntary: result == GameResult::ForfeitLoss && !self.predetermined,
                requested_bye: false,
            },
            Cell::Bye(bye) => {
                let requested_bye = matches!(bye, Bye::Half | Bye::Zero);
                Round {
                    opponent: None,
                    game: false,
                    forfeit: false,
                    colour: None,
                    points,
                    voluntary: requested_bye,
                    requested_bye,
                }
            }
        }
    }

    /// The score as opponents see it (article 16.3): requested byes in the last round, or followed by nothing but
    /// voluntary unplayed rounds, count as draws.
    pub(super) fn adjusted_score(&self, player: usize, tie_break: &TieBreak) -> Points {
        let draw = self.tournament.scoring.draw();
        let mut score = self.score_for(player, tie_break);
        let mut only_voluntary = true;
        for round in self.rounds_for(player, tie_break).iter().rev() {
            if round.requested_bye && only_voluntary && !self.predetermined {
                score = score - round.points + draw;
            }
            only_voluntary &= round.voluntary;
        }
        score
    }
}
