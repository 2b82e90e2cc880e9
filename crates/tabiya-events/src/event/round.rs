// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round: who meets whom, and how it ended.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, PlayerId, Time, TimeControl};
use tabiya_tournament::Colour;
use tabiya_tournament::knock_out::{self, Control, Next, Score, Stage};

use super::EntrantId;
use super::Why;
use super::at_table::AtTable;
use super::entrant::Absence;
use super::outcome::Outcome;

/// What stands in place of a program in the entry of a round that the arbiter has paired.
pub const BY_HAND: &str = "by hand";

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStage {
    /// Paired; only the organisers see it.
    Draft,
    /// Everybody sees the pairings; clocks stand.
    Published,
    /// Games are played.
    Started,
}

/// One game of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardGame {
    /// Whether the colours are exchanged: the board's first player has Black.
    pub turned: bool,
    /// Its own time control, where it is a tie-break.
    pub time: Option<TimeControl>,
    /// Whether Black wins a draw.
    pub armageddon: bool,
    /// The game on this server; `None` if it is played over the board or does not exist yet.
    pub game: Option<GameId>,
    /// Whether the game was left behind on another server: its result is entered by hand, or it is played again.
    pub left: bool,
    /// How it ended, in this game's own colours.
    pub outcome: Option<Outcome>,
    /// What somebody has typed of a game at a wooden board.
    pub typed: Option<TypedGame>,
    /// The number of the last entry about what was typed.
    pub typed_changed: u64,
}

/// A game at a wooden board as somebody has typed it. Its moves were checked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedGame {
    /// The starting position; `None` for the usual one.
    pub start: Option<Arc<str>>,
    /// The moves as a score sheet has them, with a blank between two.
    pub moves: Arc<str>,
    /// When it was typed.
    pub at: Time,
    /// Who has typed it; `None` for the operator and for a helper without an account.
    pub by: Option<PlayerId>,
    /// Why; empty if nobody said so.
    pub reason: String,
}

impl BoardGame {
    /// A game with the board's colours.
    pub(crate) const fn first() -> Self {
        Self {
            turned: false,
            time: None,
            armageddon: false,
            game: None,
            left: false,
            outcome: None,
            typed: None,
            typed_changed: 0,
        }
    }
}

/// Two entrants who meet, in one game or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number that stands on the table, from 1. In a section of a festival the boards of a round may begin further up.
    pub number: u16,
    /// Whether it has this number because the arbiter has fixed it for one of the players. Others are counted without it.
    pub fixed: bool,
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// The games, the first one first.
    pub games: Vec<BoardGame>,
    /// Whether the game is played later, so that the next round does not wait for it.
    pub postponed: bool,
    /// Whether somebody at the venue without an account has a seat here against who plays online; else the board is wooden.
    pub seats: bool,
    /// What is said at the table.
    pub at_table: AtTable,
    /// The number of the last entry about the board, except for what is said at the table.
    pub changed: u64,
}

impl Board {
    pub(crate) fn new(number: u16, [white, black]: [EntrantId; 2], changed: u64) -> Self {
        let (games, at_table) = (vec![BoardGame::first()], AtTable::default());
        Self { number, fixed: false, white, black, games, postponed: false, seats: false, at_table, changed }
    }

    /// The result of a board with one game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.games.first().and_then(|game| game.outcome)
    }

    /// The place of the first game without a result.
    pub fn open_game(&self) -> Option<usize> {
        self.games.iter().position(|game| game.outcome.is_none())
    }

    /// Whether this entrant sits here.
    pub fn has(&self, entrant: EntrantId) -> bool {
        self.white == entrant || self.black == entrant
    }

    /// The players of one of its games, White first.
    pub const fn players_of(&self, game: &BoardGame) -> [EntrantId; 2] {
        if game.turned { [self.black, self.white] } else { [self.white, self.black] }
    }

    /// Both, White of the first game first.
    pub const fn players(&self) -> [EntrantId; 2] {
        [self.white, self.black]
    }
}

/// How a match of a knockout stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// A game has no result yet.
    Running,
    /// One more game decides; it is made next.
    Next(NextGame),
    /// This entrant goes on; `None` where neither came.
    Decided(Option<EntrantId>),
}

