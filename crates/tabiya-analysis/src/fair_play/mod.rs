// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may see what an engine says. Nobody who plays is helped.
//!
//! Running games are analysed for nobody. Whoever plays a game with a clock sees no analysis at all until it is over. Whoever
//! plays by correspondence, or without a clock, sees none of a game with a position that occurred in one of those games, can
//! still occur there, or stands shortly before it. Games without a clock against the computer don't count: nobody is cheated
//! there, and they may stand for months.
//!
//! The first moves are common to most games. So a position of the first ten half-moves counts only while it can still occur,
//! unless the game begins somewhere else than games do.
//!
//! The engine of the page runs without the server. The page is told of these games, and keeps its engine away from their
//! positions by the same rule (`web/src/analysis/closed.ts`); `cases.txt` is the table that the tests of both read.
//!
//! A game with the computer is an engine's help, too: nobody begins one beside a live game with a clock against a person, nor
//! from a position that is closed as above. In a game with the computer that began earlier, or is to be played again, the same
//! holds for each move: the player's is refused, so the computer has nothing to answer, and the clocks run on. Only the
//! positions that a correspondence game has had are closed there, because players steer no opening against the computer by
//! themselves. Programs' accounts may: they have an engine already.
//!
//! The lines of an analysis lead to positions that the game itself has not reached. They are looked at likewise.

mod reach;
mod rooms;

use std::collections::HashSet;
use std::sync::Arc;

use tabiya_archive::archive::Archive;
use tabiya_game::{Game, GameId, PlayerDetails, PlayerId, Seat, TimeControl, Title};
use tabiya_live::room::OfComputer;
use tabiya_protocol::{AnalysisView, LineMove, OwnRunning, OwnRunningGame, Refusal};
use tabiya_rules::{Attempt, Color, History, Position};
use tabiya_runtime::identity::Identity;
use tabiya_store::{ArchivedGame, StorageError, Store};

pub use reach::{can_still_occur, stands_shortly_before};
pub use rooms::BesideOthers;

/// Unfinished games of a player that are looked at. A player may have fewer, unless the operator allows more.
const MOST_GAMES: u32 = 1_000;
/// Half-moves that most games have in common.
const COMMON: usize = 10;

/// Why somebody may not see what an engine says about some positions.
#[derive(Debug)]
pub enum Closed {
    /// As it is told.
    Refused(Refusal),
    /// It could not be found out.
    Storage(StorageError),
}

impl From<StorageError> for Closed {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// What a running game means to one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The engine is off.
    Off,
    /// The engine is off for positions of the game.
    Positions,
    /// Nothing.
    Nothing,
}

fn meaning(row: &ArchivedGame) -> Meaning {
    let is_computer = |color| matches!(row.seats()[color], Seat::Computer(_));
    match row.time {
        _ if row.seats().open().is_some() => Meaning::Nothing,
        Some(TimeControl::Clocks { .. }) => Meaning::Off,
        None if Color::ALL.into_iter().any(is_computer) => Meaning::Nothing,
        Some(TimeControl::Correspondence { .. }) | None => Meaning::Positions,
    }
}

/// The same where only games between people count.
fn against_people(row: &ArchivedGame) -> Meaning {
    let is_program = |color| {
        let seat = row.seat(color);
        matches!(seat.seat, Seat::Computer(_)) || seat.details.as_ref().is_some_and(is_bot)
    };
    if Color::ALL.into_iter().any(is_program) { Meaning::Nothing } else { meaning(row) }
}

fn is_bot(details: &PlayerDetails) -> bool {
    details.title == Some(Title::Bot)
}

/// Asks whether those who hear it may see what an engine says about a position by itself: its line is the moves in UCI.
///
/// # Errors
/// If they may not, or the storage fails.
pub async fn check_position(
    store: &Store,
    archive: &Archive,
    hearers: impl IntoIterator<Item = &Identity>,
    position: &Position,
    line: &[String],
) -> Result<(), Closed> {
    let own = OwnGames::of(store, archive, hearers).await?;
    let line = line.iter().map(String::as_str);
    let positions = along(position, line).into_iter().zip(COMMON..).map(|(position, at)| (at, position));
    own.refuse(archive, positions.collect()).await
}

