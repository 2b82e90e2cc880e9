// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games that are played: real ones if they are installed, else random ones.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use tabiya_pgn::{PgnProblem, PgnReader, PgnResult, PgnVisitor};
use tabiya_rules::{CastlingMode, Color, Move, Position, San, random_game};

use crate::Random;
use crate::history::Uci;

/// Shorter games are skipped, because they would test the creation of games more than their moves.
const SHORTEST: usize = 10;
/// The number of random games, if no real ones are installed.
const OWN_GAMES: usize = 300;

/// A game from the standard start.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// All its half-moves.
    pub(super) moves: Vec<Uci>,
    /// The side that resigns if the moves themselves don't end the game.
    pub(super) loser: Color,
}

/// All games to choose from.
#[derive(Clone, Debug)]
pub struct Scripts {
    games: Vec<Rc<Script>>,
    /// Their origin, for the report.
    origin: String,
}

impl Scripts {
    /// The real games of the shared data, else random games.
    pub fn find() -> Self {
        let folder = std::env::var_os("TABIYA_DATA").map_or_else(|| "../shared/data".into(), PathBuf::from);
        let path = folder.join("games").join("lichess_db_1000k.pgn");
        match std::fs::read(&path) {
            Ok(pgn) => Self::real(&pgn, &path),
            Err(_) => Self::own(1),
        }
    }

    fn real(pgn: &[u8], path: &Path) -> Self {
        let mut replay = Replay::default();
        let mut reader = PgnReader::from_bytes(pgn);
        let mut games = Vec::new();
        // A game with an error is skipped.
        while let Some(game) = reader.read_game(&mut replay) {
            games.extend(game.ok().filter(|game| game.moves.len() >= SHORTEST).map(Rc::new));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let origin = format!("{} real games of {name}", games.len());
        Self { games, origin }
    }

    /// Random legal games, always the same for the same seed.
    pub fn own(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut games = Vec::new();
        while games.len() < OWN_GAMES {
            let history = random_game(&mut || random.next_u64());
            if *history.start() == Position::start() && history.ply() >= SHORTEST {
                let moves = history.moves().iter().map(|&mv| uci(mv)).collect();
                let loser = if random.below(2) == 0 { Color::White } else { Color::Black };
                games.push(Rc::new(Script { moves, loser }));
            }
        }
        let origin = format!("{OWN_GAMES} random games of our own (no real ones at hand)");
        Self { games, origin }
    }

    /// The origin of the games, in words.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) fn pick(&self, random: &mut Random) -> Rc<Script> {
        Rc::clone(random.pick(&self.games))
    }
}

fn uci(mv: Move) -> Uci {
    Uci::from_bytes(mv.to_uci(CastlingMode::Standard).as_bytes())
        .expect("a move's name has four or five letters")
}

/// Replays the moves of a PGN with the rules.
#[derive(Default)]
struct Replay {
    position: Position,
    moves: Vec<Uci>,
    loser: Option<Color>,
}

impl PgnVisitor for Replay {
    type Game = Script;

    fn begin_game(&mut self) {
        *self = Self::default();
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let mv = san.to_move(&self.position)?;
        self.moves.push(uci(mv));
        self.position.play(mv);
        Ok(())
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        self.loser = Some(if result == Some(PgnResult::WhiteWins) { Color::Black } else { Color::White });
        Ok(())
    }

    fn end_game(&mut self) -> Script {
        Script { moves: std::mem::take(&mut self.moves), loser: self.loser.unwrap_or(Color::White) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_games_are_read_and_castling_moves_the_king_two_squares() {
        let pgn = b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 1-0\n\n[Result \"*\"]\n\n1. e4 *\n";
        let scripts = Scripts::real(pgn, Path::new("games.pgn"));
        assert_eq!(scripts.origin(), "1 real games of games.pgn", "the short one is left out");
        let script = &scripts.games[0];
        assert_eq!(script.moves.len(), 10);
        assert_eq!(script.moves[6].to_string(), "e1g1");
        assert_eq!(script.loser, Color::Black);
    }

    #[test]
    fn own_games_are_legal_and_repeatable() {
        let (one, other) = (Scripts::own(7), Scripts::own(7));
        for (game, same) in one.games.iter().zip(&other.games) {
            assert_eq!(game.moves, same.moves);
            assert!(game.moves.len() >= SHORTEST);
        }
    }
}
