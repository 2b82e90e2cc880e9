// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game from elsewhere, read from PGN.
//!
//! An imported game is a log like any other: its moves are played through [`Game::decide`], so it holds nothing that the rules
//! do not allow. Its players are names. A result that does not stand on the board is the one behind the moves; how
//! such a game ended is known only where a tag says it (`ending.rs`). Clocks are kept where the PGN says them of each move
//! (`clocks.rs`).

mod clocks;
mod ending;

use tabiya_game::{
    Command, Event, Game, Origin, PlayerId, PlayerName, Seat, Seats, Stamped, Termination, Terms, TermsError,
    Time,
};
use tabiya_pgn::{GameTree, NodeId};
use tabiya_rules::{Color, Move};
use tabiya_runtime::chance;
use tabiya_runtime::clean::{cut, visible};
use tabiya_store::FinishedGame;

use clocks::Clocks;
use ending::ending;

/// Milliseconds from one move to the next; PGN does not say.
const PACE: u64 = 1_000;
/// The longest name that is kept, in characters.
const MAX_NAME: usize = 40;
/// The longest event, place or date.
const MAX_TAG: usize = 80;

/// Whose private game it becomes: only this player and staff may see it.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// The player who has brought it here.
    pub player: PlayerId,
    /// The side that this player had.
    pub side: Color,
}

/// Why a PGN is not imported.
#[derive(Debug)]
pub enum NotImported {
    /// There is no game in it that could be kept; for people.
    Wrong(String),
    /// It names players, an event, a place or a date, and everybody would see them.
    HasWords,
}

impl From<String> for NotImported {
    fn from(text: String) -> Self {
        Self::Wrong(text)
    }
}

/// The first game in a PGN, which ends now. Without an owner everybody may see it, and it is nobody's here; whether it may
/// then say its players' names, its event, place and date is `may_speak`.
pub fn game(
    pgn: &str,
    owner: Option<Owner>,
    may_speak: bool,
    now: Time,
) -> Result<FinishedGame, NotImported> {
    let tree = GameTree::from_pgn(pgn.as_bytes()).map_err(|fault| fault.to_string())?;
    if owner.is_none() && !may_speak && has_words(&tree) {
        return Err(NotImported::HasWords);
    }
    let events = events(&tree, owner, now)?;
    FinishedGame::pack(&events).map_err(|error| NotImported::Wrong(error.to_string()))
}

/// Whether there is anything in it that somebody has written and others would read.
fn has_words(tree: &GameTree) -> bool {
    let Origin { event, site, date } = origin(tree);
    let is_named = |tag: &&str| name(tree, tag).is_ok_and(|name| name.as_str() != *tag);
    [event, site, date].iter().any(Option::is_some) || ["White", "Black"].iter().any(is_named)
}

/// All events of a game, which ends now.
fn events(tree: &GameTree, owner: Option<Owner>, now: Time) -> Result<Vec<Stamped>, String> {
    let line: Vec<NodeId> = tree.main_line(GameTree::ROOT).collect();
    let moves: Vec<Option<Move>> = line.iter().map(|id| tree.node(*id)?.mv()).collect();
    if let Some(passed) = moves.iter().position(Option::is_none) {
        return Err(format!(
            "move {} is a null move (\"--\"), which passes the turn; a game that was played has none",
            move_number(tree, passed)
        ));
    }
    let moves: Vec<Move> = moves.into_iter().flatten().collect();
    if moves.is_empty() {
        return Err("there are no moves in it".to_owned());
    }
    let timed = Clocks::of(tree, &line).and_then(|clocks| play(tree, &moves, owner, Some(&clocks), now).ok());
    // What no clock of ours could have shown is left out.
    timed.map_or_else(|| play(tree, &moves, owner, None, now), Ok)
}