/// Asks whether somebody may have this of the computer: a game, or its answer in one that goes on. A program's account may
/// always.
///
/// # Errors
/// If they may not, or the storage fails.
pub async fn check_computer(
    store: &Store,
    archive: &Archive,
    player: &Identity,
    wanted: &OfComputer,
) -> Result<(), Closed> {
    if player.details.as_deref().is_some_and(is_bot) {
        return Ok(());
    }
    let own = OwnGames::counted(store, archive, Some(player), against_people).await?;
    if own.is_playing {
        return Err(Closed::Refused(Refusal::ComputerWhilePlaying));
    }
    let near = match wanted {
        OfComputer::Game(start) if usual(start) => None,
        OfComputer::Game(start) => own.helped(archive, vec![(COMMON, *start)]).await?,
        // Many games have the first moves in common.
        OfComputer::Answer { start, half_moves, .. }
            if usual(start) && usize::try_from(*half_moves).is_ok_and(|played| played < COMMON) =>
        {
            None
        }
        OfComputer::Answer { position, .. } => own.had(position),
    };
    match near {
        Some(game) => Err(Closed::Refused(Refusal::ComputerNearOwnGame { game })),
        None => Ok(()),
    }
}

/// The games that somebody plays, as far as an engine could help in them.
pub struct OwnGames {
    /// A game with a clock: nothing may be seen.
    is_playing: bool,
    running: Arc<Vec<(GameId, History)>>,
}

