// SPDX-License-Identifier: MIT OR Apache-2.0
//! The game that a `position` command describes.
//!
//! User interfaces send more than chess and the protocol allow: rights that contradict the board, broken
//! counters, moves in other spellings. What can be played is taken, and the changes are reported. If nothing
//! can be played, that is an error, and the caller must not go on with an older position: the user interface
//! has another board, on which the answer would be illegal.

use tabiya_rules::{
    Attempt, FenError, FenField, History, Move, Position, Reason, Role, SanError, Setup, SetupFault, Square,
    Variant, explain, null_move_len, parse_san,
};

use super::command::shorten;

/// What was changed so that the position can be played, in words.
pub(super) type Changes = Vec<String>;

/// The game after `startpos` or `fen FEN`, and perhaps `moves MOVES`.
///
/// # Errors
/// Why there is nothing that can be played.
pub(super) fn read_game(words: &[String], variant: Variant) -> Result<(History, Changes), String> {
    let mut changes = Changes::new();
    let words: Vec<String> = words.iter().map(|word| with_hyphens(word)).collect();
    let at = words.iter().position(|word| is(word, "moves") || is(word, "move")).unwrap_or(words.len());
    let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = || Position::start().with_castling_mode(variant.castling_mode());
    let (position, more) = match place {
        [] => return Err("position: expected \"startpos\" or \"fen\"".into()),
        [first, more @ ..] if is(first, "startpos") => (start(), more),
        [first, second, more @ ..] if is(first, "fen") && is(second, "startpos") => (start(), more),
        [first, fields @ ..] if is(first, "fen") => read_fen(fields, variant, &mut changes)?,
        [first, ..] if first.contains('/') => {
            changes.push("the word \"fen\" is missing".into());
            read_fen(place, variant, &mut changes)?
        }
        [other, ..] => {
            return Err(format!("position: expected \"startpos\" or \"fen\", found {}", shorten(other)));
        }
    };
    if let Some(first) = more.first() {
        changes.push(format!("the word \"moves\" is missing before {}", shorten(first)));
    }
    let mut history = History::new(position);
    let texts = more.iter().chain(moves).map(|word| bare_move(word)).filter(|text| !text.is_empty());
    for (ply, text) in texts.enumerate() {
        play(&mut history, text, &mut changes).map_err(|problem| {
            format!("illegal move {} (number {} of the list): {problem}", name_of(text), ply + 1)
        })?;
    }
    Ok((history, changes))
}

fn is(word: &str, keyword: &str) -> bool {
    word.trim_end_matches([':', ',']).eq_ignore_ascii_case(keyword)
}

/// A word with hyphens in place of the dashes that pages and word processors write.
fn with_hyphens(word: &str) -> String {
    word.chars().map(|c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c }).collect()
}

/// A move without a move number before it and a comma behind it. Empty if the word is only a number.
fn bare_move(word: &str) -> &str {
    let word = word.trim_end_matches([',', ';']);
    match word.trim_start_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    }
}

/// The position, and the moves that follow without the word "moves".
fn read_fen<'a>(
    words: &'a [String],
    variant: Variant,
    changes: &mut Changes,
) -> Result<(Position, &'a [String]), String> {
    let counter = |word: &String| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let counters = words.iter().skip(4).take_while(|word| counter(word)).count();
    let end = words.len().min(4 + counters);
    let more = &words[end..];
    let begins_with_move = more.first().is_some_and(|word| word.parse::<Attempt>().is_ok());
    let (words, more) = if begins_with_move { (&words[..end], more) } else { (words, &words[words.len()..]) };
    let unquoted = words.iter().map(|word| word.trim_matches(['"', '\'']).to_owned());
    let mut fields: Vec<String> = unquoted.filter(|word| !word.is_empty()).collect();
    let setup = loop {
        match Setup::from_fen(&fields.join(" ")) {
            Ok(setup) => break setup,
            Err(error) => match repair(&mut fields, &error) {
                Some(change) => changes.push(format!("{error}; {change}")),
                None => return Err(format!("position: {error}")),
            },
        }
    };
    if fields.len() == 1 {
        changes.push("the FEN has no turn field; White is taken to be on turn".into());
    }
    let (setup, dropped) = without_impossible_rights(setup, fields.get(2), variant);
    changes.extend(dropped.iter().map(|fault| format!("{fault}; this right is ignored")));
    match Position::from_setup(&setup) {
        Ok(position) => Ok((position, more)),
        Err(error) => Err(format!("position: {}", FenError::from(error))),
    }
}

/// Replaces the field that is not valid, and says by what. `None` if nothing can replace it.
fn repair(fields: &mut Vec<String>, error: &FenError) -> Option<String> {
    match error {
        FenError::TooLong { .. } => {
            fields.truncate(FenField::ALL.len());
            Some("the rest is ignored".into())
        }
        FenError::Syntax { field, .. } => {
            let at = FenField::ALL.iter().position(|other| other == field)?;
            let found = fields.get(at)?;
            if *field == FenField::HalfmoveClock && !found.contains(|c: char| c.is_ascii_digit()) {
                // The operations of an EPD follow its four fields.
                fields.truncate(at);
                return Some("it is ignored with all that follows".into());
            }
            let instead = replacement(*field, found, fields)?;
            let change = format!("{instead} is taken");
            fields[at] = instead;
            Some(change)
        }
        FenError::Missing { .. } | FenError::Setup(_) => None,
    }
}

