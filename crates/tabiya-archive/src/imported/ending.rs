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
    let tag = tree.tags().get("Termination").unwrap_or_default().to_lowercase();
    let name = |side| tree.tags().get(side).unwrap_or_default().to_lowercase();
    let words = words(&tag, &name("White"), &name("Black"));
    let said = if contradicts(&words, result) { None } else { termination(&words, result) };
    (result, said.filter(|termination| termination.fits(result)).unwrap_or(Termination::Unknown))
}

/// The words of a tag in small letters, with one space around each. A sentence may name a player, whose name or surname
/// counts as that side, whatever it says.
fn words(tag: &str, white: &str, black: &str) -> String {
    let mut words = plain(tag);
    let mut names = vec![(plain(white), " white "), (plain(black), " black ")];
    for (own, other, side) in [(white, black, " white "), (black, white, " black ")] {
        let surname = plain(surname(own));
        // "Anna Smith" may be meant as well as "Smith, Ben", and "White" as the side or as a word of the sentence.
        if !plain(other).contains(&surname) && !has_meaning(&surname) {
            names.push((surname, side));
        }
    }
    // A name may begin with the other one.
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, side) in names.iter().filter(|(name, _)| name.len() > 1) {
        words = words.replace(name.as_str(), side);
    }
    words
}

/// The words of a text, with one space around each.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + word + " ")
}

/// The surname in `Carlsen, Magnus` and in `Magnus Carlsen`. A name of one word is its own surname.
fn surname(name: &str) -> &str {
    match name.split_once(',') {
        Some((surname, _)) => surname,
        // Behind it may be an initial.
        None => name.split_whitespace().rfind(|word| plain(word).len() > " m ".len()).unwrap_or_default(),
    }
}

/// Whether a word of a surname says something about an ending.
fn has_meaning(surname: &str) -> bool {
    let phrases =
        [&ABANDONED[..], &TIME, &RESIGNED, &AGREED, &REPEATED, &FIVEFOLD, &FIFTY, &BOTH, &WINS, &SIDES];
    let means = |word: &str| phrases.concat().iter().any(|phrase| phrase.split(' ').any(|part| part == word));
    surname.split_whitespace().any(means)
}

const SIDES: [&str; 2] = ["white", "black"];
const WINS: [&str; 5] = ["won", "wins", "win", "winner", "winning"];
const BOTH: [&str; 1] = ["both"];
const ABANDONED: [&str; 8] = [
    "abandoned",
    "abandons",
    "abandonment",
    "disconnect",
    "disconnects",
    "disconnected",
    "disconnection",
    "left the game",
];
const TIME: [&str; 11] = [
    "time forfeit",
    "time forfeiture",
    "on time",
    "timeout",
    "time out",
    "timed out",
    "out of time",
    "time ran out",
    "flag",
    "flag fell",
    "flagged",
];
const RESIGNED: [&str; 4] = ["resign", "resigns", "resigned", "resignation"];
const AGREED: [&str; 4] = ["agree", "agreed", "agreement", "mutual"];
const REPEATED: [&str; 2] = ["repetition", "repetitions"];
const FIVEFOLD: [&str; 4] = ["fivefold", "five fold", "5 fold", "5fold"];
const FIFTY: [&str; 4] = ["50 move", "50 moves", "fifty move", "fifty moves"];

/// Whether a sentence names another winner than the result does: a side that won, else one that resigned, or
/// whatever else a loser does.
fn contradicts(words: &str, result: GameResult) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_side = |word: &&&str| SIDES.contains(*word);
    let wins = words.iter().position(|word| WINS.contains(word));
    let (side, won) = match wins {
        Some(at) => (words[..at].iter().rfind(is_side).or_else(|| words[at..].iter().find(is_side)), true),
        None => (words.iter().find(is_side), false),
    };
    match (side, result) {
        (Some(side), GameResult::WhiteWins) => (*side == "white") != won,
        (Some(side), GameResult::BlackWins) => (*side == "black") != won,
        (Some(_), _) => won,
        (None, _) => false,
    }
}