/// A game that a match still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// Whether the board's first player has Black.
    pub turned: bool,
    /// Its own time control.
    pub time: Option<Control>,
    /// Whether Black wins a draw.
    pub armageddon: bool,
}

/// The games of a match: those of the event, then two of 3+2, then one in which White has 5 minutes and Black wins a draw.
fn ladder(games: u8) -> [Stage; 3] {
    let blitz = Some(Control { minutes: 3, increment: 2 });
    [
        Stage::Games { games, control: None },
        Stage::Games { games: 2, control: blitz },
        Stage::Armageddon { white: Control { minutes: 5, increment: 0 } },
    ]
}

/// How a match stands. `games` is how many the event plays before the tie-breaks; `lot` says whether the board's first player
/// has Black in the last game, or goes on where nothing decides.
pub fn match_state(board: &Board, games: u8, lot: bool) -> MatchState {
    let mut scores = Vec::new();
    let mut armageddon_black = lot;
    for game in &board.games {
        let Some(outcome) = game.outcome else { return MatchState::Running };
        let first_colour = if game.turned { Colour::Black } else { Colour::White };
        if !outcome.is_played() {
            // Who does not come to a game of a match has lost the match. Where neither comes, the games before decide.
            let winner = match outcome.better() {
                Some(colour) if colour == first_colour => Some(board.white),
                Some(_) => Some(board.black),
                None => leader(board, &scores),
            };
            return MatchState::Decided(winner);
        }
        if game.armageddon {
            armageddon_black = game.turned;
        }
        scores.push(match outcome.better() {
            None => Score::Draw,
            Some(colour) if colour == first_colour => Score::First,
            Some(_) => Score::Second,
        });
    }
    let ladder = ladder(games);
    match knock_out::next(&ladder, &scores, Colour::White, Some(armageddon_black)) {
        Next::FirstWins => MatchState::Decided(Some(board.white)),
        Next::SecondWins => MatchState::Decided(Some(board.black)),
        Next::Level => MatchState::Decided(Some(if lot { board.white } else { board.black })),
        Next::Game { stage, colour } => {
            let (time, armageddon) = match ladder[stage] {
                Stage::Games { control, .. } => (control, false),
                Stage::Armageddon { white } => (Some(white), true),
            };
            MatchState::Next(NextGame { turned: colour == Some(Colour::Black), time, armageddon })
        }
    }
}

/// Who is ahead after these games of a match.
fn leader(board: &Board, scores: &[Score]) -> Option<EntrantId> {
    let won = |wanted: Score| scores.iter().filter(|score| **score == wanted).count();
    match won(Score::First).cmp(&won(Score::Second)) {
        std::cmp::Ordering::Greater => Some(board.white),
        std::cmp::Ordering::Less => Some(board.black),
        std::cmp::Ordering::Equal => None,
    }
}

/// A round of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How far it is.
    pub stage: RoundStage,
    /// The boards in the order in which they were paired, which is that of their numbers except where one is fixed.
    pub boards: Vec<Board>,
    /// Who has the pairing-allocated bye, or goes on without a match.
    pub byes: Vec<EntrantId>,
    /// Who has a half-point bye.
    pub half_byes: Vec<EntrantId>,
    /// Who is away, in a Keizer.
    pub away: Vec<(EntrantId, Absence)>,
    /// Whether the arbiter has paired it.
    pub by_hand: bool,
    /// Whether its boards have seats at the venue, as [`Board::seats`] says.
    pub seats: bool,
    /// Why each entrant meets this opponent.
    pub whys: Vec<Why>,
    /// When it began; `None` until it has.
    pub begun: Option<Time>,
    /// The number of the entry that paired it: another pairing of the same round has another one.
    pub paired: u64,
    /// The number of the last entry about the round as a whole.
    pub changed: u64,
}

impl Round {
    /// Whether every board has its results, or its game is played later. A disputed result is none yet.
    pub fn is_done(&self) -> bool {
        let is_done =
            |board: &Board| !board.at_table.disputed && (board.postponed || board.open_game().is_none());
        self.stage == RoundStage::Started && self.boards.iter().all(is_done)
    }

    /// Whether any game of it has a result.
    pub fn has_results(&self) -> bool {
        self.boards.iter().any(|board| board.games.iter().any(|game| game.outcome.is_some()))
    }

