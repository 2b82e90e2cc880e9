// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tournament: its players, what they did so far, and the settings that pairing needs.

use crate::assigned::{AssignedPoints, Outcome};
use crate::teams::{TeamScore, Teams};
use crate::{Bye, Cell, Colour, GameResult, Points, Scoring};

/// The most players that a tournament may have: TRF writes numbers with four digits.
pub const MOST_PLAYERS: usize = 9999;
/// The most rounds that a tournament may have.
pub const MOST_ROUNDS: u16 = 200;

/// One participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The starting number, 1 to 9999: the tournament pairing number (TPN) of C.04.2 article 2.
    pub number: u16,
    /// `m` or `w`, where it is known.
    pub sex: Option<char>,
    /// The title as TRF writes it: `GM`, `WIM`, or nothing.
    pub title: String,
    /// "Last, First".
    pub name: String,
    /// The rating, where the player has one.
    pub rating: Option<u16>,
    /// Three letters, or nothing.
    pub federation: String,
    /// The number at FIDE, or nothing.
    pub fide_id: String,
    /// `YYYY/MM/DD`, or nothing.
    pub birth: String,
    /// The score that the file states.
    pub points: Option<Points>,
    /// The rank that the file states.
    pub rank: Option<u16>,
    /// What the player did in each round, from the first on. Rounds after the end are open.
    pub cells: Vec<Cell>,
    /// Rounds of a round robin, from 1, that are open although a later one is written: who meets somebody that has left wins
    /// that game by forfeit before the rounds in between are played. `cells` has an absence there.
    pub open: Vec<u16>,
}

impl Player {
    /// A player of whom only number, name and rating are known.
    pub fn new(number: u16, name: impl Into<String>, rating: Option<u16>) -> Self {
        Self {
            number,
            sex: None,
            title: String::new(),
            name: name.into(),
            rating,
            federation: String::new(),
            fide_id: String::new(),
            birth: String::new(),
            points: None,
            rank: None,
            cells: Vec::new(),
            open: Vec::new(),
        }
    }

    /// What the player did in a round, counted from 1; an absence where nothing is written, also in round 0.
    pub fn cell(&self, round: u16) -> Cell {
        let index = usize::from(round).wrapping_sub(1);
        self.cells.get(index).copied().unwrap_or(Cell::ABSENT)
    }

    /// Writes a cell, and absences before it where nothing stood. Nothing is written where the round is not 1 to
    /// [`MOST_ROUNDS`].
    pub fn set_cell(&mut self, round: u16, cell: Cell) {
        if !(1..=MOST_ROUNDS).contains(&round) {
            return;
        }
        let index = usize::from(round) - 1;
        if self.cells.len() <= index {
            self.cells.resize(index + 1, Cell::ABSENT);
        }
        self.cells[index] = cell;
        self.open.retain(|open| *open != round);
    }
}

/// How a tournament is paired: line `192`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// FIDE Dutch by C.04.3 in force since 1 February 2026. `baku` where the Baku acceleration (C.04.7) is on.
    Dutch {
        /// Whether C.04.7 accelerates the first half of the rounds.
        baku: bool,
    },
    /// Berger tables, each pair meeting so many times.
    RoundRobin {
        /// Games against each opponent.
        games: u8,
    },
    /// A knock-out.
    KnockOut,
    /// A line `192` that names another system. A round robin that line `092` alone names is `CUSTOM_ROUNDROBIN`.
    Other(String),
    /// No line `192`: paired as Dutch.
    #[default]
    Unstated,
}

impl System {
    /// Whether all pairings are fixed before the start, so that C.07 article 15.2 holds in place of article 16.
    pub fn is_predetermined(&self) -> bool {
        match self {
            Self::RoundRobin { .. } => true,
            // A round robin by another table, like CUSTOM_ROUNDROBIN and CUSTOM_TEAM_ROUNDROBIN_G2.
            Self::Other(code) => code.contains("ROUNDROBIN"),
            Self::Dutch { .. } | Self::KnockOut | Self::Unstated => false,
        }
    }
}