/// A valid text in place of the field: what can be meant, else the field's default.
fn replacement(field: FenField, found: &str, fields: &[String]) -> Option<String> {
    let lower = found.to_ascii_lowercase();
    Some(match field {
        FenField::Board => return None,
        // A guess would give the answer to the wrong side.
        FenField::Turn => match lower.as_str() {
            "w" | "white" => "w".into(),
            "b" | "black" => "b".into(),
            _ => return None,
        },
        FenField::Castling => {
            let mut rights = String::new();
            for letter in found.chars().take(16).filter(char::is_ascii_alphabetic) {
                rights.push(letter);
                if Setup::from_fen(&format!("{} {} {rights}", fields.first()?, fields.get(1)?)).is_err() {
                    rights.pop();
                }
            }
            if rights.is_empty() { "-".into() } else { rights }
        }
        FenField::EnPassant => {
            if lower.parse::<Square>().is_ok() {
                lower
            } else {
                "-".into()
            }
        }
        FenField::HalfmoveClock => "0".into(),
        FenField::FullmoveNumber => "1".into(),
    })
}

/// The setup without the rights that contradict the board or the option `UCI_Chess960`, and their faults.
///
/// The option says how castling is written, and in which game the rights must be possible. Only a FEN that
/// names the castling rooks by their files, and that standard chess does not have, is Chess960 by itself.
fn without_impossible_rights(
    mut setup: Setup,
    castling: Option<&String>,
    variant: Variant,
) -> (Setup, Vec<SetupFault>) {
    let names_files = castling.is_some_and(|field| !field.chars().all(|c| "KQkq-".contains(c)));
    let mut standard = setup.clone();
    standard.castling_mode = Variant::Standard.castling_mode();
    let dropped = standard.drop_impossible_rights();
    let is_standard = !dropped.iter().any(|fault| matches!(fault, SetupFault::CastlingNotStandard { .. }));
    if variant == Variant::Standard && (is_standard || !names_files) {
        return (standard, dropped);
    }
    setup.castling_mode = Variant::Chess960.castling_mode();
    let dropped = setup.drop_impossible_rights();
    (setup, dropped)
}

/// Plays a move of the list.
fn play(history: &mut History, text: &str, changes: &mut Changes) -> Result<(), String> {
    if is_null_move(text) {
        // A null move shows what the other side threatens. The game's earlier positions can't recur after it.
        let passed = history.position().after_null_move().ok_or("a side in check can't pass")?;
        *history = History::new(passed);
        return Ok(());
    }
    let mv = read_move(history.position(), text, changes).map_err(|problem| {
        // The game's history can give a better reason. That the game is over is not a reason here.
        let better = text.parse().ok().and_then(|attempt| explain(history, attempt).err());
        match better {
            Some(reason) if !matches!(reason, Reason::GameOver { .. }) => reason.to_string(),
            _ => problem,
        }
    })?;
    history.play(mv);
    Ok(())
}

/// Whether a word is a null move. Some programs write one as a piece that stays where it is.
fn is_null_move(text: &str) -> bool {
    let stays = text.parse::<Attempt>().is_ok_and(|attempt| attempt.from == attempt.to);
    stays || null_move_len(text.as_bytes()) == Some(text.len())
}

/// A legal move: `e7e8q`, in capitals, or as SAN and LAN write it (`e7e8Q`, `e7-e8=Q`, `e8=Q`, `O-O`).
///
/// # Errors
/// Why it is no legal move.
pub(super) fn read_move(position: &Position, text: &str, changes: &mut Changes) -> Result<Move, String> {
    let found = match text.parse::<Attempt>() {
        Ok(attempt) => attempt.to_move(position),
        Err(error) => match parse_san(position, text) {
            Ok(mv) => Ok(mv),
            Err(SanError::Illegal(reason)) => Err(reason),
            Err(SanError::Syntax { .. }) => match text.to_ascii_lowercase().parse::<Attempt>() {
                Ok(attempt) => attempt.to_move(position),
                Err(_) => return Err(error.to_string()),
            },
            Err(other) => return Err(other.to_string()),
        },
    };
    match found {
        // No other move can be meant, and nearly always it is a queen.
        Err(Reason::PromotionMissing { from, to, .. }) => {
            let queen = Attempt { from, to, promotion: Some(Role::Queen) };
            changes.push(format!("{} promotes to a queen", name_of(text)));
            queen.to_move(position).map_err(|reason| reason.to_string())
        }
        found => found.map_err(|reason| reason.to_string()),
    }
}

/// The word itself if it looks like a move, otherwise shortened and quoted.
fn name_of(text: &str) -> String {
    if text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        shorten(text)
    }
}