/// What words say: one of the standard (section 9.8.1) or a sentence, such as `Anna won on time`. `None` for `normal`,
/// which may be anything, for endings that no game here can have, and for other languages: only whole English words count.
///
/// Mate, stalemate and the other draws by rule that end a game at once stand on the board: a tag that claims one of them, where
/// the last position is none, says nothing.
fn termination(words: &str, result: GameResult) -> Option<Termination> {
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(&format!(" {phrase} ")));
    let is_draw = result == GameResult::Draw;
    let found = if has(&ABANDONED) {
        Termination::Abandonment
    } else if has(&TIME) {
        match (is_draw, has(&BOTH)) {
            (true, true) => return None,
            (true, false) => Termination::TimeForfeitInsufficientMaterial,
            (false, _) => Termination::TimeForfeit,
        }
    } else if has(&RESIGNED) {
        Termination::Resignation
    } else if has(&AGREED) {
        Termination::Agreement
    } else if has(&REPEATED) {
        if has(&FIVEFOLD) { Termination::FivefoldRepetition } else { Termination::ThreefoldRepetition }
    } else if has(&FIFTY) {
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
            ("Fivefold repetition", "1/2-1/2", (R::Draw, T::FivefoldRepetition)),
            ("Draw by the fifty moves rule", "1/2-1/2", (R::Draw, T::FiftyMoves)),
            ("Black wins, White resigned", "0-1", (R::BlackWins, T::Resignation)),
            ("White ran out of time", "0-1", (R::BlackWins, T::TimeForfeit)),
            ("White ran out of time", "1/2-1/2", (R::Draw, T::TimeForfeitInsufficientMaterial)),
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
    fn a_winner_who_lost_is_no_ending() {
        let of = |text: &str, result: &str| {
            let pgn = format!(
                "[White \"Anna\"]\n[Black \"Anna-Lena\"]\n[Termination \"{text}\"]\n\n1. e4 e5 {result}\n"
            );
            ending(&GameTree::from_pgn(pgn.as_bytes()).expect("a game")).1
        };
        assert_eq!(of("Anna won on time", "1-0"), Termination::TimeForfeit);
        assert_eq!(of("Anna won on time", "0-1"), Termination::Unknown);
        assert_eq!(of("Anna-Lena won on time", "0-1"), Termination::TimeForfeit);
        assert_eq!(of("Anna-Lena resigned", "0-1"), Termination::Unknown);
        assert_eq!(of("Anna-Lena resigned", "1-0"), Termination::Resignation);
    }

    #[test]
    fn a_surname_alone_is_the_side_if_no_other_word_can_be_meant() {
        let of = |white: &str, black: &str, text: &str, result: &str| {
            let pgn = format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Termination \"{text}\"]\n\n1. e4 e5 {result}\n"
            );
            ending(&GameTree::from_pgn(pgn.as_bytes()).expect("a game")).1
        };
        let (won, unknown) = (Termination::TimeForfeit, Termination::Unknown);
        for white in ["Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen", "GM Magnus Carlsen", "Carlsen M."] {
            for text in ["Carlsen won on time", "Magnus Carlsen won on time", "Carlsen, Magnus won on time"] {
                assert_eq!(of(white, "Caruana, Fabiano", text, "1-0"), won, "{white}: {text}");
                assert_eq!(of(white, "Caruana, Fabiano", text, "0-1"), unknown, "{white}: {text}");
                assert_eq!(of("Caruana, Fabiano", white, text, "0-1"), won, "{white}: {text}");
            }
            let resigned = of(white, "Caruana, Fabiano", "Carlsen resigns", "0-1");
            assert_eq!(resigned, Termination::Resignation, "{white}");
            assert_eq!(of(white, "Caruana, Fabiano", "Carlsen resigns", "1-0"), unknown, "{white}");
        }
        // Two of one name: the sentence may be about either.
        let (anna, ben) = ("Smith, Anna", "Smith, Ben");
        assert_eq!(of(anna, ben, "Smith won on time", "0-1"), won);
        assert_eq!(of(anna, ben, "Smith, Anna won on time", "0-1"), unknown);
        // The name is that of the other side, or a word of the sentence.
        assert_eq!(of("Black, Joe", "Doe, Jane", "Black won on time", "0-1"), won);
        assert_eq!(of("Black, Joe", "Doe, Jane", "Black won on time", "1-0"), unknown);
        assert_eq!(of("Win, Aung", "Time, Tina", "White win on time", "1-0"), won);
        // No name of one letter is one.
        assert_eq!(of("S", "Doe, Jane", "Doe's flag fell", "1-0"), won);
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
            "Les noirs abandonnent",
            "Abandon des noirs",
            "Flagge gefallen",
            "Weiss gab wegen Zeitnot auf",
            "150 moves played",
            "a ration timer",
        ] {
            check(tag, "1-0", (R::WhiteWins, T::Unknown));
            check(tag, "0-1", (R::BlackWins, T::Unknown));
            check(tag, "1/2-1/2", (R::Draw, T::Unknown));
        }
        // A tag that the result contradicts says nothing.
        check("resignation", "1/2-1/2", (R::Draw, T::Unknown));
        check("Game drawn by agreement", "1-0", (R::WhiteWins, T::Unknown));
        check("Game drawn by repetition", "0-1", (R::BlackWins, T::Unknown));
        check("White resigned", "1-0", (R::WhiteWins, T::Unknown));
        check("Black lost on time", "0-1", (R::BlackWins, T::Unknown));
        check("White won by resignation", "0-1", (R::BlackWins, T::Unknown));
        check("Black won on time", "1/2-1/2", (R::Draw, T::Unknown));
        check("Both players ran out of time", "1/2-1/2", (R::Draw, T::Unknown));
        check("Time forfeit", "*", (R::Aborted, T::Unknown));
    }
}
