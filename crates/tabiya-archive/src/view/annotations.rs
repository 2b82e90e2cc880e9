// SPDX-License-Identifier: AGPL-3.0-or-later
//! Comments in words for a PGN: the opening behind its last move, and behind the last move how the game ended.

use tabiya_game::{Ending, Game, GameResult, Termination};
use tabiya_rules::Color;

use crate::openings;

/// The comments, each with the number of half-moves behind which it stands, in their order.
pub(super) fn annotations(game: &Game) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if let Some((opening, ply)) = openings::of_game(game) {
        found.push((ply, format!("{} {}", opening.eco, opening.name)));
    }
    if let Some(ending) = game.ending() {
        found.extend(how_it_ended(ending).map(|words| (game.history().moves().len(), words)));
    }
    found
}

/// How a game ended; `None` where not even the result is known. Of many games from elsewhere only the result is.
fn how_it_ended(ending: Ending) -> Option<String> {
    let winner = ending.result.winner();
    let outcome = match ending.result {
        GameResult::WhiteWins => "White won",
        GameResult::BlackWins => "Black won",
        GameResult::Draw => "Draw",
        GameResult::Aborted => "Nobody won",
    };
    let loser = match winner {
        Some(Color::White) => "Black",
        Some(Color::Black) => "White",
        None => "A player",
    };
    let words = match ending.termination {
        Termination::Unknown if ending.result == GameResult::Aborted => return None,
        Termination::ArbiterDecision if ending.result == GameResult::Aborted => {
            "The arbiter ended the game.".to_owned()
        }
        Termination::ArbiterDecision => format!("The arbiter decided: {outcome}."),
        Termination::Unknown => format!("{outcome}."),
        Termination::Checkmate => format!("{outcome} by checkmate."),
        Termination::Resignation => format!("{loser} resigned. {outcome}."),
        Termination::TimeForfeit => format!("{loser}'s time ran out. {outcome}."),
        Termination::TimeForfeitInsufficientMaterial => {
            "Draw: a player's time ran out, and the other can't mate.".to_owned()
        }
        Termination::Abandonment => format!("{loser} left the game. {outcome}."),
        Termination::AbandonmentInsufficientMaterial => {
            "Draw: a player left the game, and the other can't mate.".to_owned()
        }
        Termination::Stalemate => "Draw by stalemate.".to_owned(),
        Termination::InsufficientMaterial => "Draw: neither side can mate.".to_owned(),
        Termination::ThreefoldRepetition => "Draw by threefold repetition.".to_owned(),
        Termination::FivefoldRepetition => "Draw by fivefold repetition.".to_owned(),
        Termination::FiftyMoves => "Draw by the fifty-move rule.".to_owned(),
        Termination::SeventyFiveMoves => "Draw by the seventy-five-move rule.".to_owned(),
        Termination::Agreement => "Draw by agreement.".to_owned(),
        Termination::Abort => "The game was aborted.".to_owned(),
        Termination::NoFirstMove => "The game was aborted: the first move did not come in time.".to_owned(),
    };
    Some(words)
}
