// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games of a lesson: read from a PGN, and replayed.

use tabiya_game::PlayerId;
use tabiya_pgn::{GameTree, GameTreeBuilder, PgnReader};
use tabiya_rules::{Attempt, Color, History, Move, Position, san};
use tabiya_runtime::clean::visible;
use tabiya_store::{LessonGame, LessonSide};

/// The most games of a lesson.
pub(super) const MOST_GAMES: usize = 90;
/// Games of a PGN that are read: each is compared with all pupils, and with all others. A class plays fewer in a month.
const MOST_READ: usize = 500;
/// The most half-moves of a game that are looked at.
const MOST_MOVES: usize = 300;
/// The longest name of a player that is kept, in characters.
const LONGEST_NAME: usize = 60;

/// A pupil whom a name in a PGN may mean.
pub(super) struct Pupil {
    pub(super) player: PlayerId,
    /// The username.
    pub(super) name: String,
    /// The real name, if the organiser has given one.
    pub(super) real_name: Option<String>,
    /// The username and the real name as they are compared, made once for all games of a file.
    compared: (String, Option<String>),
}

impl Pupil {
    pub(super) fn new(player: PlayerId, name: String, real_name: Option<String>) -> Self {
        let compared = (compared(&name), real_name.as_deref().map(compared));
        Self { player, name, real_name, compared }
    }
}

/// What was read from a PGN for a lesson.
#[derive(Clone, Debug, Default)]
pub struct LessonPgn {
    /// The games with at least a move, their players under the names that stand there.
    pub(super) games: Vec<LessonGame>,
    /// How many could not be read.
    pub(super) unread: u32,
    /// How many there were beyond the most that are read.
    pub(super) left_out: usize,
}

impl LessonPgn {
    /// Reads the first 500 games, and counts the others. Takes as long as the text is: milliseconds for hundreds of KiB.
    #[must_use]
    pub fn read(pgn: &str) -> Self {
        let mut reader = PgnReader::new(pgn.as_bytes());
        let mut builder = GameTreeBuilder::default();
        let mut found = Self::default();
        while let Some(game) = reader.read_game(&mut builder) {
            match game.ok().as_ref().map(game_of) {
                Some(Some(game)) if game.moves.is_empty() => {}
                Some(Some(_)) if found.games.len() >= MOST_READ => found.left_out += 1,
                Some(Some(game)) => found.games.push(game),
                Some(None) | None => found.unread = found.unread.saturating_add(1),
            }
        }
        found
    }
}

/// A game as it is kept; `None` if it can't be replayed from that.
fn game_of(tree: &GameTree) -> Option<LessonGame> {
    let mut history = History::new(*tree.position(GameTree::ROOT)?);
    let moves = tree.main_line(GameTree::ROOT).map_while(|node| tree.node(node)?.mv());
    moves.take(MOST_MOVES).for_each(|mv| history.play(mv));
    let side = |tag| LessonSide { pupil: None, name: name_of(tree.tags().get(tag)) };
    let game = kept_game([side("White"), side("Black")], None, &history);
    (history_of(&game)?.moves() == history.moves()).then_some(game)
}

/// A player's name as it can be shown; empty if it is none.
fn name_of(tag: Option<&str>) -> String {
    let name = visible(tag.unwrap_or_default());
    if matches!(&*name, "?" | "-") { String::new() } else { name.chars().take(LONGEST_NAME).collect() }
}

pub(super) fn kept_game(
    [white, black]: [LessonSide; 2],
    game: Option<String>,
    history: &History,
) -> LessonGame {
    let start = history.start();
    let uci = |mv: &Move| mv.to_uci(start.castling_mode());
    let moves: Vec<String> = history.moves().iter().take(MOST_MOVES).map(uci).collect();
    LessonGame { white, black, game, start: start.to_fen(), moves: moves.join(" ") }
}

/// The moves of a kept game; `None` if this program can't replay them.
pub(super) fn history_of(game: &LessonGame) -> Option<History> {
    replayed(game, usize::MAX)
}

