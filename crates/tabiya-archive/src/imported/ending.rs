// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a game from elsewhere ended, as its PGN says it: the result behind the moves, and the tag `Termination`.
//!
//! Where the tag does not say why the game ended, nobody knows. Nothing is assumed: a loss may be a resignation, a loss on
//! time or a ruling.

use tabiya_game::{GameResult, Termination};
use tabiya_pgn::{GameTree, PgnResult};

/// How the game ended whose last move does not end it.
pub(super) fn ending(tree: &GameTree) -> (GameResult, Termination) {
    let result = match tree.result() {
        PgnResult::WhiteWins => GameResult::WhiteWins,
        PgnResult::BlackWins => GameResult::BlackWins,
        PgnResult::Draw => GameResult::Draw,
        PgnResult::Unfinished => return (GameResult::Aborted, Termination::Unknown),
    };
    let mut tag = tree.tags().get("Termination").unwrap_or_default().to_lowercase();
    // A sentence may name the winner, whose name is not what it says.
    for name in ["White", "Black"].into_iter().filter_map(|side| tree.tags().get(side)) {
        tag = tag.replace(&name.to_lowercase(), "");
    }
    let said = termination(&tag, result);
    (result, said.filter(|termination| termination.fits(result)).unwrap_or(Termination::Unknown))
}

/// What a tag in small letters says: a word of the standard (section 9.8.1) or a sentence, such as `Anna won on time`. `None` for `normal`,
/// which may be anything, and for endings that no game here can have.
///
/// Mate, stalemate and the draws by rule that end a game at once stand on the board: a tag that claims one of them, where the
/// last position is none, says nothing.
fn termination(tag: &str, result: GameResult) -> Option<Termination> {
    let has = |words: &[&str]| words.iter().any(|word| tag.contains(word));
    let is_draw = result == GameResult::Draw;
    let found = if has(&["abandon", "disconnect", "left the game"]) {
        Termination::Abandonment
    } else if has(&["time forfeit", "on time", "timeout", "time out", "out of time", "ran out", "flag"]) {
        if is_draw { Termination::TimeForfeitInsufficientMaterial } else { Termination::TimeForfeit }
    } else if has(&["resign"]) {
        Termination::Resignation
    } else if has(&["agree", "mutual"]) {
        Termination::Agreement
    } else if has(&["repetition"]) {
        Termination::ThreefoldRepetition
    } else if has(&["50", "fifty"]) {
        Termination::FiftyMoves
    } else {
        return None;
    };
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tag: &str, result: &str, expected: (GameResult, Termination)) {
        let pgn = format!("[Termination \"{tag}\"]\n\n1. e4 e5 {result}\n");
        let tree = GameTree::from_pgn(pgn.as_bytes()).expect("a game");
        assert_eq!(ending(&tree), expected, "{tag}, {result}");
    }

    #[test]
    fn an_ending_is_what_the_tag_says() {
        use {GameResult as R, Termination as T};
        for (tag, result, expected) in [
            ("Time forfeit", "1-0", (R::WhiteWins, T::TimeForfeit)),
            ("time forfeit", "0-1", (R::BlackWins, T::TimeForfeit)),
            ("Anna won on time", "1-0", (R::WhiteWins, T::TimeForfeit)),
            (
                "Game drawn by timeout vs insufficient material",
                "1/2-1/2",
                (R::Draw, T::TimeForfeitInsufficientMaterial),
            ),
            ("Ben won by resignation", "0-1", (R::BlackWins, T::Resignation)),
            ("White resigns", "0-1", (R::BlackWins, T::Resignation)),
            ("abandoned", "1-0", (R::WhiteWins, T::Abandonment)),
            ("Ben won - game abandoned", "0-1", (R::BlackWins, T::Abandonment)),
            ("Game drawn by agreement", "1/2-1/2", (R::Draw, T::Agreement)),
            ("Game drawn by mutual consent", "1/2-1/2", (R::Draw, T::Agreement)),
            ("Game drawn by repetition", "1/2-1/2", (R::Draw, T::ThreefoldRepetition)),
            ("Game drawn by 50-move rule", "1/2-1/2", (R::Draw, T::FiftyMoves)),
        ] {
            check(tag, result, expected);
        }
    }

    #[test]
    fn a_name_in_the_tag_says_nothing() {
        let pgn = "[White \"Flag_Fifty\"]\n[Termination \"Flag_Fifty won by resignation\"]\n\n1. e4 e5 1-0\n";
        let tree = GameTree::from_pgn(pgn.as_bytes()).expect("a game");
        assert_eq!(ending(&tree), (GameResult::WhiteWins, Termination::Resignation));
    }

    #[test]
    fn no_ending_is_invented() {
        use {GameResult as R, Termination as T};
        for tag in [
            "",
            "?",
            "Normal",
            "normal",
            "unterminated",
            "Rules infraction",
            "adjudication",
            "death",
            "Anna won by checkmate",
        ] {
            check(tag, "1-0", (R::WhiteWins, T::Unknown));
            check(tag, "0-1", (R::BlackWins, T::Unknown));
            check(tag, "1/2-1/2", (R::Draw, T::Unknown));
        }
        // A tag that the result contradicts says nothing.
        check("resignation", "1/2-1/2", (R::Draw, T::Unknown));
        check("Game drawn by agreement", "1-0", (R::WhiteWins, T::Unknown));
        check("Game drawn by repetition", "0-1", (R::BlackWins, T::Unknown));
        check("Time forfeit", "*", (R::Aborted, T::Unknown));
    }
}