    /// The board with a number; `None` if there is none.
    pub fn board(&self, number: u16) -> Option<&Board> {
        self.boards.iter().find(|board| board.number == number)
    }

    /// All boards with their numbers, in the order of the numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u16, &Board)> {
        let mut boards: Vec<(u16, &Board)> = self.boards.iter().map(|board| (board.number, board)).collect();
        boards.sort_by_key(|(number, _)| *number);
        boards.into_iter()
    }

    /// The place of an entrant's board, from 0.
    pub fn board_of(&self, entrant: EntrantId) -> Option<usize> {
        self.boards.iter().position(|board| board.has(entrant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(outcomes: &[(bool, Outcome)], lot: bool) -> MatchState {
        let mut board = Board::new(1, [EntrantId(1), EntrantId(2)], 0);
        board.games = outcomes
            .iter()
            .map(|(turned, outcome)| BoardGame {
                turned: *turned,
                outcome: Some(*outcome),
                ..BoardGame::first()
            })
            .collect();
        match_state(&board, 1, lot)
    }

    #[test]
    fn a_drawn_match_goes_on_in_blitz_and_ends_with_a_lot() {
        use Outcome::{BlackByForfeit, BothForfeit, Draw, WhiteWins};
        let blitz = Some(Control { minutes: 3, increment: 2 });
        assert_eq!(after(&[(false, WhiteWins)], true), MatchState::Decided(Some(EntrantId(1))));
        let next = |turned, time, armageddon| MatchState::Next(NextGame { turned, time, armageddon });
        assert_eq!(after(&[(false, Draw)], true), next(true, blitz, false));
        assert_eq!(after(&[(false, Draw), (true, Draw)], true), next(false, blitz, false));
        assert_eq!(
            after(&[(false, Draw), (true, WhiteWins), (false, Draw)], true),
            MatchState::Decided(Some(EntrantId(2)))
        );
        let last = Some(Control { minutes: 5, increment: 0 });
        let level = [(false, Draw), (true, Draw), (false, Draw)];
        assert_eq!(after(&level, true), next(true, last, true));
        assert_eq!(after(&level, false), next(false, last, true));
        assert_eq!(after(&[(false, BlackByForfeit)], true), MatchState::Decided(Some(EntrantId(2))));
        assert_eq!(after(&[(true, BlackByForfeit)], true), MatchState::Decided(Some(EntrantId(1))));
        assert_eq!(after(&[(false, BothForfeit)], true), MatchState::Decided(None));
    }

    #[test]
    fn who_leads_goes_on_where_neither_comes_to_the_next_game() {
        use Outcome::{BothForfeit, Draw, WhiteWins};
        let state = |outcomes: &[Outcome]| {
            let mut board = Board::new(1, [EntrantId(1), EntrantId(2)], 0);
            let game = |(place, outcome): (usize, &Outcome)| BoardGame {
                turned: place % 2 == 1,
                outcome: Some(*outcome),
                ..BoardGame::first()
            };
            board.games = outcomes.iter().enumerate().map(game).collect();
            match_state(&board, 2, true)
        };
        assert_eq!(state(&[WhiteWins, BothForfeit]), MatchState::Decided(Some(EntrantId(1))));
        assert_eq!(state(&[Draw, BothForfeit]), MatchState::Decided(None));
        assert_eq!(state(&[Draw, Draw, WhiteWins, BothForfeit]), MatchState::Decided(Some(EntrantId(1))));
    }

    #[test]
    fn a_draw_in_the_last_game_is_blacks_win() {
        let mut board = Board::new(1, [EntrantId(1), EntrantId(2)], 0);
        let drawn = BoardGame { outcome: Some(Outcome::Draw), ..BoardGame::first() };
        board.games = vec![drawn.clone(), drawn.clone(), drawn.clone()];
        board.games.push(BoardGame { armageddon: true, turned: true, ..drawn });
        assert_eq!(match_state(&board, 1, true), MatchState::Decided(Some(EntrantId(1))));
        board.games[3].turned = false;
        assert_eq!(match_state(&board, 1, true), MatchState::Decided(Some(EntrantId(2))));
    }
}