/// The first moves of a kept game, at most so many.
fn replayed(game: &LessonGame, most: usize) -> Option<History> {
    let mut history = History::new(Position::from_fen(&game.start).ok()?);
    for uci in game.moves.split_whitespace().take(most) {
        let mv = parsed(uci, history.position())?;
        history.play(mv);
    }
    Some(history)
}

fn parsed(uci: &str, position: &Position) -> Option<Move> {
    uci.parse::<Attempt>().ok()?.to_move(position).ok()
}

/// The place among these games of the one in which this side has played this move, in SAN, in this position.
pub(super) fn game_with(
    games: &[LessonGame],
    side: &LessonSide,
    (position, played): (&Position, &str),
) -> Option<usize> {
    let has = |game: &LessonGame| has_moment(game, position, played).unwrap_or(false);
    games.iter().position(|game| side_of(game, position.turn()) == side && has(game))
}

fn has_moment(game: &LessonGame, position: &Position, played: &str) -> Option<bool> {
    let passed = |at: &Position| 2 * usize::from(at.fullmove_number()) + at.turn().index();
    let ply = passed(position).checked_sub(passed(&Position::from_fen(&game.start).ok()?))?;
    let uci = game.moves.split_whitespace().nth(ply)?;
    let history = replayed(game, ply)?;
    let at = history.position();
    Some(at.key() == position.key() && san(at, parsed(uci, at)?) == played)
}

pub(super) const fn side_of(game: &LessonGame, color: Color) -> &LessonSide {
    match color {
        Color::White => &game.white,
        Color::Black => &game.black,
    }
}