impl OwnGames {
    /// Reads those of all who hear what the engine says: of nobody, of a visitor, of the owner of a token and of the person at
    /// whose browser it is shown.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn of(
        store: &Store,
        archive: &Archive,
        hearers: impl IntoIterator<Item = &Identity>,
    ) -> Result<Self, StorageError> {
        Self::counted(store, archive, hearers, meaning).await
    }

    /// Reads those that mean something.
    async fn counted(
        store: &Store,
        archive: &Archive,
        hearers: impl IntoIterator<Item = &Identity>,
        meaning: fn(&ArchivedGame) -> Meaning,
    ) -> Result<Self, StorageError> {
        let nothing = Self { is_playing: false, running: Arc::default() };
        let players: Vec<PlayerId> = hearers.into_iter().flat_map(Identity::players).collect();
        let mut games = Vec::new();
        for player in players {
            for row in store.archive.unfinished_of(player, MOST_GAMES).await? {
                match meaning(&row) {
                    Meaning::Off => return Ok(Self { is_playing: true, ..nothing }),
                    Meaning::Positions => games.push(row.id),
                    Meaning::Nothing => {}
                }
            }
        }
        if games.is_empty() {
            return Ok(nothing);
        }
        let mut logs = Vec::with_capacity(games.len());
        for (id, log) in games.iter().zip(store.log.load_all(games.clone()).await?) {
            match log {
                Ok(Some(events)) => logs.push((*id, events)),
                // A game that can't be read can't be played either.
                Ok(None) | Err(StorageError::Unreadable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let length = logs.iter().map(|(_, events)| events.len()).sum();
        let replayed = archive.work(length, move || {
            let games = logs.iter().filter_map(|(id, events)| Some((*id, Game::replay(events).ok()?)));
            games.filter(|(_, game)| !game.is_over()).map(|(id, game)| (id, game.history().clone())).collect()
        });
        Ok(Self { is_playing: false, running: Arc::new(replayed.await?) })
    }

    /// The games as the page is told of them, whose own engine keeps away from their positions.
    pub(crate) fn told(&self) -> OwnRunning {
        let games = self.running.iter().map(|(id, history)| told(*id, history)).collect();
        OwnRunning { clocked: self.is_playing, games }
    }

    /// Whether there are games in which some positions could help, so that whatever is found further must be looked at.
    pub fn are_there(&self) -> bool {
        !self.running.is_empty()
    }

    /// Whether the analysis of a game that is over may be seen, as far as its own positions say.
    ///
    /// # Errors
    /// Why not, or that the storage fails.
    pub async fn check(&self, archive: &Archive, game: &Game) -> Result<(), Closed> {
        if !game.is_over() {
            return Err(Closed::Refused(Refusal::AnalysisOfRunning));
        }
        let positions = if self.are_there() { numbered(game.history()) } else { Vec::new() };
        self.refuse(archive, positions).await
    }

    /// The same as far as the lines of its analysis say.
    ///
    /// # Errors
    /// Why not, or that the storage fails.
    pub async fn check_lines(
        &self,
        archive: &Archive,
        game: &Game,
        analysis: &AnalysisView,
    ) -> Result<(), Closed> {
        let positions = if self.are_there() { in_lines(game.history(), analysis) } else { Vec::new() };
        self.refuse(archive, positions).await
    }

    /// Refuses positions that help. Each stands beside the number of half-moves before it.
    async fn refuse(&self, archive: &Archive, positions: Vec<(usize, Position)>) -> Result<(), Closed> {
        if self.is_playing {
            return Err(Closed::Refused(Refusal::AnalysisWhilePlaying));
        }
        match self.helped(archive, positions).await? {
            Some(game) => Err(Closed::Refused(Refusal::AnalysisNearOwnGame { game })),
            None => Ok(()),
        }
    }

    /// The running game that has had this position.
    fn had(&self, position: &Position) -> Option<GameId> {
        let key = position.key();
        self.running.iter().find(|(_, game)| game.keys().contains(&key)).map(|(id, _)| *id)
    }

    /// The running game in which such positions help.
    async fn helped(
        &self,
        archive: &Archive,
        positions: Vec<(usize, Position)>,
    ) -> Result<Option<GameId>, StorageError> {
        if positions.is_empty() || !self.are_there() {
            return Ok(None);
        }
        let running = Arc::clone(&self.running);
        // Many games against many positions take longer than a move should wait.
        let work = archive.work(positions.len() * running.len(), move || {
            running.iter().find(|(_, game)| helps(&positions, game)).map(|(id, _)| *id)
        });
        work.await
    }
}

fn told(id: GameId, game: &History) -> OwnRunningGame {
    let start = game.start();
    let moves = game.moves().iter().map(|mv| mv.to_uci(start.castling_mode())).collect();
    OwnRunningGame { id, variant: start.variant(), start_fen: start.to_fen(), moves }
}

/// The positions of a game: the start, and the one after each move.
fn positions(game: &History) -> Vec<Position> {
    let mut position = *game.start();
    let mut positions = vec![position];
    for mv in game.moves() {
        position.play(*mv);
        positions.push(position);
    }
    positions
}

/// Whether a game begins as most do.
fn usual(start: &Position) -> bool {
    start.key() == Position::start().key()
}

/// How many half-moves the first position of a game has behind it, as far as is known. Who sets a position up may have left out
/// all that led to it.
fn before(game: &History) -> usize {
    if usual(game.start()) { 0 } else { COMMON }
}

/// The positions of a game, each with the number of half-moves before it.
fn numbered(game: &History) -> Vec<(usize, Position)> {
    (before(game)..).zip(positions(game)).collect()
}

/// The positions that the lines of an analysis lead to, each with the number of half-moves before it.
fn in_lines(game: &History, analysis: &AnalysisView) -> Vec<(usize, Position)> {
    let (start, moves) = match analysis {
        AnalysisView::Running { start, moves, .. } => (start.as_ref(), moves),
        AnalysisView::Done { start, moves, .. } => (Some(start), moves),
        AnalysisView::None | AnalysisView::Waiting { .. } | AnalysisView::Failed => return Vec::new(),
    };
    let stood = positions(game);
    let mut found = Vec::new();
    let mut add = |half_moves: usize, line: &[LineMove]| {
        let Some(position) = stood.get(half_moves) else { return };
        let moves = line.iter().map(|mv| mv.uci.as_str());
        found.extend((before(game) + half_moves..).zip(along(position, moves)).skip(1));
    };
    start.into_iter().for_each(|start| add(0, &start.line));
    for mv in moves {
        add(usize::from(mv.ply).saturating_sub(1), &mv.better);
        add(mv.ply.into(), &mv.line);
    }
    found
}

/// A position, and those after each move of a line in UCI notation, as far as it is legal.
fn along<'a>(start: &Position, line: impl Iterator<Item = &'a str>) -> Vec<Position> {
    let mut positions = vec![*start];
    let mut position = *start;
    for uci in line {
        let Some(mv) = uci.parse::<Attempt>().ok().and_then(|attempt| attempt.to_move(&position).ok()) else {
            break;
        };
        position.play(mv);
        positions.push(position);
    }
    positions
}

/// Whether an engine's evaluation of these positions could help somebody in a running game. Each stands beside the number of
/// half-moves before it.
fn helps(positions: &[(usize, Position)], running: &History) -> bool {
    let occurred: HashSet<u64> = running.keys().iter().copied().collect();
    let now = running.position();
    positions.iter().any(|(half_moves, position)| {
        let was_there = || occurred.contains(&position.key()) || stands_shortly_before(position, now);
        (*half_moves >= COMMON && was_there()) || can_still_occur(now, position)
    })
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::{AnalysedStart, EvalView};
    use tabiya_rules::parse_san;

    use super::*;

    fn game(moves: &str) -> History {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    fn check(finished: &str, running: &str, expected: bool) {
        assert_eq!(helps(&numbered(&game(finished)), &game(running)), expected, "{finished} / {running}");
    }

    #[test]
    fn a_game_is_closed_whose_positions_occurred_or_can_still_occur() {
        check("e4 e5", "", true);
        check("e4 e5 Nf3 Nc6", "e4 e5", true);
        // Another opening, which can't come about any more.
        check("d4 d5 c4 e6", "e4 e5 Nf3", false);
        check("e4 c5 Nf3 d6", "e4 e5", false);
        // The first moves are the same, and lead somewhere else.
        check("e4 e5 Nf3 Nc6 d4", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d3", false);
        // The eleventh half-move occurred, though the game has gone on since.
        let ruy = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1";
        check(ruy, &format!("{ruy} b5 Bb3 d6 c3"), true);
        // Two pawns of the running game stand a step on, and the pieces where they were.
        let later = "e4 e5 h3 h6 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7";
        check(ruy, later, true);
        check(ruy, &format!("{later} Re1 g6"), false);
        // An endgame that can come about.
        check(ruy, "e4 e5", true);
    }

    /// A game that is imported from a position has no half-moves before it, so its first ten are no common opening.
    #[test]
    fn a_game_from_a_position_is_closed_from_its_first_move_on() {
        let running = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3");
        let before_h3 = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1";
        for turn in ["w - - 1 9", "b - - 0 9"] {
            let start = Position::from_fen(&format!("{before_h3} {turn}")).expect("a position");
            assert!(helps(&numbered(&History::new(start)), &running), "{turn}");
        }
        let elsewhere = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position");
        assert!(!helps(&numbered(&History::new(elsewhere)), &running));
    }

    /// The same table as the page's (`web/tests/closed.test.ts`).
    #[test]
    fn a_position_by_itself_is_closed_as_the_page_has_it() {
        let mut count = 0;
        for line in include_str!("cases.txt").lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<_> = line.split('|').map(str::trim).collect();
            let [answer, running, looked_at] = parts[..] else { panic!("three parts: {line}") };
            let position = *game(looked_at).position();
            assert_eq!(helps(&[(COMMON, position)], &game(running)), answer == "closed", "{line}");
            count += 1;
        }
        assert!(count > 10, "the table is there");
    }

    #[test]
    fn a_line_that_leads_to_a_position_of_the_own_game_closes_the_analysis() {
        let finished = game("d4 d5 c4 e6");
        let line: Vec<LineMove> = along(&Position::start(), ["e2e4", "e7e5"].into_iter())
            .into_iter()
            .zip(["e2e4", "e7e5"])
            .map(|(_, uci)| LineMove { uci: uci.to_owned(), san: String::new() })
            .collect();
        let start = AnalysedStart { eval: EvalView::Cp { cp: 0 }, win: 500, line };
        let analysis = AnalysisView::Running { of: 4, start: Some(start), moves: Vec::new() };
        let found = in_lines(&finished, &analysis);
        assert_eq!(found.iter().map(|(half_moves, _)| *half_moves).collect::<Vec<_>>(), [1, 2]);
        assert!(helps(&found, &game("e4")) && !helps(&found, &game("e4 c5")));
        assert!(!helps(&numbered(&finished), &game("e4")));
    }
}