/// Virtual points (acceleration) for a range of players in a range of rounds: line `250`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualPoints {
    /// Points added to the score, or to the game points of teams, for pairing only.
    pub points: Points,
    /// Points added to the match points of teams, for pairing only.
    pub match_points: Points,
    /// The first round that is paired with them.
    pub first_round: u16,
    /// The last round that is paired with them.
    pub last_round: u16,
    /// The lowest starting number.
    pub first_player: u16,
    /// The highest starting number.
    pub last_player: u16,
}

/// Players of whom no two may meet: line `260`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The first round in which this holds.
    pub first_round: u16,
    /// The last round in which this holds.
    pub last_round: u16,
    /// Starting numbers.
    pub players: Vec<u16>,
}

/// Byes that were asked for: line `240`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedBye {
    /// Its worth: full, half or zero.
    pub bye: Bye,
    /// The round, from 1.
    pub round: u16,
    /// Starting numbers; numbers of teams in a team tournament.
    pub players: Vec<u16>,
}

/// Points that do not follow from the results: line `299`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddPoints {
    /// What is added to a team's match points.
    pub match_points: Points,
    /// What is added to the score, or to a team's game points.
    pub points: Points,
    /// The round, from 1; `None` where they belong to no round.
    pub round: Option<u16>,
    /// Starting numbers.
    pub players: Vec<u16>,
}

/// A tournament at some moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// The name, line `012`.
    pub name: String,
    /// All players. They must be sorted by starting number, each number once: lookups by number fail otherwise.
    pub players: Vec<Player>,
    /// The number of rounds that will be played, line `142` or `XXR`.
    pub rounds: Option<u16>,
    /// The colour drawn by lot for the highest-ranked player of round 1 (C.04.3 article 5.1).
    pub first_colour: Option<Colour>,
    /// What results are worth.
    pub scoring: Scoring,
    /// How it is paired.
    pub system: System,
    /// Virtual points. They take the place of what `system` implies.
    pub virtual_points: Vec<VirtualPoints>,
    /// Players that may not meet.
    pub forbidden: Vec<Forbidden>,
    /// Byes that were asked for.
    pub byes: Vec<RequestedBye>,
    /// Points that do not follow from the results.
    pub odd_points: Vec<OddPoints>,
    /// Results that are worth something else than usual.
    pub assigned_points: Vec<AssignedPoints>,
    /// The tie-breaks, lines `202` and `212`, without `PTS`.
    pub tie_breaks: Vec<String>,
    /// The teams, lines `300` to `362`. With teams, lines `240`, `250`, `260` and `299` name teams, not players.
    pub teams: Teams,
}

impl Tournament {
    /// The player with a starting number.
    pub fn player(&self, number: u16) -> Option<&Player> {
        self.index_of(number).map(|index| &self.players[index])
    }

    /// Where the player with a starting number stands in `players`.
    pub fn index_of(&self, number: u16) -> Option<usize> {
        self.players.binary_search_by_key(&number, |player| player.number).ok()
    }

    /// The last round that has been paired, 0 before the first: the last in which anybody has an opponent.
    ///
    /// The pairing-allocated bye alone makes a paired round only where something is written for everybody. Where players
    /// are left to pair, the organiser gave the bye in advance.
    pub fn rounds_paired(&self) -> u16 {
        let written = self.players.iter().map(|player| player.cells.len()).min().unwrap_or(0);
        let latest = |wanted: fn(&Cell) -> bool, rounds: usize| {
            let last = |player: &Player| player.cells.iter().take(rounds).rposition(wanted);
            self.players.iter().filter_map(last).max().map_or(0, |index| index + 1)
        };
        let games = latest(|cell| cell.opponent().is_some(), usize::MAX);
        let byes = latest(|cell| *cell == Cell::Bye(Bye::PairingAllocated), written);
        u16::try_from(games.max(byes)).unwrap_or(u16::MAX)
    }

    /// Whether the organiser gave a player the pairing-allocated bye of a round before that round was paired.
    pub fn has_bye_in_advance(&self, player: &Player, round: u16) -> bool {
        player.cell(round) == Cell::Bye(Bye::PairingAllocated) && round > self.rounds_paired()
    }