/// A name as it is compared: `Berg, Anna` and `anna berg` are the same.
fn compared(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let lower = plain.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether the real name of a pupil is, as it is compared, that of another one, or another one's username.
pub(super) fn shares_name(pupil: &Pupil, pupils: &[Pupil]) -> bool {
    let Some(name) = &pupil.compared.1 else { return false };
    pupils.iter().filter(|other| other.player != pupil.player).any(|other| {
        let (username, real_name) = &other.compared;
        username == name || real_name.as_ref() == Some(name)
    })
}

/// The same side with the pupil whom its name means. A username comes before a real name, and a name that may mean two pupils means
/// nobody: no child is to get the games of another.
pub(super) fn with_pupil(side: LessonSide, pupils: &[Pupil]) -> LessonSide {
    let wanted = compared(&side.name);
    if wanted.is_empty() {
        return side;
    }
    let only = |means: &dyn Fn(&Pupil) -> bool| {
        let mut found = pupils.iter().filter(|pupil| means(pupil));
        match (found.next(), found.next()) {
            (None, _) => Err(()),
            (Some(pupil), None) => Ok(Some(pupil)),
            (Some(_), Some(_)) => Ok(None),
        }
    };
    let by_username = only(&|pupil| pupil.compared.0 == wanted);
    let by_real_name = || only(&|pupil| pupil.compared.1.as_ref() == Some(&wanted));
    match by_username.or_else(|()| by_real_name()) {
        Ok(Some(pupil)) => LessonSide { pupil: Some(pupil.player), name: pupil.name.clone() },
        Ok(None) | Err(()) => side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BEA: PlayerId = PlayerId::from_bytes([2; 16]);

    fn pupil(player: PlayerId, name: &str, real_name: &str) -> Pupil {
        Pupil::new(player, name.to_owned(), Some(real_name.to_owned()))
    }

    #[test]
    fn names_of_a_pgn_mean_pupils() {
        let pupils = [
            pupil(ANN, "ann7", "Anna Berg"),
            pupil(BEA, "Bea", "Twin"),
            pupil(PlayerId::from_bytes([3; 16]), "cid", "Twin"),
            pupil(PlayerId::from_bytes([4; 16]), "dan", "Bea"),
        ];
        for (name, expected, shown) in [
            (Some("Berg, Anna"), Some(ANN), "ann7"),
            (Some("ANN7"), Some(ANN), "ann7"),
            (Some("anna  berg"), Some(ANN), "ann7"),
            (Some("Anna"), None, "Anna"),
            (Some("Twin"), None, "Twin"),
            (Some("bea"), Some(BEA), "Bea"),
            (Some("Eve\u{202e}\u{200b}"), None, "Eve"),
            (Some("?"), None, ""),
            (None, None, ""),
        ] {
            let side = with_pupil(LessonSide { pupil: None, name: name_of(name) }, &pupils);
            assert_eq!(side, LessonSide { pupil: expected, name: shown.to_owned() }, "{name:?}");
        }
        // Whom a PGN with the real name does not mean is told so.
        for pupil in &pupils {
            let name = pupil.real_name.clone().unwrap_or_default();
            let side = with_pupil(LessonSide { pupil: None, name }, &pupils);
            assert_eq!(shares_name(pupil, &pupils), side.pupil != Some(pupil.player), "{}", pupil.name);
        }
        assert_eq!(name_of(Some(&"ä".repeat(500))).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn a_game_comes_back_as_it_was_kept() {
        let pgn = "[White \"Berg, Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Nf3 *\n\n1. e4 e4 *\n\n*\n\n\
            [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 *\n";
        let found = LessonPgn::read(pgn);
        assert_eq!(
            (found.games.len(), found.unread),
            (2, 1),
            "one that can't be read, and one without moves"
        );
        assert_eq!((&*found.games[0].white.name, &*found.games[0].black.name), ("Berg, Anna", "Ben"));
        let moves = |at: usize| history_of(&found.games[at]).unwrap().moves().len();
        assert_eq!((moves(0), moves(1)), (3, 2));
        for (start, moves) in [("nonsense", "e2e4"), (&*found.games[0].start, "e2e5")] {
            let wrong =
                LessonGame { start: start.to_owned(), moves: moves.to_owned(), ..found.games[0].clone() };
            assert!(history_of(&wrong).is_none(), "{moves}");
        }
    }

    /// A position that castles by the rules of Chess960 comes back with the same rights.
    #[test]
    fn a_game_of_chess960_is_replayed_or_not_read() {
        let pgn = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n[SetUp \"1\"]\n\n9. b4 cxb4 *\n";
        let found = LessonPgn::read(pgn);
        assert_eq!(found.games.len() + found.unread as usize, 1);
        assert!(found.games.iter().all(|game| history_of(game).is_some()));
    }

    #[test]
    fn a_position_is_found_in_the_game_of_its_player() {
        let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n\
            [White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 e5 2. Nf3 d6 *\n\n\
            [White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n\
            [White \"Bob\"]\n[Black \"Ann\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nc6 *\n";
        let games = LessonPgn::read(pgn).games;
        let found = |name: &str, game: usize, ply: usize, played: &str| {
            let side = LessonSide { pupil: None, name: name.to_owned() };
            let at = replayed(&games[game], ply).unwrap();
            game_with(&games, &side, (at.position(), played))
        };
        assert_eq!(found("Ann", 1, 3, "d6"), Some(1));
        assert_eq!(found("Ann", 1, 3, "Nc6"), Some(2), "the same position, but the move of another game");
        assert_eq!(found("Bob", 0, 3, "Nc6"), Some(0));
        assert_eq!(found("Cid", 0, 3, "Nc6"), None);
        assert_eq!(found("Ann", 3, 5, "Nc6"), Some(3), "the second time that it stood on the board");
        assert_eq!(found("Ann", 0, 1, "a6"), None);
    }

    #[test]
    fn half_a_megabyte_of_nonsense_is_read_at_once() {
        for piece in ["1. e4 e5 *\n\n", "(((((", "{", "[White \"", "1. e4 (1. d4 ", "\u{0}\u{202e}ä"] {
            let found = LessonPgn::read(&piece.repeat(512 * 1024 / piece.len()));
            assert!(found.games.len() <= MOST_READ, "{piece}");
        }
    }

    #[test]
    fn so_many_games_are_read_and_the_others_are_counted() {
        let game = |number: usize| format!("[White \"a{number}\"]\n\n1. e4 *\n\n");
        let found = LessonPgn::read(&(0..MOST_READ + 7).map(game).collect::<String>());
        assert_eq!((found.games.len(), found.left_out, found.unread), (MOST_READ, 7, 0));
        assert_eq!(found.games[0].white.name, "a0", "the first ones");
    }
}