fn play(
    tree: &GameTree,
    moves: &[Move],
    owner: Option<Owner>,
    clocks: Option<&Clocks>,
    now: Time,
) -> Result<Vec<Stamped>, String> {
    let terms = terms(tree, owner, clocks)?;
    let pace = |index| clocks.map_or(PACE, |clocks| clocks.taken(index));
    let whole: u64 = (0..moves.len()).map(pace).sum();
    let mut at = Time(now.0.saturating_sub(whole + PACE));
    let (mut game, created) = Game::create(terms, at);
    let mut events = vec![created];
    for (index, mv) in moves.iter().enumerate() {
        if let Some(Stamped { event: Event::Ended { termination, .. }, .. }) = events.last() {
            let last = move_number(tree, index.saturating_sub(1));
            return Err(format!(
                "the game is over after move {last} ({termination}), but the record goes on"
            ));
        }
        at = Time(at.0 + pace(index));
        let (by, seq) = (game.turn(), game.last_seq());
        let played = game.decide(Command::Play { by, attempt: (*mv).into(), seq, lag: None }, at);
        let played =
            played.map_err(|refusal| format!("move {} of {by}: {refusal}", move_number(tree, index)))?;
        for mut event in played {
            match (&mut event, clocks) {
                (Event::MovePlayed { clock, .. }, Some(clocks)) => *clock = Some(clocks.after[index]),
                (Event::Ended { termination, .. }, Some(_)) if is_on_time(*termination) => {
                    let number = move_number(tree, index);
                    return Err(format!("move {number} of {by}: no time was left for it"));
                }
                _ => {}
            }
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            events.push(stamped);
        }
    }
    if !game.is_over() {
        let clock = game.clocks_at(at).map(|clocks| clocks[game.turn() as usize]);
        let (result, termination) = ending(tree);
        let ended = Event::Ended { result, termination, clock, by: None, decided: None };
        events.push(Stamped::new(now, ended));
    }
    Ok(events)
}

/// The number before the move that comes after `index` half-moves, as a record of the game writes it.
fn move_number(tree: &GameTree, index: usize) -> usize {
    let first = tree.position(GameTree::ROOT);
    let (number, is_black) =
        first.map_or((1, false), |first| (first.fullmove_number().into(), first.turn() == Color::Black));
    number + (index + usize::from(is_black)) / 2
}

const fn is_on_time(termination: Termination) -> bool {
    matches!(termination, Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial)
}

fn terms(tree: &GameTree, owner: Option<Owner>, clocks: Option<&Clocks>) -> Result<Terms, String> {
    let impossible = |error: TermsError| error.to_string();
    let start = *tree.position(GameTree::ROOT).ok_or("it has no beginning")?;
    let seats = match owner {
        Some(Owner { player, side }) => Seats::new(player, side, Seat::Player(chance::player_id())),
        None => Seats { white: Seat::Player(chance::player_id()), black: Seat::Player(chance::player_id()) },
    };
    let mut terms = Terms::new(start, clocks.map(|clocks| clocks.time), seats).map_err(impossible)?;
    for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        terms = terms.with_name_at_the_board(side, name(tree, tag)?).map_err(impossible)?;
    }
    let terms = terms.from_elsewhere(origin(tree));
    if owner.is_some() { terms.private().map_err(impossible) } else { Ok(terms) }
}

/// Whether a tag only says that its value is not known, as `?`, `-` and `????.??.??` do.
fn is_unknown(text: &str) -> bool {
    text.trim_matches(['?', '.', '-']).is_empty()
}

/// Event, place and date as the tags say them.
fn origin(tree: &GameTree) -> Origin {
    let said = |tag| {
        let text = visible(tree.tags().get(tag)?);
        let short = cut(&text, MAX_TAG, usize::MAX).trim();
        (!is_unknown(short)).then(|| short.to_owned())
    };
    Origin { event: said("Event"), site: said("Site"), date: said("Date") }
}

/// A player's name as the tag says it, or the side's name.
fn name(tree: &GameTree, tag: &str) -> Result<PlayerName, String> {
    let text = tree.tags().get(tag).unwrap_or_default();
    let text = visible(text);
    let short = cut(&text, MAX_NAME, PlayerName::MAX_BYTES).trim();
    let known = if is_unknown(short) { tag } else { short };
    PlayerName::try_from(known.to_owned()).map_err(|error| format!("{tag}: {error}"))
}