    /// The games of which no result is known: the round, White and Black, or the lower number first where there are no
    /// colours.
    pub fn open_games(&self) -> Vec<(u16, u16, u16)> {
        let mut open = Vec::new();
        for round in 1..=self.rounds_paired() {
            for player in &self.players {
                if let Cell::Game { opponent, colour, result: GameResult::Unknown } = player.cell(round)
                    && (colour == Some(Colour::White) || colour.is_none() && player.number < opponent)
                {
                    open.push((round, player.number, opponent));
                }
            }
        }
        open
    }

    /// The games that gave the two sides less than a whole point, as only an arbiter can decide: a draw against a loss, or two
    /// losses on the board. The round, the player with the lower number first, and both results.
    pub fn uneven_games(&self) -> Vec<(u16, u16, u16, GameResult, GameResult)> {
        use GameResult::{Draw, Loss, ShortDraw, ShortLoss};
        let mut uneven = Vec::new();
        for round in 1..=self.rounds_paired() {
            for player in &self.players {
                let Cell::Game { opponent, result, .. } = player.cell(round) else { continue };
                let Some(Cell::Game { result: reply, .. }) =
                    self.player(opponent).map(|other| other.cell(round))
                else {
                    continue;
                };
                let lost = |result| matches!(result, Loss | ShortLoss);
                let drew = |result| matches!(result, Draw | ShortDraw);
                let odd = (lost(result) && (lost(reply) || drew(reply))) || (drew(result) && lost(reply));
                if odd && player.number < opponent {
                    uneven.push((round, player.number, opponent, result, reply));
                }
            }
        }
        uneven
    }

    /// The number of rounds that will be played: what is stated, and never less than what was paired.
    pub fn total_rounds(&self) -> u16 {
        self.rounds.unwrap_or(0).max(self.rounds_paired())
    }

    /// The bye that a player has asked for in a round, from the player's cell or, where that is open, a line `240`.
    pub fn requested_bye(&self, player: &Player, round: u16) -> Option<Bye> {
        match player.cells.get(usize::from(round).wrapping_sub(1)) {
            Some(Cell::Bye(Bye::PairingAllocated) | Cell::Game { .. }) => return None,
            Some(Cell::Bye(bye)) if !player.open.contains(&round) => return Some(*bye),
            Some(Cell::Bye(_)) | None => {}
        }
        let asked = |bye: &&RequestedBye| bye.round == round && bye.players.contains(&player.number);
        self.byes.iter().filter(|_| self.teams.is_empty()).find(asked).map(|bye| bye.bye)
    }

    /// The score by which teams are ranked first. Line `192` names it where it is not match points, as
    /// `FIDE_TEAM_GP_MP` does.
    pub fn primary_score(&self) -> TeamScore {
        let System::Other(code) = &self.system else { return TeamScore::MatchPoints };
        match code.split('_').find(|part| ["MP", "GP"].contains(part)) {
            Some("GP") => TeamScore::GamePoints,
            Some(_) | None => TeamScore::MatchPoints,
        }
    }

    /// What a round was worth to a player: what the scoring says, or a line `299` where these are not for teams.
    pub fn points(&self, number: u16, round: u16, cell: Cell) -> Points {
        let usual = self.scoring.points(cell);
        if self.assigned_points.is_empty() || !self.teams.is_empty() {
            return usual;
        }
        let line = AssignedPoints::find(&self.assigned_points, number, round, Outcome::of_cell(cell));
        line.and_then(|line| line.points).unwrap_or(usual)
    }

    /// A player's score after so many rounds, with the odd points of line `299` where these are not for teams.
    pub fn score(&self, player: &Player, rounds: u16) -> Points {
        let played = (1..).zip(player.cells.iter().take(usize::from(rounds)));
        let from_rounds: Points = played.map(|(round, cell)| self.points(player.number, round, *cell)).sum();
        let counts = |odd: &&OddPoints| {
            self.teams.is_empty()
                && odd.players.contains(&player.number)
                && odd.round.is_none_or(|round| round <= rounds)
        };
        from_rounds + self.odd_points.iter().filter(counts).map(|odd| odd.points).sum()
    }

    /// Whether a line `260` keeps two players apart in a round.
    pub fn is_forbidden(&self, one: u16, other: u16, round: u16) -> bool {
        self.forbidden.iter().any(|rule| {
            (rule.first_round..=rule.last_round).contains(&round)
                && rule.players.contains(&one)
                && rule.players.contains(&other)
        })
    }
}
